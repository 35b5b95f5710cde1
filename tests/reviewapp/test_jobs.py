"""The rows of jobs, moved by the actions; the worker's part is run in this process."""

import threading
from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models.functions import Now

from reviewapp.jobs import actions as jobs
from reviewapp.jobs import runner as job_runner
from reviewapp.models import Event, Job, JobLine
from reviewapp.rules.protocol import JobState

pytestmark = pytest.mark.django_db(transaction=True)


def make_job(kind: str = "count", **args: object) -> Job:
    return jobs.enqueue(kind, title="a job of a test", args=args, actor=None)


def run(job: Job) -> Job:
    job_runner.run(job.code, job.attempt)
    job.refresh_from_db()
    return job


def age(job: Job, seconds: int) -> None:
    Job.objects.filter(pk=job.pk).update(beat_at=Now() - timedelta(seconds=seconds))


def test_a_job_ends_with_its_result_and_its_log() -> None:
    job = run(make_job(upto=3))
    assert (job.state, job.result, job.progress, job.total) == (JobState.DONE, {"counted": 3}, 3, 3)
    assert [line.text for line in job.lines.all()] == ["counted to 3"]
    assert [event.verb for event in Event.objects.order_by("id")] == ["job_requested", "job_ended"]


def test_refused_input_is_told_in_its_own_words() -> None:
    job = run(make_job("refuse"))
    assert (job.state, job.error) == (JobState.FAILED, "line 3: no such field: 'answr'")


def test_a_mistake_is_told_with_its_type() -> None:
    assert run(make_job("break_down")).error == "KeyError: 'gone'"


def test_an_unknown_kind_fails() -> None:
    assert run(make_job("juggle")).error == "no installed app knows the job kind 'juggle'"


def test_a_job_of_a_transaction_that_fails_was_never_asked_for() -> None:
    with transaction.atomic():
        make_job(upto=1)
        transaction.set_rollback(True)
    assert not Job.objects.exists()


def test_a_second_message_does_nothing() -> None:
    job = run(make_job(upto=1))
    job_runner.run(job.code, 0)
    assert JobLine.objects.filter(job=job).count() == 1


def test_a_job_is_claimed_once_by_many() -> None:
    job, claimed = make_job(upto=1), []

    def claim() -> None:
        claimed.append(jobs.claim_job(code=job.code, attempt=0))
        transaction.get_connection().close()

    threads = [threading.Thread(target=claim) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len([one for one in claimed if one]) == 1


def test_a_waiting_job_is_cancelled_at_once() -> None:
    job = make_job(upto=1)
    jobs.cancel_job(job=job, actor=None)
    assert run(job).state == JobState.CANCELLED


def test_a_running_job_stops_where_it_next_tells_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "BEAT_SECONDS", 0.02)
    job = make_job(upto=500, seconds=0.02)
    thread = threading.Thread(target=lambda: (run(job), transaction.get_connection().close()))
    thread.start()
    while not Job.objects.filter(state=JobState.RUNNING, progress__gt=0).exists():
        pass
    jobs.cancel_job(job=job, actor=None)
    thread.join(10)
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert 0 < job.progress < 500


def test_an_ended_job_cannot_be_cancelled() -> None:
    job = run(make_job(upto=1))
    with pytest.raises(jobs.JobNotMovable, match="is done: it cannot become cancelled"):
        jobs.cancel_job(job=job, actor=None)


def test_a_failed_job_can_be_tried_again() -> None:
    job = jobs.retry_job(job=run(make_job("refuse")), actor=None)
    assert (job.state, job.attempt, job.error) == (JobState.WAITING, 1, "")
    assert run(job).state == JobState.FAILED


def test_a_job_that_two_people_try_again_waits_once() -> None:
    job = run(make_job("refuse"))
    one, other = Job.objects.get(pk=job.pk), Job.objects.get(pk=job.pk)
    jobs.retry_job(job=one, actor=None)
    with pytest.raises(jobs.JobNotMovable):
        jobs.retry_job(job=other, actor=None)
    job.refresh_from_db()
    assert job.attempt == 1


def test_a_finished_job_is_not_tried_again() -> None:
    with pytest.raises(jobs.JobNotMovable, match="is done, not failed or cancelled"):
        jobs.retry_job(job=run(make_job(upto=1)), actor=None)


def test_a_silent_worker_loses_its_job_and_cannot_end_it() -> None:
    job = make_job(upto=1)
    late = jobs.claim_job(code=job.code, attempt=0)
    age(job, 21)
    assert jobs.resend_lost_jobs() == 1
    job.refresh_from_db()
    assert (job.state, job.attempt) == (JobState.WAITING, 1)
    assert late
    assert jobs.beat_job(job=late, progress=1, total=1, lines=[]) is None
    assert not jobs.end_job(job=late, state=JobState.DONE)
    assert run(job).state == JobState.DONE


def test_a_worker_that_speaks_keeps_its_job() -> None:
    job = make_job(upto=1)
    jobs.claim_job(code=job.code, attempt=0)
    age(job, 19)
    assert jobs.resend_lost_jobs() == 0


def test_a_job_whose_message_was_lost_is_sent_again() -> None:
    job = make_job(upto=1)
    age(job, 61)
    assert jobs.resend_lost_jobs() == 1
    assert jobs.resend_lost_jobs() == 0
    assert run(job).state == JobState.DONE


def test_a_job_that_kills_its_workers_fails_in_the_end() -> None:
    job = make_job(upto=1)
    for attempt in range(jobs.MAX_ATTEMPTS):
        assert jobs.claim_job(code=job.code, attempt=attempt)
        age(job, 21)
        jobs.resend_lost_jobs()
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.FAILED, "its worker died 5 times")


def test_a_worker_told_to_end_gives_its_job_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "stopping", threading.Event())
    job_runner.stopping.set()
    job = run(make_job(upto=5))
    assert (job.state, job.attempt) == (JobState.WAITING, 1)
