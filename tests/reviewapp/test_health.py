import pytest
from django.test import Client
from django.utils import timezone

from reviewapp.models import WorkerHeartbeat
from reviewapp.web.health import WORKER_SILENCE

pytestmark = pytest.mark.django_db


def test_healthz_answers_anybody(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_healthz_refuses_post(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_readyz_names_the_missing_worker(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "failing",
        "database": "ok",
        "migrations": "ok",
        "worker": "no sign of life within a minute",
        "broker": "ok",
    }


def test_readyz_is_ready_with_a_live_worker(client: Client) -> None:
    WorkerHeartbeat.objects.create(name="w1", at=timezone.now())
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_readyz_does_not_believe_an_old_heartbeat(client: Client) -> None:
    WorkerHeartbeat.objects.create(name="w1", at=timezone.now() - WORKER_SILENCE * 2)
    assert client.get("/readyz").status_code == 503
