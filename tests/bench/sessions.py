"""What it gives that a session's own query brings the person too, in place of a query more a request."""

from __future__ import annotations

import statistics
import time
from unittest.mock import patch

from django.test import Client
from django.utils import timezone

from reviewapp.models import Campaign, Person, Task
from reviewapp.people.auth import BACKEND
from reviewapp.rules.protocol import Stage
from reviewapp.work.actions.claiming import claim_next
from tests.bench.table import Table

REQUESTS = 400


def measure_session(person: Person, campaign: Campaign, table: Table) -> None:
    """Send heartbeats with and without the row that is kept, in turns; print both medians."""
    client = Client()
    client.force_login(person, backend=BACKEND)
    task_id = claim_next(campaign=campaign, actor=person, stage=Stage.SCREENING, now=timezone.now())
    url = f"/tasks/{Task.objects.get(pk=task_id).code}/beat/"
    kept: list[float] = []
    asked_again: list[float] = []
    for _ in range(REQUESTS):
        kept.append(_seconds(client, url))
        with patch("reviewapp.people.sessions.keep_person"):
            asked_again.append(_seconds(client, url))
    with_row, without = statistics.median(kept) * 1000, statistics.median(asked_again) * 1000
    table.title("The person of a session")
    table.line(
        "a heartbeat, the person read with the session",
        f"{with_row:.2f} ms",
        beside=f"by a query of its own {without:.2f} ms",
        reach="less than with a query more",
        ok=with_row < without,
    )


def _seconds(client: Client, url: str) -> float:
    began = time.perf_counter()
    answer = client.post(url, {"tab": "bench"})
    seconds = time.perf_counter() - began
    assert answer.status_code == 204, answer.status_code
    return seconds
