"""The list of jobs, and one job as it goes along."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from reviewapp.jobs.actions import enqueue
from reviewapp.jobs.progress import Progress
from reviewapp.models import Job, JobLine, Task
from reviewapp.staff.jobs import fill_campaign
from tests.factories import make_campaign, make_item, make_person
from tests.reviewapp.staff_desk import as_person, csv_text

pytestmark = pytest.mark.django_db


def make_job(state: str = "waiting", **changes: Any) -> Job:
    job = enqueue("import", title="Harbour records", args={}, actor=make_person("sam"))
    Job.objects.filter(pk=job.pk).update(state=state, **changes)
    job.refresh_from_db()
    return job


def html_of(job: Job, **headers: str) -> str:
    return as_person("sam").get(reverse("job", args=[job.code]), headers=headers).content.decode()


def test_without_jobs_the_list_says_what_they_are() -> None:
    assert "No job yet" in as_person("sam").get(reverse("jobs")).content.decode()


def test_the_list_shows_state_progress_and_who() -> None:
    make_job("running", progress=1200, total=5000)
    html = as_person("sam").get(reverse("jobs")).content.decode()
    assert all(text in html for text in ("Harbour records", "running", "1,200 of 5,000", "Sam"))


@pytest.mark.parametrize(
    ("query", "n"), [("?state=done", 1), ("?kind=import", 2), ("?kind=x", 0), ("?state=x", 2)]
)
def test_the_list_is_narrowed_by_the_url(query: str, n: int) -> None:
    make_job("done")
    make_job("failed")
    assert len(as_person("sam").get(f"{reverse('jobs')}{query}").context["page"]) == n


def test_the_list_s_cost_does_not_grow_with_it(django_assert_max_num_queries: Any) -> None:
    for _ in range(10):
        make_job()
    client = as_person("sam")
    with django_assert_max_num_queries(6):
        client.get(reverse("jobs"))


def test_a_running_job_asks_for_itself_every_second() -> None:
    html = html_of(make_job("running", progress=1, total=2, started_at=timezone.now()))
    assert 'hx-trigger="every 1s"' in html
    assert "Look again" in html


@pytest.mark.parametrize("state", ["done", "failed", "cancelled"])
def test_a_job_that_has_ended_no_longer_asks(state: str) -> None:
    assert "hx-trigger" not in html_of(make_job(state))


def test_htmx_gets_the_state_alone() -> None:
    job = make_job("running")
    response = as_person("sam").get(reverse("job", args=[job.code]), headers={"HX-Request": "true"})
    assert response.content.decode().strip().startswith('<div id="status"')
    assert "HX-Request" in response["Vary"]


def test_the_time_left_follows_from_the_pace() -> None:
    started = timezone.now() - timedelta(seconds=60)
    job = make_job("running", progress=25, total=100, started_at=started)
    response = as_person("sam").get(reverse("job", args=[job.code]))
    assert response.context["elapsed"] == pytest.approx(60, abs=2)
    assert response.context["left"] == pytest.approx(180, abs=6)


def test_a_failed_job_says_why_and_can_be_tried_again() -> None:
    job = make_job("failed", error="FILE:3: query: missing <b>")
    assert "FILE:3: query: missing &lt;b&gt;" in html_of(job)
    as_person("sam").post(reverse("job_retry", args=[job.code]))
    job.refresh_from_db()
    assert (job.state, job.attempt) == ("waiting", 1)


def test_a_waiting_job_is_cancelled_at_once() -> None:
    job = make_job()
    as_person("sam").post(reverse("job_cancel", args=[job.code]))
    job.refresh_from_db()
    assert job.state == "cancelled"


def test_a_running_job_is_asked_to_stop() -> None:
    job = make_job("running")
    response = as_person("sam").post(reverse("job_cancel", args=[job.code]), follow=True)
    job.refresh_from_db()
    assert (job.state, job.cancel_requested) == ("running", True)
    assert "It stops at its next step." in response.content.decode()


@pytest.mark.parametrize("name", ["job_cancel", "job_retry"])
def test_a_job_that_is_done_stays_done(name: str) -> None:
    job = make_job("done")
    response = as_person("sam").post(reverse(name, args=[job.code]), follow=True)
    job.refresh_from_db()
    assert job.state == "done"
    assert "flash-error" in response.content.decode()


def test_the_log_shows_its_last_lines_and_is_a_file() -> None:
    job = make_job("done")
    JobLine.objects.bulk_create(JobLine(job=job, text=f"line {n:03}") for n in range(150))
    html = html_of(job)
    assert "line 149" in html
    assert "line 049" not in html
    text = csv_text(as_person("sam").get(reverse("job_log", args=[job.code])))
    assert "line 000" in text
    assert "line 149" in text


def test_one_job_costs_the_same_whatever_its_log(django_assert_max_num_queries: Any) -> None:
    job = make_job("running")
    JobLine.objects.bulk_create(JobLine(job=job, text="x") for n in range(150))
    client = as_person("sam")
    with django_assert_max_num_queries(6):
        client.get(reverse("job", args=[job.code]))


def test_filling_a_campaign_twice_adds_each_item_once() -> None:
    campaign = make_campaign(items=0)
    make_item()
    args = {"campaign": campaign.code, "actor": make_person("sam").code}
    selection = {"sources": [], "exclude_flags": [], "only_proposed": False, "limit": None}
    assert fill_campaign(Progress(), selection=selection, **args) == {"n_items": 1}
    assert fill_campaign(Progress(), selection=selection, **args) == {"n_items": 0}
    assert Task.objects.filter(campaign=campaign).count() == 1
