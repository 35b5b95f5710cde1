"""The outcome of an adjudication: final units, edges and spans, and what is resolved (RKB App. D). Pure.

{"units": [{"unit_id", "depth"}], "edges": [{"edge_id", "parent", "child", "rule"}], "spans": [contracts §4],
"resolutions": [{"subject", "what": [issue], "resolution", "rationale"}],
"acceptance": [{"line", "ok", "missing": [text]}]}; a subject is that of a row of the matrix.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reviewapp.records.ripple import EDIT, KINDS
from reviewapp.records.text import sha256
from reviewapp.rules.protocol import Incomplete
from reviewapp.workflows.ripple.rules.acceptance import Final, Line, Missing
from reviewapp.workflows.ripple.rules.bodies import MissingFields, name_of, objects, text_of, units_by_id
from reviewapp.workflows.ripple.rules.graph import depths, pairs
from reviewapp.workflows.ripple.rules.matrix import (
    EdgeRow,
    Issue,
    Matrix,
    MergeRow,
    Row,
    UnitRow,
    edge_subject,
    unit_subject,
)
from reviewapp.workflows.ripple.rules.public import Unit, read_public

OPEN = "open"
"""The resolution of a question that is left open; an item with one cannot be accepted."""


def check_outcome(
    body: Mapping[str, Any],
    *,
    public: Mapping[str, Any],
    closure: Mapping[str, Any],
    spans: Sequence[Mapping[str, Any]],
    matrix: Matrix,
) -> dict[str, Any]:
    """Return the final answer key that *body* decides, its depths recomputed from its edges (RKB B.1).

    *body* lists the final "units" by id, the final "edges" by parent and child (with a "rule" where new), the
    "spans" marked in units that enter, in bytes, and "resolutions". A unit that leaves loses its spans.

    :param spans: of the item as imported.
    :raises Incomplete: if something is named that the item does not have, or a text cannot be kept.
    """
    units, missing = units_by_id(read_public(public)), MissingFields()
    members = _members(body, units, missing)
    resolutions = _resolutions(body, matrix, missing)
    edges = _edges(body, closure, units, resolutions, missing)
    proposed = {unit["unit_id"] for unit in closure["units"]}
    final_spans = _spans(body, spans, members=members, proposed=proposed, units=units, missing=missing)
    if missing.by_field:
        raise Incomplete(missing.by_field)
    reached = depths(pairs(edges))
    return {
        "units": [{"unit_id": unit_id, "depth": reached.get(unit_id)} for unit_id in members],
        "edges": edges,
        "spans": final_spans,
        "resolutions": resolutions,
    }


def open_questions(matrix: Matrix, outcome: Mapping[str, Any], public: Mapping[str, Any]) -> list[Missing]:
    """Return the questions to which a checked outcome gives no resolution with a rationale (RKB App. D).

    Each ambiguity of either stage, disagreement, "not supported" and addition is a question, and so is each
    unit or edge on which the outcome departs from what all agreed on.
    """
    units = units_by_id(read_public(public))
    resolution_of = {resolution["subject"]: resolution for resolution in outcome["resolutions"]}
    questions = {row.subject: (_title(row, units), ", ".join(_words(row))) for row in matrix.open_rows}
    for subject, title in _changed(matrix, outcome, units).items():
        questions.setdefault(subject, (title, "change of what was agreed on"))
    return [
        Missing(f"{title}: {words} not resolved.", subject)
        for subject, (title, words) in questions.items()
        if not _is_resolved(resolution_of.get(subject))
    ]


def _changed(matrix: Matrix, outcome: Mapping[str, Any], units: Mapping[str, Unit]) -> dict[str, str]:
    """Return the units and edges that the outcome drops from the proposal or takes in, with their titles."""
    proposed = {row.subject: _title(row, units) for row in (*matrix.units, *matrix.edges) if row.proposed}
    final = {
        unit_subject(unit["unit_id"]): _unit_title("Unit", unit["unit_id"], units)
        for unit in outcome["units"]
    }
    final |= {
        edge_subject(edge["parent"], edge["child"]): _edge_title(edge["parent"], edge["child"], units)
        for edge in outcome["edges"]
    }
    both = proposed.keys() & final.keys()
    return {subject: title for subject, title in (proposed | final).items() if subject not in both}


def final_of(outcome: Mapping[str, Any], closure: Mapping[str, Any]) -> Final:
    """Return the part of a checked outcome that the acceptance rule looks at."""
    members = tuple(unit["unit_id"] for unit in outcome["units"])
    proposed = {unit["unit_id"] for unit in closure["units"]}
    entered = tuple(unit_id for unit_id in members if unit_id not in proposed)
    return Final(members, tuple(outcome["edges"]), tuple(outcome["spans"]), entered)


def report(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Return the acceptance lines as an outcome keeps them."""
    return [
        {"line": line.name, "ok": line.ok, "missing": [gap.text for gap in line.missing]} for line in lines
    ]


def _members(body: Mapping[str, Any], units: Mapping[str, Unit], missing: MissingFields) -> list[str]:
    """Return the final units in the order of the file."""
    listed = body.get("units")
    rows = listed if isinstance(listed, list) else []
    named = [row.get("unit_id") if isinstance(row, Mapping) else row for row in rows]
    for unit_id in named:
        if unit_id not in units:
            missing.add("units", f"“{unit_id}” is no unit of this item.")
    return [unit_id for unit_id in units if unit_id in named]


def _edges(
    body: Mapping[str, Any],
    closure: Mapping[str, Any],
    units: Mapping[str, Unit],
    resolutions: Sequence[Mapping[str, Any]],
    missing: MissingFields,
) -> list[dict[str, str]]:
    """Return the final edges: proposed ones as they are, new ones with an identifier of their own."""
    proposed = {(edge["parent"], edge["child"]): edge for edge in closure["edges"]}
    taken_ids = {edge["edge_id"] for edge in closure["edges"]}
    why = {resolution["subject"]: resolution["rationale"] for resolution in resolutions}
    by_pair: dict[tuple[str, str], dict[str, str]] = {}
    for row in objects(body.get("edges")):
        pair = (str(row.get("parent")), str(row.get("child")))
        if pair[0] not in {EDIT, *units} or pair[1] not in units or pair[0] == pair[1]:
            missing.add("edges", "An edge leads from the edit record or a unit to another unit.")
            continue
        subject = f"edge:{pair[0]}>{pair[1]}"
        rule = text_of(row.get("rule", ""), subject, missing) or why.get(subject, "")
        if pair not in by_pair:
            new = {"edge_id": _new_id(taken_ids), "parent": pair[0], "child": pair[1], "rule": rule}
            by_pair[pair] = _ordered(proposed[pair]) if pair in proposed else new
            taken_ids.add(by_pair[pair]["edge_id"])
    proposed_pairs = [pair for pair in proposed if pair in by_pair]
    return [by_pair[pair] for pair in dict.fromkeys([*proposed_pairs, *by_pair])]


def _ordered(edge: Mapping[str, str]) -> dict[str, str]:
    return {key: edge[key] for key in ("edge_id", "parent", "child", "rule")}


def _new_id(taken_ids: set[str]) -> str:
    number = 1
    while f"added-{number}" in taken_ids:
        number += 1
    return f"added-{number}"


def _spans(
    body: Mapping[str, Any],
    imported: Sequence[Mapping[str, Any]],
    *,
    members: Sequence[str],
    proposed: set[str],
    units: Mapping[str, Unit],
    missing: MissingFields,
) -> list[dict[str, Any]]:
    """Return the final spans: the imported ones without those of leaving units, then newly marked ones."""
    left_units = proposed - set(members)
    spans = [_span(span, span["sha256"]) for span in imported if span["unit_id"] not in left_units]
    for row in objects(body.get("spans")):
        unit = units.get(str(row.get("unit_id")))
        if unit is None or unit.unit_id not in members or unit.unit_id in proposed:
            continue  # spans are marked in units that enter; of one that does not, nothing stays
        if (span := _marked(unit, row)) is None:
            message = f"A span of {name_of(unit.unit_id, units)} must be a number or a name within its text."
            missing.add(f"unit:{unit.unit_id}", message)
        elif span not in spans:
            spans.append(span)
    return spans


def _marked(unit: Unit, row: Mapping[str, Any]) -> dict[str, Any] | None:
    data, start, end = unit.text.encode(), row.get("start"), row.get("end")
    if row.get("kind") not in KINDS or type(start) is not int or type(end) is not int:
        return None
    if not 0 <= start < end <= len(data):
        return None
    try:
        data[start:end].decode()
    except UnicodeDecodeError:
        return None
    return _span({**row, "unit_id": unit.unit_id}, sha256(data[start:end]))


def _span(row: Mapping[str, Any], digest: str) -> dict[str, Any]:
    return {key: row[key] for key in ("unit_id", "kind", "start", "end")} | {"sha256": digest}


def _resolutions(body: Mapping[str, Any], matrix: Matrix, missing: MissingFields) -> list[dict[str, Any]]:
    """Return the resolutions in the order of the matrix; those without a row come last."""
    by_subject = {str(row.get("subject")): row for row in objects(body.get("resolutions"))}
    issues = {row.subject: [str(issue) for issue in row.issues] for row in matrix.rows}
    return [
        {
            "subject": text_of(subject, "resolutions", missing),
            "what": issues.get(subject, []),
            "resolution": text_of(by_subject[subject].get("resolution", ""), subject, missing),
            "rationale": text_of(by_subject[subject].get("rationale", ""), subject, missing),
        }
        for subject in dict.fromkeys([*issues, *by_subject])
        if subject in by_subject
    ]


def _is_resolved(resolution: Mapping[str, Any] | None) -> bool:
    return (
        resolution is not None
        and resolution["resolution"] not in {"", OPEN}
        and bool(resolution["rationale"].strip())
    )


def _words(row: Row) -> list[str]:
    titles = {
        Issue.DISAGREEMENT: "disagreement",
        Issue.NOT_SUPPORTED: "“not supported”",
        Issue.ADDITION: "addition",
        Issue.AMBIGUITY: "ambiguity",
    }
    return [titles[issue] for issue in row.issues]


def _title(row: Row, units: Mapping[str, Unit]) -> str:
    if isinstance(row, EdgeRow):
        return _edge_title(row.parent, row.child, units)
    assert isinstance(row, UnitRow | MergeRow)
    return _unit_title("Unit" if isinstance(row, UnitRow) else "Merge at unit", row.unit_id, units)


def _unit_title(kind: str, unit_id: str, units: Mapping[str, Unit]) -> str:
    return f"{kind} {units[unit_id].number}"


def _edge_title(parent: str, child: str, units: Mapping[str, Unit]) -> str:
    start = "the edit record" if parent == EDIT else f"unit {units[parent].number}"
    return f"Edge from {start} to unit {units[child].number}"
