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
from reviewapp.workflows.ripple.rules.bodies import Missing as Lacking
from reviewapp.workflows.ripple.rules.bodies import name_of, objects, text_of, units_by_id
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
    units, lacking = units_by_id(read_public(public)), Lacking()
    members = _members(body, units, lacking)
    resolutions = _resolutions(body, matrix, lacking)
    edges = _edges(body, closure, units, resolutions, lacking)
    proposed = {unit["unit_id"] for unit in closure["units"]}
    kept = _spans(body, spans, members=members, proposed=proposed, units=units, lacking=lacking)
    if lacking.found:
        raise Incomplete(lacking.found)
    reached = depths(pairs(edges))
    return {
        "units": [{"unit_id": unit_id, "depth": reached.get(unit_id)} for unit_id in members],
        "edges": edges,
        "spans": kept,
        "resolutions": resolutions,
    }


def open_questions(matrix: Matrix, outcome: Mapping[str, Any], public: Mapping[str, Any]) -> list[Missing]:
    """Return what a checked outcome leaves unresolved: what lacks a resolution with a rationale (RKB App. D).

    That is each ambiguity of either stage, disagreement, "not supported" and addition, and whatever the
    outcome makes another than all agreed on.
    """
    units = units_by_id(read_public(public))
    given = {one["subject"]: one for one in outcome["resolutions"]}
    asked = {row.subject: (_title(row, units), ", ".join(_words(row))) for row in matrix.open_rows}
    for subject, title in _changed(matrix, outcome, units).items():
        asked.setdefault(subject, (title, "change of what was agreed on"))
    return [
        Missing(f"{title}: {words} not resolved.", subject)
        for subject, (title, words) in asked.items()
        if not _is_resolved(given.get(subject))
    ]


def _changed(matrix: Matrix, outcome: Mapping[str, Any], units: Mapping[str, Unit]) -> dict[str, str]:
    """Return the units and edges that the outcome drops from the proposal or takes in, with their titles."""
    proposed = {row.subject: _title(row, units) for row in (*matrix.units, *matrix.edges) if row.proposed}
    final = {
        unit_subject(one["unit_id"]): _unit_title("Unit", one["unit_id"], units) for one in outcome["units"]
    }
    final |= {
        edge_subject(one["parent"], one["child"]): _edge_title(one["parent"], one["child"], units)
        for one in outcome["edges"]
    }
    both = proposed.keys() & final.keys()
    return {subject: title for subject, title in (proposed | final).items() if subject not in both}


def final_of(outcome: Mapping[str, Any], closure: Mapping[str, Any]) -> Final:
    """Return what the acceptance rule looks at, of a checked outcome."""
    members = tuple(unit["unit_id"] for unit in outcome["units"])
    proposed = {unit["unit_id"] for unit in closure["units"]}
    entered = tuple(unit_id for unit_id in members if unit_id not in proposed)
    return Final(members, tuple(outcome["edges"]), tuple(outcome["spans"]), entered)


def report(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Return the acceptance lines as an outcome keeps them."""
    return [
        {"line": line.name, "ok": line.ok, "missing": [one.text for one in line.missing]} for line in lines
    ]


def _members(body: Mapping[str, Any], units: Mapping[str, Unit], lacking: Lacking) -> list[str]:
    """Return the final units in the order of the file."""
    listed = body.get("units")
    rows = listed if isinstance(listed, list) else []
    named = [row.get("unit_id") if isinstance(row, Mapping) else row for row in rows]
    for unit_id in named:
        if unit_id not in units:
            lacking.add("units", f"“{unit_id}” is no unit of this item.")
    return [unit_id for unit_id in units if unit_id in named]


def _edges(
    body: Mapping[str, Any],
    closure: Mapping[str, Any],
    units: Mapping[str, Unit],
    resolutions: Sequence[Mapping[str, Any]],
    lacking: Lacking,
) -> list[dict[str, str]]:
    """Return the final edges: proposed ones as they are, new ones with an identifier of their own."""
    proposed = {(edge["parent"], edge["child"]): edge for edge in closure["edges"]}
    taken = {edge["edge_id"] for edge in closure["edges"]}
    why = {one["subject"]: one["rationale"] for one in resolutions}
    found: dict[tuple[str, str], dict[str, str]] = {}
    for row in objects(body.get("edges")):
        pair = (str(row.get("parent")), str(row.get("child")))
        if pair[0] not in {EDIT, *units} or pair[1] not in units or pair[0] == pair[1]:
            lacking.add("edges", "An edge leads from the edit record or a unit to another unit.")
            continue
        subject = f"edge:{pair[0]}>{pair[1]}"
        rule = text_of(row.get("rule", ""), subject, lacking) or why.get(subject, "")
        if pair not in found:
            new = {"edge_id": _new_id(taken), "parent": pair[0], "child": pair[1], "rule": rule}
            found[pair] = _ordered(proposed[pair]) if pair in proposed else new
            taken.add(found[pair]["edge_id"])
    first = [pair for pair in proposed if pair in found]
    return [found[pair] for pair in dict.fromkeys([*first, *found])]


def _ordered(edge: Mapping[str, str]) -> dict[str, str]:
    return {key: edge[key] for key in ("edge_id", "parent", "child", "rule")}


def _new_id(taken: set[str]) -> str:
    number = 1
    while f"added-{number}" in taken:
        number += 1
    return f"added-{number}"


def _spans(
    body: Mapping[str, Any],
    imported: Sequence[Mapping[str, Any]],
    *,
    members: Sequence[str],
    proposed: set[str],
    units: Mapping[str, Unit],
    lacking: Lacking,
) -> list[dict[str, Any]]:
    """Return the final spans: the imported ones but those of units that leave, and those marked now."""
    left = proposed - set(members)
    kept = [_span(span, span["sha256"]) for span in imported if span["unit_id"] not in left]
    for row in objects(body.get("spans")):
        unit = units.get(str(row.get("unit_id")))
        if unit is None or unit.unit_id not in members or unit.unit_id in proposed:
            continue  # spans are marked in units that enter; of one that does not, nothing stays
        if (marked := _marked(unit, row)) is None:
            message = f"A span of {name_of(unit.unit_id, units)} must be a number or a name within its text."
            lacking.add(f"unit:{unit.unit_id}", message)
        elif marked not in kept:
            kept.append(marked)
    return kept


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


def _resolutions(body: Mapping[str, Any], matrix: Matrix, lacking: Lacking) -> list[dict[str, Any]]:
    """Return what is resolved, in the order of the matrix; what it has no row for comes last."""
    given = {str(row.get("subject")): row for row in objects(body.get("resolutions"))}
    issues = {row.subject: [str(issue) for issue in row.issues] for row in matrix.rows}
    return [
        {
            "subject": text_of(subject, "resolutions", lacking),
            "what": issues.get(subject, []),
            "resolution": text_of(given[subject].get("resolution", ""), subject, lacking),
            "rationale": text_of(given[subject].get("rationale", ""), subject, lacking),
        }
        for subject in dict.fromkeys([*issues, *given])
        if subject in given
    ]


def _is_resolved(one: Mapping[str, Any] | None) -> bool:
    return one is not None and one["resolution"] not in {"", OPEN} and bool(one["rationale"].strip())


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
