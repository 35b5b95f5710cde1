"""The audit packet of a ripple item or of a campaign: everything, part by part, hashed (RKB App. D).

People stand under their pseudonyms. One part is one line of JSON; its `sha256` is that of the bytes of its
`data` as they stand in the line. The lines of an item end with its manifest. A dozen statements an item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from django.db.models import Q

from reviewapp.models import (
    Campaign,
    Disagreement,
    Event,
    GuidelineVersion,
    Outcome,
    Person,
    Return,
    RippleAssent,
    RippleComment,
    RippleItem,
    RippleKey,
    RippleSeen,
    Slot,
    Task,
)
from reviewapp.records.ripple import check_ripple, public_bytes
from reviewapp.records.text import sha256
from reviewapp.staff.queries.exports import instant
from reviewapp.workflows.ripple.rules.words import ADJUDICATION

PEOPLE = ("person", "from", "to")  # what names a person by code in an event
ITEMS_A_FETCH = 50


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a packet; `data` are the bytes that are hashed, `value` what they say."""

    item_id: str
    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        return sha256(self.data)

    @property
    def value(self) -> Any:
        return orjson.loads(self.data)

    @property
    def rows(self) -> list[list[tuple[str, Any]]]:
        """What a list says, row by row, for printing: structure as JSON, and nothing that is empty."""
        return [
            [
                (name, orjson.dumps(value).decode() if isinstance(value, dict | list) else value)
                for name, value in row.items()
                if value not in (None, "")
            ]
            for row in self.value
        ]

    @property
    def line(self) -> bytes:
        """The part as a line of the packet."""
        head = orjson.dumps({"item_id": self.item_id, "part": self.name, "sha256": self.sha256})
        return head[:-1] + b',"data":' + self.data + b"}\n"


def item_packet(item: RippleItem) -> Iterator[Part]:
    """Yield the packet of one item: the guidelines it was judged under, then its parts and its manifest."""
    campaigns = Campaign.objects.filter(tasks__ripple=item).distinct().order_by("pk")
    parts = [Part("", "guidelines", _json(_guidelines(campaigns))), *_parts(item)]
    yield from parts
    yield _manifest(item.item_id, parts)


def campaign_packet(campaign: Campaign) -> Iterator[Part]:
    """Yield the packet of all items of the campaign, item by item in the order of its queue."""
    yield Part("", "guidelines", _json(_guidelines([campaign])))
    for item in campaign_items(campaign):
        parts = list(_parts(item))
        yield from parts
        yield _manifest(item.item_id, parts)


def campaign_items(campaign: Campaign) -> Iterator[RippleItem]:
    """Yield the campaign's items, whose keys are read with them some at a time."""
    last = 0
    while True:
        rows = RippleItem.objects.filter(tasks__campaign=campaign, pk__gt=last).order_by("pk").distinct()
        items = list(rows.select_related("batch")[:ITEMS_A_FETCH])
        if not items:
            return
        yield from items
        last = items[-1].pk


def _parts(item: RippleItem) -> Iterator[Part]:
    key = RippleKey.objects.get(pk=item.pk)
    record = check_ripple(orjson.loads(key.record))
    yield Part(item.item_id, "item", public_bytes(record).rstrip(b"\n"))
    yield Part(item.item_id, "record", key.record.encode().rstrip(b"\n"))
    yield _part(item, "import", _import(item, key))
    tasks = list(Task.objects.filter(ripple=item).select_related("campaign").order_by("pk"))
    yield _part(item, "reviews", [_review(task) for task in tasks])
    slots = list(Slot.objects.filter(task__in=tasks).select_related("person", "task").order_by("pk"))
    yield _part(item, "places", [_place(slot, slots) for slot in slots])
    returns = list(_returns(tasks))
    for stage in ("blind", "closure"):
        yield _part(
            item, f"{stage}_returns", [_return(return_) for return_ in returns if return_.stage == stage]
        )
    outcomes = list(_outcomes(tasks))
    yield _part(item, "adjudication", _adjudication(tasks, outcomes))
    yield _part(item, "final", _final(outcomes))
    yield _part(item, "effort", [*map(_return_effort, returns), *map(_outcome_effort, outcomes)])
    yield _part(item, "seen", _seen_events(item))
    yield _part(item, "events", _events(item, tasks))


def _part(item: RippleItem, name: str, value: Any) -> Part:
    return Part(item.item_id, name, _json(value))


def _manifest(item_id: str, parts: Iterable[Part]) -> Part:
    entries = [{"item_id": part.item_id, "part": part.name, "sha256": part.sha256} for part in parts]
    return Part(item_id, "manifest", _json(entries))


def _json(value: Any) -> bytes:
    return orjson.dumps(value)


def _guidelines(campaigns: Iterable[Campaign]) -> list[dict[str, Any]]:
    rows = GuidelineVersion.objects.filter(campaign__in=list(campaigns)).select_related("campaign")
    return [
        {
            "campaign": version.campaign.name,
            "version": version.number,
            "created_at": instant(version.created_at),
            "sha256": sha256(version.body.encode()),
            "body": version.body,
        }
        for version in rows.order_by("campaign_id", "number")
    ]


def _import(item: RippleItem, key: RippleKey) -> dict[str, Any]:
    return {
        "batch": item.batch.code,
        "file": item.batch.name,
        "file_sha256": item.batch.sha256,
        "record_sha256": item.record_sha256,
        "imported_at": instant(item.imported_at),
        "state": item.state,
        "warnings": key.warnings,
        "as_imported": key.as_imported,
    }


def _review(task: Task) -> dict[str, Any]:
    return {
        "review": task.code,
        "campaign": task.campaign.name,
        "state": task.state,
        "round": task.round,
        "decided_at": instant(task.decided_at),
    }


def _place(slot: Slot, slots: Iterable[Slot]) -> dict[str, Any]:
    replaced = next((other.number for other in slots if other.pk == slot.replaces_id), None)
    return {
        "review": slot.task.code,
        "stage": slot.stage,
        "round": slot.round,
        "place": slot.number,
        "replaces": replaced,
        "state": slot.state,
        "reviewer": _name(slot.person),
        "claimed_at": instant(slot.claimed_at),
    }


def _returns(tasks: Iterable[Task]) -> Iterable[Return]:
    rows = Return.objects.filter(task__in=list(tasks)).select_related("person", "guideline", "slot", "task")
    return rows.defer("guideline__body").order_by("pk")


def _return(committed: Return) -> dict[str, Any]:
    return {
        "return": committed.code,
        "review": committed.task.code,
        "round": committed.round,
        "place": committed.slot.number,
        "reviewer": _name(committed.person),
        "guidelines": committed.guideline.number if committed.guideline else None,
        "committed_at": instant(committed.committed_at),
        "body": committed.body,
    }


def _outcomes(tasks: Iterable[Task]) -> Iterable[Outcome]:
    rows = Outcome.objects.filter(task__in=list(tasks)).select_related("adjudicator", "guideline", "task")
    return rows.defer("guideline__body").order_by("pk")


def _adjudication(tasks: list[Task], outcomes: list[Outcome]) -> dict[str, Any]:
    cases = Disagreement.objects.filter(task__in=tasks).select_related("task").order_by("pk")
    comments = RippleComment.objects.filter(task__in=tasks).select_related("person").order_by("pk")
    assents = RippleAssent.objects.filter(outcome__in=outcomes).select_related("person", "outcome")
    return {
        "opened": [
            {"review": case.task.code, "state": case.state, "opened_at": instant(case.opened_at)}
            for case in cases
        ],
        "comments": [
            {"person": _name(comment.person), "at": instant(comment.at), "body": comment.body}
            for comment in comments
        ],
        "outcomes": [_outcome(outcome) for outcome in outcomes],
        "assents": [
            {
                "outcome": assent.outcome.code,
                "reviewer": _name(assent.person),
                "assents": assent.assents,
                "note": assent.note,
                "at": instant(assent.at),
            }
            for assent in assents.order_by("pk")
        ],
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "outcome": outcome.code,
        "review": outcome.task.code,
        "adjudicator": _name(outcome.adjudicator),
        "guidelines": outcome.guideline.number if outcome.guideline else None,
        "decision": outcome.decision,
        "rationale": outcome.rationale,
        "decided_at": instant(outcome.decided_at),
        "resolutions": outcome.body.get("resolutions", []),
        "acceptance": outcome.body.get("acceptance", []),
    }


def _final(outcomes: list[Outcome]) -> dict[str, Any] | None:
    """Return the closure that the last outcome decides on, if it decides on one."""
    body = outcomes[-1].body if outcomes else {}
    return {name: body[name] for name in ("units", "edges", "spans")} if "units" in body else None


def _return_effort(committed: Return) -> dict[str, Any]:
    return _effort(
        committed.stage,
        committed.person,
        committed.active_seconds,
        committed.slot.claimed_at,
        committed.committed_at,
    )


def _outcome_effort(outcome: Outcome) -> dict[str, Any]:
    return _effort(ADJUDICATION, outcome.adjudicator, outcome.active_seconds, None, outcome.decided_at)


def _effort(
    stage: str, person: Person, seconds: float, since: datetime | None, until: datetime
) -> dict[str, Any]:
    return {
        "stage": stage,
        "person": _name(person),
        "active_seconds": seconds,
        "claimed_at": instant(since),
        "committed_at": instant(until),
    }


def _seen_events(item: RippleItem) -> list[dict[str, Any]]:
    rows = RippleSeen.objects.filter(item=item).select_related("person").order_by("pk")
    return [
        {"person": _name(exposure.person), "what": exposure.what, "at": instant(exposure.at)}
        for exposure in rows
    ]


def _events(item: RippleItem, tasks: list[Task]) -> list[dict[str, Any]]:
    touching = Event.objects.filter(Q(ripple=item) | Q(task__in=tasks)).select_related("actor").order_by("pk")
    events = list(touching)
    codes = {
        values[name]
        for event in events
        for values in (event.old, event.new)
        if values
        for name in PEOPLE
        if name in values
    }
    pseudonyms = dict(Person.objects.filter(code__in=codes).values_list("code", "pseudonym"))
    return [
        {
            "at": instant(event.at),
            "actor": _name(event.actor),
            "verb": event.verb,
            "old": _renamed(event.old, pseudonyms),
            "new": _renamed(event.new, pseudonyms),
        }
        for event in events
    ]


def _renamed(values: dict[str, Any] | None, pseudonyms: dict[str, str]) -> dict[str, Any] | None:
    if values is None:
        return None
    return {name: pseudonyms.get(value, value) if name in PEOPLE else value for name, value in values.items()}


def _name(person: Person | None) -> str | None:
    return person.pseudonym if person else None
