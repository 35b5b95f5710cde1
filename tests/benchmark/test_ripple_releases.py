"""Releases of ripple items: final closures, checks and decisions frozen, and the same bytes on every way."""

from __future__ import annotations

import io
import json
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import IntegrityError, ProgrammingError

from benchmark.construction.actions.log import log_decision
from benchmark.models import Release, ReleaseLine, ReleaseRipple
from benchmark.releases.actions.errata import add_erratum
from benchmark.releases.actions.freezing_ripple import NothingToFreeze, RipplePlan, freeze_ripple
from benchmark.releases.actions.importing import import_release
from benchmark.releases.actions.making import NameTaken
from benchmark.releases.exporting import write_folder
from benchmark.releases.formats.folder import InvalidRelease
from benchmark.releases.frozen import manifest_of, read_file
from benchmark.releases.selection_ripple import RippleSelection, RippleStanding, count_ripple
from reviewapp.models import Campaign, Person, RippleItem, Task
from reviewapp.records import sha256
from reviewapp.rules.protocol import Role
from reviewapp.workflows.ripple.actions.adjudicating import add_comment, record_assent
from reviewapp.workflows.ripple.actions.leaving import release_reviewer, withdraw_batch
from tests.factories import make_person
from tests.reviewapp.desk import NOW
from tests.reviewapp.ripple.making import (
    adjudicate,
    both_judge,
    both_recover,
    closure_body,
    judge,
    make_batch,
    make_ripple_campaign,
    make_ripple_item,
    outcome_body,
    recover,
    subject,
    take,
    unit,
)

pytestmark = pytest.mark.django_db(transaction=True)  # a freeze sees one instant of the database
MACHINE = RippleSelection("machine_validated")


def freeze(name: str = "r1", selection: RippleSelection | None = None, **more: Any) -> Release:
    plan = RipplePlan(name, selection=selection or RippleSelection(), **more)
    return freeze_ripple(plan=plan, actor=None)


def file(release: Release, name: str) -> bytes:
    return b"".join(read_file(release, name))


def objects(release: Release, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file(release, name).split(b"\n") if line]


def accept(campaign: Campaign, **how: Any) -> Task:
    """Let alice and bob review their next item, and carol accept it; *how*: of the outcome's body."""
    alice, bob, carol = (make_person(name) for name in ("alice", "bob", "carol"))
    added = how.get("add")
    task = both_recover(campaign, alice, bob)
    bodies = [closure_body(task.ripple, added=added)] * 2
    adjudicate(both_judge(task, alice, bob, bodies), carol, outcome_body(task.ripple, **how))
    return task


# --- Reviewed releases ------------------------------------------------------------------------------------


def test_an_item_whose_key_was_confirmed_is_frozen_as_it_was_proposed() -> None:
    task = accept(make_ripple_campaign(1))
    release = freeze()
    assert (release.kind, release.review_status, release.n_items) == ("ripple", "reviewed", 1)
    assert file(release, "ripple_items.jsonl") == task.rippled.key.record.encode() + b"\n"
    assert objects(release, "ripple_public.jsonl") == [task.rippled.public]


def test_an_item_carries_its_final_closure() -> None:
    text = b"South stores 1,100 crates."
    task = accept(
        make_ripple_campaign(1),
        add={"south": ["north"]},
        spans=[("south", "number", 13, 18), ("south", "entity", 0, 5)],
        drop=["audit"],
        resolve={
            subject("unit", "south"): "affected",
            subject("edge", "north", "south"): "follows",
            subject("unit", "audit"): "not affected",
            subject("edge", "below", "audit"): "does not follow",
        },
    )
    frozen = objects(freeze(), "ripple_items.jsonl")[0]
    proposed = json.loads(task.rippled.key.record)
    depths = {one["unit_id"]: one["depth"] for one in frozen["closure"]["units"]}
    names = ("north", "total", "share", "below", "south")
    assert depths == dict(zip(map(unit, names), (1, 2, 2, 3, 2), strict=True))
    assert frozen["closure"]["edges"][:-1] == proposed["closure"]["edges"][:-1]
    assert frozen["closure"]["edges"][-1]["child"] == unit("south")
    marked = [(one["kind"], one["sha256"]) for one in frozen["spans"] if one["unit_id"] == unit("south")]
    assert marked == [("number", sha256(text[13:18])), ("entity", sha256(text[0:5]))]
    rest = {"closure": None, "spans": None}
    assert frozen | rest == proposed | rest


def test_reviewed_and_machine_validated_items_are_never_mixed() -> None:
    campaign = make_ripple_campaign(2)
    reviewed = accept(campaign)
    candidate = make_ripple_item()
    withdraw_batch(
        batch=make_ripple_item(batch=make_batch("w")).batch, reason="a leak", actor=make_person("sam")
    )
    assert count_ripple(RippleSelection()).goes_in == 1
    assert {one.value: count_ripple(MACHINE).of(one) for one in RippleStanding} == {
        "accepted": 1,
        "candidate": 1,
        "in_review": 1,
        "rejected": 0,
        "withdrawn": 1,
    }
    assert list(freeze().ripple_items.values_list("item_id", flat=True)) == [reviewed.rippled.item_id]
    other = freeze("m1", MACHINE)
    assert list(other.ripple_items.values_list("item_id", flat=True)) == [candidate.item_id]
    assert (other.review_status, other.n_decisions) == ("machine_validated", 0)
    assert manifest_of(other)["ripple"]["review_status"] == "machine_validated"
    assert "**machine-validated**" in other.readme
    assert "decisions.jsonl" not in manifest_of(other)["files"]


def test_campaigns_and_batches_narrow_the_choice() -> None:
    first, second = make_ripple_campaign(1), make_ripple_campaign(1)
    wanted = accept(first)
    accept(second)
    assert freeze("a", RippleSelection(campaign_ids=(first.pk,))).n_items == 1
    batch = wanted.rippled.batch
    assert (
        freeze("b", RippleSelection(batch_ids=(batch.pk,))).ripple_items.get().item_id
        == wanted.rippled.item_id
    )


def test_the_decisions_tell_all_that_was_done(alice: Person, bob: Person, carol: Person) -> None:
    campaign = make_ripple_campaign(1)
    task = take(campaign, make_person("dave"))
    assert task is not None
    recover(task, make_person("dave"))
    release_reviewer(task=task, person=make_person("dave"), actor=make_person("sam"))
    both_recover(campaign, alice, bob)
    disagreement = both_judge(task, alice, bob)
    add_comment(task=task, actor=alice, body="Is the share rounded?", now=NOW + timedelta(minutes=12))
    outcome = adjudicate(disagreement, carol)
    record_assent(
        outcome=outcome, actor=bob, assents=False, note="I see it otherwise.", now=NOW + timedelta(hours=1)
    )
    release = freeze()
    told = objects(release, "decisions.jsonl")
    assert [(one["kind"], one["stage"], one["reviewer"], one["counts"]) for one in told] == [
        ("return", "blind", make_person("dave").pseudonym, False),
        ("return", "blind", alice.pseudonym, True),
        ("return", "blind", bob.pseudonym, True),
        ("return", "closure", alice.pseudonym, True),
        ("return", "closure", bob.pseudonym, True),
        ("comment", "adjudication", alice.pseudonym, True),
        ("adjudication", "adjudication", carol.pseudonym, True),
        ("assent", "adjudication", bob.pseudonym, True),
    ]
    assert told[1]["body"]["selected"][0]["rationale"] == "north follows"
    assert (told[5]["note"], told[7]["decision"]) == ("Is the share rounded?", "dissents")
    assert [line["ok"] for line in told[6]["body"]["acceptance"]] == [True] * 5
    assert told[6]["active_seconds"] == 60.0
    counts = manifest_of(release)["counts"]
    assert (counts["returns"], counts["adjudications"], counts["assents"], counts["reviewers"]) == (
        5,
        1,
        1,
        4,
    )
    assert "Alice" not in file(release, "decisions.jsonl").decode()


def test_a_closure_return_that_somebody_replaced_did_not_leave_is_counted(alice: Person, bob: Person) -> None:
    campaign = make_ripple_campaign(1)
    task = both_recover(campaign, alice, bob)
    judge(task, alice, now=NOW + timedelta(minutes=10))
    release_reviewer(task=task, person=bob, actor=make_person("sam"))
    dave, carol = make_person("dave"), make_person("carol")
    assert take(campaign, dave, NOW + timedelta(minutes=11)) is not None
    recover(task, dave, now=NOW + timedelta(minutes=12))
    judge(task, dave, now=NOW + timedelta(minutes=13))
    adjudicate(task.disagreements.get(), carol)
    told = objects(freeze(), "decisions.jsonl")
    assert [(one["reviewer"], one["stage"]) for one in told if not one["counts"]] == [
        (bob.pseudonym, "blind")
    ]


# --- Checks -----------------------------------------------------------------------------------------------


def test_checks_run_over_the_final_closures_and_are_frozen_with_them() -> None:
    accept(make_ripple_campaign(1))
    release = freeze()
    mechanical, controls = objects(release, "checks.jsonl")
    assert (mechanical["check"], controls["check"]) == ("mechanical", "shortcut_controls")
    assert manifest_of(release)["ripple"]["passed"] == {"mechanical": False, "shortcut_controls": False}
    failed = {name: one["failed"] for name, one in mechanical["checks"].items() if one["failed"]}
    # 8 units for 5 affected ones; share has no span, and no unit opens with an entity
    assert failed == {"review_budget": 1, "annotated": 1, "entity_first": 1}
    assert controls["items"] == 1
    assert {row["control"] for row in controls["rows"]} >= {"identifier_order", "lexical", "random"}


def test_what_only_the_items_together_tell_is_checked() -> None:
    for name, split in (("rk-a", "report"), ("rk-b", "selection")):
        make_ripple_item(name, source_id="s1", split=split)
    found = objects(freeze("m", MACHINE), "checks.jsonl")[0]["checks"]["isolation"]
    assert found["failed"] == 2
    assert {"item_id": "s1", "detail": "the source is in the splits report, selection"} in found["details"]


# --- Freezing ---------------------------------------------------------------------------------------------


def test_what_cannot_be_frozen_is_refused_and_frozen_rows_stay() -> None:
    with pytest.raises(NothingToFreeze, match="accepted"):
        freeze()
    with pytest.raises(NothingToFreeze, match="nobody has reviewed"):
        freeze("m", MACHINE)
    make_ripple_item()
    release = freeze("m", MACHINE, code="abcabcabcabc")
    assert freeze("m", MACHINE, code="abcabcabcabc") == release
    with pytest.raises(NameTaken):
        freeze("m", MACHINE)
    for rows in (ReleaseRipple.objects.all(), ReleaseLine.objects.all()):
        with pytest.raises(ProgrammingError, match="Cannot update or delete"):
            rows.delete()
    with pytest.raises(IntegrityError, match="the release is frozen"):
        ReleaseLine.objects.create(
            release=release, file="checks.jsonl", position=9, line="{}", sha256=sha256(b"{}")
        )


def test_the_command_previews_and_freezes() -> None:
    make_ripple_item()
    out = io.StringIO()
    call_command("freeze", "m", ripple="machine_validated", dry_run=True, stdout=out)
    assert "1 items would go in, 0 would not" in out.getvalue()
    call_command("freeze", "m", ripple="machine_validated", stdout=out)
    assert "Froze “m” (machine-validated): 1 items, 3 documents, 0 decisions" in out.getvalue()
    with pytest.raises(CommandError, match="No ripple item of this selection is accepted"):
        call_command("freeze", "r", ripple="reviewed")
    with pytest.raises(CommandError, match="there is no batch 'x'"):
        call_command("freeze", "r", ripple="reviewed", batch=["x"])


# --- Out and in again -------------------------------------------------------------------------------------


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def away(tmp_path: Path) -> Path:
    """A reviewed release as a folder, and a database that knows nothing of it."""
    log_decision(change="Shares are rounded", reason="", outputs="BM25", at=NOW, actor=None, now=NOW)
    accept(make_ripple_campaign(1))
    release = freeze()
    add_erratum(
        release=release,
        item=release.ripple_items.get(),
        withdraws=True,
        note="Its source was retracted.",
        actor=None,
    )
    write_folder(release, tmp_path / "out")
    call_command("flush", interactive=False, verbosity=0)
    Group.objects.bulk_create(Group(name=role) for role in Role)
    return tmp_path / "out"


def test_a_release_comes_back_as_the_same_bytes(away: Path, tmp_path: Path) -> None:
    made = import_release(path=away, actor=None)
    assert (made.was_there, made.release.kind, made.release.review_status) == (False, "ripple", "reviewed")
    assert made.n_new_errata == 1
    write_folder(made.release, tmp_path / "again")
    assert bytes_of(tmp_path / "again") == bytes_of(away)
    assert not RippleItem.objects.exists()
    assert import_release(path=away, actor=None).was_there


def forged(folder: Path, name: str, change: Any) -> Path:
    """Return a copy of a release with one file changed and the manifest put right for it."""
    copy = folder.with_name("forged")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    data = change((copy / name).read_bytes())
    (copy / name).write_bytes(data)
    manifest = json.loads((copy / "manifest.json").read_bytes())
    manifest["name"] = "forged"
    manifest["files"][name] = {"lines": data.count(b"\n"), "bytes": len(data), "sha256": sha256(data)}
    text = json.dumps(manifest, ensure_ascii=False, separators=(",", ":")) + "\n"
    (copy / "manifest.json").write_text(text)
    return copy


def deeper(data: bytes) -> bytes:
    return data.replace(b'"depth":2', b'"depth":3')


def test_a_folder_that_is_not_what_it_says_is_refused(tmp_path: Path) -> None:
    make_ripple_item()
    folder = tmp_path / "m"
    write_folder(freeze("m", MACHINE), folder)
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert {*manifest["files"], "manifest.json"} == {path.name for path in folder.iterdir()}
    for name, facts in manifest["files"].items():
        whole = (folder / name).read_bytes()
        assert sha256(whole) == facts["sha256"]
        (folder / name).write_bytes(whole.replace(b"e", b"E", 1))
        with pytest.raises(InvalidRelease, match=name):
            import_release(path=folder, actor=None)
        (folder / name).write_bytes(whole)
    for name, change, message in (
        ("ripple_items.jsonl", deeper, "has depth 3, the edges give 2"),
        ("ripple_public.jsonl", lambda data: data.replace(b"dawn", b"dusk"), "not the public part of ripple"),
        ("ripple_items.jsonl", lambda data: data.replace(b'"split":"report",', b"", 1), "the key is missing"),
        ("checks.jsonl", lambda data: data.replace(b":", b": ", 1), "not in canonical form"),
    ):
        with pytest.raises(InvalidRelease, match=message):
            import_release(path=forged(folder, name, change), actor=None)
    assert Release.objects.count() == 1
