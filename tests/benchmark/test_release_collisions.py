"""A release tells of every near miss: what people decided, and of what nobody looked at, the model's name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from benchmark.models import ReleaseCollision
from benchmark.releases.actions.freezing import Plan, freeze
from benchmark.releases.actions.importing import import_release
from benchmark.releases.exporting import write_folder
from benchmark.releases.formats.canonical import COLLISIONS
from benchmark.releases.frozen import files_of, manifest_of
from reviewapp.models import Person
from reviewapp.workflows.collision.rules.collisions import Plan as CollisionPlan
from tests.benchmark.reviewing import HOSTILE, lines_of
from tests.factories import make_campaign, make_document, make_item, put_in_state
from tests.reviewapp.colliding import (
    MODEL,
    bring,
    commit,
    decide,
    keep,
    line,
    make_candidates,
    make_collision_campaign,
    review,
    revise,
    take,
)

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "near-misses-1"


def frozen(tmp_path: Path) -> dict[int, dict[str, Any]]:
    """Freeze, export, and return the lines of collisions.jsonl by document."""
    write_folder(freeze(plan=Plan(NAME), actor=None), tmp_path / "out")
    return {one["doc_id"]: one for one in lines_of(tmp_path / "out", COLLISIONS)}


def test_what_people_decided_and_what_they_did_not_look_at(alice: Person, tmp_path: Path) -> None:
    item = make_item()
    hard, told, fresh = make_candidates(item, ["hard_negative", "conflict", None])
    plan = CollisionPlan(policy="all_but_hard", seed=1, **MODEL)
    review(make_collision_campaign([item], plan=plan), alice, ["hard_negative", "false_negative"])
    bring(line(item, late := make_document(), 9, "conflict", model="late one"))
    lines = frozen(tmp_path)
    assert {doc_id: one["status"] for doc_id, one in lines.items()} == {
        hard.doc_id: "unreviewed",
        told.doc_id: "reviewed",
        fresh.doc_id: "reviewed",
        late.doc_id: "unreviewed",
    }
    unlooked = lines[hard.doc_id]
    assert (unlooked["model"], unlooked["prompt_version"]) == ("critic", "p1")
    assert (unlooked["decision"], unlooked["decided_by"], unlooked["why"]) == (
        "hard_negative",
        "model",
        "left_out",
    )
    assert (lines[late.doc_id]["decision"], lines[late.doc_id]["decided_by"]) == (None, None)
    assert lines[told.doc_id]["model"] is None
    assert lines[told.doc_id]["decided_by"] == "reviewers"
    assert lines[told.doc_id]["verdicts"][0]["verdict"] == "conflict"
    (frozen_item,) = lines_of(tmp_path / "out", "evidence_items.jsonl")
    assert frozen_item["hard_negatives"] == [hard.doc_id, told.doc_id]
    assert frozen_item["ref_list"][1:] == [fresh.doc_id]


def test_first_and_final_decisions_travel_under_a_pseudonym(alice: Person, tmp_path: Path) -> None:
    item = make_item()
    (near,) = make_candidates(item, ["false_negative"], [f"near {HOSTILE}"])
    task = take(make_collision_campaign([item]), alice)
    decide(task, alice, near.doc_id, "hard_negative")
    revise(task, alice, near.doc_id, "false_negative")
    returned = commit(task, alice)
    (said,) = frozen(tmp_path)[near.doc_id]["decisions"]
    assert (said["decision_id"], said["reviewer"]) == (returned.code, alice.pseudonym)
    assert (said["first"], said["final"]) == ("hard_negative", "false_negative")
    assert said["evidence"][0]["quote"] == "nea"
    assert said["revision_reason"] == "seen the model's word"


def test_a_discarded_item_does_not_go_in(alice: Person, tmp_path: Path) -> None:
    kept, gone = make_item(), make_item()
    for item in (kept, gone):
        make_candidates(item, [None])
    campaign = make_collision_campaign([kept, gone])
    review(campaign, alice, ["hard_negative"])
    review(campaign, alice, ["conflict"])
    frozen(tmp_path)
    assert [one["item_id"] for one in lines_of(tmp_path / "out", "evidence_items.jsonl")] == [kept.item_id]


def test_a_release_without_candidates_has_no_such_file(alice: Person, tmp_path: Path) -> None:
    put_in_state(make_item(), "accepted")
    release = freeze(plan=Plan(NAME), actor=None)
    assert COLLISIONS not in manifest_of(release)["files"]
    assert COLLISIONS not in files_of(release)


def test_it_comes_back_byte_for_byte(alice: Person, tmp_path: Path) -> None:
    item = make_item()
    near, _ = make_candidates(item, ["conflict", "hard_negative"], [HOSTILE, f"{HOSTILE} too"])
    bring(line(item, near, 1, "hard_negative", model=HOSTILE, rationale=HOSTILE, quote=HOSTILE))
    review(make_collision_campaign([item]), alice, ["hard_negative", "hard_negative"])
    frozen(tmp_path)
    files = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert files[COLLISIONS].count(b"\n") == 2
    _forget_releases()
    again = import_release(path=tmp_path / "out", actor=None).release
    write_folder(again, tmp_path / "again")
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == files


def test_a_later_change_leaves_the_release_as_it_is(alice: Person, sam: Person, tmp_path: Path) -> None:
    from reviewapp.workflows.collision.actions.adjudicating import contest_decision

    item = make_item()
    make_candidates(item, [None])
    task = review(make_collision_campaign([item]), alice, ["hard_negative"]).task
    release = freeze(plan=Plan(NAME), actor=None)
    write_folder(release, tmp_path / "before")
    contest_decision(task_id=task.pk, actor=sam, reason="a reader wrote")
    write_folder(release, tmp_path / "after")
    for path in (tmp_path / "before").iterdir():
        assert path.read_bytes() == (tmp_path / "after" / path.name).read_bytes()


def test_an_item_whose_candidates_are_in_review_stays_out(alice: Person, tmp_path: Path) -> None:
    screened = make_item()
    campaign = make_campaign(items=[screened])
    from tests.reviewapp.desk import decide as screen

    screen(campaign, alice, now=timezone.now())
    make_candidates(screened, [None, None])
    collisions = make_collision_campaign([screened])
    task = take(collisions, alice)
    from benchmark.releases.actions.freezing import NothingAccepted

    with pytest.raises(NothingAccepted):
        freeze(plan=Plan(NAME), actor=None)
    for one in screened.candidates.order_by("rank"):
        decide(task, alice, one.document_id, "hard_negative")
        keep(task, alice, one.document_id)
    commit(task, alice)
    assert len(frozen(tmp_path)) == 2


def _forget_releases() -> None:
    """Empty the tables of releases, as in another installation that holds the same bank."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE benchmark_release CASCADE")
    assert not ReleaseCollision.objects.exists()
