"""What managers read of a campaign: work by day, agreement, effort, claims, CSV."""

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from reviewapp.jobs.progress import Progress
from reviewapp.models import Campaign, Heartbeat, Job, Person, Return, Task
from reviewapp.rules.agreement import agreement
from reviewapp.rules.effort import Work, summarise
from reviewapp.staff.actions.campaigns import add_items, requeue, withdraw_item
from reviewapp.staff.jobs import compute_figures
from reviewapp.staff.queries.campaigns import sum_effort, week_of_work
from reviewapp.staff.queries.figures import ratings
from reviewapp.work.actions.claiming import run_upkeep
from reviewapp.work.actions.questions import ask
from reviewapp.workflows.screening.actions import ScreeningEntry, commit_screening, undo_last
from tests.factories import make_campaign, make_item, make_person
from tests.reviewapp.staff_desk import adjudicate, as_person, claim, csv_text, judge

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def html_of(name: str, campaign: Campaign, query: str = "") -> str:
    return as_person("sam").get(reverse(name, args=[campaign.code]) + query).content.decode()


def table_of(campaign: Campaign, table: str) -> list[dict[str, str]]:
    response = as_person("sam").get(reverse("campaign_csv", args=[campaign.code, table]))
    return list(csv.DictReader(io.StringIO(csv_text(response), newline="")))


def computed(campaign: Campaign) -> Job:
    """Return the campaign's figures, computed as the worker would."""
    result = compute_figures(Progress(), campaign=campaign.code)
    return Job.objects.create(
        kind="campaign_figures",
        title="Figures",
        state="done",
        args={"campaign": campaign.code},
        result=result,
        finished_at=datetime.now(UTC),
    )


def judged() -> Campaign:
    """Four items by two people: alike on two, unlike on two."""
    campaign = make_campaign(items=4, overlap=2)
    for alice, bob in (
        ("accept", "accept"),
        ("reject", "reject"),
        ("accept", "reject"),
        ("reject", "accept"),
    ):
        for name, decision in (("alice", alice), ("bob", bob)):
            reason = "ambiguous_question" if decision == "reject" else ""
            judge(campaign, name, decision, reason=reason, domain="law")
    return campaign


def work(campaign: Campaign, username: str, seconds: int, start: datetime) -> None:
    """Let somebody work on the next task for so long and commit."""
    person = make_person(username)
    with time_machine.travel(start, tick=False):
        task_id = claim(campaign, username)
    for after in (*range(0, seconds, 15), seconds):
        at = start + timedelta(seconds=after)
        Heartbeat.objects.create(person=person, task_id=task_id, stage="screening", tab="t", at=at)
    with time_machine.travel(start + timedelta(seconds=seconds), tick=False):
        judge(campaign, username, "accept")


def decide_otherwise(first: Return) -> None:
    """Let the author take the decision back and reject."""
    undo_last(campaign_id=first.campaign_id, actor=first.person, now=datetime.now(UTC))
    entry = ScreeningEntry(decision="reject", reason="noisy_reference")
    commit_screening(task_id=first.task_id, actor=first.person, entry=entry, now=datetime.now(UTC))


# Agreement


def test_before_it_is_computed_it_says_how() -> None:
    assert "Not computed yet" in html_of("campaign_agreement", judged())


def test_the_measures_are_those_of_the_returns() -> None:
    result: dict[str, Any] = computed(judged()).result  # type: ignore[assignment]
    decision = result["agreement"]["decision"]["overall"]
    assert decision["raw"]["value"] == 0.5
    assert decision["kappa"]["value"] == 0.0
    assert decision["alpha"]["value"] == pytest.approx(0.125)  # by hand: 1 - 7 * 4 / 32
    assert decision["raw"]["n_used"] == 4


def test_a_reason_is_measured_among_those_who_reject() -> None:
    result: dict[str, Any] = computed(judged()).result  # type: ignore[assignment]
    reason = result["agreement"]["reason"]["overall"]
    assert (reason["raw"]["value"], reason["raw"]["n_used"], reason["raw"]["n_left_out"]) == (1.0, 1, 2)
    assert reason["alpha"]["value"] is None
    assert reason["alpha"]["why_undefined"]


def test_only_the_last_return_of_the_present_round_counts() -> None:
    campaign = make_campaign(items=2)
    first = judge(campaign, "alice", "accept")
    decide_otherwise(first)
    second = judge(campaign, "alice", "accept")
    requeue(campaign=campaign, task_ids=[second.task_id], actor=make_person("sam"), now=datetime.now(UTC))
    assert list(ratings(campaign, "decision")) == [(first.task_id, "alice", "reject")]


def test_a_withdrawn_item_counts_no_more() -> None:
    campaign = make_campaign(items=1)
    returned = judge(campaign, "alice", "accept")
    withdraw_item(item=returned.task.item, reason="A duplicate.", actor=make_person("sam"))
    assert list(ratings(campaign, "decision")) == []


def test_the_page_shows_values_or_why_there_are_none() -> None:
    campaign = judged()
    computed(campaign)
    html = html_of("campaign_agreement", campaign)
    assert "0.500" in html
    assert "undefined" in html
    assert "no disagreement was to be expected" in html
    assert "NaN" not in html


def test_the_csv_holds_every_measure() -> None:
    campaign = judged()
    computed(campaign)
    rows = table_of(campaign, "agreement")
    overall = next(
        row for row in rows if (row["field"], row["label"], row["measure"]) == ("decision", "", "raw")
    )
    assert (overall["value"], overall["n_used"], overall["raters"]) == ("0.5", "4", "alice bob")
    assert {row["label"] for row in rows if row["field"] == "decision"} == {"", "accept", "reject"}


def test_the_csv_before_the_figures_says_so() -> None:
    url = reverse("campaign_csv", args=[make_campaign(items=1).code, "agreement"])
    assert "has not been computed yet" in as_person("sam").get(url, follow=True).content.decode()


def test_asking_twice_makes_one_job() -> None:
    campaign = judged()
    client = as_person("sam")
    first = client.post(reverse("campaign_compute", args=[campaign.code]))
    assert client.post(reverse("campaign_compute", args=[campaign.code]))["Location"] == first["Location"]
    assert Job.objects.filter(kind="campaign_figures").count() == 1
    assert "being computed" in html_of("campaign", campaign)


def test_labels_keep_their_order_in_the_table_of_pairs() -> None:
    campaign = make_campaign(items=2, overlap=3, annotators=("alice", "bob", "dave"))
    for name in ("alice", "bob", "dave"):
        judge(campaign, name, "accept", domain="medical")
        judge(campaign, name, "accept", domain="law" if name == "alice" else "medical")
    computed(campaign)
    response = as_person("sam").get(reverse("campaign_agreement", args=[campaign.code]))
    block = response.context["blocks"][2]
    found = agreement(ratings(campaign, "domain"), replicates=0, seed=1)
    assert block["labels"] == ["law", "medical"]
    assert [measure["why_undefined"] for measure in block["pairs"][0]["labels"]] == [
        found.pairs[0].by_label[label].why_undefined for label in ("law", "medical")
    ]


@pytest.mark.parametrize("name", ["campaign_agreement", "campaign_effort"])
def test_its_cost_does_not_grow(name: str, django_assert_max_num_queries: Any) -> None:
    campaign = judged()
    computed(campaign)
    client = as_person("sam")
    with django_assert_max_num_queries(10):
        client.get(reverse(name, args=[campaign.code]))


# Effort


def test_the_effort_is_that_of_the_pure_measure() -> None:
    campaign = make_campaign(items=4)
    spent = {"alice": (30, 45, 75), "bob": (20,)}
    for name, times in spent.items():
        for place, seconds in enumerate(times):
            work(campaign, name, seconds, NOON + timedelta(hours=place))
    pieces = {
        Work(name, str(place), "screening"): float(seconds)
        for name, times in spent.items()
        for place, seconds in enumerate(times)
    }
    expected = summarise(pieces, by=lambda one: one.person)
    found = {line.username: line for line in sum_effort(campaign) if line.username}
    assert set(found) == {"alice", "bob"}
    for name, line in found.items():
        assert line.n == expected[name].n
        assert line.total_seconds == pytest.approx(expected[name].total_seconds)
        assert line.median_seconds == pytest.approx(expected[name].median_seconds)
        assert line.p90_seconds == pytest.approx(expected[name].p90_seconds)


def test_adjudication_is_a_stage_of_its_own() -> None:
    campaign = make_campaign(items=1, overlap=2)
    judge(campaign, "alice", "accept")
    judge(campaign, "bob", "reject", reason="noisy_reference")
    adjudicate(campaign, "carol", "accept")
    lines = {(line.stage, line.username): line.total_seconds for line in sum_effort(campaign)}
    assert lines["adjudication", "carol"] == 30.0
    assert lines["adjudication", None] == 30.0
    assert [row["stage"] for row in table_of(campaign, "effort")] == [
        "screening",
        "screening",
        "adjudication",
    ]


def test_without_returns_there_is_no_effort() -> None:
    assert "No effort yet" in html_of("campaign_effort", make_campaign(items=1))


# Work by day


def test_a_day_is_the_reader_s_own() -> None:
    with time_machine.travel(NOON.replace(hour=23, minute=30), tick=False):
        campaign = make_campaign(items=1)
        judge(campaign, "alice", "accept")
    in_utc = week_of_work(campaign, last_day=NOON.date(), zone=UTC)
    in_berlin = week_of_work(campaign, last_day=NOON.date(), zone=Person(time_zone="Europe/Berlin").zone)
    assert in_utc.people[0][0] == "alice"
    assert in_utc.totals[-1].n == in_utc.together.n == 1
    assert in_berlin.people == []


def test_a_revised_return_is_counted_once() -> None:
    campaign = make_campaign(items=1)
    first = judge(campaign, "alice", "accept")
    decide_otherwise(first)
    week = week_of_work(campaign, last_day=Return.objects.latest("pk").committed_at.date(), zone=UTC)
    assert week.people[0][2].n == 1


def test_a_week_without_work_says_so() -> None:
    campaign = make_campaign(items=1)
    judge(campaign, "alice", "accept")
    html = html_of("campaign_progress", campaign, "?until=2001-01-01")
    assert "Nothing in these seven days" in html
    assert "The campaign began later" in html
    assert "Later" in html


@pytest.mark.parametrize("until", ["yesterday", "2026-02-31", "9999-12-31", ""])
def test_a_day_that_makes_no_sense_is_today(until: str) -> None:
    campaign = make_campaign(items=1)
    judge(campaign, "alice", "accept")
    assert "Alice" in html_of("campaign_progress", campaign, f"?until={until}")


@pytest.mark.parametrize("name", ["campaign", "campaign_effort", "campaign_progress"])
def test_people_are_called_by_their_names(name: str) -> None:
    campaign = make_campaign(items=1)
    Person.objects.filter(username="alice").update(name="Alice Adams")
    work(campaign, "alice", 60, datetime.now(UTC) - timedelta(seconds=90))
    cell = ">Alice Adams</td>" if name != "campaign_progress" else '<th scope="row">Alice Adams</th>'
    assert cell in html_of(name, campaign)


def test_the_week_costs_the_same_whatever_is_in_it(django_assert_max_num_queries: Any) -> None:
    campaign = judged()
    client = as_person("sam")
    with django_assert_max_num_queries(8):
        client.get(reverse("campaign_progress", args=[campaign.code]))


# Claims


def test_claims_and_lapses_are_shown() -> None:
    campaign = make_campaign(items=2)
    claim(campaign, "alice")
    claim(campaign, "bob")
    run_upkeep(now=datetime.now(UTC) + timedelta(hours=1))
    claim(campaign, "bob")
    html = html_of("campaign_claims", campaign)
    held, lapsed = html.split('id="lapses"')
    assert "Bob" in held
    assert "Alice" not in held
    assert "Alice" in lapsed


def test_without_claims_it_says_what_one_is() -> None:
    assert "Nobody holds a task just now" in html_of("campaign_claims", make_campaign(items=1))


def test_the_claims_cost_the_same_however_many(django_assert_max_num_queries: Any) -> None:
    campaign = make_campaign(items=3, annotators=("alice", "bob", "dave"))
    for name in ("alice", "bob", "dave"):
        claim(campaign, name)
    client = as_person("sam")
    with django_assert_max_num_queries(8):
        client.get(reverse("campaign_claims", args=[campaign.code]))


# CSV


def test_the_returns_hold_everything_byte_for_byte() -> None:
    campaign = make_campaign(items=0)
    add_items(campaign=campaign, item_ids=[make_item(item_id='a"b,c').pk], actor=None)
    note = 'A "b",\r\nc\u2028 👩‍🚀 =1+1'
    judge(campaign, "alice", "reject", reason="other", note=note)
    row = table_of(campaign, "returns")[0]
    assert (row["item_id"], row["reviewer"], row["decision"], row["note"]) == (
        'a"b,c',
        "alice",
        "reject",
        note,
    )
    assert row["guidelines"] == "1"


def test_superseded_returns_are_in_it_and_name_each_other() -> None:
    campaign = make_campaign(items=1)
    first = judge(campaign, "alice", "accept")
    requeue(campaign=campaign, task_ids=[first.task_id], actor=make_person("sam"), now=datetime.now(UTC))
    second = judge(campaign, "alice", "accept")
    rows = table_of(campaign, "returns")
    assert [row["superseded_by"] for row in rows] == [second.code, ""]
    assert [row["supersedes"] for row in rows] == ["", first.code]


def test_the_events_tell_who_did_what() -> None:
    campaign = make_campaign(items=1)
    judge(campaign, "alice", "accept")
    verbs = [(row["actor"], row["verb"]) for row in table_of(campaign, "events")]
    assert ("alice", "claim") in verbs
    assert ("alice", "commit") in verbs


def test_every_table_of_a_page_is_a_file_too() -> None:
    campaign = judged()
    adjudicate(campaign, "carol", "accept")
    assert [row["line"] for row in table_of(campaign, "funnel")][:3] == [
        "in the pool",
        "screened",
        "accepted",
    ]
    assert {(row["person"], row["n"]) for row in table_of(campaign, "progress")} == {
        ("alice", "4"),
        ("bob", "4"),
        ("carol", "1"),
    }
    assert table_of(campaign, "effort-summary")[0]["n"] == "8"
    assert [row["username"] for row in table_of(campaign, "people")] == ["carol", "alice", "bob"]
    assert table_of(campaign, "claims") == []


def test_claims_and_questions_are_files_too() -> None:
    campaign = make_campaign(items=1)
    task = Task.objects.get(pk=claim(campaign, "alice"))
    alice = make_person("alice")
    ask(task=task, asker=alice, author=alice, body="Is it?\r\n👩‍🚀")
    assert [row["person"] for row in table_of(campaign, "claims")] == ["alice"]
    assert [row["body"] for row in table_of(campaign, "questions")] == ["Is it?\r\n👩‍🚀"]


def test_a_table_is_streamed_with_few_queries(django_assert_max_num_queries: Any) -> None:
    campaign = judged()
    client = as_person("sam")
    with django_assert_max_num_queries(8):
        csv_text(client.get(reverse("campaign_csv", args=[campaign.code, "returns"])))


def test_every_stage_of_the_figures_is_told_as_progress() -> None:
    campaign = judged()
    progress = Progress()
    compute_figures(progress, campaign=campaign.code)
    assert (progress.done, progress.total) == (5, 5)
