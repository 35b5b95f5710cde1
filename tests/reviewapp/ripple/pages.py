"""How the tests act on the pages of ripple review: the fields that a body is sent as, by units' names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.test import Client
from django.urls import reverse

from reviewapp.models import Disagreement, Task
from reviewapp.workflows.ripple.rules.public import read_public
from reviewapp.workflows.ripple.views.missing import MissingEntry

HTMX = {"HX-Request": "true"}
Fields = dict[str, Any]


def numbers(task: Task) -> dict[str, int]:
    """Return the number that pages give each unit, by its id."""
    return {unit.unit_id: unit.number for unit in read_public(task.rippled.public).units}


def blind_fields(task: Task, body: Mapping[str, Any], version: int = 0) -> Fields:
    """Return a blind body as its form sends it."""
    number = numbers(task)
    papers = {one["document_id"]: n for n, one in enumerate(task.rippled.public["documents"], start=1)}
    fields: Fields = {"stage": "blind", "version": version, "notes": body["notes"]}
    for one in body["selected"]:
        fields |= {
            f"select-u{number[one['unit_id']]}": "on",
            f"why-u{number[one['unit_id']]}": one["rationale"],
        }
    for one in body["ambiguous"]:
        fields |= {
            f"ambiguous-u{number[one['unit_id']]}": "on",
            f"reason-u{number[one['unit_id']]}": one["reason"],
        }
    return fields | {f"checked-d{papers[one]}": "on" for one in body["checked"]}


def closure_fields(task: Task, body: Mapping[str, Any], version: int = 0) -> Fields:
    """Return a closure body as its form sends it."""
    number = numbers(task)
    edges = [one["edge_id"] for one in task.rippled.key.closure["edges"]]
    fields: Fields = {"stage": "closure", "version": version, "notes": body["notes"]}
    for one in body["units"]:
        fields |= _judged(f"u{number[one['unit_id']]}", one, number)
    for n, one in enumerate(body["edges"], start=1):
        fields |= _judged(f"e{n}", one, number)
    for one in body["merges"]:
        key = f"u{number[one['unit_id']]}"
        fields |= {f"all-{key}": "yes" if one["all_needed"] else "no", f"merge-why-{key}": one["rationale"]}
        fields[f"needed-{key}"] = [edges.index(edge) + 1 for edge in one["needed"]]
    for n, one in enumerate(body["added_units"]):
        fields |= {f"added-{n}": number[one["unit_id"]], f"added-why-{n}": one["rationale"]}
        fields[f"added-parents-{n}"] = [number.get(parent, parent) for parent in one["parents"]]
    for n, one in enumerate(body["added_edges"]):
        fields |= {
            f"parent-{n}": number.get(one["parent"], one["parent"]),
            f"child-{n}": number[one["child"]],
        }
        fields[f"edge-why-{n}"] = one["rationale"]
    return fields


def _judged(key: str, said: Mapping[str, Any], number: Mapping[str, int]) -> Fields:
    cited = [
        f"{number[one['unit_id']]}:{one['start']}:{one['end']}" if "start" in one else number[one["unit_id"]]
        for one in said["citations"]
    ]
    return {f"verdict-{key}": said["verdict"], f"why-{key}": said["rationale"], f"cite-{key}": cited}


def outcome_fields(found: Disagreement, answers: Mapping[str, tuple[str, str]], **more: Any) -> Fields:
    """Return the fields of an outcome: *answers* (answer, why) by the key of their row, and *more*."""
    fields: Fields = {"stage": "adjudication", "version": 0, "rationale": "as the text says"}
    for key, (answer, why) in answers.items():
        fields |= {f"final-{key}": answer, f"why-{key}": why}
    return fields | more


def filled(page: bytes) -> Fields:
    """Return the radio buttons that the page has filled in."""
    found: Fields = {}
    for tag in re.findall(rb"<input[^>]*type=\"radio\"[^>]*>", page):
        if b" checked" in tag:
            name = re.search(rb'name="([^"]*)"', tag)
            value = re.search(rb'value="([^"]*)"', tag)
            assert name
            assert value
            found[name[1].decode()] = value[1].decode()
    return found


def commit(client: Client, task: Task, fields: Fields) -> Any:
    """Send the form and answer "sure" to what is asked."""
    return client.post(reverse("ripple", args=[task.code]), fields | {"sure": "1"})


def anchors(lacks: list[MissingEntry]) -> dict[str, str]:
    """Return what is missing, by the place where it is put right."""
    return {one.anchor: one.text for one in lacks}
