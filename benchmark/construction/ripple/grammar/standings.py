"""Standings: what a body does in one of a few ways, told by a word ("flies a green pennant")."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """One way of standing: a verb, its object with a word in it, and how the word is said a second time."""

    name: str
    verb: str
    base: str
    thing: str
    other: str
    labels: tuple[str, ...]

    def object(self, label: str) -> str:
        """Return the object with *label* in it, its article right."""
        return _with_article(self.thing, label)

    def second(self, label: str) -> str:
        """Return the object as it is said when its kind is known: "a green one"."""
        return _with_article(self.other, label)

    def predicate(self, label: str) -> str:
        """Return verb and object, third person."""
        return f"{self.verb} {self.object(label)}"

    def bare(self, label: str) -> str:
        """Return verb and object, without the person's ending."""
        return f"{self.base} {self.object(label)}"

    def plural(self, label: str) -> str:
        """Return verb and object as said of several."""
        said = self.bare(label).replace(" its ", " their ")
        return said.replace("be ", "are ", 1) if self.base.startswith("be ") else said


def _with_article(pattern: str, label: str) -> str:
    text = pattern.replace("{l}", label)
    return text.replace("a(n) ", "an " if label[0] in "aeiouAEIOU" else "a ")


_COLOURS = ("white", "green", "blue", "black", "amber", "crimson", "grey")
_DAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays")
_SIDES = ("north", "south", "east", "west")
_SEASONS = ("spring", "summer", "autumn", "winter")

STANDINGS: tuple[Standing, ...] = (
    Standing(
        "licence",
        "holds",
        "hold",
        "a(n) {l} licence",
        "a(n) {l} one",
        ("full", "limited", "seasonal", "provisional", "restricted"),
    ),
    Standing("flag", "flies", "fly", "a(n) {l} flag", "a(n) {l} one", _COLOURS),
    Standing("letterhead", "uses", "use", "a(n) {l} letterhead", "a(n) {l} one", _COLOURS),
    Standing("board", "holds its board meetings", "hold its board meetings", "on {l}", "on {l}", _DAYS),
    Standing("closing", "closes early", "close early", "on {l}", "on {l}", _DAYS),
    Standing("audit", "is audited", "be audited", "in {l}", "in {l}", _SEASONS),
    Standing("fair", "holds its open day", "hold its open day", "in {l}", "in {l}", _SEASONS),
    Standing("dues", "pays its dues", "pay its dues", "in {l}", "in {l}", _SEASONS),
    Standing(
        "gate", "receives visitors", "receive visitors", "at the {l} entrance", "at the {l} one", _SIDES
    ),
    Standing("wing", "occupies", "occupy", "the {l} wing", "the {l} one", _SIDES),
    Standing(
        "freight",
        "sends its goods",
        "send its goods",
        "by {l}",
        "by {l}",
        ("barge", "rail", "road", "canal", "air"),
    ),
    Standing(
        "band", "is taxed", "be taxed", "in the {l} band", "in the {l} one", ("lower", "middle", "upper")
    ),
    Standing(
        "rating", "holds", "hold", "a(n) {l} rating", "a(n) {l} one", ("bronze", "silver", "gold", "platinum")
    ),
    Standing(
        "insurance",
        "is insured",
        "be insured",
        "at the {l} rate",
        "at the {l} one",
        ("low", "standard", "high", "special"),
    ),
    Standing(
        "heating", "is heated", "be heated", "by {l}", "by {l}", ("gas", "oil", "wood", "steam", "coal")
    ),
    Standing(
        "council",
        "answers",
        "answer",
        "to the {l} council",
        "to the {l} one",
        ("county", "parish", "borough", "regional"),
    ),
    Standing(
        "records",
        "keeps its accounts",
        "keep its accounts",
        "on {l}",
        "on {l}",
        ("paper", "film", "card", "disc"),
    ),
    Standing(
        "inspection",
        "is inspected",
        "be inspected",
        "every {l}",
        "every {l}",
        ("week", "month", "quarter", "fortnight"),
    ),
    Standing("fee", "charges", "charge", "the {l} fee", "the {l} one", ("reduced", "ordinary", "higher")),
    Standing(
        "fund",
        "is paid",
        "be paid",
        "from the {l} fund",
        "from the {l} one",
        ("relief", "county", "building", "reserve"),
    ),
)
