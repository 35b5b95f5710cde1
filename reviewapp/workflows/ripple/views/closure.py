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
from reviewapp.workflows.ripple.views.lacking import Lack, lacks

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
    """What is judged: a unit (`u3`) or an edge (`e2`), with the texts that it takes."""

    key: str
    title: str
    lines: list[Line]
    said: Mapping[str, Any]
    citations: list[Cited]
    blind: str = ""
    parents: list[Parent] = field(default_factory=list)
    merge: Mapping[str, Any] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        return str(self.said.get("verdict", ""))

    @property
    def rationale(self) -> str:
        return str(self.said.get("rationale", ""))

    @property
    def all_needed(self) -> bool | None:
        return self.merge.get("all_needed")

    @property
    def merge_why(self) -> str:
        return str(self.merge.get("rationale", ""))


class Judged:
    """What a row of the list says of its judgement, `judged`: "" while there is none."""

    __slots__ = ()
    judged: str

    @property
    def verdict(self) -> str:
        return _verdict(self.judged)

    @property
    def tone(self) -> str:
        return TONES.get(Judgement(self.judged), "") if self.judged else ""


@dataclass(frozen=True, slots=True)
class UnitRow(Judged):
    """A proposed unit in the list."""

    key: str
    short: str
    document: str
    depth: int
    blind: str
    judged: str


@dataclass(frozen=True, slots=True)
class EdgeRow(Judged):
    """A proposed edge in the list."""

    key: str
    parent: str
    child: str
    rule: str
    judged: str


@dataclass(frozen=True, slots=True)
class Sight:
    """All that the page of a closure review is made of."""

    public: Public
    record: Mapping[str, Any]
    proposal: Mapping[str, Any]
    blind: Mapping[str, Any]
    body: Mapping[str, Any]

    @property
    def units(self) -> list[tuple[Unit, int]]:
        """The proposed units and their depths, by depth, then in the order of the item."""
        depths = {one["unit_id"]: one["depth"] for one in self.proposal["units"]}
        found = [(unit, depths[unit.unit_id]) for unit in self.public.units if unit.unit_id in depths]
        return sorted(found, key=lambda pair: pair[1])

    @property
    def edges(self) -> list[tuple[str, Mapping[str, Any]]]:
        return [(f"e{n}", edge) for n, edge in enumerate(self.proposal["edges"], start=1)]

    def of_unit(self, unit_id: str) -> Mapping[str, Any]:
        return next((one for one in self.body.get("units", []) if one["unit_id"] == unit_id), {})

    def of_edge(self, edge_id: str) -> Mapping[str, Any]:
        return next((one for one in self.body.get("edges", []) if one["edge_id"] == edge_id), {})

    def blindly(self, unit_id: str) -> str:
        """Return what the reviewer's own blind return says of a unit."""
        picked = {one["unit_id"]: one["rationale"] for one in self.blind.get("selected", [])}
        doubted = {one["unit_id"]: one["reason"] for one in self.blind.get("ambiguous", [])}
        words = [f"selected: {picked[unit_id]}"] if unit_id in picked else []
        words += [f"ambiguous: {doubted[unit_id]}"] if unit_id in doubted else []
        return " · ".join(words) or "not selected"


def closure_context(sight: Sight) -> dict[str, Any]:
    """Return what the page shows of the body, which may be half done."""
    cards = list(_cards(sight))
    verdicts = {card.key: card.verdict for card in cards}
    depths: dict[str, int | None] = {unit.unit_id: depth for unit, depth in sight.units}
    proposed = set(depths)
    return {
        "heading": "Closure review",
        "cards": cards,
        "graph": graph_of(sight.public, depths, sight.edges, title="Proposed closure", verdicts=verdicts),
        "rows": {"units": _unit_rows(sight), "edges": _edge_rows(sight), "extra": _extra(sight, proposed)},
        "outside": [unit for unit in sight.public.units if unit.unit_id not in proposed],
        "added_units": _additions(sight.body.get("added_units", [])),
        "added_edges": _additions(sight.body.get("added_edges", [])),
        "progress": _progress(verdicts),
        "missing": missing_of(sight),
    }


def missing_of(sight: Sight) -> list[Lack]:
    """Return what a closure return of this body would lack."""
    try:
        check_closure(sight.body, sight.record, sight.proposal)
    except Incomplete as error:
        return lacks(error.missing, sight.public, sight.proposal["edges"])
    return []


def told(context: Mapping[str, Any]) -> str:
    """Say what is about to be committed."""
    counts = {title: 0 for title in VERDICT_TITLES.values() if title != "not judged"}
    for card in context["cards"]:
        counts[VERDICT_TITLES[card.verdict]] += 1
    judged = ", ".join(f"{n} {title.lower()}" for title, n in counts.items() if n)
    added = context["added_units"]["filled"], context["added_edges"]["filled"]
    return f"{judged}; {added[0]} missing statements and {added[1]} unintended dependencies added."


def _cards(sight: Sight) -> Iterator[Card]:
    """Yield each unit, by depth, and behind it the edges that lead to it."""
    merges = dict(merges_of(sight.proposal))
    units = sight.units
    for place, (unit, depth) in enumerate(units, start=1):
        arriving = [(key, edge) for key, edge in sight.edges if edge["child"] == unit.unit_id]
        yield _unit_card(sight, unit, f"Unit {place} of {len(units)} · depth {depth}", arriving, merges)
        for key, edge in arriving:
            yield _edge_card(sight, key, edge)


def _unit_card(
    sight: Sight,
    unit: Unit,
    title: str,
    arriving: Sequence[tuple[str, Mapping[str, Any]]],
    merges: Mapping[str, Sequence[tuple[int, Mapping[str, Any]]]],
) -> Card:
    lines = [Line(f"unit {unit.number}", unit.text, str(unit.number), unit.short, is_judged=True)]
    for _, edge in arriving:
        lines += [_end_line("from", edge["parent"], sight.public), Line("rule", edge["rule"])]
    said = sight.of_unit(unit.unit_id)
    merges_said = sight.body.get("merges", [])
    merge: Mapping[str, Any] = next((one for one in merges_said if one["unit_id"] == unit.unit_id), {})
    parents = [
        Parent(n, _short(edge["parent"], sight.public), edge["edge_id"] in merge.get("needed", []))
        for n, edge in merges.get(unit.unit_id, [])
    ]
    cited = _cited(said, sight.public)
    return Card(f"u{unit.number}", title, lines, said, cited, sight.blindly(unit.unit_id), parents, merge)


def _edge_card(sight: Sight, key: str, edge: Mapping[str, Any]) -> Card:
    said = sight.of_edge(edge["edge_id"])
    lines = [
        _end_line("parent", edge["parent"], sight.public),
        Line("rule", edge["rule"]),
        _end_line("child", edge["child"], sight.public, is_judged=True),
    ]
    title = f"Edge {key[1:]} of {len(sight.edges)}"
    return Card(key, title, lines, said, _cited(said, sight.public))


def _end_line(label: str, name: str, public: Public, *, is_judged: bool = False) -> Line:
    unit = public.unit(name)
    if unit is None:
        return Line(label, _short(name, public))
    return Line(f"{label} {unit.number}", unit.text, str(unit.number), unit.short, is_judged)


def _short(name: str, public: Public) -> str:
    unit = public.unit(name)
    return unit.short if unit else "the edit record" if name == EDIT else name


def _cited(said: Mapping[str, Any], public: Public) -> list[Cited]:
    cited = []
    for one in said.get("citations", []):
        unit = public.unit(one["unit_id"])
        if unit and "start" in one:
            cited.append(Cited(f"{unit.number}:{one['start']}:{one['end']}", f"“{one['quote']}”"))
        elif unit:
            cited.append(Cited(str(unit.number), unit.short))
    return cited


def _unit_rows(sight: Sight) -> list[UnitRow]:
    picked = {one["unit_id"] for one in sight.blind.get("selected", [])}
    doubted = {one["unit_id"] for one in sight.blind.get("ambiguous", [])}
    rows = []
    for unit, depth in sight.units:
        blind = "selected" if unit.unit_id in picked else "ambiguous" if unit.unit_id in doubted else "–"
        judged = sight.of_unit(unit.unit_id).get("verdict", "")
        rows.append(UnitRow(f"u{unit.number}", unit.short, unit.title, depth, blind, judged))
    return rows


def _edge_rows(sight: Sight) -> list[EdgeRow]:
    return [
        EdgeRow(
            key,
            _short(edge["parent"], sight.public),
            _short(edge["child"], sight.public),
            edge["rule"],
            sight.of_edge(edge["edge_id"]).get("verdict", ""),
        )
        for key, edge in sight.edges
    ]


def _verdict(judged: str) -> str:
    return f"{MARKS[Judgement(judged)]}{VERDICT_TITLES[judged]}" if judged else "○ to judge"


def _extra(sight: Sight, proposed: set[str]) -> list[dict[str, str]]:
    """Return what the reviewer selected, or marked, and the proposal lacks."""
    named = [*sight.blind.get("selected", []), *sight.blind.get("ambiguous", [])]
    wanted = {one["unit_id"] for one in named} - proposed
    return [
        {"text": unit.text, "said": sight.blindly(unit.unit_id)}
        for unit in sight.public.units
        if unit.unit_id in wanted
    ]


def _additions(filled: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"filled": len(filled), "rows": [*filled, *({} for _ in range(SPARE_ROWS))]}


def _progress(verdicts: Mapping[str, str]) -> dict[str, int]:
    units = [verdict for key, verdict in verdicts.items() if key.startswith("u")]
    edges = [verdict for key, verdict in verdicts.items() if key.startswith("e")]
    judged = [sum(map(bool, found)) for found in (units, edges)]
    return {
        "units": judged[0],
        "n_units": len(units),
        "edges": judged[1],
        "n_edges": len(edges),
        "done": sum(judged),
        "n": len(verdicts),
    }
