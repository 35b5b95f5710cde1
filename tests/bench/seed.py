"""Pools of the paper's size, written by SQL: 39,860 items, 160,280 documents (EMB Table 2, §3.1)."""

from __future__ import annotations

from django.contrib.auth.models import Group
from django.db import connection

from reviewapp.models import Campaign, EvidenceItem, Person, Source
from reviewapp.rules.protocol import Role
from reviewapp.staff.actions.campaigns import add_items, create_campaign, set_member

N_ITEMS, N_DOCUMENTS = 39_860, 160_280

DOCUMENTS = """
INSERT INTO reviewapp_document (doc_id, source_id, title, text, domain, text_sha256, record_sha256,
    n_chars, n_bytes, n_tokens, place)
SELECT %(base)s + g, %(source)s, 'Document ' || g, t, 'law', encode(sha256(convert_to(t, 'UTF8')), 'hex'), '',
    length(t), octet_length(t), 480, 'bench.jsonl:' || g
FROM (
    SELECT g, 'Document ' || %(base)s + g || '. '
        || repeat('The clerk of the harbour counted the boats twice and wrote the number down. ', 15)
        || 'Then the clerk wrote Ada Lovelace down. '
        || repeat('Of the boats that lay at the mole a third had come from over the strait. ', 15) AS t
    FROM generate_series(1, %(n)s) g
) made
"""
ITEMS = """
WITH made AS (
    INSERT INTO reviewapp_evidenceitem (code, item_id, query, answer, answer_aliases, domain, source_id,
        track, flags, n_references, state, record_sha256, place)
    SELECT substr(md5(%(name)s || g), 1, 12), %(name)s || '-' || g,
        'Who counted the boats of harbour ' || g || ', and whom did the clerk write down?', 'Ada Lovelace',
        '{}', 'law', %(source)s, 'single', '{}', 2, 'proposed', '', 'bench.jsonl:' || g
    FROM generate_series(1, %(n)s) g
    RETURNING id, split_part(item_id, '-', 2)::int AS g
)
INSERT INTO reviewapp_itemdocument (item_id, document_id, role, position)
SELECT id, %(base)s + ((g * 3 + p) %% %(n_documents)s) + 1, 'reference', p
FROM made, generate_series(1, 2) p
"""


def make_bank(n_documents: int = N_DOCUMENTS) -> int:
    """Write the documents; return the doc_id below the first."""
    source = Source.objects.get_or_create(name="bench")[0]
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(doc_id), 0) FROM reviewapp_document")
        base: int = cursor.fetchone()[0]
        cursor.execute(DOCUMENTS, {"base": base, "source": source.pk, "n": n_documents})
    return base


def make_people(n: int) -> list[Person]:
    people = [Person.objects.get_or_create(username=f"worker{k}")[0] for k in range(n)]
    for person in people:
        person.groups.add(Group.objects.get(name=Role.ANNOTATOR))
    return people


def make_pool(name: str, *, n_items: int, base: int, n_documents: int, people: list[Person]) -> Campaign:
    """Write *n_items* items over the bank and put them into a campaign of these people."""
    source = Source.objects.get(name="bench")
    with connection.cursor() as cursor:
        cursor.execute(
            ITEMS,
            {"name": name, "source": source.pk, "n": n_items, "base": base, "n_documents": n_documents},
        )
    campaign = create_campaign(name=name, overlap=1, guidelines="Accept what is supported.", actor=None)
    ids = EvidenceItem.objects.filter(item_id__startswith=f"{name}-").values_list("pk", flat=True)
    add_items(campaign=campaign, item_ids=list(ids), actor=None)
    for person in people:
        set_member(campaign=campaign, person=person, role=Role.ANNOTATOR, active=True, actor=None)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return campaign
