"""The sample collection comes in, with people, campaigns and work done, so that every page shows something.

No action of its own: it calls those that people's pages call, one after the other, each in its transaction.
So it can be cut off at any point, and goes on from there when it is called again.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

from reviewapp.bank.actions.importing import import_documents, import_evidence
from reviewapp.demo.beats import write_beats
from reviewapp.demo.collisions import review_near_misses
from reviewapp.demo.ripple import review_ripples
from reviewapp.models import (
    Campaign,
    Disagreement,
    Document,
    DocumentRole,
    Event,
    EvidenceItem,
    ItemDocument,
    Person,
    Return,
    Source,
    Task,
)
from reviewapp.people.actions.people import invite_person
from reviewapp.records import InputFile, canonical_text
from reviewapp.rules.protocol import DOMAINS, Decision, DisagreementState, ItemState, Reason, Role, Stage
from reviewapp.staff.actions.campaigns import add_items, create_campaign, set_member
from reviewapp.work.actions.adjudication import resolve_disagreement
from reviewapp.work.actions.claiming import claim_next
from reviewapp.work.actions.events import record
from reviewapp.work.actions.questions import ask
from reviewapp.workflows.screening.actions import EvidenceSpan, ScreeningEntry, commit_screening

FIXTURES = settings.BASE_DIR / "fixtures"
SOURCE = "vell"
DONE = "load_sample"

PEOPLE = {  # manager first: the others are invited by them
    "sam": Role.MANAGER,
    "alice": Role.ANNOTATOR,
    "bob": Role.ANNOTATOR,
    "dana": Role.ANNOTATOR,
    "carol": Role.ADJUDICATOR,
}
HARBOUR, LEDGER = "Harbour pool", "Ledger pool"
LEDGER_ITEMS = 24
WORK_DONE = {"alice": 18, "bob": 16, "dana": 4}  # returns in the harbour pool
RESOLVED = 2  # disagreements that carol has resolved
SPELL = timedelta(minutes=25)  # how long one of the people works at a time
SLIPS = {"alice": 0.15, "bob": 0.3, "dana": 0.3}  # how often each judges otherwise than most would
LONG_CHARS = 20_000  # longer documents are not read here: what is asked of them is taken to be right
NOTES = {Reason.AMBIGUOUS: "Which one is meant?", Reason.UNSUPPORTED: "The reference says otherwise."}
VAGUE = re.compile(r"^[A-Z]\w*( [a-z]+){1,8}\?$")  # names nothing and nobody


@dataclass(frozen=True, slots=True)
class Sitting:
    """One person working for a while: from when, in which campaign, until how many decisions are made."""

    person: Person
    campaign: Campaign
    begins: datetime
    n_until_then: int


def sample_is_due() -> bool:
    """Say whether the database is empty, or holds the beginning of a sample that was cut off."""
    if Source.objects.filter(name=SOURCE).exists():
        return not Event.objects.filter(verb=DONE).exists()
    return not Person.objects.exclude(username__in=PEOPLE).exists()


def load_sample(*, now: datetime | None = None) -> None:
    """Load the sample collection, once; what is there already is kept as it is."""
    if Event.objects.filter(verb=DONE).exists():
        return
    now = now or timezone.now()
    with _not_waiting_for_the_disk():
        people = {name: _person(name, role) for name, role in PEOPLE.items()}
        _describe_source()
        import_documents(file=InputFile.at(FIXTURES / "documents.jsonl.gz"), actor=people["sam"])
        import_evidence(file=InputFile.at(FIXTURES / "evidence_items.jsonl"), actor=people["sam"])
        _set_people_to_work(people, now)
    record(DONE, actor=people["sam"], new={"source": SOURCE})


@contextmanager
def _not_waiting_for_the_disk() -> Iterator[None]:
    """Let commits return before they are on the disk; after a power cut the load goes on from there."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO off")
        try:
            yield
        finally:
            cursor.execute("RESET synchronous_commit")


def _set_people_to_work(people: dict[str, Person], now: datetime) -> None:
    ledger = _campaign(LEDGER, overlap=1, n_items=LEDGER_ITEMS, domain="finance", people=people)
    harbour = _campaign(HARBOUR, overlap=2, n_items=None, domain=None, people=people)
    reader = _Reader()
    for sitting in _sittings(harbour, ledger, people, now):
        _work(sitting, reader)
    _adjudicate(harbour, people["carol"], reader, now)
    _talk(harbour, people["bob"], people["sam"])
    review_near_misses(people, FIXTURES, now=now)
    review_ripples(people, FIXTURES, now=now)


def _person(name: str, role: Role) -> Person:
    if not Person.objects.filter(username=name).exists():
        sam = Person.objects.filter(username="sam").first()
        invite_person(username=name, name=name.capitalize(), groups=[role], actor=sam)
    return Person.objects.get(username=name)


def _describe_source() -> None:
    Source.objects.get_or_create(
        name=SOURCE,
        defaults={
            "version": "1",
            "licence": "CC0 1.0",
            "citation": "The Vell islands, the sample collection that comes with the review desk.",
            "scope": "An invented archipelago in eight domains, with every awkward kind of text.",
        },
    )


def _campaign(
    name: str, *, overlap: int, n_items: int | None, domain: str | None, people: dict[str, Person]
) -> Campaign:
    sam = people["sam"]
    campaign = Campaign.objects.filter(name=name).first()
    if campaign is None:
        guidelines = (FIXTURES / "guidelines.md").read_text(encoding="utf-8")
        campaign = create_campaign(name=name, overlap=overlap, guidelines=guidelines, actor=sam)
    members = campaign.memberships.values_list("person_id", flat=True)
    for person in people.values():
        if person.pk not in members:
            set_member(campaign=campaign, person=person, role=PEOPLE[person.username], active=True, actor=sam)
    if not campaign.n_tasks:
        items = EvidenceItem.objects.filter(source__name=SOURCE, state=ItemState.PROPOSED).order_by("id")
        items = items.filter(domain=domain) if domain else items
        add_items(campaign=campaign, item_ids=list(items.values_list("pk", flat=True)[:n_items]), actor=sam)
    campaign.refresh_from_db()
    return campaign


# What the people did


def _sittings(
    harbour: Campaign, ledger: Campaign, people: dict[str, Person], now: datetime
) -> Iterator[Sitting]:
    """Yield who worked when: everybody half yesterday and half today, alice a little in the other pool."""
    for nth, (days, hours) in enumerate(((1, 3), (0, 1)), start=1):
        for place, (name, n_decisions) in enumerate(WORK_DONE.items()):
            begins = now - timedelta(days=days, hours=hours) + place * SPELL / 3
            yield Sitting(people[name], harbour, begins, nth * (n_decisions // 2))
    yield Sitting(people["alice"], ledger, now - timedelta(hours=2), 4)


def _work(sitting: Sitting, reader: _Reader) -> None:
    """Let a person decide; their decisions are spread over the sitting, with heartbeats between."""
    actor, clock = sitting.person, sitting.begins
    done = Return.objects.filter(campaign=sitting.campaign, person=actor)
    for _ in range(sitting.n_until_then - done.count()):
        task_id = claim_next(campaign=sitting.campaign, actor=actor, stage=Stage.SCREENING, now=clock)
        assert task_id is not None, "the pools are larger than what is worked off here"
        task = Task.objects.select_related("item").get(pk=task_id)
        rng = random.Random(f"{actor.username} {task.evidence.item_id}")
        seconds = rng.randint(12, 95)
        write_beats(task, actor, stage=Stage.SCREENING, begins=clock, seconds=seconds)
        clock += timedelta(seconds=seconds)
        entry = reader.judge(task.evidence, actor.username, rng)
        commit_screening(task_id=task_id, actor=actor, entry=entry, now=clock)


class _Reader:
    """The references of all items, read once: the short ones with their text."""

    def __init__(self) -> None:
        short = Document.objects.filter(source__name=SOURCE, n_chars__lt=LONG_CHARS)
        self._texts = {doc_id: canonical_text(text) for doc_id, text in short.values_list("doc_id", "text")}
        named = ItemDocument.objects.filter(role=DocumentRole.REFERENCE, item__source__name=SOURCE)
        self._refs: defaultdict[int, list[int]] = defaultdict(list)
        for item_id, doc_id in named.order_by("position").values_list("item_id", "document_id"):
            self._refs[item_id].append(doc_id)

    def evidence(self, item: EvidenceItem) -> list[EvidenceSpan]:
        """Return where the answer first stands in a short reference."""
        wanted = canonical_text(item.answer)
        for doc_id in self._refs[item.pk]:
            start = self._texts.get(doc_id, "").find(wanted)
            if start >= 0:
                return [EvidenceSpan(doc_id, start, start + len(wanted))]
        return []

    def objection(self, item: EvidenceItem) -> Reason | None:
        """Return why a careful reader would reject the item."""
        if VAGUE.match(item.query):
            return Reason.AMBIGUOUS
        is_read = all(doc_id in self._texts for doc_id in self._refs[item.pk])
        return Reason.UNSUPPORTED if is_read and not self.evidence(item) else None

    def judge(self, item: EvidenceItem, username: str, rng: random.Random) -> ScreeningEntry:
        """Return what a careful reader would say, or now and then something else."""
        domain, objection = item.domain or "", self.objection(item)
        if rng.random() < SLIPS[username]:
            reason = rng.choice([Reason.AMBIGUOUS, Reason.NOISY, Reason.OTHER])
            return ScreeningEntry(Decision.REJECT, reason, domain, "I read this one differently at first.")
        if objection:
            return ScreeningEntry(Decision.REJECT, objection, domain, NOTES[objection])
        if rng.random() < SLIPS[username] / 2:
            domain = rng.choice(DOMAINS)
        return ScreeningEntry(Decision.ACCEPT, domain=domain, evidence=self.evidence(item))


def _adjudicate(campaign: Campaign, carol: Person, reader: _Reader, now: datetime) -> None:
    mine = campaign.outcomes.filter(adjudicator=carol).count()
    waiting = Disagreement.objects.filter(campaign=campaign, state=DisagreementState.OPEN).order_by("id")
    for disagreement in waiting.select_related("task__item")[: RESOLVED - mine]:
        item = disagreement.task.evidence
        objection = reader.objection(item)
        resolve_disagreement(
            disagreement=disagreement,
            actor=carol,
            decision=Decision.REJECT if objection else Decision.ACCEPT,
            reason=objection or "",
            domain=item.domain or "",
            rationale="The reference was read again from the beginning, with the guidelines beside it.",
            active_seconds=75.0,
            now=now - timedelta(minutes=20),
        )


def _talk(campaign: Campaign, bob: Person, sam: Person) -> None:
    if campaign.questions.exists():
        return
    last = Return.objects.filter(campaign=campaign, person=bob).select_related("task").latest("committed_at")
    ask(task=last.task, asker=bob, author=bob, body="Is “34” the same answer as “thirty-four beds”?")
    ask(
        task=last.task,
        asker=bob,
        author=sam,
        body="Yes: the wording may differ. See “Accept” in the guidelines.",
    )
