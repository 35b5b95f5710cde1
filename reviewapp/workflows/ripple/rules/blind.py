"""Blind recovery: what its return holds (RKB App. D, Table 8). Pure.

{"selected": [{"unit_id", "rationale"}], "ambiguous": [{"unit_id", "reason"}], "checked": [document_id],
"notes": text}; units and documents in the order of the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reviewapp.rules.protocol import Incomplete
from reviewapp.workflows.ripple.rules.bodies import (
    MissingFields,
    name_of,
    names_once,
    objects,
    text_of,
    units_by_id,
)
from reviewapp.workflows.ripple.rules.public import Unit, read_public


def check_blind(body: Mapping[str, Any], public: Mapping[str, Any]) -> dict[str, Any]:
    """Return the whole blind return that *body* holds, in canonical order (RKB App. D).

    Needed are a rationale for each selected unit, a reason for each ambiguous one, an omission check of every
    document, and at least one unit that is either.

    :param public: the public representation of the item (contracts §4).
    :raises Incomplete: naming each thing that is missing: `rationale-<unit_id>`, `reason-<unit_id>`,
        `checked-<document_id>`, `selected`, `ambiguous`, `notes`.
    """
    item, missing = read_public(public), MissingFields()
    units = units_by_id(item)
    selected = _marked(body, "selected", "rationale", units, missing)
    ambiguous = _marked(body, "ambiguous", "reason", units, missing)
    if not selected and not ambiguous:
        missing.add("selected", "Select the units that the edit affects.")
    checked = body.get("checked")
    checked_ids = set(checked) if isinstance(checked, list) else set()
    for paper in item.papers:
        if paper.document_id not in checked_ids:
            missing.add(f"checked-{paper.document_id}", f"“{paper.title}” is not checked for omissions.")
    notes = text_of(body.get("notes", ""), "notes", missing)
    if missing.by_field:
        raise Incomplete(missing.by_field)
    documents = [paper.document_id for paper in item.papers]
    return {"selected": selected, "ambiguous": ambiguous, "checked": documents, "notes": notes}


def _marked(
    body: Mapping[str, Any], name: str, why: str, units: Mapping[str, Unit], missing: MissingFields
) -> list[dict[str, str]]:
    """Return the units listed under *name*, each with its text under *why*."""
    rows = dict(names_once(objects(body.get(name)), "unit_id"))
    for unit_id in rows.keys() - units.keys():
        missing.add(name, f"“{unit_id}” is no unit of this item.")
    marked = []
    for unit_id in units:
        if unit_id in rows:
            field = f"{why}-{unit_id}"
            text = text_of(rows[unit_id].get(why), field, missing)
            if not text.strip():
                missing.add(field, f"{name_of(unit_id, units)} needs a {why}.")
            marked.append({"unit_id": unit_id, why: text})
    return marked
