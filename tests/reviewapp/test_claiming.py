import pytest
from django.db import connection

from reviewapp import tasks
from reviewapp.models import Event, Membership, Slot, Task
from reviewapp.rules.protocol import NotAllowed, NotYours, SlotState, Stage
from reviewapp.staff.actions.campaigns import move_campaign, requeue
from reviewapp.work.actions.adjudication import resolve_disagreement
from reviewapp.work.actions.assignments import reassign_open_tasks
from reviewapp.work.actions.claiming import (
    CLAIM_DESK,
    claim_next,
    claim_with_desk,
    renew_lease,
    resume_claim,
    run_upkeep,
    skip_task,
)
from reviewapp.work.actions.drafts import save_draft
from reviewapp.work.queries.access import had_claim
from reviewapp.work.queries.desk import lock_task, read_desk, read_references
from tests.factories import make_campaign, make_document, make_item, make_person, make_source

from .desk import NOW, after, claim, commit, decide, dispute, must_claim

pytestmark = pytest.mark.django_db


def slot_of(task, person):
    return Slot.objects.get(task=task, person=person)


def skip(task, person):
    skip_task(task=task, actor=person, stage=Stage.SCREENING)


def resume(task, person, now):
    return resume_claim(task=task, actor=person, stage=Stage.SCREENING, now=now)


def events_of(task, verb):
    return Event.objects.filter(task=task, verb=verb)


def test_items_come_in_the_order_in_which_they_were_added():
    campaign, alice = make_campaign(items=3), make_person("alice")
    order = [decide(campaign, alice).task_id for _ in range(3)]
    assert order == sorted(order)


def test_a_claim_lasts_half_an_hour_and_is_logged():
    campaign, alice = make_campaign(), make_person("alice")
    task = must_claim(campaign, alice)
    slot = slot_of(task, alice)
    assert (slot.state, slot.claimed_at, slot.lease_until) == (SlotState.CLAIMED, NOW, after(minutes=30))
    assert events_of(task, "claim").get().actor == alice


def test_next_gives_the_held_claim_again_and_renews_it():
    campaign, alice = make_campaign(), make_person("alice")
    task = must_claim(campaign, alice)
    assert claim(campaign, alice, after(minutes=20)) == task
    assert slot_of(task, alice).lease_until == after(minutes=50)
    assert events_of(task, "claim").count() == 1


def test_two_people_get_different_items():
    campaign = make_campaign(items=2)
    assert claim(campaign, make_person("alice")) != claim(campaign, make_person("bob"))


def test_nothing_is_left_when_everything_is_taken():
    campaign = make_campaign(items=1)
    must_claim(campaign, make_person("alice"))
    assert claim(campaign, make_person("bob")) is None


def test_nobody_gets_an_item_twice():
    campaign, alice = make_campaign(items=2, overlap=2), make_person("alice")
    assert decide(campaign, alice).task != decide(campaign, alice).task
    assert claim(campaign, alice) is None


def test_the_overlap_is_filled_by_different_people():
    campaign = make_campaign(items=1, overlap=2, annotators=("alice", "bob", "dave"))
    one, other = must_claim(campaign, make_person("alice")), must_claim(campaign, make_person("bob"))
    assert one == other
    assert claim(campaign, make_person("dave")) is None


def test_one_who_is_no_member_gets_nothing():
    campaign = make_campaign(annotators=("alice",))
    assert claim(campaign, make_person("bob")) is None


def test_one_who_has_left_gets_nothing_more_not_even_what_they_hold():
    campaign, alice = make_campaign(), make_person("alice")
    must_claim(campaign, alice)
    Membership.objects.update(active=False)
    assert claim(campaign, alice) is None


@pytest.mark.parametrize("state", ["paused", "closed"])
def test_a_campaign_that_is_not_open_gives_out_no_work(state):
    campaign = make_campaign()
    move_campaign(campaign=campaign, state=state, actor=make_person("sam"))
    campaign.refresh_from_db()
    with pytest.raises(NotAllowed, match=state):
        claim(campaign, make_person("alice"))


# --- Fetched ahead -------------------------------------------------------------------------------------


def test_a_task_is_fetched_ahead_for_two_minutes():
    campaign, alice = make_campaign(), make_person("alice")
    held = must_claim(campaign, alice)
    ahead = must_claim(campaign, alice, ahead=True)
    assert ahead != held
    slot = slot_of(ahead, alice)
    assert (slot.is_ahead, slot.lease_until) == (True, after(minutes=2))


def test_one_task_at_most_is_fetched_ahead():
    campaign, alice = make_campaign(), make_person("alice")
    must_claim(campaign, alice)
    first = must_claim(campaign, alice, ahead=True)
    assert must_claim(campaign, alice, after(minutes=1), ahead=True) == first
    assert slot_of(first, alice).lease_until == after(minutes=3)


def test_fetching_ahead_leaves_the_claim_as_it_is():
    campaign, alice = make_campaign(), make_person("alice")
    held = must_claim(campaign, alice)
    must_claim(campaign, alice, after(minutes=10), ahead=True)
    assert slot_of(held, alice).lease_until == after(minutes=30)


def test_the_task_ahead_is_the_next_one_once_the_first_is_committed():
    campaign, alice = make_campaign(), make_person("alice")
    held = must_claim(campaign, alice)
    ahead = must_claim(campaign, alice, ahead=True)
    commit(held, alice)
    assert claim(campaign, alice, after(minutes=1)) == ahead
    slot = slot_of(ahead, alice)
    assert (slot.is_ahead, slot.lease_until) == (False, after(minutes=31))


def test_work_on_a_task_fetched_ahead_makes_it_a_full_claim():
    campaign, alice = make_campaign(), make_person("alice")
    ahead = must_claim(campaign, alice, ahead=True)
    assert renew_lease(task=ahead, actor=alice, stage=Stage.SCREENING, now=after(minutes=1))
    slot = slot_of(ahead, alice)
    assert (slot.is_ahead, slot.lease_until) == (False, after(minutes=31))


# --- Skip ----------------------------------------------------------------------------------------------


def test_a_skipped_task_comes_back_at_the_end():
    campaign, alice = make_campaign(items=3), make_person("alice")
    skipped = must_claim(campaign, alice)
    skip(skipped, alice)
    assert [decide(campaign, alice).task == skipped for _ in range(3)] == [False, False, True]
    assert events_of(skipped, "skip").count() == 1


def test_a_skipped_task_with_another_free_place_comes_back_at_the_end_too():
    campaign, alice = make_campaign(items=3, overlap=2), make_person("alice")
    skipped = must_claim(campaign, alice)
    skip(skipped, alice)
    assert [decide(campaign, alice).task == skipped for _ in range(3)] == [False, False, True]


def test_the_only_task_left_comes_back_at_once():
    campaign, alice = make_campaign(items=1), make_person("alice")
    task = must_claim(campaign, alice)
    skip(task, alice)
    assert claim(campaign, alice) == task


def test_a_skipped_task_is_there_for_others():
    campaign = make_campaign(items=1)
    task = must_claim(campaign, make_person("alice"))
    skip(task, make_person("alice"))
    assert claim(campaign, make_person("bob")) == task


def test_what_one_does_not_hold_one_cannot_skip():
    campaign = make_campaign()
    task = must_claim(campaign, make_person("alice"))
    with pytest.raises(NotYours):
        skip(task, make_person("bob"))


def test_what_is_committed_cannot_be_skipped():
    campaign, alice = make_campaign(), make_person("alice")
    task = decide(campaign, alice).task
    with pytest.raises(NotYours):
        skip(task, alice)


# --- Lapse and return ----------------------------------------------------------------------------------


def test_a_claim_lapses_to_the_end_of_the_queue_and_is_logged():
    campaign, alice, bob = make_campaign(items=2), make_person("alice"), make_person("bob")
    task = must_claim(campaign, alice)
    assert run_upkeep(now=after(minutes=30)).lapsed == 1
    slot = Slot.objects.get(task=task)
    assert (slot.state, slot.person, slot.lease_until) == (SlotState.FREE, None, None)
    assert slot.queue_key == max(Slot.objects.values_list("queue_key", flat=True))
    assert events_of(task, "lapse").get().actor == alice
    assert claim(campaign, bob) != task


def test_a_claim_does_not_lapse_early_nor_after_activity():
    campaign, alice = make_campaign(), make_person("alice")
    task = must_claim(campaign, alice)
    assert run_upkeep(now=after(minutes=29, seconds=59)).lapsed == 0
    renew_lease(task=task, actor=alice, stage=Stage.SCREENING, now=after(minutes=29))
    assert run_upkeep(now=after(minutes=45)).lapsed == 0


def test_upkeep_said_twice_frees_once():
    campaign, alice = make_campaign(), make_person("alice")
    task = must_claim(campaign, alice)
    assert [run_upkeep(now=after(hours=1)).lapsed for _ in range(2)] == [1, 0]
    assert events_of(task, "lapse").count() == 1


def test_the_worker_does_the_upkeep_by_the_clock(settings):
    must_claim(make_campaign(), make_person("alice"), after(days=-10_000))
    tasks.run_upkeep()
    assert not Slot.objects.filter(state=SlotState.CLAIMED).exists()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert tasks.run_upkeep.name in scheduled


def test_a_task_that_is_still_free_can_be_resumed_after_a_lapse():
    campaign, alice = make_campaign(), make_person("alice")
    task = must_claim(campaign, alice)
    run_upkeep(now=after(hours=1))
    slot = resume(task, alice, after(hours=2))
    assert (slot.state, slot.person, slot.lease_until) == (SlotState.CLAIMED, alice, after(hours=2.5))
    assert events_of(task, "claim").count() == 2


def test_a_task_that_somebody_took_cannot_be_resumed():
    campaign, alice, bob = make_campaign(items=1), make_person("alice"), make_person("bob")
    task = must_claim(campaign, alice)
    run_upkeep(now=after(hours=1))
    assert claim(campaign, bob, after(hours=1)) == task
    with pytest.raises(NotYours, match="lapsed"):
        resume(task, alice, after(hours=2))


def test_a_task_that_one_was_never_given_cannot_be_resumed():
    campaign, alice, bob = make_campaign(items=1, overlap=2), make_person("alice"), make_person("bob")
    task = must_claim(campaign, alice)
    with pytest.raises(NotYours):
        resume(task, bob, NOW)


def test_resuming_a_held_task_renews_it():
    campaign, alice = make_campaign(), make_person("alice")
    task = must_claim(campaign, alice)
    assert resume(task, alice, after(minutes=10)).lease_until == after(minutes=40)


def test_nothing_is_renewed_for_one_who_holds_nothing():
    campaign = make_campaign()
    task = must_claim(campaign, make_person("alice"))
    assert not renew_lease(task=task, actor=make_person("bob"), stage=Stage.SCREENING, now=NOW)


def test_a_claim_of_an_earlier_round_does_not_let_one_into_the_next():
    campaign, alice, sam = make_campaign(items=1), make_person("alice"), make_person("sam")
    task = decide(campaign, alice).task
    requeue(campaign=campaign, task_ids=[task.pk], actor=sam, now=NOW)
    assert had_claim(task=task, person=alice)
    with pytest.raises(NotYours):
        resume(task, alice, NOW)


def test_one_who_was_handed_the_task_by_a_manager_has_had_it():
    campaign, alice, bob = make_campaign(), make_person("alice"), make_person("bob")
    task = must_claim(campaign, alice)
    reassign_open_tasks(person=alice, to=bob, actor=make_person("sam"))
    assert had_claim(task=task, person=bob)


# --- The cursor ----------------------------------------------------------------------------------------


def cursor_of(campaign, person):
    return Membership.objects.get(campaign=campaign, person=person).cursor


def test_the_cursor_stands_at_the_last_slot_given():
    campaign, alice = make_campaign(items=2, overlap=2), make_person("alice")
    for _ in range(2):
        task = decide(campaign, alice).task
        assert cursor_of(campaign, alice) == slot_of(task, alice).queue_key


def test_the_cursor_never_goes_back():
    campaign, alice = make_campaign(items=3), make_person("alice")
    seen = [0]
    for _ in range(5):
        task = claim(campaign, alice)
        skip(task, alice)
        seen.append(cursor_of(campaign, alice))
    assert seen == sorted(set(seen))


def test_a_slot_that_a_cursor_has_passed_is_put_within_reach_again():
    campaign, alice = make_campaign(items=1), make_person("alice")
    last_key = Slot.objects.get().queue_key
    Membership.objects.filter(person=alice).update(cursor=last_key)
    assert claim(campaign, alice) is None
    assert run_upkeep(now=NOW).requeued == 1
    assert claim(campaign, alice) is not None


def test_what_a_cursor_has_rightly_passed_stays_in_its_place():
    campaign, alice = make_campaign(items=2, overlap=2), make_person("alice")
    decide(campaign, alice)
    decide(campaign, alice)
    assert run_upkeep(now=NOW).requeued == 0


def test_an_adjudicators_own_tasks_are_rightly_passed():
    campaign = make_campaign(items=1, overlap=2, annotators=("alice", "bob", "carol"))
    task = adjudicated_and_requeued(campaign)
    Membership.objects.filter(person=make_person("carol")).update(cursor=2**40)
    assert Slot.objects.filter(task=task, state=SlotState.FREE).count() == 2
    assert run_upkeep(now=NOW).requeued == 0


def test_an_adjudicator_never_reviews_what_they_adjudicated():
    campaign = make_campaign(items=1, overlap=2, annotators=("alice", "bob", "carol"))
    task = adjudicated_and_requeued(campaign)
    assert claim(campaign, make_person("carol")) is None
    assert claim(campaign, make_person("alice")) == task


def adjudicated_and_requeued(campaign):
    disagreement = dispute(campaign, make_person("alice"), make_person("bob"))
    resolve_disagreement(
        disagreement=disagreement,
        actor=make_person("carol"),
        decision="accept",
        reason="",
        domain="",
        rationale="It is clear.",
        active_seconds=0,
        now=NOW,
    )
    requeue(campaign=campaign, task_ids=[disagreement.task_id], actor=make_person("sam"), now=NOW)
    return disagreement.task


# --- Constant time -------------------------------------------------------------------------------------

POOL = """
SET LOCAL session_replication_role = replica; -- 600,000 foreign keys need no check here
INSERT INTO reviewapp_evidenceitem
    (code, item_id, query, answer, answer_aliases, source_id, track, flags, n_references, state,
     record_sha256, place)
SELECT 'c' || n, 'pool-' || n, 'q', 'a', '{}', %(source)s, 'single', '{}', 1, 'in_review', '', ''
FROM generate_series(1, 100000) n;
INSERT INTO reviewapp_task (code, campaign_id, kind, item_id, state, round)
SELECT code, %(campaign)s, 'screening', id, 'open', 1 FROM reviewapp_evidenceitem ORDER BY id;
INSERT INTO reviewapp_slot
    (campaign_id, task_id, stage, round, number, state, person_id, queue_key, is_ahead)
SELECT %(campaign)s, t.id, 'screening', 1, n,
    CASE WHEN n = 1 AND place <= 50000 THEN 'committed' ELSE 'free' END,
    CASE WHEN n = 1 AND place <= 50000 THEN %(person)s END, place * 2 + n, false
FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM reviewapp_task) t, generate_series(1, 2) n;
UPDATE reviewapp_membership SET cursor = 100001 WHERE person_id = %(person)s;
SET LOCAL session_replication_role = origin;
ANALYZE reviewapp_slot; ANALYZE reviewapp_task; ANALYZE reviewapp_membership; ANALYZE reviewapp_outcome;
"""


def test_the_next_of_100_000_tasks_is_found_without_walking():
    """Overlap 2: alice has done the first slots of 50,000 tasks, bob has done nothing."""
    campaign, alice, bob = make_campaign(items=0, overlap=2), make_person("alice"), make_person("bob")
    values = {"campaign": campaign.pk, "person": alice.pk, "source": make_source().pk}
    with connection.cursor() as cursor:
        cursor.execute(POOL, values)
    for person in (alice, bob):
        plan = list(nodes(plan_of_claim(campaign, person)))
        assert "slot_free_queue" in {node.get("Index Name") for node in plan}
        assert not {"reviewapp_slot", "reviewapp_task", "reviewapp_event"} & scanned_whole(plan)
        assert max(rows_touched(node) for node in plan) <= 3


def plan_of_claim(campaign, person):
    """Return the plan of a claim that has been made."""
    values = {"campaign": campaign.code, "person": person.pk, "stage": "screening", "ahead": False}
    values |= {"now": NOW, "lease_until": NOW}
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + CLAIM_DESK, values)
        return cursor.fetchone()[0][0]["Plan"]


def nodes(plan):
    yield plan
    for child in plan.get("Plans", ()):
        yield from nodes(child)


def scanned_whole(plan):
    return {node["Relation Name"] for node in plan if node["Node Type"] == "Seq Scan"}


def rows_touched(node):
    seen = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
    return seen * node["Actual Loops"]


def test_the_claim_is_one_statement(django_assert_num_queries):
    campaign, alice = make_campaign(), make_person("alice")
    with django_assert_num_queries(1):
        claim_next(campaign=campaign, actor=alice, stage=Stage.SCREENING, now=NOW)


def test_what_only_one_who_has_left_could_take_stays_in_its_place():
    campaign = make_campaign(items=1, overlap=2)
    decide(campaign, make_person("bob"))
    Membership.objects.update(cursor=max(Slot.objects.values_list("queue_key", flat=True)))
    Membership.objects.filter(person=make_person("alice")).update(active=False)
    assert run_upkeep(now=NOW).requeued == 0


def test_the_lapsed_claim_of_one_who_has_left_goes_to_the_end_of_the_queue():
    campaign, alice, bob = make_campaign(items=2), make_person("alice"), make_person("bob")
    task = must_claim(campaign, alice)
    Membership.objects.filter(person=alice).update(active=False)
    run_upkeep(now=after(hours=1))
    assert [decide(campaign, bob, now=after(hours=1)).task == task for _ in range(2)] == [False, True]


# --- With all that the page needs ----------------------------------------------------------------------


def claim_all(campaign, person):
    return claim_with_desk(campaign_code=campaign.code, actor=person, stage=Stage.SCREENING, now=NOW)


def test_a_claim_does_not_bring_the_draft_of_another():
    campaign, alice, bob = make_campaign(items=1, overlap=2), make_person("alice"), make_person("bob")
    task = must_claim(campaign, bob)
    save_draft(task=task, actor=bob, stage=Stage.SCREENING, version=0, body={"note": "bob's"}, now=NOW)
    assert claim_all(campaign, alice).my_draft is None
    assert claim_all(campaign, bob).my_draft.body == {"note": "bob's"}


def test_a_claim_brings_the_references_alone_and_no_hard_negative():
    reference, distractor = make_document(), make_document()
    campaign = make_campaign(items=[make_item(documents=[reference], hard_negatives=[distractor])])
    assert claim_all(campaign, make_person("alice")).references == [reference]


def test_the_references_come_in_their_order_alone_and_one_by_one():
    first, second, distractor = make_document(), make_document(), make_document()
    item = make_item(documents=[second, first], hard_negatives=[distractor])
    assert read_references(item_id=item.pk) == [second, first]
    assert read_references(item_id=item.pk, place=1) == [second]
    assert read_references(item_id=item.pk, place=3) == []


def test_the_desk_shows_no_place_of_an_earlier_round():
    campaign, alice = make_campaign(items=1), make_person("alice")
    task = decide(campaign, alice).task
    assert read_desk(person=alice, pk=task.pk).my_slot.state == SlotState.COMMITTED
    requeue(campaign=campaign, task_ids=[task.pk], actor=make_person("sam"), now=NOW)
    assert read_desk(person=alice, pk=task.pk).my_slot is None
    assert claim(campaign, alice) == task
    assert read_desk(person=alice, pk=task.pk).my_slot.state == SlotState.CLAIMED


def test_a_task_that_is_not_there_is_named():
    with pytest.raises(Task.DoesNotExist, match="no task nowhere"):
        lock_task(code="nowhere")
