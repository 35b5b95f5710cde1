"""What a freeze takes, what it leaves, and what it writes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.utils import timezone

from benchmark.models import Release, ReleaseItem
from benchmark.releases.actions.freezing import NothingAccepted, Plan, freeze
from benchmark.releases.actions.making import NameTaken, UnfitName
from benchmark.releases.exporting import write_folder
from benchmark.releases.selection import (
    Documents,
    Selection,
    Standing,
    count_standings,
    explain,
    items_left_out,
    with_standing,
)
from reviewapp.models import Event, EvidenceItem, Person, Slot
from reviewapp.rules.protocol import CLAIM_LEASE, SlotState
from reviewapp.staff.actions.campaigns import withdraw_item
from reviewapp.workflows.screening.actions import undo_last
from tests.benchmark.reviewing import (
    HOSTILE,
    accept_all,
    adjudicate,
    commit,
    decide_next,
    lines_of,
    span,
)
from tests.benchmark.threads import in_thread
from tests.factories import make_campaign, make_document, make_item, make_person
from tests.reviewapp.ripple.making import both_judge, both_recover, make_ripple_campaign

pytestmark = pytest.mark.django_db(transaction=True)


def froze(name: str = "v1", **plan: object) -> Release:
    return freeze(plan=Plan(name, **plan), actor=make_person("sam"))  # type: ignore[arg-type]


def frozen_ids(release: Release) -> list[str]:
    return list(release.items.order_by("position").values_list("item_id", flat=True))


def test_accepted_items_go_in_in_the_order_of_their_import() -> None:
    items = [make_item(item_id=name) for name in ("b", "a", "c")]
    accept_all(make_campaign(items=reversed(items)))
    assert frozen_ids(froze()) == ["b", "a", "c"]


def test_each_item_is_its_canonical_line_with_its_hash() -> None:
    first, second = make_document(), make_document()
    item = make_item("Q?", "A", documents=[second, first], item_id="q1")
    accept_all(make_campaign(items=[item]), domain="law")
    row = froze().items.get()
    refs = f"[{second.doc_id},{first.doc_id}]"
    assert row.line == (
        f'{{"item_id":"q1","query":"Q?","answer":"A","ref_list":{refs},"hard_negatives":[],'
        '"domain":"law","task_type":null,"source":"made-up","track":"single"}'
    )
    assert row.sha256 == hashlib.sha256(row.line.encode()).hexdigest()
    assert (row.domain, row.ref_list) == ("law", [second.doc_id, first.doc_id])


def test_nothing_goes_in_while_its_adjudication_is_open() -> None:
    campaign = make_campaign(items=[make_item(item_id="q1"), make_item(item_id="q2")], overlap=2)
    decide_next(campaign, "alice")
    decide_next(campaign, "alice")
    decide_next(campaign, "bob", "ambiguous_question")
    decide_next(campaign, "bob")
    assert frozen_ids(froze("before")) == ["q2"]
    adjudicate(campaign)
    assert frozen_ids(froze("after")) == ["q1", "q2"]


def test_an_open_adjudication_of_a_ripple_item_keeps_no_evidence_item_out() -> None:
    accept_all(make_campaign(items=[make_item(item_id="q1")]))
    alice, bob = make_person("alice"), make_person("bob")
    both_judge(both_recover(make_ripple_campaign(), alice, bob), alice, bob)
    assert count_standings(Selection()).goes_in == 1
    assert frozen_ids(froze()) == ["q1"]


def test_the_preview_tells_of_each_item_left_out_why() -> None:
    names = ("taken", "rejected", "open", "disputed", "withdrawn", "bare")
    items = {name: make_item(item_id=name) for name in names}
    make_item(item_id="nowhere")
    EvidenceItem.objects.filter(item_id="bare").update(n_references=0)
    campaign = make_campaign(items=items.values(), overlap=2)
    tasks = {task.item.item_id: task.pk for task in campaign.tasks.select_related("item")}
    alice, bob = make_person("alice"), make_person("bob")
    for name, mine, other in (
        ("taken", "accept", "accept"),
        ("rejected", "noisy_reference", "noisy_reference"),
        ("disputed", "accept", "noisy_reference"),
        ("bare", "accept", "accept"),
    ):
        claim(tasks[name], alice, mine)
        claim(tasks[name], bob, other)
    claim(tasks["open"], alice, "accept")
    withdraw_item(item=items["withdrawn"], reason="wrong text", actor=make_person("sam"))

    rows = with_standing(items_left_out(Selection())).order_by("id")
    found = {row.item_id: explain(rows)[row.pk] for row in rows}
    assert found == {
        "rejected": "Rejected: Noisy or mismatched reference",
        "open": f"Still in review: 1 of 2 returns in “{campaign.name}”",
        "disputed": "Disputed: an adjudication is open",
        "withdrawn": "Withdrawn",
        "bare": "Accepted, but it names no reference document",
        "nowhere": "Not reviewed: it is in no campaign",
    }
    counts = count_standings(Selection())
    assert {standing: counts.of(standing) for standing in Standing} == dict.fromkeys(Standing, 1)
    assert frozen_ids(froze()) == ["taken"]


def claim(task_id: int, actor: Person, verdict: str) -> None:
    slot = Slot.objects.filter(task=task_id, state=SlotState.FREE).order_by("number").first()
    assert slot
    now = timezone.now()
    Slot.objects.filter(pk=slot.pk).update(
        state=SlotState.CLAIMED, person=actor, claimed_at=now, lease_until=now + CLAIM_LEASE
    )
    commit(task_id, actor, verdict)


def test_a_selection_takes_the_items_of_its_campaigns_alone() -> None:
    one, two = make_campaign(items=[make_item(item_id="q1")]), make_campaign(items=[make_item(item_id="q2")])
    accept_all(one)
    accept_all(two)
    selection = Selection((one.pk,))
    assert count_standings(selection).not_chosen == 1
    release = froze(selection=selection)
    assert frozen_ids(release) == ["q1"]
    assert json.loads(release.manifest)["selection"] == {"campaigns": [one.name], "documents": "all"}


@pytest.mark.parametrize(("documents", "count"), [(Documents.ALL, 3), (Documents.NAMED, 2)])
def test_documents_are_the_bank_or_what_the_items_name(documents: Documents, count: int) -> None:
    reference, near, _ = make_document(), make_document(), make_document()
    accept_all(make_campaign(items=[make_item(documents=[reference], hard_negatives=[near])]))
    assert froze(selection=Selection(documents=documents)).documents.count() == count


def test_an_alias_is_no_document_of_its_own() -> None:
    accept_all(make_campaign(items=1))
    first = make_document("shared")
    alias = make_document("")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE reviewapp_document DISABLE TRIGGER USER")
        cursor.execute("UPDATE reviewapp_document SET alias_of_id=%s WHERE doc_id=%s", [first.pk, alias.pk])
        cursor.execute("ALTER TABLE reviewapp_document ENABLE TRIGGER USER")
    assert not froze().documents.filter(document=alias).exists()


def test_the_manifest_names_every_file_by_its_bytes(tmp_path: Path) -> None:
    accept_all(make_campaign(items=2))
    release = froze(note="For all.")
    write_folder(release, tmp_path / "out")
    manifest = json.loads((tmp_path / "out/manifest.json").read_bytes())
    for name, facts in manifest["files"].items():
        data = (tmp_path / "out" / name).read_bytes()
        assert facts == {
            "lines": data.count(b"\n"),
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
    assert (
        release.manifest_sha256 == hashlib.sha256((tmp_path / "out/manifest.json").read_bytes()).hexdigest()
    )
    assert manifest["counts"]["items"] == 2
    assert manifest["note"] == "For all."


def test_decisions_keep_what_was_superseded_and_name_nobody(tmp_path: Path) -> None:
    document = make_document(HOSTILE)
    campaign = make_campaign(items=[make_item(documents=[document], item_id="q1")], overlap=2)
    first = decide_next(campaign, "alice", "noisy_reference")
    alice = make_person("alice")
    undo_last(campaign_id=campaign.pk, actor=alice, now=timezone.now())
    second = commit(first.task_id, alice, evidence=[span(document.doc_id, 0, 9)], note=HOSTILE)
    decide_next(campaign, "bob", "ambiguous_question")
    adjudicate(campaign)
    write_folder(froze(), tmp_path / "out")
    rows = lines_of(tmp_path / "out", "decisions.jsonl")
    assert [row["kind"] for row in rows] == ["return", "return", "return", "adjudication"]
    assert rows[0]["superseded_by"] == second.code == rows[1]["decision_id"]
    assert rows[1]["supersedes"] == first.code
    assert rows[1]["note"] == HOSTILE
    assert rows[1]["evidence"] == [
        {
            "doc_id": document.doc_id,
            "start": 0,
            "end": 9,
            "start_byte": 0,
            "end_byte": 17,
            "quote": "emoji 👩‍👩",
        }
    ]
    assert rows[3]["adjudicates"] == ["decision", "reason"]
    assert rows[3]["note"] == "The reference says so."
    assert rows[3]["active_seconds"] == 12.5
    assert {row["guideline_version"] for row in rows} == {1}
    pseudonyms = [make_person(name).pseudonym for name in ("alice", "alice", "bob", "carol")]
    assert [row["reviewer"] for row in rows] == pseudonyms
    text = (tmp_path / "out/decisions.jsonl").read_text("utf-8").lower()
    assert not any(name in text for name in ("alice", "bob", "carol"))


def test_the_guidelines_and_the_sources_are_in_the_manifest() -> None:
    accept_all(make_campaign(items=1, guidelines="Only this."))
    manifest = json.loads(froze().manifest)
    assert [entry["sha256"] for entry in manifest["guidelines"]] == [
        hashlib.sha256(b"Only this.").hexdigest()
    ]
    assert [(source["name"], source["items"], source["documents"]) for source in manifest["sources"]] == [
        ("made-up", 1, 1)
    ]


def test_answer_aliases_have_a_file_of_their_own_where_there_are_some(tmp_path: Path) -> None:
    item, _ = make_item(item_id="q1"), make_item(item_id="q2")
    EvidenceItem.objects.filter(pk=item.pk).update(answer_aliases=["Ada L.", HOSTILE])
    accept_all(make_campaign(items=EvidenceItem.objects.all()))
    write_folder(froze(), tmp_path / "out")
    assert lines_of(tmp_path / "out", "answer_aliases.jsonl") == [
        {"item_id": "q1", "answer_aliases": ["Ada L.", HOSTILE]}
    ]


def test_without_aliases_there_is_no_such_file(tmp_path: Path) -> None:
    accept_all(make_campaign(items=1))
    write_folder(froze(), tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "README.md",
        "decisions.jsonl",
        "documents.jsonl",
        "evidence_items.jsonl",
        "manifest.json",
    ]


def test_a_name_is_used_once() -> None:
    accept_all(make_campaign(items=1))
    froze("v1")
    with pytest.raises(NameTaken, match="“v1”"):
        froze("v1")


def test_the_same_request_twice_makes_one_release() -> None:
    accept_all(make_campaign(items=1))
    assert froze("v1", code="once") == froze("v1", code="once")
    assert Release.objects.count() == 1


@pytest.mark.parametrize("name", ["", " v1", "v1\n", "a" * 121, "a\u2028b", "nul\0"])
def test_an_unfit_name_is_refused(name: str) -> None:
    with pytest.raises(UnfitName):
        froze(name)


def test_nothing_accepted_freezes_nothing() -> None:
    make_campaign(items=1)
    with pytest.raises(NothingAccepted):
        froze()
    assert not Release.objects.exists()


def test_a_freeze_is_on_record() -> None:
    accept_all(make_campaign(items=1))
    release = froze()
    event = Event.objects.get(verb="freeze")
    assert event.actor == make_person("sam")
    assert event.new["manifest_sha256"] == release.manifest_sha256


def test_a_freeze_that_is_stopped_leaves_nothing() -> None:
    accept_all(make_campaign(items=1))
    for _ in range(500):
        make_document()

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        freeze(plan=Plan("v1"), actor=None, tick=stop)
    assert not ReleaseItem.objects.exists()


def test_what_commits_meanwhile_is_not_in_it() -> None:
    """Alice takes her acceptance back while a freeze is between its items and its decisions."""
    campaign = make_campaign(items=[make_item(item_id="q1")])
    first = decide_next(campaign, "alice")
    for _ in range(500):
        make_document()
    done = []

    def reject() -> None:
        undo_last(campaign_id=campaign.pk, actor=make_person("alice"), now=timezone.now())
        commit(first.task_id, make_person("alice"), "noisy_reference")

    def meanwhile(_: int) -> None:
        if not done:
            done.append(in_thread(reject))

    release = freeze(plan=Plan("v1"), actor=make_person("sam"), tick=meanwhile)
    assert done == [True]
    assert EvidenceItem.objects.get().state == "rejected"
    assert (frozen_ids(release), release.n_decisions) == (["q1"], 1)


def test_of_two_freezes_of_one_name_at_once_the_second_is_refused_by_its_name() -> None:
    """Another freeze takes the name while this one is on its way: only the database can tell."""
    accept_all(make_campaign(items=1))
    for _ in range(500):
        make_document()
    done: list[bool] = []

    def meanwhile(_: int) -> None:
        if not done:
            done.append(in_thread(lambda: freeze(plan=Plan("v1"), actor=None)))

    with pytest.raises(NameTaken, match="“v1” is there already"):
        freeze(plan=Plan("v1"), actor=None, tick=meanwhile)
    assert done == [True]
    assert Release.objects.count() == 1


def test_an_item_in_dispute_stays_out_whatever_its_state_says() -> None:
    campaign = make_campaign(items=[make_item(item_id="q1"), make_item(item_id="q2")], overlap=2)
    for name, verdict in (("alice", "accept"), ("bob", "ambiguous_question")):
        decide_next(campaign, name, verdict)
        decide_next(campaign, name)
    EvidenceItem.objects.filter(item_id="q1").update(state="accepted")
    assert frozen_ids(froze()) == ["q2"]
    assert count_standings(Selection()).by_standing[Standing.DISPUTED] == 1


def test_a_freeze_needs_a_transaction_of_its_own() -> None:
    accept_all(make_campaign(items=1))
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        froze()
