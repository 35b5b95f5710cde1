"""Collision review by its actions: own decision first, the final word, and what follows from all of them."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from reviewapp.models import (
    CandidateAssignment,
    CandidateDecision,
    Disagreement,
    EvidenceItem,
    Outcome,
    Person,
    Return,
    Task,
)
from reviewapp.rules.protocol import (
    DisagreementState,
    Incomplete,
    ItemState,
    NotAllowed,
    NothingToUndo,
    NotYours,
    SlotState,
    TaskState,
)
from reviewapp.staff.actions.campaigns import requeue
from reviewapp.work.actions.adjudication import claim_disagreement
from reviewapp.work.actions.claiming import run_upkeep
from reviewapp.work.actions.passages import EvidenceSpan
from reviewapp.work.actions.undoing import undo_last
from reviewapp.workflows.collision.actions.adjudicating import contest_decision, resolve_collision
from reviewapp.workflows.collision.actions.reviewing import CandidateEntry, decide_candidate
from reviewapp.workflows.collision.queries.candidates import (
    read_candidate,
    read_candidates,
    standing_decisions,
)
from reviewapp.workflows.collision.rules.collisions import Plan, Policy
from tests.factories import make_document, make_item, put_in_state
from tests.reviewapp.colliding import (
    MODEL,
    bring,
    commit,
    decide,
    entry,
    keep,
    line,
    lists_of,
    make_candidates,
    make_collision_campaign,
    one_item,
    review,
    revise,
    take,
)
from tests.reviewapp.desk import NOW, after

pytestmark = pytest.mark.django_db

HARD, FALSE, CONFLICT, UNCLEAR = "hard_negative", "false_negative", "conflict", "cannot_tell"


def refreshed(item: EvidenceItem) -> EvidenceItem:
    item.refresh_from_db()
    return item


def adjudicate(task: Task, carol: Person, decisions: dict[int, str]) -> Outcome:
    found = Disagreement.objects.get(task=task, state=DisagreementState.OPEN)
    claim_disagreement(disagreement=found, actor=carol, now=NOW)
    return resolve_collision(
        disagreement=found,
        actor=carol,
        decisions={doc_id: (decision, "read it again") for doc_id, decision in decisions.items()},
        rationale="The evidence says so.",
        active_seconds=30,
        now=NOW,
    )


# --- What follows -------------------------------------------------------------------------------------


def test_hard_negatives_become_distractors_in_rank_order(alice: Person) -> None:
    item = make_item()
    documents = make_candidates(item, [None, None, None])
    campaign = make_collision_campaign([item])
    review(campaign, alice, [HARD, HARD, HARD])
    assert lists_of(item)[1] == [document.doc_id for document in documents]
    assert refreshed(item).state == ItemState.ACCEPTED


def test_an_item_whose_candidates_are_all_false_negatives_becomes_multi_source(alice: Person) -> None:
    item = make_item()
    refs = lists_of(item)[0]
    documents = make_candidates(item, [HARD, HARD])
    review(make_collision_campaign([item]), alice, [FALSE, FALSE])
    assert lists_of(item) == ([*refs, *(document.doc_id for document in documents)], [])
    assert refreshed(item).n_references == 3
    assert item.is_multi_source


def test_a_conflict_decided_after_two_false_negatives_discards_the_item(alice: Person) -> None:
    item, campaign = one_item([None, None, None])
    before = lists_of(item)
    returned = review(campaign, alice, [FALSE, FALSE, CONFLICT])
    assert (returned.decision, returned.reason) == ("reject", "conflict")
    assert refreshed(item).state == ItemState.REJECTED
    assert lists_of(item) == before
    assert item.n_references == 1


def test_a_distractor_of_the_import_can_turn_out_to_be_evidence(alice: Person) -> None:
    near = make_document()
    item = make_item(hard_negatives=[near, other := make_document()])
    bring(line(item, near))
    refs = lists_of(item)[0]
    task = review(make_collision_campaign([item]), alice, [FALSE]).task
    assert lists_of(item) == ([*refs, near.doc_id], [other.doc_id])
    contest_decision(task_id=task.pk, actor=alice, reason="doubt")
    assert refreshed(item).state == ItemState.IN_REVIEW


def test_an_accepted_item_is_in_review_again_until_its_candidates_are_decided(alice: Person) -> None:
    item = make_item()
    put_in_state(item, ItemState.ACCEPTED)
    make_candidates(item, [None])
    campaign = make_collision_campaign([item])
    assert refreshed(item).state == ItemState.IN_REVIEW
    review(campaign, alice, [HARD])
    assert refreshed(item).state == ItemState.ACCEPTED


def test_an_item_without_candidates_or_rejected_before_does_not_enter(alice: Person) -> None:
    bare, rejected = make_item(), make_item()
    make_candidates(rejected, [None])
    put_in_state(rejected, ItemState.REJECTED)
    assert make_collision_campaign([bare, rejected]).n_tasks == 0


# --- Deciding -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decision", "rationale", "missing"),
    [
        ("maybe", "why", {"decision"}),
        (CONFLICT, "", {"rationale", "evidence"}),
        (FALSE, "why", {"evidence"}),
        (UNCLEAR, " ", {"rationale"}),
    ],
)
def test_a_decision_that_lacks_something_is_refused(
    decision: str, rationale: str, missing: set[str], alice: Person
) -> None:
    item, campaign = one_item()
    task = take(campaign, alice)
    doc_id = item.candidates.get().document_id
    with pytest.raises(Incomplete) as error:
        decide_candidate(
            task_id=task.pk, actor=alice, entry=CandidateEntry(doc_id, decision, rationale), now=NOW
        )
    assert set(error.value.missing) == missing
    assert not CandidateDecision.objects.exists()


def test_a_quote_is_kept_with_byte_offsets_from_the_text_itself(alice: Person) -> None:
    item = make_item()
    (document,) = make_candidates(item, [None], ["Zoë 👩‍👩‍👧 said\r\nno."])
    task = take(make_collision_campaign([item]), alice)
    made = decide_candidate(
        task_id=task.pk,
        actor=alice,
        entry=entry(document.doc_id, CONFLICT, evidence=[EvidenceSpan(document.doc_id, 4, 9)]),
        now=NOW,
    )
    (span,) = made.evidence
    data = "Zoë 👩‍👩‍👧 said\nno.".encode()
    assert data[span["start_byte"] : span["end_byte"]].decode() == span["quote"] == "👩‍👩‍👧"


def test_a_quote_of_another_document_is_refused(alice: Person) -> None:
    item, campaign = one_item()
    task = take(campaign, alice)
    doc_id, reference = item.candidates.get().document_id, lists_of(item)[0][0]
    wrong = entry(doc_id, CONFLICT, evidence=[EvidenceSpan(reference, 0, 3)])
    with pytest.raises(Incomplete, match="must stand in the candidate"):
        decide_candidate(task_id=task.pk, actor=alice, entry=wrong, now=NOW)


def test_the_same_decision_sent_twice_is_made_once(alice: Person) -> None:
    item, campaign = one_item()
    task, doc_id = take(campaign, alice), item.candidates.get().document_id
    first = decide(task, alice, doc_id, HARD)
    assert decide(task, alice, doc_id, CONFLICT) == first
    assert CandidateDecision.objects.count() == 1


def test_first_and_final_decisions_are_both_kept(alice: Person) -> None:
    item, campaign = one_item([CONFLICT])
    task, doc_id = take(campaign, alice), item.candidates.get().document_id
    decide(task, alice, doc_id, HARD)
    revise(task, alice, doc_id, CONFLICT)
    kept = CandidateDecision.objects.order_by("pk").values_list("phase", "decision", "revision_reason")
    assert list(kept) == [("first", HARD, ""), ("final", CONFLICT, "seen the model's word")]
    assert commit(task, alice).decision == "reject"


def test_a_revision_needs_a_reason_and_a_first_decision(alice: Person) -> None:
    from reviewapp.workflows.collision.actions.reviewing import revise_candidate

    item, campaign = one_item([CONFLICT])
    task, doc_id = take(campaign, alice), item.candidates.get().document_id
    with pytest.raises(Incomplete, match="for yourself first"):
        keep(task, alice, doc_id)
    decide(task, alice, doc_id, HARD)
    with pytest.raises(Incomplete, match="why you revise"):
        revise_candidate(task_id=task.pk, actor=alice, entry=entry(doc_id, HARD), why=" ", now=NOW)


def test_an_item_is_not_committed_before_each_candidate_has_its_final_decision(alice: Person) -> None:
    item, campaign = one_item([None, None])
    task, doc_id = take(campaign, alice), item.candidates.get(rank=1).document_id
    decide(task, alice, doc_id, HARD)
    keep(task, alice, doc_id)
    with pytest.raises(Incomplete, match="candidate 2"):
        commit(task, alice)
    assert not Return.objects.exists()


def test_without_the_reveal_the_own_decision_is_the_final_one(alice: Person) -> None:
    item, campaign = one_item([CONFLICT], plan=Plan(reveal=False))
    task, doc_id = take(campaign, alice), item.candidates.get().document_id
    decide(task, alice, doc_id, HARD)
    assert commit(task, alice).decision == "accept"


def test_the_database_refuses_a_return_without_finals_and_any_change_of_a_decision(alice: Person) -> None:
    item, campaign = one_item()
    task, doc_id = take(campaign, alice), item.candidates.get().document_id
    made = decide(task, alice, doc_id, HARD)
    with pytest.raises(IntegrityError, match="no final decision"), transaction.atomic():
        Return.objects.create(
            campaign=campaign,
            task=task,
            slot=task.slots.get(),
            stage="collision",
            round=1,
            person=alice,
            decision="accept",
        )
    with pytest.raises(Exception, match="Cannot update"), transaction.atomic():
        CandidateDecision.objects.filter(pk=made.pk).update(decision=CONFLICT)


def test_after_a_lapse_what_was_decided_is_still_there(alice: Person) -> None:
    item, campaign = one_item([None, None])
    task = take(campaign, alice)
    one, other = item.candidates.order_by("rank").values_list("document_id", flat=True)
    decide(task, alice, one, HARD)
    run_upkeep(now=after(minutes=31))
    decide(task, alice, other, HARD, after(minutes=32))
    assert CandidateDecision.objects.filter(person=alice).count() == 2


def test_a_lapsed_claim_that_somebody_else_took_is_told(alice: Person, bob: Person) -> None:
    item, campaign = one_item()
    task = take(campaign, alice)
    run_upkeep(now=after(minutes=31))
    take(campaign, bob, after(minutes=32))
    with pytest.raises(NotYours):
        decide(task, alice, item.candidates.get().document_id, HARD, after(minutes=33))


# --- Two reviewers ------------------------------------------------------------------------------------


def test_agreement_decides_and_a_difference_goes_to_adjudication_first(
    alice: Person, bob: Person, carol: Person
) -> None:
    item, campaign = one_item([None, None], overlap=2)
    review(campaign, alice, [HARD, FALSE])
    task = review(campaign, bob, [HARD, HARD]).task
    task.refresh_from_db()
    assert task.state == TaskState.DISPUTED
    assert lists_of(item)[1] == []
    first, second = item.candidates.order_by("rank").values_list("document_id", flat=True)
    outcome = adjudicate(task, carol, {second: FALSE})
    assert lists_of(item)[0][1:] == [second]
    assert lists_of(item)[1] == [first]
    assert [one["decision"] for one in outcome.body["candidates"]] == [HARD, FALSE]


def test_cannot_tell_goes_to_adjudication_even_if_all_agree(alice: Person, carol: Person) -> None:
    item, campaign = one_item([None])
    task = review(campaign, alice, [UNCLEAR]).task
    found = Disagreement.objects.get(task=task)
    assert found.fields == ["cannot tell"]
    with pytest.raises(Incomplete, match="one of the three"):
        adjudicate(task, carol, {})
    adjudicate(task, carol, {item.candidates.get().document_id: CONFLICT})
    assert refreshed(item).state == ItemState.REJECTED


def test_own_decisions_can_be_taken_back_until_they_are_applied(alice: Person, bob: Person) -> None:
    item, campaign = one_item([None], overlap=2)
    doc_id = item.candidates.get().document_id
    task = review(campaign, alice, [HARD]).task
    undo_last(campaign_id=campaign.pk, actor=alice, now=after(minutes=1))
    revise(task, alice, doc_id, FALSE, after(minutes=2))
    again = commit(task, alice, after(minutes=2))
    assert again.supersedes is not None
    review(campaign, bob, [FALSE])
    assert lists_of(item)[0][-1] == doc_id
    with pytest.raises(NothingToUndo, match="only an adjudicator"):
        undo_last(campaign_id=campaign.pk, actor=bob, now=after(minutes=1))


@pytest.mark.parametrize("of_bob", [HARD, FALSE])
def test_whether_all_agree_shows_in_no_answer_to_an_undo(alice: Person, bob: Person, of_bob: str) -> None:
    _, campaign = one_item([None], overlap=2)
    review(campaign, alice, [HARD])
    review(campaign, bob, [of_bob])
    for person in (alice, bob):
        with pytest.raises(NothingToUndo, match="All returns on this item are in"):
            undo_last(campaign_id=campaign.pk, actor=person, now=after(minutes=1))


def test_of_several_final_decisions_the_last_one_stands(alice: Person, bob: Person) -> None:
    item, campaign = one_item([None], overlap=2)
    doc_id = item.candidates.get().document_id
    task = review(campaign, alice, [HARD]).task
    undo_last(campaign_id=campaign.pk, actor=alice, now=after(minutes=1))
    for minutes, decision in ((2, FALSE), (3, CONFLICT)):
        revise(task, alice, doc_id, decision, after(minutes=minutes))
    (row,) = read_candidates(task, alice)
    assert (row.first, row.final) == (HARD, CONFLICT)
    assert read_candidate(task, alice, 1) == row


def test_a_committed_item_takes_no_more_decisions(alice: Person) -> None:
    item, campaign = one_item([None])
    task = review(campaign, alice, [HARD]).task
    with pytest.raises(NotAllowed):
        revise(task, alice, item.candidates.get().document_id, FALSE)


def test_a_contested_item_changes_by_adjudication_only(alice: Person, carol: Person, sam: Person) -> None:
    item, campaign = one_item([None, None])
    refs = lists_of(item)[0]
    task = review(campaign, alice, [FALSE, HARD]).task
    one, other = item.candidates.order_by("rank").values_list("document_id", flat=True)
    contest_decision(task_id=task.pk, actor=sam, reason="a reader wrote")
    assert lists_of(item) == ([*refs, one], [other])
    adjudicate(task, carol, {one: HARD})
    assert lists_of(item) == (refs, [one, other])
    assert refreshed(item).n_references == 1


def test_a_new_round_that_says_otherwise_goes_to_an_adjudicator(
    alice: Person, bob: Person, sam: Person
) -> None:
    item, campaign = one_item([None], annotators=("alice", "bob"))
    task = review(campaign, alice, [HARD]).task
    requeue(campaign=campaign, task_ids=[task.pk], actor=sam, now=NOW)
    review(campaign, bob, [FALSE])
    task.refresh_from_db()
    assert task.state == TaskState.DISPUTED
    assert lists_of(item)[1] == [item.candidates.get().document_id]


def test_a_verdict_imported_after_people_decided_changes_nothing_of_it(alice: Person) -> None:
    item, campaign = one_item([None])
    review(campaign, alice, [HARD])
    candidate = item.candidates.get()
    bring(line(item, candidate.document, 1, CONFLICT, model="later"))
    assert refreshed(item).state == ItemState.ACCEPTED
    assert candidate.verdicts.count() == 2


# --- Policies -----------------------------------------------------------------------------------------

SAID = [HARD, CONFLICT, None, HARD, FALSE, HARD]


def test_everything_but_what_the_model_called_hard_is_looked_at(alice: Person) -> None:
    plan = Plan(policy=Policy.ALL_BUT_HARD, seed=1, **MODEL)
    item, campaign = one_item(SAID, plan=plan)
    looked_at = CandidateAssignment.objects.filter(assigned=True).values_list("candidate__rank", "why")
    assert sorted(looked_at) == [(2, "not_said_hard"), (3, "not_said_hard"), (5, "not_said_hard")]
    review(campaign, alice, [HARD, HARD, FALSE])
    ranked = list(item.candidates.order_by("rank").values_list("document_id", flat=True))
    assert lists_of(item)[1] == [ranked[n] for n in (0, 1, 2, 3, 5)]


def test_what_another_prompt_version_called_hard_is_looked_at() -> None:
    item = make_item()
    bring(line(item, make_document(), 1, HARD, prompt_version="p2"))
    make_collision_campaign([item], plan=Plan(policy=Policy.ALL_BUT_HARD, seed=1, **MODEL))
    assert CandidateAssignment.objects.get().why == "not_said_hard"


def test_the_draw_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    def drawn(seed: int) -> list[tuple[int, bool]]:
        items = [make_item(item_id=f"q{seed}-{n}") for n in range(8)]
        for item in items:
            make_candidates(item, [None] * 5)
        campaign = make_collision_campaign(items, plan=Plan(policy=Policy.SHARE, share=0.4, seed=seed))
        rows = CandidateAssignment.objects.filter(task__campaign=campaign)
        assert all(row.assigned == (row.number < 0.4) for row in rows)
        return [(row.candidate.rank, row.assigned) for row in rows.order_by("pk")]

    assert drawn(1) != drawn(2)


def test_a_share_is_about_what_it_says() -> None:
    items = [make_item() for _ in range(20)]
    for item in items:
        make_candidates(item, [None] * 10)
    make_collision_campaign(items, plan=Plan(policy=Policy.SHARE, share=0.3, seed=7))
    assert 40 <= CandidateAssignment.objects.filter(assigned=True).count() <= 80


def test_an_item_of_which_nothing_is_drawn_is_decided_and_its_slots_are_void() -> None:
    plan = Plan(policy=Policy.ALL_BUT_HARD, seed=1, **MODEL)
    item, campaign = one_item([HARD, HARD], plan=plan)
    assert refreshed(item).state == ItemState.ACCEPTED
    assert len(lists_of(item)[1]) == 2
    assert set(campaign.slots.values_list("state", flat=True)) == {SlotState.VOID}


def test_a_model_s_word_alone_neither_discards_nor_adds_evidence(alice: Person) -> None:
    plan = Plan(policy=Policy.SHARE, share=1e-9, seed=1, **MODEL)
    item, _ = one_item([CONFLICT, FALSE, HARD], plan=plan)
    assert refreshed(item).state == ItemState.ACCEPTED
    ranked = list(item.candidates.order_by("rank").values_list("document_id", flat=True))
    assert lists_of(item)[1] == [ranked[2]]
    assert item.n_references == 1


def test_what_a_model_alone_had_added_stays_where_it_is_when_people_look_for_the_first_time(
    alice: Person, sam: Person
) -> None:
    item, later = make_item(), make_document()
    near = make_document()
    bring(line(item, near, 2, HARD))
    campaign = make_collision_campaign([item], plan=Plan(policy=Policy.ALL_BUT_HARD, seed=1, **MODEL))
    bring(line(item, later, 1))
    requeue(campaign=campaign, task_ids=[campaign.tasks.get().pk], actor=sam, now=NOW)
    task = review(campaign, alice, [HARD]).task
    assert lists_of(item)[1] == [near.doc_id, later.doc_id]
    assert standing_decisions(task.pk) == {str(near.doc_id): HARD, str(later.doc_id): HARD}


def test_what_is_in_review_keeps_the_candidates_that_it_began_with(alice: Person) -> None:
    item, campaign = one_item([None])
    task = take(campaign, alice)
    bring(line(item, make_document(), 2))
    other = make_item()
    make_candidates(other, [None])
    from reviewapp.staff.actions.campaigns import add_items

    add_items(campaign=campaign, item_ids=[other.pk], actor=None)
    assert task.assignments.count() == 1


@pytest.mark.parametrize(
    "plan",
    [
        Plan(policy="some"),
        Plan(policy=Policy.ALL_BUT_HARD),
        Plan(policy=Policy.ALL_BUT_HARD, model="critic"),
        Plan(policy=Policy.ALL_BUT_HARD, prompt_version="p1"),
        Plan(policy=Policy.SHARE),
        Plan(share=2.0),
        Plan(share=-0.1),
    ],
)
def test_a_plan_that_cannot_be_followed_is_refused(plan: Plan) -> None:
    with pytest.raises(Incomplete):
        make_collision_campaign([], plan=plan)
