"""The plans of the hottest queries over 100,000 items: no large table is scanned or sorted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from reviewapp.models import Campaign, Event, EvidenceItem, Person, Return
from reviewapp.people.auth import PERSON_AND_ROLES, PERSON_BY_CODE
from reviewapp.people.sessions import LIVE_SESSION
from reviewapp.staff.queries.items import ItemFilter, find_items
from reviewapp.work.actions.claiming import CLAIM_DESK, CLAIM_ID
from reviewapp.work.queries.adjudication import waiting_for
from reviewapp.work.queries.desk import (
    ANNOTATED,
    DESK_BY_CODE,
    DESK_BY_ID,
    FIRST_BEAT_OF_TASK,
    HELD,
    HELD_BY_CODE,
    LOCKED_SLOT,
    LOCKED_TASK,
    REFERENCES,
)
from tests.factories import make_campaign, make_person, make_source

from .desk import NOW

LARGE = {
    "reviewapp_evidenceitem",
    "reviewapp_document",
    "reviewapp_itemdocument",
    "reviewapp_task",
    "reviewapp_slot",
    "reviewapp_return",
    "reviewapp_event",
    "reviewapp_heartbeat",
}
POOL = """
SET LOCAL session_replication_role = replica; -- the foreign keys need no check here
INSERT INTO reviewapp_document (doc_id, source_id, title, text, text_sha256, record_sha256, n_chars, n_bytes,
    n_tokens, place)
SELECT n, %(source)s, 't', 'text ' || n, 'h' || n, '', 9, 9, 2, '' FROM generate_series(1, 100000) n;
INSERT INTO reviewapp_evidenceitem (code, item_id, query, answer, answer_aliases, source_id, track, flags,
    n_references, state, record_sha256, place)
SELECT 'c' || n, 'pool-' || n, 'q', 'a', '{}', %(source)s, 'single', '{}', 1, 'in_review', '', ''
FROM generate_series(1, 100000) n;
INSERT INTO reviewapp_itemdocument (item_id, document_id, role, position)
SELECT id, substr(item_id, 6)::int, 'reference', 1 FROM reviewapp_evidenceitem;
INSERT INTO reviewapp_task (code, campaign_id, kind, item_id, state, round)
SELECT code, %(campaign)s, 'screening', id, 'open', 1 FROM reviewapp_evidenceitem ORDER BY id;
INSERT INTO reviewapp_slot (campaign_id, task_id, stage, round, number, state, person_id, queue_key, is_ahead)
SELECT %(campaign)s, id, 'screening', 1, 1, CASE WHEN id %% 2 = 0 THEN 'committed' ELSE 'free' END,
    CASE WHEN id %% 2 = 0 THEN %(person)s END, id, false FROM reviewapp_task;
INSERT INTO reviewapp_return (code, campaign_id, task_id, slot_id, stage, round, person_id, sequence,
    decision, reason, domain, note, body, active_seconds, committed_at)
SELECT 'r' || id, campaign_id, task_id, id, stage, 1, person_id, 1, 'accept', '', '', '', '{}', 1,
    now() - id * interval '1 second'
FROM reviewapp_slot WHERE state = 'committed';
INSERT INTO reviewapp_event (actor_id, verb, campaign_id, task_id)
SELECT %(person)s, 'claim', %(campaign)s, id FROM reviewapp_task;
INSERT INTO reviewapp_heartbeat (person_id, task_id, stage, tab, ends, at)
SELECT %(person)s, id, 'screening', 't', false, now() - id * interval '1 second' FROM reviewapp_task;
SET LOCAL session_replication_role = origin;
ANALYZE;
"""

NAMED = re.compile(r"%\((\w+)\)s")

pytestmark = pytest.mark.django_db


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", ()):
        yield from nodes(child)


def plan_of(sql: str, params: Any) -> list[dict[str, Any]]:
    """Return the nodes of the plan that runs: of a statement with named values, the one without them."""
    with connection.cursor() as cursor:
        if isinstance(params, dict):
            names = list(dict.fromkeys(NAMED.findall(sql)))
            text = NAMED.sub(lambda found: f"${names.index(found[1]) + 1}", sql).replace("%%", "%")
            cursor.execute(f"PREPARE asked AS {text}")
            sql, params = f"EXECUTE asked({', '.join(['%s'] * len(names))})", [params[name] for name in names]
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
        plan = cursor.fetchone()[0][0]["Plan"]
        if sql.startswith("EXECUTE"):
            cursor.execute("DEALLOCATE asked")
        return list(nodes(plan))


def page_of(rows: QuerySet[Any]) -> tuple[str, Any]:
    return rows[:51].query.sql_with_params()


def hottest(campaign: Campaign, person: Person) -> dict[str, tuple[str, Any]]:
    item = EvidenceItem.objects.get(item_id="pool-50000")
    task = item.tasks.get()
    who = {"person": person.pk, "stage": "screening"}
    claim = {**who, "campaign": campaign.code, "ahead": False, "now": NOW, "lease_until": NOW}
    newest = Return.objects.filter(person=person).order_by("-committed_at", "-id")
    return {
        "claim": (CLAIM_ID, claim),
        "claim with its desk": (CLAIM_DESK, claim),
        "desk by code": (DESK_BY_CODE, {**who, "code": task.code}),
        "desk by id": (DESK_BY_ID, {**who, "id": task.pk}),
        "lock what is held": (HELD, {**who, "id": task.pk, "since": NOW}),
        "lock what is held, by code": (HELD_BY_CODE, {**who, "code": task.code, "since": NOW}),
        "lock the task": (LOCKED_TASK, {"id": task.pk}),
        "lock the slot": (LOCKED_SLOT, {**who, "task": task.pk, "round": 1}),
        "first heartbeat": (FIRST_BEAT_OF_TASK, {"person": person.pk, "task": task.pk, "since": NOW}),
        "references": (REFERENCES, {"item": item.pk, "position": None}),
        "the annotator's campaign": (ANNOTATED, {"person": person.pk, "code": campaign.code}),
        "who asks": (PERSON_AND_ROLES, {"id": person.pk}),
        "who asks by token": (PERSON_BY_CODE, {"code": person.code}),
        "session": (LIVE_SESSION, {"key": "k", "now": NOW, "person": person.pk}),
        "my returns": page_of(newest),
        "was it given": page_of(Event.objects.filter(task=task, actor=person, verb="claim")),
        "items": page_of(find_items(ItemFilter())),
        "items in a state": page_of(find_items(ItemFilter(state="in_review"), order="-state")),
        "what waits for adjudication": page_of(waiting_for(person, [campaign.pk]).order_by("id")),
    }


def test_the_hottest_queries_are_answered_by_indexes() -> None:
    campaign, alice = make_campaign(items=0), make_person("alice")
    values = {"campaign": campaign.pk, "person": alice.pk, "source": make_source().pk}
    with connection.cursor() as cursor:
        cursor.execute(POOL, values)
        cursor.execute("SHOW plan_cache_mode")
        assert cursor.fetchone() == ("force_generic_plan",)
    for name, (sql, params) in hottest(campaign, alice).items():
        plan = plan_of(sql, params)
        scanned = {node["Relation Name"] for node in plan if node["Node Type"] == "Seq Scan"}
        assert not LARGE & scanned, name
        sorts = [node for node in plan if "Sort" in node["Node Type"]]
        assert max((node["Actual Rows"] for node in sorts), default=0) <= 51, name
