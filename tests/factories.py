"""People, documents, items and campaigns for tests, made with one line each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from django.contrib.auth.models import Group

from reviewapp.models import Campaign, Document, DocumentRole, EvidenceItem, ItemDocument, Person, Source
from reviewapp.records import (
    DocumentRecord,
    EvidenceRecord,
    canonical_text,
    document_sha256,
    evidence_sha256,
    text_sha256,
)
from reviewapp.rules.protocol import ItemState, Role
from reviewapp.staff.actions.campaigns import add_items, create_campaign, set_member

PASSWORD = "correct horse battery"
ROLES = {
    "alice": (Role.ANNOTATOR,),
    "bob": (Role.ANNOTATOR,),
    "dave": (Role.ANNOTATOR,),
    "carol": (Role.ADJUDICATOR,),
    "sam": (Role.MANAGER,),
}
_ids = count(1)


def make_person(username: str, *roles: str) -> Person:
    """Return the person of that name, made now if need be; alice and the others come with their groups."""
    person = Person.objects.filter(username=username).first()
    if person is None:
        likes = {"name": username.capitalize(), "token_salt": "a-salt"}  # so that each has a token
        person = Person.objects.create_user(username, password=PASSWORD, **likes)
        roles = roles or ROLES.get(username, ())
    if roles:
        person.groups.add(*Group.objects.filter(name__in=roles))
    return person


def make_source(name: str = "made-up") -> Source:
    return Source.objects.get_or_create(name=name)[0]


def make_document(
    text: str | None = None, *, title: str = "Title", domain: str | None = None, source: str = "made-up"
) -> Document:
    """Return a new document; without *text*, one that no other has."""
    doc_id = next(_ids)
    text = f"The text of document {doc_id}." if text is None else text
    record = DocumentRecord(None, None, title, text, source, domain)
    return Document.objects.create(
        doc_id=doc_id,
        source=make_source(source),
        title=title,
        text=text,
        domain=domain,
        text_sha256=text_sha256(text),
        record_sha256=document_sha256(record),
        n_chars=len(canonical_text(text)),
        n_bytes=len(canonical_text(text).encode()),
        n_tokens=len(text.split()),
        place=f"made-up.jsonl:{doc_id}",
    )


def make_item(
    query: str = "Who wrote it?",
    answer: str = "Ada",
    *,
    documents: Sequence[Document] | None = None,
    hard_negatives: Sequence[Document] = (),
    domain: str | None = None,
    item_id: str | None = None,
    source: str = "made-up",
) -> EvidenceItem:
    """Return a new item; without *documents*, one with a single reference of its own."""
    references = [make_document(source=source)] if documents is None else documents
    number = next(_ids)
    item_id = item_id or f"q{number}"
    record = EvidenceRecord(
        item_id,
        query,
        answer,
        tuple(document.doc_id for document in references),
        tuple(document.doc_id for document in hard_negatives),
        domain,
        None,
        source,
        "single",
    )
    item = EvidenceItem.objects.create(
        item_id=item_id,
        query=query,
        answer=answer,
        imported_domain=domain,
        domain=domain,
        source=make_source(source),
        n_references=len(references),
        record_sha256=evidence_sha256(record),
        place=f"made-up.jsonl:{number}",
    )
    _name_documents(item, DocumentRole.REFERENCE, references)
    _name_documents(item, DocumentRole.HARD_NEGATIVE, hard_negatives)
    return item


def put_in_state(item: EvidenceItem, state: str) -> None:
    """Let a proposed item be in that state, by moves that the protocol names."""
    paths = {ItemState.ACCEPTED: (ItemState.IN_REVIEW,), ItemState.REJECTED: (ItemState.IN_REVIEW,)}
    for step in (*paths.get(ItemState(state), ()), state):
        EvidenceItem.objects.filter(pk=item.pk).update(state=step)


def make_campaign(
    *,
    items: int | Iterable[EvidenceItem] = 3,
    overlap: int = 1,
    annotators: Iterable[str] = ("alice", "bob"),
    adjudicators: Iterable[str] = ("carol",),
    guidelines: str = "Accept what is supported.",
) -> Campaign:
    """Return an open campaign over *items* (a number: that many new ones), with its people."""
    campaign = create_campaign(
        name=f"Campaign {next(_ids)}", overlap=overlap, guidelines=guidelines, actor=None
    )
    wanted = [make_item() for _ in range(items)] if isinstance(items, int) else list(items)
    add_items(campaign=campaign, item_ids=[item.pk for item in wanted], actor=None)
    for role, names in ((Role.ANNOTATOR, annotators), (Role.ADJUDICATOR, adjudicators)):
        for name in names:
            set_member(campaign=campaign, person=make_person(name, role), role=role, active=True, actor=None)
    campaign.refresh_from_db()
    return campaign


def _name_documents(item: EvidenceItem, role: DocumentRole, documents: Sequence[Document]) -> None:
    ItemDocument.objects.bulk_create(
        ItemDocument(item=item, document=document, role=role, position=position)
        for position, document in enumerate(documents, start=1)
    )
