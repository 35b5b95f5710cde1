"""The web server is killed at random moments: every commit that it acknowledged is there."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

import psutil

from reviewapp.models import Campaign, Person, Return, Slot, Task
from reviewapp.rules.protocol import TaskState
from reviewapp.work.actions.claiming import run_upkeep
from tests.factories import make_campaign, make_person
from tests.live import START_SECONDS, LiveApp

from .desk import NOW

N_ITEMS = 60
N_KILLS = 6
PATIENCE_SECONDS = 2 * START_SECONDS  # the server that is waited for is started anew, twice at the most


class Annotator:
    """A program that claims and commits until nothing is left, and asks again when nobody answers."""

    def __init__(self, app: LiveApp, campaign: Campaign, person: Person) -> None:
        self.address = urlsplit(app.url).netloc
        self.campaign = campaign.code
        self.headers = {"Authorization": f"Bearer {person.token}", "Content-Type": "application/json"}
        self.acknowledged: list[str] = []
        self.unanswered = 0

    def work(self) -> None:
        while task := self.ask(f"campaigns/{self.campaign}/next/"):
            committed = self.ask(f"tasks/{task['code']}/return/", decision="accept")
            self.acknowledged.append(committed["code"])

    def ask(self, path: str, **body: str) -> dict:
        """POST until there is an answer; the same POST twice is no harm, which is the point."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            with suppress(OSError, HTTPException):
                return self.post(f"/api/{path}", json.dumps(body))
            self.unanswered += 1
            time.sleep(0.05)
        raise TimeoutError(f"no answer to {path} within {PATIENCE_SECONDS} s")

    def post(self, path: str, body: str) -> dict:
        connection = HTTPConnection(self.address, timeout=15)
        try:
            connection.request("POST", path, body, self.headers)
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        assert response.status in {200, 204}, (response.status, content[:500])
        return json.loads(content) if content else {}


def kill_now_and_then(app: LiveApp, done: threading.Event, rng: random.Random) -> int:
    """Kill a worker process of the web server, or the server itself, some times; return how often."""
    n_killed = 0
    while n_killed < N_KILLS and not done.wait(rng.uniform(0.05, 0.4)):
        if n_killed % 3 == 2:
            app.kill(app.web)
            app.start_web()
        elif not kill_a_process(app):
            continue
        n_killed += 1
    return n_killed


def kill_a_process(app: LiveApp) -> bool:
    """Kill one of the web server's processes; return False if there is none yet."""
    for process in psutil.Process(app.web.pid).children():
        with suppress(psutil.NoSuchProcess):
            if process.status() != psutil.STATUS_ZOMBIE:
                process.kill()
                return True
    return False


def test_no_acknowledged_commit_is_lost(live_app):
    names = [f"person{number}" for number in range(4)]
    campaign = make_campaign(items=N_ITEMS, overlap=2, annotators=names)
    people = [Annotator(live_app, campaign, make_person(name)) for name in names]
    done = threading.Event()
    with ThreadPoolExecutor(len(people) + 1) as pool:
        killed = pool.submit(kill_now_and_then, live_app, done, random.Random(7))
        shifts = [pool.submit(one.work) for one in people]
        try:
            for shift in shifts:
                shift.result()
        finally:
            done.set()
        assert killed.result() >= 3
    while run_upkeep(now=NOW).requeued:  # a claim that was killed may have hidden a slot from somebody
        for one in people:
            one.work()
    acknowledged = [code for one in people for code in one.acknowledged]
    returns = list(Return.objects.values_list("code", "task_id", "person_id"))
    assert sum(one.unanswered for one in people) > 0
    assert set(acknowledged) <= {code for code, _, _ in returns}
    assert set(Counter(task for _, task, _ in returns).values()) == {2}
    assert len({(task, person) for _, task, person in returns}) == len(returns) == 2 * N_ITEMS
    assert set(Task.objects.values_list("state", flat=True)) == {TaskState.DECIDED}
    assert set(Slot.objects.values_list("state", flat=True)) == {"committed"}
