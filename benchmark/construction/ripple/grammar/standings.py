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


_COLOURS = ("white", "green", "russet", "blue", "black", "amber", "crimson", "grey")
_DAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays")
_SIDES = ("north", "south", "east", "west")
_SEASONS = ("spring", "summer", "autumn", "winter")
_MATERIALS = ("oak", "slate", "brass", "marble", "copper", "cedar", "iron")
_CARRIERS = ("barge", "rail", "cart", "road", "coach")
_TIERS = ("lower", "middle", "upper")
_GRADES = ("plain", "silver", "gilt")

STANDINGS: tuple[Standing, ...] = (
    Standing("charter", "holds", "hold", "a(n) {l} charter", "a(n) {l} one", _COLOURS),
    Standing("pennant", "flies", "fly", "a(n) {l} pennant", "a(n) {l} one", _COLOURS),
    Standing("seal", "uses", "use", "a(n) {l} seal", "a(n) {l} one", _COLOURS),
    Standing("paper", "prints its notices", "print its notices", "on {l} paper", "on {l}", _COLOURS),
    Standing(
        "ink",
        "signs its returns",
        "sign its returns",
        "in {l} ink",
        "in {l}",
        ("red", "black", "blue", "green", "brown"),
    ),
    Standing("council", "holds its council", "hold its council", "on {l}", "on {l}", _DAYS),
    Standing("closing", "closes its doors", "close its doors", "on {l}", "on {l}", _DAYS),
    Standing("audit", "is audited", "be audited", "in {l}", "in {l}", _SEASONS),
    Standing("fair", "holds its fair", "hold its fair", "in {l}", "in {l}", _SEASONS),
    Standing("dues", "pays its dues", "pay its dues", "in {l}", "in {l}", _SEASONS),
    Standing("gate", "receives callers", "receive callers", "at the {l} gate", "at the {l} gate", _SIDES),
    Standing("wing", "occupies", "occupy", "the {l} wing", "the {l} wing", _SIDES),
    Standing("plaque", "has", "have", "a(n) {l} plaque", "a(n) {l} one", _MATERIALS),
    Standing("post", "sends its post", "send its post", "by {l}", "by {l}", _CARRIERS),
    Standing("tier", "belongs", "belong", "to the {l} tier", "to the {l} tier", _TIERS),
    Standing("badge", "wears", "wear", "a(n) {l} badge", "a(n) {l} one", _GRADES),
    Standing("bench", "sits", "sit", "on the {l} bench", "on the {l} bench", _TIERS),
    Standing("shelf", "keeps its papers", "keep its papers", "on the {l} shelf", "on the {l} shelf", _TIERS),
    Standing(
        "bell", "opens", "open", "at the {l} bell", "at the {l} bell", ("first", "second", "third", "fourth")
    ),
    Standing("rate", "is charged", "be charged", "the {l} rate", "the {l} rate", ("low", "common", "full")),
)
