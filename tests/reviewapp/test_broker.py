"""Jobs through real brokers and real workers, which are killed where it hurts."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from celery import Celery
from django.db.models.functions import Now
from django.test import Client

from reviewapp.jobs import actions as jobs
from reviewapp.models import Job
from reviewapp.rules.protocol import JobState
from tests.live import LiveApp, wait_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["filesystem", pytest.param("redis", marks=pytest.mark.redis)])
def app(
    request: pytest.FixtureRequest,
    transactional_db: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[LiveApp]:
    """A web server beside one of the brokers, to which this process sends, too."""
    broker = request.getfixturevalue("redis_url") if request.param == "redis" else ""
    with LiveApp(tmp_path / "var", broker) as live:
        sender = sender_to(broker, tmp_path / "var" / "broker")
        monkeypatch.setattr(jobs, "app", sender)
        yield live
        sender.close()


def sender_to(broker: str, folder: Path) -> Celery:
    sender = Celery("sender", broker=broker or "filesystem://localhost/")
    sender.conf.task_ignore_result = True
    if not broker:
        sender.conf.broker_transport_options = {
            "data_folder_in": str(folder / "messages"),
            "data_folder_out": str(folder / "messages"),
            "control_folder": str(folder / "control"),
        }
    return sender


def state_of(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def wait_for_state(job: Job, state: JobState) -> None:
    wait_for(lambda: state_of(job) == state, 30, f"{job} becoming {state}")


def test_a_worker_does_a_job_and_readyz_sees_it(app: LiveApp, client: Client) -> None:
    app.start_worker()
    job = jobs.enqueue("count", title="t", args={"upto": 3}, actor=None)
    wait_for_state(job, JobState.DONE)
    assert job.result == {"counted": 3}
    assert client.get("/readyz").json()["worker"] == "ok"


def test_a_job_whose_worker_is_killed_is_found_and_finished(app: LiveApp, tmp_path: Path) -> None:
    app.start_worker()
    target = tmp_path / "target"
    job = jobs.enqueue("wait_for_file", title="t", args={"path": str(target)}, actor=None)
    wait_for((tmp_path / "target.began").exists, what="the job beginning")
    app.kill(app.worker)
    assert state_of(job) == JobState.RUNNING
    target.touch()
    Job.objects.filter(pk=job.pk).update(beat_at=Now() - timedelta(seconds=30))  # the silence, cut short
    app.start_worker()
    wait_for_state(job, JobState.DONE)
    assert job.attempt == 1


def test_a_worker_told_to_end_hands_its_job_to_the_next(app: LiveApp, tmp_path: Path) -> None:
    app.start_worker()
    target = tmp_path / "target"
    job = jobs.enqueue("wait_for_file", title="t", args={"path": str(target)}, actor=None)
    wait_for((tmp_path / "target.began").exists, what="the job beginning")
    assert app.worker.process
    app.worker.process.terminate()
    assert app.worker.process.wait(10) == 0
    assert state_of(job) == JobState.WAITING
    target.touch()
    app.start_worker()
    wait_for_state(job, JobState.DONE)
