"""Collision review beside screening, request by request in one run (882 items of 50 candidates, EMB Table 2).

*Opening* is the page of an item at one of its candidates, beside the page of a screening task. *Committing*
is either of two things, each beside the commit of a screening: one's decision on one candidate, and the item
with its fifty final decisions and all that follows from them.
"""

from __future__ import annotations

import http.client
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.db import connection

from reviewapp.models import Campaign, EvidenceItem, Person, Source
from reviewapp.rules.protocol import Kind, Role
from reviewapp.staff.actions.campaigns import add_items, create_campaign, set_member
from tests.bench.screening import CSRF, session_of
from tests.bench.seed import ITEMS, make_pool
from tests.bench.table import Table

N_ITEMS, N_CANDIDATES = 882, 50
N_MEASURED, N_WARM = 200, 8
ALLOWED = 1.5

CANDIDATES = """
INSERT INTO reviewapp_collisioncandidate (item_id, document_id, rank, similarity, marks, place)
SELECT i.id, %(base)s + ((i.g * 53 + c * 7 + 11) %% %(n_documents)s) + 1, c, 1 - c / 100.0,
    jsonb_build_object('shared', spread.at, 'differs', spread.at, 'references', jsonb_build_object(
        i.first, jsonb_build_object('shared', spread.at, 'differs', spread.at))), 'bench.jsonl:' || c
FROM (
    SELECT i.id, split_part(i.item_id, '-', 2)::int AS g, min(d.document_id) AS first
    FROM reviewapp_evidenceitem i JOIN reviewapp_itemdocument d ON d.item_id = i.id
    WHERE i.item_id LIKE %(like)s GROUP BY i.id
) i
CROSS JOIN generate_series(1, %(n)s) c
CROSS JOIN (SELECT jsonb_agg(jsonb_build_array(s, s + 9)) AS at FROM generate_series(20, 1000, 70) s) spread
ON CONFLICT DO NOTHING
"""
VERDICTS = """
INSERT INTO reviewapp_collisionverdict (candidate_id, model, prompt_version, verdict, rationale, quote, place)
SELECT c.id, 'critic', version, 'hard_negative', 'It speaks of another harbour.', '', c.place
FROM reviewapp_collisioncandidate c CROSS JOIN (VALUES ('v1'), ('v2')) v(version)
"""
# Everything of a task but the candidate that is decided while the clock runs.
DECISIONS = """
INSERT INTO reviewapp_candidatedecision (task_id, slot_id, round, candidate_id, person_id, phase, sequence,
    decision, rationale, evidence, revision_reason, shown, decided_at)
SELECT s.task_id, s.id, 1, a.candidate_id, s.person_id, phase, 1,
    CASE WHEN c.rank %% 25 = 0 THEN 'false_negative' ELSE 'hard_negative' END, 'It says the same.',
    CASE WHEN c.rank %% 25 = 0 THEN jsonb_build_array(jsonb_build_object('doc_id', c.document_id, 'start', 0,
        'end', 9, 'start_byte', 0, 'end_byte', 9, 'quote', 'Document ')) ELSE '[]' END, '', '{}', now()
FROM reviewapp_slot s
JOIN reviewapp_candidateassignment a ON a.task_id = s.task_id AND a.assigned
JOIN reviewapp_collisioncandidate c ON c.id = a.candidate_id
CROSS JOIN (VALUES ('first'), ('final')) p(phase)
WHERE s.campaign_id = %(campaign)s AND s.person_id = %(person)s AND c.rank > %(above)s
"""
GIVE = """
UPDATE reviewapp_slot SET person_id = %(person)s, state = 'claimed', claimed_at = now(),
    lease_until = now() + interval '1 day'
WHERE id IN (SELECT id FROM reviewapp_slot WHERE campaign_id = %(campaign)s AND state = 'free'
    ORDER BY queue_key {order} LIMIT %(n)s)
"""


def seed(base: int, n_documents: int, people: list[Person], *, n_items: int) -> tuple[Campaign, Campaign]:
    """Write both campaigns; of collision review, all but what is measured has been decided by somebody."""
    screening = make_pool("screened", n_items=n_items, base=base, n_documents=n_documents, people=people[:1])
    source = Source.objects.get(name="bench")
    ids = {"base": base, "n_documents": n_documents}
    with connection.cursor() as cursor:
        cursor.execute(ITEMS, ids | {"name": "near", "source": source.pk, "n": n_items})
        cursor.execute(CANDIDATES, ids | {"like": "near-%", "n": N_CANDIDATES})
        cursor.execute(VERDICTS)
    near = create_campaign(
        name="near", kind=Kind.COLLISION, overlap=1, guidelines="Judge each alone.", actor=None
    )
    items = EvidenceItem.objects.filter(item_id__startswith="near-").values_list("pk", flat=True)
    add_items(campaign=near, item_ids=list(items), actor=None)
    for person in people[:2]:
        set_member(campaign=near, person=person, role=Role.ANNOTATOR, active=True, actor=None)
    n_measured = min(N_MEASURED + N_WARM, n_items)
    for person, n, order, above in (
        (people[1], n_items - n_measured, "DESC", 0),
        (people[0], n_measured, "ASC", 1),
    ):
        with connection.cursor() as cursor:
            whose = {"campaign": near.pk, "person": person.pk}
            cursor.execute(GIVE.format(order=order), whose | {"n": n})
            cursor.execute(DECISIONS, whose | {"above": above})
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return screening, near


@dataclass
class Desk:
    """One person's browser: a connection kept alive, signed in; and the seconds of what it asked."""

    url: str
    person: Person
    took: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        self.connection = http.client.HTTPConnection(parts.hostname or "", parts.port)
        cookies = {settings.SESSION_COOKIE_NAME: session_of(self.person), "csrftoken": CSRF}
        self.headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": CSRF,
            "Accept-Encoding": "gzip",
            "Content-Type": "application/x-www-form-urlencoded",
        }

    def ask(self, what: str, method: str, path: str, **sent: Any) -> str:
        """Ask for *path*, keep the time as *what*, and return where the answer leads."""
        headers = self.headers | ({"HX-Request": "true"} if "ahead" in sent else {})
        start = time.perf_counter()
        self.connection.request(method, path, urlencode(sent, doseq=True) if sent else None, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        self.took.setdefault(what, []).append(time.perf_counter() - start)
        if answer.status not in (200, 204, 302):
            raise RuntimeError(f"{method} {path}: {answer.status} {content[:300]!r}")
        return answer.getheader("Location") or ""

    def next(self, campaign: Campaign) -> str:
        """Return the path of the next task's page."""
        at = self.ask("next", "GET", f"/work/{campaign.code}/next/")
        return self.ask("moved", "GET", at) or at


def measure_collisions(
    url: str, people: list[Person], base: int, n_documents: int, table: Table, *, n_items: int
) -> None:
    """Let one person open and commit in both campaigns in turn; print each figure beside screening's."""
    screening, near = seed(base, n_documents, people, n_items=n_items)
    desk = Desk(url, people[0])
    for _ in range(min(N_MEASURED + N_WARM, n_items)):
        plain, item = desk.next(screening), desk.next(near)
        for what, page in (("open screening", plain), ("open", item), ("open decided", f"{item}?n=9")):
            desk.ask(what, "GET", page)
        one = re.sub(r"/$", "/1/", item)
        desk.ask("commit screening", "POST", plain, verdict="accept", domain="law", note="", ahead="1")
        desk.ask("decide", "POST", f"{one}decide/", decision="hard_negative", version="0")
        desk.ask("keep", "POST", f"{one}keep/", version="0")
        desk.ask("open reveal", "GET", f"{item}?n=1")
        desk.ask("commit", "POST", item, note="")
    _print(desk, table, n_items)


def _print(desk: Desk, table: Table, n_items: int) -> None:
    table.title(f"Collision review ({n_items:,} items of {N_CANDIDATES} candidates), beside screening")
    for what, beside, title in (
        ("open", "open screening", "open an item at a candidate"),
        ("open decided", "open screening", "open it at a decided one, with the reveal"),
        ("decide", "commit screening", "commit a decision on a candidate"),
        ("keep", "commit screening", "keep it after the reveal"),
        ("commit", "commit screening", "commit an item"),
    ):
        for which, share in (("median", 0.5), ("p95", 0.95)):
            took, peer = _at(desk.took[what], share), _at(desk.took[beside], share)
            table.line(
                f"{title}, {which}",
                f"{took:.1f} ms",
                beside=f"screening {peer:.1f} ms: {took / peer:.2f} of it",
                reach=f"<= {ALLOWED}",
                ok=took / peer <= ALLOWED,
            )


def _at(seconds: list[float], share: float) -> float:
    """Return the percentile in milliseconds, without the first few."""
    counted = sorted(seconds[min(N_WARM, len(seconds) // 2) :])
    return counted[min(len(counted) - 1, int(len(counted) * share))] * 1000
