"""One of everything: what a crawl of all pages needs, and who may see which of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from benchmark.models import Release
from benchmark.releases.actions.freezing import Plan, freeze
from reviewapp.jobs.actions import enqueue
from reviewapp.models import Campaign, Disagreement, EvidenceItem, LinkPurpose, Return, Task
from reviewapp.people.actions.links import issue_link
from reviewapp.rules.protocol import Stage
from reviewapp.work.actions.claiming import claim_next
from reviewapp.work.actions.questions import ask
from reviewapp.workflows.collision.queries.candidates import read_candidates
from reviewapp.workflows.ripple.actions.seeing import see_hidden
from reviewapp.workflows.screening.actions import ScreeningEntry, commit_screening
from scoring.models import StoredRun
from tests.factories import make_campaign, make_item, make_person
from tests.reviewapp.colliding import (
    commit,
    decide,
    keep,
    make_candidates,
    make_collision_campaign,
    take,
)
from tests.reviewapp.ripple.making import (
    blind_body,
    both_judge,
    both_recover,
    closure_body,
    make_ripple_campaign,
)
from tests.reviewapp.ripple.making import take as take_ripple
from tests.scoring.constructed import make_construction, make_controls
from tests.scoring.releases import SETTINGS, make_scored_run
from tests.scoring.ripple.asking.making import make_hosted_run
from tests.scoring.ripple.pages.making import make_ripple_release, make_scored_ripple_run, upload_ripple_run

PEOPLE = ("nobody", "alice", "bob", "carol", "sam")
SECRET = "DAVE-SAYS-SO"

# What a GET of each route answers to nobody, alice (annotator), bob (an annotator, but not of this campaign),
# carol (adjudicator) and sam (manager). A route that is not here fails the crawl.
ROUTES: dict[str, tuple[str, str]] = {
    "healthz": ("", "200 200 200 200 200"),
    "readyz": ("", "503 503 503 503 503"),  # the tests run no worker
    # people
    "login": ("", "200 302 302 302 302"),
    "logout": ("", "405 405 405 405 405"),
    "link": ("link", "200 200 200 200 200"),
    "account": ("", "302 200 200 200 200"),
    "account_password": ("", "302 200 200 200 200"),
    "account_token": ("", "405 405 405 405 405"),
    "account_token_end": ("", "405 405 405 405 405"),
    "people": ("", "302 404 404 404 200"),
    "people_csv": ("", "302 404 404 404 200"),
    "person_invite": ("", "302 404 404 404 200"),
    "person": ("person", "302 404 404 404 200"),
    "person_groups": ("person", "405 405 405 405 405"),
    "person_link": ("person", "405 405 405 405 405"),
    "person_links_revoke": ("person", "405 405 405 405 405"),
    "person_deactivate": ("person", "405 405 405 405 405"),
    "person_reactivate": ("person", "405 405 405 405 405"),
    "person_release": ("person", "405 405 405 405 405"),
    "person_reassign": ("person", "405 405 405 405 405"),
    "person_join": ("person", "405 405 405 405 405"),
    "person_leave": ("person", "405 405 405 405 405"),
    # work
    "my_work": ("", "302 200 200 200 200"),
    "my_returns": ("", "302 200 200 200 200"),
    "my_return": ("return", "302 200 404 404 404"),
    "next_task": ("campaign", "302 302 404 404 404"),
    "undo": ("campaign", "302 405 405 405 405"),
    "guidelines": ("campaign", "302 200 404 200 200"),
    "task": ("held", "302 200 404 404 404"),
    "draft": ("held", "302 405 405 405 405"),
    "skip": ("held", "302 405 405 405 405"),
    "beat": ("held", "302 405 405 405 405"),
    "questions": ("held", "302 200 404 404 404"),
    "document": ("held 1", "302 200 404 404 404"),
    "collision": ("colliding", "302 200 404 404 404"),
    "collision_decide": ("colliding 1", "302 405 405 405 405"),
    "collision_keep": ("colliding 1", "302 405 405 405 405"),
    "collision_revise": ("colliding 1", "302 405 405 405 405"),
    "campaign_collisions": ("collisions", "302 404 404 404 200"),
    "campaign_collisions_csv": ("collisions confusion", "302 404 404 404 302"),
    "collision_contest": ("colliding", "405 405 405 405 405"),
    "collision_draft": ("colliding 1", "302 405 405 405 405"),
    "collision_text": ("colliding 1", "302 200 404 404 404"),
    "collision_reference": ("colliding 1 1", "302 200 404 404 404"),
    "ripple": ("rippling", "302 200 404 404 404"),
    "ripple_draft": ("rippling", "302 405 405 405 405"),
    "ripple_skip": ("rippling", "302 405 405 405 405"),
    "ripple_adjudication": ("joint", "302 200 404 404 404"),
    "ripple_comment": ("joint", "302 405 405 405 405"),
    "ripple_assent": ("joint", "302 405 405 405 405"),
    "adjudication_draft": ("ripple_case", "302 404 404 405 404"),
    "adjudications": ("", "302 404 404 200 404"),
    "adjudicate": ("disagreement", "302 404 404 200 404"),
    "adjudication_beat": ("disagreement", "302 404 404 405 404"),
    "adjudication_document": ("disagreement 1", "302 404 404 200 404"),
    "adjudication_candidate": ("collided 1", "302 404 404 200 404"),
    # the managers' pages
    "items": ("", "302 404 404 404 200"),
    "items_csv": ("", "302 404 404 404 200"),
    "item": ("item", "302 404 404 404 200"),
    "item_domain": ("item", "405 405 405 405 405"),
    "item_withdraw": ("item", "405 405 405 405 405"),
    "ripple_items": ("", "302 404 404 404 200"),
    "ripple_items_csv": ("", "302 404 404 404 200"),
    "ripple_item": ("ripple_item", "302 404 404 404 200"),
    "ripple_open": ("ripple_item", "405 405 405 405 405"),
    "ripple_withdraw": ("ripple_item", "405 405 405 405 405"),
    "ripple_release": ("ripple_item", "405 405 405 405 405"),
    "ripple_packet": ("ripple_item", "302 404 404 404 200"),
    "ripple_packet_page": ("ripple_item", "302 404 404 404 200"),
    "ripple_batch_withdraw": ("ripple_item", "405 405 405 405 405"),
    "campaign_ripple": ("ripples", "302 404 404 404 200"),
    "campaign_missed": ("ripples", "302 404 404 404 200"),
    "campaign_ripple_csv": ("ripples recovery", "302 404 404 404 302"),
    "campaign_packet": ("ripples", "405 405 405 405 405"),
    "campaigns": ("", "302 404 404 404 200"),
    "campaigns_csv": ("", "302 404 404 404 200"),
    "campaign_new": ("", "302 404 404 404 200"),
    "campaign": ("campaign", "302 404 404 404 200"),
    "campaign_items": ("campaign", "302 404 404 404 200"),
    "campaign_move": ("campaign", "405 405 405 405 405"),
    "campaign_compute": ("campaign", "405 405 405 405 405"),
    "campaign_progress": ("campaign", "302 404 404 404 200"),
    "campaign_agreement": ("campaign", "302 404 404 404 200"),
    "campaign_effort": ("campaign", "302 404 404 404 200"),
    "campaign_claims": ("campaign", "302 404 404 404 200"),
    "campaign_people": ("campaign", "302 404 404 404 200"),
    "campaign_guidelines": ("campaign", "302 404 404 404 200"),
    "campaign_guideline": ("campaign 1", "302 404 404 404 200"),
    "campaign_older": ("campaign", "302 404 404 404 200"),
    "campaign_csv": ("campaign returns", "302 404 404 404 200"),
    "inbox": ("", "302 404 404 404 200"),
    "inbox_csv": ("", "302 404 404 404 200"),
    "thread": ("question", "302 404 404 404 200"),
    "jobs": ("", "302 404 404 404 200"),
    "jobs_csv": ("", "302 404 404 404 200"),
    "job": ("job", "302 404 404 404 200"),
    "job_log": ("job", "302 404 404 404 200"),
    "job_cancel": ("job", "405 405 405 405 405"),
    "job_retry": ("job", "405 405 405 405 405"),
    # imports
    "imports": ("", "302 404 404 404 200"),
    "source": ("?name=made-up", "302 404 404 404 200"),
    "upload": ("documents", "302 404 404 404 200"),
    "upload_checked": ("upload", "302 404 404 404 200"),
    "upload_import": ("upload", "405 405 405 405 405"),
    # releases
    "releases": ("", "302 404 404 404 200"),
    "releases_csv": ("", "302 404 404 404 200"),
    "freeze": ("", "302 404 404 404 200"),
    "freeze_csv": ("", "302 404 404 404 200"),
    "release": ("release", "302 404 404 404 200"),
    "freeze_ripple": ("", "302 404 404 404 200"),
    "decision_log": ("", "302 404 404 404 200"),
    "release_ripple_item": ("ripple_release 0", "302 404 404 404 200"),
    "release_items_csv": ("release", "302 404 404 404 200"),
    "release_item": ("release 0", "302 404 404 404 200"),
    "release_file": ("release manifest.json", "302 404 404 404 200"),
    "release_zip": ("release", "302 404 404 404 200"),
    "erratum_new": ("release", "302 404 404 404 200"),
    "release_diff": ("release ?with=release", "302 404 404 404 200"),
    "release_diff_csv": ("release ?with=release", "302 404 404 404 200"),
    # models asked here
    "hosted_new": ("ripple_release", "302 404 404 404 200"),
    "hosted_run": ("hosted", "302 404 404 404 200"),
    "hosted_item": ("hosted 0", "302 404 404 404 200"),
    "hosted_journal": ("hosted", "302 404 404 404 200"),
    "hosted_store": ("hosted", "405 405 405 405 405"),
    # candidates and their controls
    "constructions": ("", "302 404 404 404 200"),
    "construction_new": ("", "302 404 404 404 200"),
    "construction": ("construction", "302 404 404 404 200"),
    "construction_hand": ("construction", "405 405 405 405 405"),
    "construction_file": ("construction items.jsonl", "302 404 404 404 200"),
    "construction_controls": ("construction", "302 404 404 404 200"),
    "construction_controls_check": ("construction", "405 405 405 405 405"),
    "release_controls": ("release", "302 404 404 404 404"),  # it holds no ripple items
    "release_controls_check": ("release", "405 405 405 405 405"),
    "controls_file": ("controls csv", "302 404 404 404 200"),
    "controls_chart": ("controls", "302 404 404 404 200"),
    # scores
    "scores": ("", "302 404 404 404 200"),
    "release_scores": ("release", "302 404 404 404 200"),
    "release_scores_csv": ("release", "302 404 404 404 200"),
    "upload_run": ("release", "302 404 404 404 200"),
    "run": ("run", "302 404 404 404 200"),
    "run_csv": ("run", "302 404 404 404 200"),
    "run_chart": ("run", "302 404 404 404 200"),
    "run_file": ("run", "302 404 404 404 200"),
    "run_items": ("run", "302 404 404 404 200"),
    "run_items_csv": ("run", "302 404 404 404 200"),
    "run_item": ("run 0", "302 404 404 404 200"),
    # ripple scores
    "recovery": ("ripple_release", "302 404 404 404 200"),
    "recovery_table": ("ripple_release copying", "302 404 404 404 200"),
    "recovery_file": ("ripple_release recovery csv", "302 404 404 404 200"),
    "recovery_chart": ("ripple_release all", "302 404 404 404 200"),
    "recovery_manifest": ("ripple_release", "302 404 404 404 200"),
    "recovery_board": ("ripple_release", "302 404 404 404 200"),
    "recovery_upload": ("ripple_release", "302 404 404 404 200"),
    "recovery_baselines": ("ripple_release", "302 404 404 404 200"),
    "recovery_checked": ("ripple_upload", "302 404 404 404 200"),
    "configurations": ("ripple_release", "302 404 404 404 200"),
    "recovery_run": ("ripple_run", "302 404 404 404 200"),
    "recovery_run_file": ("ripple_run", "302 404 404 404 200"),
    "recovery_run_table": ("ripple_run measures csv", "302 404 404 404 200"),
    "recovery_replace": ("ripple_run", "405 405 405 405 405"),
    "recovery_items": ("ripple_run", "302 404 404 404 200"),
    "recovery_items_csv": ("ripple_run", "302 404 404 404 200"),
    "recovery_item": ("ripple_run 0", "302 404 404 404 200"),
    # the API
    "api_token": ("", "403 405 405 405 405"),
    "api_campaigns": ("", "401 200 200 200 200"),
    "api_next": ("campaign", "401 405 405 405 405"),
    "api_undo": ("campaign", "401 405 405 405 405"),
    "api_task": ("held", "401 200 404 404 404"),
    "api_document": ("held document", "401 200 404 404 404"),
    "api_draft": ("held", "401 405 405 405 405"),
    "api_commit": ("held", "401 405 405 405 405"),
    "api_skip": ("held", "401 405 405 405 405"),
    "api_beat": ("held", "401 405 405 405 405"),
    "api_collision": ("colliding", "401 200 404 404 404"),
    "api_collision_document": ("colliding mole", "401 200 404 404 404"),
    "api_candidate": ("colliding 1", "401 200 404 404 404"),
    "api_candidate_decide": ("colliding 1", "401 405 405 405 405"),
    "api_candidate_keep": ("colliding 1", "401 405 405 405 405"),
    "api_candidate_revise": ("colliding 1", "401 405 405 405 405"),
    "api_candidate_draft": ("colliding 1", "401 405 405 405 405"),
    "api_collision_commit": ("colliding", "401 405 405 405 405"),
    "api_collision_skip": ("colliding", "401 405 405 405 405"),
    "api_collision_beat": ("colliding", "401 405 405 405 405"),
    "api_ripple": ("rippling", "401 200 404 404 404"),
    "api_ripple_commit": ("rippling", "401 405 405 405 405"),
    "api_ripple_skip": ("rippling", "401 405 405 405 405"),
    "api_ripple_beat": ("rippling", "401 405 405 405 405"),
    "api_returns": ("", "401 200 200 200 200"),
    "api_return": ("return", "401 200 404 404 404"),
    "api_adjudications": ("", "401 404 404 200 404"),
    "api_adjudication": ("disagreement", "401 404 404 200 404"),
    "api_adjudication_claim": ("disagreement", "401 404 404 405 404"),
    "api_outcome": ("disagreement", "401 404 404 405 404"),
    "api_all_campaigns": ("", "401 404 404 404 200"),
    "api_all_returns": ("campaign", "401 404 404 404 200"),
    "api_items": ("", "401 404 404 404 200"),
}


class World:
    """alice and dave annotate and differ on one item; alice holds another; carol adjudicates; sam manages."""

    def __init__(self) -> None:
        self.release = _release()
        self.run = _run(self.release)
        items = [make_item(f"Which lighthouse is number {n}?") for n in range(4)]
        self.campaign = make_campaign(items=items, overlap=2, annotators=["alice", "dave"])
        for name in PEOPLE[1:]:
            make_person(name)
        self.own = _judge(self.campaign, "alice", "accept", note="alice's own note")
        _judge(self.campaign, "dave", "reject", reason="other", note=SECRET)
        self.disagreement = Disagreement.objects.get()
        self.held = _claim(self.campaign, "alice")
        self.collisions = make_collision_campaign(
            _colliding(), overlap=2, annotators=["alice", "dave", "erin"]
        )
        self.collided = _collide(self.collisions)
        self.colliding = take(self.collisions, make_person("alice"), timezone.now())
        self.construction = make_construction()
        self.ripple_release = make_ripple_release()
        self.ripple_run = make_scored_ripple_run(self.ripple_release)
        self.joint, self.closing, self.rippling = _ripple()
        see_hidden(item=self.joint.task.rippled, actor=make_person("sam"))
        self.codes = self._codes()

    def address(self, name: str) -> str:
        return address(name, self.codes)

    def _codes(self) -> dict[str, str]:
        alice, sam = make_person("alice"), make_person("sam")
        link = issue_link(person=make_person("erin"), purpose=LinkPurpose.LOGIN, actor=sam)
        return {
            "campaign": self.campaign.code,
            "return": self.own.code,
            "item": self.own.task.item.code,
            "disagreement": self.disagreement.code,
            "held": self.held.code,
            "document": str(self.held.item.item_documents.get().document_id),
            "question": ask(task=self.held, asker=alice, author=alice, body="Is it?").code,
            "person": alice.code,
            "colliding": self.colliding.code,
            "collided": self.collided.code,
            "mole": str(self.colliding.item.item_documents.get(role="reference").document_id),
            "collisions": self.collisions.code,
            "rippling": self.rippling.code,
            "joint": self.joint.task.code,
            "ripple_item": self.joint.task.rippled.code,
            "ripples": self.joint.campaign.code,
            "ripple_case": self.joint.code,
            "link": link.token,
            "job": enqueue("figures", title="Figures", args={}, actor=sam).code,
            "upload": _upload(),
            "release": self.release.code,
            "run": self.run.code,
            "construction": self.construction.code,
            "hosted": make_hosted_run(self.ripple_release).code,
            "ripple_release": self.ripple_release.code,
            "ripple_run": self.ripple_run.code,
            "ripple_upload": upload_ripple_run(browser_of("sam"), self.ripple_release),
            "controls": make_controls(self.construction).code,
        }


def address(name: str, codes: dict[str, str]) -> str:
    """Return the address of a route: its arguments by what they name in *codes*, and its query."""
    parts = ROUTES[name][0].split()
    query = "".join(part for part in parts if part.startswith("?"))
    key, _, value = query.partition("=")
    wanted = [codes.get(part, part) for part in parts if not part.startswith("?")]
    return reverse(name, args=wanted) + (f"{key}={codes.get(value, value)}" if query else "")


def routes(patterns: list[Any] | None = None) -> Iterator[str]:
    """Yield the name of every route of the URLconf."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(one, URLPattern):
            yield str(one.name)
        else:
            yield from routes(one.url_patterns)


def browser_of(name: str) -> Client:
    """Return the browser of a person, or of nobody."""
    client = Client()
    if name != "nobody":
        client.force_login(make_person(name), backend="reviewapp.people.auth.PersonBackend")
    return client


def _claim(campaign: Campaign, name: str) -> Task:
    task_id = claim_next(
        campaign=campaign, actor=make_person(name), stage=Stage.SCREENING, now=timezone.now()
    )
    return Task.objects.select_related("item").get(pk=task_id)


def _judge(campaign: Campaign, name: str, decision: str, **entry: Any) -> Return:
    return commit_screening(
        task_id=_claim(campaign, name).pk,
        actor=make_person(name),
        entry=ScreeningEntry(decision, **entry),
        now=timezone.now(),
    )


def _colliding() -> list[EvidenceItem]:
    items = [make_item(f"Which mole is number {n}?") for n in range(2)]
    for item in items:
        make_candidates(item, ["conflict", "hard_negative"])
    return items


def _collide(campaign: Campaign) -> Disagreement:
    """Let dave and erin differ on the first item of the campaign, so that alice's is the second."""
    for name, decision in (("dave", "cannot_tell"), ("erin", "hard_negative")):
        person = make_person(name, "annotator")
        task = take(campaign, person, timezone.now())
        for row in read_candidates(task, person):
            decide(task, person, row.doc_id, decision, timezone.now(), rationale=SECRET)
            keep(task, person, row.doc_id, timezone.now())
        commit(task, person, timezone.now())
    return Disagreement.objects.get(campaign=campaign)


def _ripple() -> tuple[Disagreement, Task, Task]:
    """Return an item that alice and dave judged, one whose closure is open to both, one that alice holds."""
    campaign = make_ripple_campaign(3, annotators=["alice", "dave"])
    alice, dave = make_person("alice"), make_person("dave")
    judged = both_recover(campaign, alice, dave, (None, blind_body(["north"], ambiguous=["dawn"])))
    case = both_judge(judged, alice, dave, (None, closure_body(verdicts={"audit": "not_supported"})))
    closing = both_recover(campaign, alice, dave)
    held = take_ripple(campaign, alice, timezone.now())
    assert held is not None
    return case, closing, held


def _release() -> Release:
    campaign = make_campaign(items=[make_item(item_id="q1"), make_item(item_id="q2")], annotators=["dave"])
    for _ in range(2):
        _judge(campaign, "dave", "accept")
    return freeze(plan=Plan("pilot-1"), actor=make_person("sam"))


def _run(release: Release) -> StoredRun:
    rows = [{"run": {"system": "BM25"}}, {"item_id": "q1", "scale": "512K", "doc_ids": [1, 2]}]
    return make_scored_run(release, b"".join(orjson.dumps(row) + b"\n" for row in rows), SETTINGS)


def _upload() -> str:
    record = {"title": "T", "text": "Sent in.", "source": "s"}
    sent = {"file": SimpleUploadedFile("d.jsonl", orjson.dumps(record) + b"\n"), "source": ""}
    answer = browser_of("sam").post(reverse("upload", args=["documents"]), sent)
    return str(answer["Location"]).split("/")[-2]
