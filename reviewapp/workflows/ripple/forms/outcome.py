"""Reads the form of a ripple adjudication into the body that its draft and outcome hold.

A row of the matrix is named by kind and number: `u3` unit 3, `x2` the second edge, `m1` the first merge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import QueryDict

from reviewapp.records.ripple import EDIT
from reviewapp.rules.protocol import Incomplete
from reviewapp.work.forms import typed
from reviewapp.workflows.ripple.rules.matrix import EdgeRow, Matrix, Row, edge_subject, unit_subject
from reviewapp.workflows.ripple.rules.outcome import OPEN
from reviewapp.workflows.ripple.rules.public import Public, Unit

IN, OUT = "in", "out"
KINDS = ("number", "entity")
NEW_EDGES = 2


def keyed_edges(matrix: Matrix) -> list[tuple[str, EdgeRow]]:
    """Return the matrix's edges, each under the key that its fields have."""
    return [(f"x{n}", row) for n, row in enumerate(matrix.edges, start=1)]


def outcome_body(data: QueryDict, public: Public, matrix: Matrix, *, lenient: bool = False) -> dict[str, Any]:
    """Return what the form decides.

    :raises Incomplete: where a span's words stand nowhere in its unit, unless *lenient*.
    """
    wrong: dict[str, str] = {}
    new = list(_new_edges(data, public))
    body = {
        "decision": data.get("decision", ""),
        "rationale": typed(data.get("rationale", "")),
        "units": [unit.unit_id for unit in public.units if data.get(f"final-u{unit.number}") == IN],
        "edges": [*_edges(data, matrix), *(edge for edge, _ in new)],
        "spans": [span for unit in public.units for span in _spans(data, unit, wrong)],
        "resolutions": [*_resolutions(data, public, matrix), *(resolution for _, resolution in new)],
    }
    if wrong and not lenient:
        raise Incomplete(wrong)
    return body


def _edges(data: QueryDict, matrix: Matrix) -> Iterator[dict[str, str]]:
    for key, row in keyed_edges(matrix):
        if data.get(f"final-{key}") == IN:
            rule = typed(data.get(f"rule-{key}", "")) or row.rule
            yield {"parent": row.parent, "child": row.child, "rule": rule}


def _new_edges(data: QueryDict, public: Public) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Yield each edge that only the adjudicator names, with its resolution."""
    for n in range(NEW_EDGES):
        ends = [data.get(f"new-{end}-{n}", "") for end in ("parent", "child")]
        units = [public.numbered(number) for number in ends]
        parent = EDIT if ends[0] == EDIT else units[0].unit_id if units[0] else ""
        if parent and units[1]:
            child, why = units[1].unit_id, typed(data.get(f"new-why-{n}", ""))
            edge = {"parent": parent, "child": child, "rule": typed(data.get(f"new-rule-{n}", ""))}
            yield edge, {"subject": edge_subject(parent, child), "resolution": IN, "rationale": why}


def _resolutions(data: QueryDict, public: Public, matrix: Matrix) -> Iterator[dict[str, str]]:
    """Yield the resolution of each row that must be resolved, has a reason, or gets another answer."""
    rows = {row.subject: row for row in matrix.rows}
    for unit in public.units:
        subject = unit_subject(unit.unit_id)
        yield from _resolution(data, f"u{unit.number}", subject, rows.get(subject))
    for key, edge in keyed_edges(matrix):
        yield from _resolution(data, key, edge.subject, edge)
    for n, merge in enumerate(matrix.merges, start=1):
        yield from _resolution(data, f"m{n}", merge.subject, merge)


def _resolution(data: QueryDict, key: str, subject: str, row: Row | None) -> Iterator[dict[str, str]]:
    answer, why = data.get(f"final-{key}", ""), typed(data.get(f"why-{key}", ""))
    was = OUT if row is None or not row.proposed else IN if not key.startswith("m") else "all"
    if why.strip() or (row and row.must_resolve) or answer not in {"", was}:
        yield {"subject": subject, "resolution": answer or OPEN, "rationale": why}


def _spans(data: QueryDict, unit: Unit, wrong: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Yield the spans of a unit: those sent by place, and those by their words, one a line."""
    key = f"u{unit.number}"
    dropped = set(data.getlist(f"drop-span-{key}"))
    for n, value in enumerate(data.getlist(f"span-{key}")):
        if str(n) not in dropped and (span := _placed(value, unit)):
            yield span
    for kind in KINDS:
        for words in filter(None, typed(data.get(f"{kind}-{key}", "")).split("\n")):
            start = unit.text.find(words)
            if start < 0:
                wrong[f"unit:{unit.unit_id}"] = f"“{words[:60]}” stands nowhere in “{unit.short}”."
            else:
                yield _span(unit, kind, start, start + len(words))


def _placed(value: str, unit: Unit) -> dict[str, Any] | None:
    """Return the span of `kind:start:end`, in code points of the unit's text."""
    kind, *ends = value.split(":")
    places = [int(digits) for digits in ends if digits.isascii() and digits.isdecimal() and len(digits) < 10]
    if kind not in KINDS or len(places) != 2 or not places[0] < places[1] <= len(unit.text):
        return None
    return _span(unit, kind, *places)


def _span(unit: Unit, kind: str, start: int, end: int) -> dict[str, Any]:
    before, inside = unit.text[:start].encode(), unit.text[start:end].encode()
    return {
        "unit_id": unit.unit_id,
        "kind": kind,
        "start": len(before),
        "end": len(before) + len(inside),
    }


def answers(body: Mapping[str, Any], public: Public, matrix: Matrix) -> dict[str, str]:
    """Return the answers that *body*, of a draft or an outcome, holds: by row key, "" where left open.

    An empty body has the answers on which both closure reviews agree.
    """
    resolution_of = {
        resolution["subject"]: resolution["resolution"] for resolution in body.get("resolutions", [])
    }
    units = {unit["unit_id"] if isinstance(unit, dict) else unit for unit in body.get("units", [])}
    edges = {(edge["parent"], edge["child"]) for edge in body.get("edges", [])}
    rows = {row.subject: row for row in matrix.rows}
    answer_of = {}
    for unit in public.units:
        subject = unit_subject(unit.unit_id)
        stands = unit.unit_id in units if body else _agreed(rows.get(subject))
        answer_of[f"u{unit.number}"] = _answer(resolution_of.get(subject), stands)
    for key, edge in keyed_edges(matrix):
        stands = (edge.parent, edge.child) in edges if body else edge.prefilled
        answer_of[key] = _answer(resolution_of.get(edge.subject), stands)
    for n, merge in enumerate(matrix.merges, start=1):
        stands = True if body else merge.prefilled
        answer = _answer(resolution_of.get(merge.subject), stands)
        answer_of[f"m{n}"] = {IN: "all", OUT: "some"}.get(answer, answer)
    return answer_of


def _agreed(row: Row | None) -> bool | None:
    return row.prefilled if row else False


def _answer(resolution: str | None, stands: bool | None) -> str:
    if resolution is not None:
        return "" if resolution == OPEN else resolution
    return "" if stands is None else IN if stands else OUT
