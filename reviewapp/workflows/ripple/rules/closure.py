"""Closure review: what its return holds (RKB App. D, Table 8). Pure.

{"units": [{"unit_id", "verdict", "rationale", "citations"}], "edges": [{"edge_id", …}],
"merges": [{"unit_id", "all_needed", "needed": [edge_id], "rationale"}],
"added_units": [{"unit_id", "rationale", "parents": [unit_id or "edit"]}],
"added_edges": [{"parent", "child", "rationale"}], "notes": text}.
A citation is {"unit_id"}, the whole unit, or that with quote, start, end, start_byte, end_byte: offsets into
the unit's canonical text in code points and in bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewapp.records.ripple import EDIT
from reviewapp.rules.protocol import Incomplete
from reviewapp.workflows.ripple.rules.bodies import (
    MissingFields,
    name_of,
    names_once,
    objects,
    text_of,
    units_by_id,
)
from reviewapp.workflows.ripple.rules.graph import merges, pairs
from reviewapp.workflows.ripple.rules.public import Unit, read_public
from reviewapp.workflows.ripple.rules.words import Judgement


def check_closure(
    body: Mapping[str, Any], public: Mapping[str, Any], closure: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the whole closure return that *body* holds, in the order of the proposal (RKB App. D).

    Needed is a judgement of every proposed unit and edge: a supported one cites the visible text, any other
    has a rationale. Of each merge, whether every parent is needed. Additions have rationales and parents.

    :param closure: the proposed closure of the item (contracts §4).
    :raises Incomplete: naming each thing that is missing: `unit-<unit_id>`, `edge-<edge_id>`,
        `merge-<unit_id>`, `added-<unit_id>`, `added_units`, `added-edge-<n>` (from 1), `notes`.
    """
    review = _Review(body, closure, units_by_id(read_public(public)), MissingFields())
    checked = {
        "units": review.units_judged(),
        "edges": review.edges_judged(),
        "merges": review.merges_judged(),
        "added_units": review.units_added(),
        "added_edges": review.edges_added(),
        "notes": text_of(body.get("notes", ""), "notes", review.missing),
    }
    if review.missing.by_field:
        raise Incomplete(review.missing.by_field)
    return checked


@dataclass(frozen=True, slots=True)
class _Review:
    """A body under check; each method returns one list of it and notes what that lacks."""

    body: Mapping[str, Any]
    closure: Mapping[str, Any]
    units: Mapping[str, Unit]
    missing: MissingFields

    def units_judged(self) -> list[dict[str, Any]]:
        rows = dict(names_once(objects(self.body.get("units")), "unit_id"))
        return [
            {
                "unit_id": unit_id,
                **self._judged(rows.get(unit_id, {}), f"unit-{unit_id}", name_of(unit_id, self.units)),
            }
            for unit_id in self._members
        ]

    def edges_judged(self) -> list[dict[str, Any]]:
        rows = dict(names_once(objects(self.body.get("edges")), "edge_id"))
        return [
            {"edge_id": edge_id, **self._judged(rows.get(edge_id, {}), f"edge-{edge_id}", f"Edge {number}")}
            for number, edge_id in enumerate((edge["edge_id"] for edge in self.closure["edges"]), start=1)
        ]

    def merges_judged(self) -> list[dict[str, Any]]:
        rows = dict(names_once(objects(self.body.get("merges")), "unit_id"))
        edges_by_merge = merges(self.closure["edges"])
        return [
            self._merge(unit_id, edges, rows.get(unit_id, {})) for unit_id, edges in edges_by_merge.items()
        ]

    def units_added(self) -> list[dict[str, Any]]:
        members = self._members
        rows = names_once(objects(self.body.get("added_units")), "unit_id")
        for unit_id, _ in rows:
            if unit_id not in self.units:
                self.missing.add("added_units", "Choose the unit that is to be added.")
            elif unit_id in members:
                self.missing.add(f"added-{unit_id}", f"{self._name(unit_id)} is in the closure already.")
        ends = {EDIT, *members, *(unit_id for unit_id, _ in rows)}
        return [self._added(unit_id, row, ends) for unit_id, row in rows]

    def edges_added(self) -> list[dict[str, Any]]:
        added = [unit_id for unit_id, _ in names_once(objects(self.body.get("added_units")), "unit_id")]
        inside = {*self._members, *added}
        taken_pairs = set(pairs(self.closure["edges"]))
        edges = []
        for number, row in enumerate(objects(self.body.get("added_edges")), start=1):
            field = f"added-edge-{number}"
            parent, child = (text_of(row.get(end), field, self.missing) for end in ("parent", "child"))
            if (parent, child) in taken_pairs:
                self.missing.add(field, f"Added edge {number} stands in the graph already.")
            taken_pairs.add((parent, child))
            if parent not in {EDIT, *inside} or child not in inside or parent == child:
                message = f"Added edge {number} leads between two units of the closure; add the unit first."
                self.missing.add(field, message)
            why = self._why(row, field, f"Added edge {number}")
            edges.append({"parent": parent, "child": child, "rationale": why})
        return edges

    @property
    def _members(self) -> list[str]:
        return [unit["unit_id"] for unit in self.closure["units"]]

    def _name(self, unit_id: str) -> str:
        return name_of(unit_id, self.units)

    def _judged(self, row: Mapping[str, Any], field: str, name: str) -> dict[str, Any]:
        verdict = row.get("verdict")
        citations = self._citations(row.get("citations"), field)
        rationale = text_of(row.get("rationale", ""), field, self.missing)
        if verdict not in set(Judgement):
            self.missing.add(field, f"{name} is not judged.")
        elif verdict == Judgement.SUPPORTED and not citations:
            self.missing.add(field, f"{name} needs the text that supports it.")
        elif verdict != Judgement.SUPPORTED and not rationale.strip():
            self.missing.add(field, f"{name} needs a rationale.")
        return {"verdict": verdict, "rationale": rationale, "citations": citations}

    def _citations(self, value: object, field: str) -> list[dict[str, Any]]:
        citations = []
        for row in objects(value):
            unit = self.units.get(str(row.get("unit_id")))
            citation = cite(unit, row) if unit else None
            if citation is None:
                self.missing.add(field, "A citation must stand in one of the item's units.")
            elif citation not in citations:
                citations.append(citation)
        return citations

    def _merge(self, unit_id: str, edges: Sequence[str], row: Mapping[str, Any]) -> dict[str, Any]:
        field, name = f"merge-{unit_id}", self._name(unit_id)
        answer, rationale = row.get("all_needed"), text_of(row.get("rationale", ""), field, self.missing)
        listed = row.get("needed")
        needed = [edge for edge in edges if isinstance(listed, list) and edge in listed]
        if answer is True:
            return {"unit_id": unit_id, "all_needed": True, "needed": list(edges), "rationale": rationale}
        if answer is not False:
            self.missing.add(field, f"{name} is a merge: say whether every parent is needed.")
        elif not needed or len(needed) == len(edges):
            self.missing.add(field, f"{name} does not need every parent: say which it needs.")
        elif not rationale.strip():
            self.missing.add(field, f"{name} needs a rationale for the parent that it does not need.")
        return {"unit_id": unit_id, "all_needed": False, "needed": needed, "rationale": rationale}

    def _added(self, unit_id: str, row: Mapping[str, Any], ends: set[str]) -> dict[str, Any]:
        field, parents_value = f"added-{unit_id}", row.get("parents")
        listed = (
            [name for name in parents_value if isinstance(name, str)]
            if isinstance(parents_value, list)
            else []
        )
        parents = list(dict.fromkeys(name for name in listed if name in ends and name != unit_id))
        rationale = self._why(row, field, self._name(unit_id))
        if not parents:
            message = f"{self._name(unit_id)} needs a parent: the edit record or a unit of the closure."
            self.missing.add(field, message)
        return {"unit_id": unit_id, "rationale": rationale, "parents": parents}

    def _why(self, row: Mapping[str, Any], field: str, name: str) -> str:
        rationale = text_of(row.get("rationale", ""), field, self.missing)
        if not rationale.strip():
            self.missing.add(field, f"{name} needs a rationale.")
        return rationale


def cite(unit: Unit, row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the citation of *unit* that *row* asks for; None if its offsets are not within the text.

    The quote and the byte offsets follow from `start` and `end` (contracts §1); without those it is the unit.
    """
    start, end = row.get("start"), row.get("end")
    if start is None and end is None:
        return {"unit_id": unit.unit_id}
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(unit.text):
        return None
    return quotation(unit, start, end)


def quotation(unit: Unit, start: int, end: int) -> dict[str, Any]:
    """Return the citation of a stretch of a unit; offsets in code points, and in bytes of its UTF-8."""
    quote, start_byte = unit.text[start:end], len(unit.text[:start].encode())
    return {
        "unit_id": unit.unit_id,
        "quote": quote,
        "start": start,
        "end": end,
        "start_byte": start_byte,
        "end_byte": start_byte + len(quote.encode()),
    }
