"""Closure review as its page shows it: a card for each proposed unit and edge, and the same as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewapp.records.ripple import EDIT
from reviewapp.rules.protocol import Incomplete
from reviewapp.workflows.ripple.forms.stages import merges_of
from reviewapp.workflows.ripple.rules.closure import check_closure
from reviewapp.workflows.ripple.rules.public import Public, Unit
from reviewapp.workflows.ripple.rules.words import Judgement
from reviewapp.workflows.ripple.views.graphs import VERDICT_TITLES, graph_of
from reviewapp.workflows.ripple.views.missing import MissingEntry, missing_entries

TONES = {
    Judgement.SUPPORTED: "pill-good",
    Judgement.NOT_SUPPORTED: "pill-bad",
    Judgement.AMBIGUOUS: "pill-odd",
}
MARKS = {Judgement.SUPPORTED: "✓ ", Judgement.NOT_SUPPORTED: "✕ ", Judgement.AMBIGUOUS: "? "}
SPARE_ROWS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """A text that a card shows; one of a unit has its `number` and can be cited."""

    label: str
    text: str
    number: str = ""
    short: str = ""
    is_judged: bool = False


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation as the form sends it, and as it is read."""

    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Parent:
    """A parent of a merge: the number of its edge, and whether it is needed."""

    number: int
    short: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A unit (`u3`) or an edge (`e2`) to judge, with the texts needed for it."""

    key: str
    title: str
    lines: list[Line]
    judgement: Mapping[str, Any]
    citations: list[Cited]
    blind: str = ""
    parents: list[Parent] = field(default_factory=list)
    merge: Mapping[str, Any] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        return str(self.judgement.get("verdict", ""))

    @property
    def rationale(self) -> str:
        return str(self.judgement.get("rationale", ""))

    @property
    def all_needed(self) -> bool | None:
        return self.merge.get("all_needed")

    @property
    def merge_why(self) -> str:
        return str(self.merge.get("rationale", ""))


class Judged:
    """A row of the list with a judgement; `verdict_word` is "" while there is none."""

    __slots__ = ()
    verdict_word: str

    @property
    def verdict(self) -> str:
        return _verdict(self.verdict_word)

    @property
    def tone(self) -> str:
        return TONES.get(Judgement(self.verdict_word), "") if self.verdict_word else ""


@dataclass(frozen=True, slots=True)
class UnitRow(Judged):
    """A proposed unit in the list."""

    key: str
    short: str
    document: str
    depth: int
    blind: str
    verdict_word: str


@dataclass(frozen=True, slots=True)
class EdgeRow(Judged):
    """A proposed edge in the list."""

    key: str
    parent: str
    child: str
    rule: str
    verdict_word: str


@dataclass(frozen=True, slots=True)
class ClosureReview:
    """The item, the proposal, the reviewer's own blind return and the body under way: what the page shows."""

    public: Public
    record: Mapping[str, Any]
    proposal: Mapping[str, Any]
    blind: Mapping[str, Any]
    body: Mapping[str, Any]

    @property
    def units(self) -> list[tuple[Unit, int]]:
        """The proposed units and their depths, by depth, then in the order of the item."""
        depths = {unit["unit_id"]: unit["depth"] for unit in self.proposal["units"]}
        units = [(unit, depths[unit.unit_id]) for unit in self.public.units if unit.unit_id in depths]
        return sorted(units, key=lambda pair: pair[1])

    @property
    def edges(self) -> list[tuple[str, Mapping[str, Any]]]:
        return [(f"e{n}", edge) for n, edge in enumerate(self.proposal["edges"], start=1)]

    def of_unit(self, unit_id: str) -> Mapping[str, Any]:
        return next((row for row in self.body.get("units", []) if row["unit_id"] == unit_id), {})

    def of_edge(self, edge_id: str) -> Mapping[str, Any]:
        return next((row for row in self.body.get("edges", []) if row["edge_id"] == edge_id), {})

    def blind_words(self, unit_id: str) -> str:
        """Return what the reviewer's own blind return says of a unit."""
        selected = {row["unit_id"]: row["rationale"] for row in self.blind.get("selected", [])}
        ambiguous = {row["unit_id"]: row["reason"] for row in self.blind.get("ambiguous", [])}
        words = [f"selected: {selected[unit_id]}"] if unit_id in selected else []
        words += [f"ambiguous: {ambiguous[unit_id]}"] if unit_id in ambiguous else []
        return " · ".join(words) or "not selected"


def closure_context(review: ClosureReview) -> dict[str, Any]:
    """Return the page's context for the body, which may be incomplete."""
    cards = list(_cards(review))
    verdicts = {card.key: card.verdict for card in cards}
    depths: dict[str, int | None] = {unit.unit_id: depth for unit, depth in review.units}
    proposed = set(depths)
    return {
        "heading": "Closure review",
        "cards": cards,
        "graph": graph_of(review.public, depths, review.edges, title="Proposed closure", verdicts=verdicts),
        "rows": {"units": _unit_rows(review), "edges": _edge_rows(review), "extra": _extra(review, proposed)},
        "outside": [unit for unit in review.public.units if unit.unit_id not in proposed],
        "added_units": _additions(review.body.get("added_units", [])),
        "added_edges": _additions(review.body.get("added_edges", [])),
        "progress": _progress(verdicts),
        "missing": missing_of(review),
    }


def missing_of(review: ClosureReview) -> list[MissingEntry]:
    """Return what a closure return of this body would lack."""
    try:
        check_closure(review.body, review.record, review.proposal)
    except Incomplete as error:
        return missing_entries(error.missing, review.public, review.proposal["edges"])
    return []


def describe(context: Mapping[str, Any]) -> str:
    """Describe in one sentence what is about to be committed."""
    counts = {title: 0 for title in VERDICT_TITLES.values() if title != "not judged"}
    for card in context["cards"]:
        counts[VERDICT_TITLES[card.verdict]] += 1
    judged = ", ".join(f"{n} {title.lower()}" for title, n in counts.items() if n)
    added = context["added_units"]["filled"], context["added_edges"]["filled"]
    return f"{judged}; {added[0]} missing statements and {added[1]} unintended dependencies added."


def _cards(review: ClosureReview) -> Iterator[Card]:
    """Yield each unit, by depth, and behind it the edges that lead to it."""
    merges = dict(merges_of(review.proposal))
    units = review.units
    for place, (unit, depth) in enumerate(units, start=1):
        arriving = [(key, edge) for key, edge in review.edges if edge["child"] == unit.unit_id]
        yield _unit_card(review, unit, f"Unit {place} of {len(units)} · depth {depth}", arriving, merges)
        for key, edge in arriving:
            yield _edge_card(review, key, edge)


def _unit_card(
    review: ClosureReview,
    unit: Unit,
    title: str,
    arriving: Sequence[tuple[str, Mapping[str, Any]]],
    merges: Mapping[str, Sequence[tuple[int, Mapping[str, Any]]]],
) -> Card:
    lines = [Line(f"unit {unit.number}", unit.text, str(unit.number), unit.short, is_judged=True)]
    for _, edge in arriving:
        lines += [_end_line("from", edge["parent"], review.public), Line("rule", edge["rule"])]
    judgement = review.of_unit(unit.unit_id)
    merge_answers = review.body.get("merges", [])
    merge: Mapping[str, Any] = next((row for row in merge_answers if row["unit_id"] == unit.unit_id), {})
    parents = [
        Parent(n, _short(edge["parent"], review.public), edge["edge_id"] in merge.get("needed", []))
        for n, edge in merges.get(unit.unit_id, [])
    ]
    cited = _cited(judgement, review.public)
    return Card(
        f"u{unit.number}", title, lines, judgement, cited, review.blind_words(unit.unit_id), parents, merge
    )


def _edge_card(review: ClosureReview, key: str, edge: Mapping[str, Any]) -> Card:
    judgement = review.of_edge(edge["edge_id"])
    lines = [
        _end_line("parent", edge["parent"], review.public),
        Line("rule", edge["rule"]),
        _end_line("child", edge["child"], review.public, is_judged=True),
    ]
    title = f"Edge {key[1:]} of {len(review.edges)}"
    return Card(key, title, lines, judgement, _cited(judgement, review.public))


def _end_line(label: str, name: str, public: Public, *, is_judged: bool = False) -> Line:
    unit = public.unit(name)
    if unit is None:
        return Line(label, _short(name, public))
    return Line(f"{label} {unit.number}", unit.text, str(unit.number), unit.short, is_judged)


def _short(name: str, public: Public) -> str:
    unit = public.unit(name)
    return unit.short if unit else "the edit record" if name == EDIT else name


def _cited(judgement: Mapping[str, Any], public: Public) -> list[Cited]:
    cited = []
    for citation in judgement.get("citations", []):
        unit = public.unit(citation["unit_id"])
        if unit and "start" in citation:
            cited.append(
                Cited(f"{unit.number}:{citation['start']}:{citation['end']}", f"“{citation['quote']}”")
            )
        elif unit:
            cited.append(Cited(str(unit.number), unit.short))
    return cited


def _unit_rows(review: ClosureReview) -> list[UnitRow]:
    selected = {row["unit_id"] for row in review.blind.get("selected", [])}
    ambiguous = {row["unit_id"] for row in review.blind.get("ambiguous", [])}
    rows = []
    for unit, depth in review.units:
        blind = "selected" if unit.unit_id in selected else "ambiguous" if unit.unit_id in ambiguous else "–"
        verdict_word = review.of_unit(unit.unit_id).get("verdict", "")
        rows.append(UnitRow(f"u{unit.number}", unit.short, unit.title, depth, blind, verdict_word))
    return rows


def _edge_rows(review: ClosureReview) -> list[EdgeRow]:
    return [
        EdgeRow(
            key,
            _short(edge["parent"], review.public),
            _short(edge["child"], review.public),
            edge["rule"],
            review.of_edge(edge["edge_id"]).get("verdict", ""),
        )
        for key, edge in review.edges
    ]


def _verdict(verdict_word: str) -> str:
    return f"{MARKS[Judgement(verdict_word)]}{VERDICT_TITLES[verdict_word]}" if verdict_word else "○ to judge"


def _extra(review: ClosureReview, proposed: set[str]) -> list[dict[str, str]]:
    """Return what the reviewer selected, or marked, and the proposal lacks."""
    named = [*review.blind.get("selected", []), *review.blind.get("ambiguous", [])]
    unit_ids = {row["unit_id"] for row in named} - proposed
    return [
        {"text": unit.text, "blind_words": review.blind_words(unit.unit_id)}
        for unit in review.public.units
        if unit.unit_id in unit_ids
    ]


def _additions(filled: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"filled": len(filled), "rows": [*filled, *({} for _ in range(SPARE_ROWS))]}


def _progress(verdicts: Mapping[str, str]) -> dict[str, int]:
    units = [verdict for key, verdict in verdicts.items() if key.startswith("u")]
    edges = [verdict for key, verdict in verdicts.items() if key.startswith("e")]
    n_judged = [sum(map(bool, verdict_words)) for verdict_words in (units, edges)]
    return {
        "units": n_judged[0],
        "n_units": len(units),
        "edges": n_judged[1],
        "n_edges": len(edges),
        "done": sum(n_judged),
        "n": len(verdicts),
    }
