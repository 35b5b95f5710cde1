import pytest

from reviewapp.models import Draft, Slot
from reviewapp.rules.protocol import NotYours, Stage, StaleDraft
from reviewapp.staff.actions.campaigns import requeue, withdraw_item
from reviewapp.work.actions.claiming import run_upkeep, skip_task
from reviewapp.work.actions.drafts import discard_draft, save_draft
from reviewapp.workflows.screening.actions import undo_last
from tests.factories import make_campaign, make_item

from .desk import NOW, after, claim, commit, decide, must_claim

pytestmark = pytest.mark.django_db


def save(task, person, note="", *, version=0, now=NOW):
    return save_draft(
        task=task, actor=person, stage=Stage.SCREENING, version=version, body={"note": note}, now=now
    )


def test_each_save_is_a_new_version(alice):
    task = must_claim(make_campaign(), alice)
    first = save(task, alice, "a")
    second = save(task, alice, "ab", version=first.version, now=after(minutes=1))
    assert (first.version, second.version) == (1, 2)
    assert (second.body, second.saved_at) == ({"note": "ab"}, after(minutes=1))
    assert Draft.objects.count() == 1


def test_a_save_over_an_older_version_is_stale_and_changes_nothing(alice):
    task = must_claim(make_campaign(), alice)
    save(task, alice, "first")
    save(task, alice, "second", version=1)
    with pytest.raises(StaleDraft):
        save(task, alice, "other tab", version=1)
    assert Draft.objects.get().body == {"note": "second"}


def test_a_first_save_over_somebody_elses_first_save_is_stale(alice):
    task = must_claim(make_campaign(), alice)
    save(task, alice, "first")
    with pytest.raises(StaleDraft):
        save(task, alice, "other tab")
    assert Draft.objects.get().body == {"note": "first"}


def test_a_save_over_a_draft_that_was_thrown_away_is_stale(alice):
    task = must_claim(make_campaign(), alice)
    save(task, alice)
    discard_draft(task=task, actor=alice, stage=Stage.SCREENING)
    with pytest.raises(StaleDraft):
        save(task, alice, version=1)


def test_two_people_on_one_item_have_a_draft_each(alice, bob):
    campaign = make_campaign(items=1, overlap=2)
    for person in (alice, bob):
        save(must_claim(campaign, person), person, person.username)
    assert {draft.body["note"] for draft in Draft.objects.all()} == {"alice", "bob"}


def test_a_save_renews_the_claim(alice):
    task = must_claim(make_campaign(), alice)
    save(task, alice, now=after(minutes=20))
    assert Slot.objects.get(task=task).lease_until == after(minutes=50)


def test_a_draft_survives_being_skipped(alice):
    task = must_claim(make_campaign(), alice)
    save(task, alice, "half a thought")
    skip_task(task=task, actor=alice, stage=Stage.SCREENING)
    assert Draft.objects.get().body == {"note": "half a thought"}


def test_committing_takes_the_draft_away(alice, bob):
    campaign = make_campaign(items=1, overlap=2)
    task = must_claim(campaign, alice)
    save(task, alice)
    save(must_claim(campaign, bob), bob)
    commit(task, alice)
    assert Draft.objects.get().person == bob


def test_a_draft_that_arrives_after_its_commit_changes_nothing(alice):
    campaign = make_campaign()
    task = must_claim(campaign, alice)
    save(task, alice, "before")
    committed = commit(task, alice)
    assert save(task, alice, "after", version=1) is None
    assert save(task, alice, "after") is None
    assert not Draft.objects.exists()
    committed.refresh_from_db()
    assert committed.note == ""


def test_late_work_is_kept_and_marked(alice, bob):
    campaign = make_campaign(items=1)
    task = must_claim(campaign, alice)
    save(task, alice, "before")
    run_upkeep(now=after(hours=1))
    assert claim(campaign, bob, after(hours=1)) == task
    late = save(task, alice, "after", version=1, now=after(hours=2))
    assert (late.is_late, late.body, late.person) == (True, {"note": "after"}, alice)
    assert Slot.objects.get(task=task).person == bob


def test_a_first_draft_can_be_late(alice):
    task = must_claim(make_campaign(), alice)
    run_upkeep(now=after(hours=1))
    assert save(task, alice, now=after(hours=2)).is_late


def test_a_draft_saved_in_time_is_not_late(alice):
    assert not save(must_claim(make_campaign(), alice), alice).is_late


def test_a_task_that_was_never_given_takes_no_draft(alice, bob):
    task = must_claim(make_campaign(items=1, overlap=2), alice)
    with pytest.raises(NotYours):
        save(task, bob)
    assert not Draft.objects.exists()


def test_a_draft_on_a_withdrawn_item_is_kept(alice, sam):
    item = make_item()
    task = must_claim(make_campaign(items=[item]), alice)
    withdraw_item(item=item, reason="Twice in the bank.", actor=sam)
    assert save(task, alice, "kept").body == {"note": "kept"}


def test_a_page_of_the_round_before_cannot_overwrite_the_draft_of_this_round(alice, sam):
    campaign = make_campaign(items=1)
    old_page = decide(campaign, alice).task
    requeue(campaign=campaign, task_ids=[old_page.pk], actor=sam, now=NOW)
    save(must_claim(campaign, alice), alice, "this round")
    with pytest.raises(StaleDraft):
        save(old_page, alice, "the round before")


def test_an_undone_decision_is_a_draft_that_can_be_saved(alice):
    campaign = make_campaign()
    task = decide(campaign, alice).task
    undo_last(campaign_id=campaign.pk, actor=alice, now=NOW)
    assert save(task, alice, "better", version=1).body == {"note": "better"}


@pytest.mark.parametrize("text", ["👩‍🔬 e\u0301", "שלום", "a\r\nb\rc", "x\u2028y\u0085z", " \t "])
def test_a_draft_keeps_every_character(alice, text):
    task = must_claim(make_campaign(), alice)
    save(task, alice, text)
    assert Draft.objects.get().body == {"note": text}
