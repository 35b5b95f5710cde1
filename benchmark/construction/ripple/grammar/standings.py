"""Standings: how a body is classed, told by a word ("holds a full licence")."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """One way of standing: a verb and its object with a word in it, and the word as a choice of its own."""

    name: str
    verb: str
    base: str
    thing: str
    labels: tuple[str, ...]

    def object(self, label: str) -> str:
        """Return the object with *label* in it, its article right."""
        text = self.thing.replace("{l}", label)
        return text.replace("a(n) ", "an " if label[0] in "aeiouAEIOU" else "a ")

    def predicate(self, label: str) -> str:
        """Return verb and object, third person."""
        return f"{self.verb} {self.object(label)}"

    def among(self, labels: tuple[str, ...]) -> str:
        """Return what a condition asks: the verb, and any of some objects."""
        return f"{self.verb} {' or '.join(map(self.object, labels))}"


_DAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays")
_SEASONS = ("spring", "summer", "autumn", "winter")
_MONTHS = ("January", "April", "July", "October")

STANDINGS: tuple[Standing, ...] = (
    Standing("licence", "holds", "hold", "a(n) {l} licence", ("full", "limited", "seasonal", "provisional")),
    Standing("closing", "closes early", "close early", "on {l}", _DAYS),
    Standing("board", "convenes its board", "convene its board", "on {l}", _DAYS),
    Standing("late", "stays open late", "stay open late", "on {l}", _DAYS),
    Standing("audit", "is audited", "be audited", "in {l}", _SEASONS),
    Standing("dues", "settles its dues", "settle its dues", "in {l}", _MONTHS),
    Standing("report", "files its report", "file its report", "in {l}", _MONTHS),
    Standing("levy", "pays a levy", "pay a levy", "at the {l} rate", ("low", "standard", "high", "special")),
    Standing("rating", "has", "have", "a(n) {l} rating", ("bronze", "silver", "gold", "platinum")),
    Standing(
        "council",
        "answers",
        "answer",
        "to the {l} council",
        ("county", "parish", "borough", "regional"),
    ),
    Standing(
        "inspection",
        "is inspected",
        "be inspected",
        "every {l}",
        ("week", "month", "quarter", "fortnight"),
    ),
    Standing(
        "fund", "is financed", "be financed", "by the {l} fund", ("relief", "county", "building", "reserve")
    ),
    Standing(
        "charter", "works", "work", "under a(n) {l} charter", ("royal", "civic", "private", "temporary")
    ),
    Standing(
        "insurance",
        "is insured",
        "be insured",
        "on {l} terms",
        ("basic", "extended", "comprehensive", "restricted"),
    ),
    Standing(
        "admission",
        "admits the public",
        "admit the public",
        "on {l} tickets",
        ("day", "season", "group", "free"),
    ),
    Standing(
        "staffing",
        "rosters its staff",
        "roster its staff",
        "on {l} shifts",
        ("early", "split", "double", "night"),
    ),
    Standing("heating", "is heated", "be heated", "by {l}", ("gas", "oil", "steam", "coal")),
    Standing(
        "ledger",
        "keeps accounts",
        "keep accounts",
        "on a(n) {l} basis",
        ("cash", "monthly", "accrual", "quarterly"),
    ),
    Standing(
        "priority", "is served", "be served", "with {l} priority", ("first", "second", "third", "normal")
    ),
)
