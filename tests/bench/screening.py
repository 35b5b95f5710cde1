"""Next task and commit by several people at once, at the desk and at the floor."""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from reviewapp.models import Campaign, Person
from reviewapp.people.auth import BACKEND
from reviewapp.people.sessions import SessionStore

TASK_URL = re.compile(r'data-url="([^"]+)"')
CSRF = "0123456789abcdefghijklmnopqrstuv"
TURNS = 6


@dataclass
class Pairs:
    """What was measured: seconds of each next and commit, and over how long in all."""

    took: float = 0.0
    nexts: list[float] = field(default_factory=list)
    commits: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        return len(self.commits) / self.took

    def add(self, more: Pairs) -> None:
        self.took += more.took
        self.nexts += more.nexts
        self.commits += more.commits

    def percentile(self, share: float) -> tuple[float, float]:
        """Return the percentile of next and of commit, in milliseconds."""
        return _at(self.nexts, share), _at(self.commits, share)


def _at(seconds: list[float], share: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))] * 1000


class Worker:
    """One person at the desk, over one connection kept alive, signed in."""

    def __init__(self, url: str, person: Person, campaign: Campaign) -> None:
        self.connection = _connect(url)
        cookies = {settings.SESSION_COOKIE_NAME: session_of(person), "csrftoken": CSRF}
        self.headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "HX-Request": "true",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self.next_url = f"/work/{campaign.code}/next/"

    def next(self) -> str:
        page = _ask(self.connection, "GET", self.next_url, None, self.headers, 200).decode()
        found = TASK_URL.search(page)
        assert found, page[:500]
        return found.group(1)

    def commit(self, task_url: str) -> None:
        sent = urlencode({"verdict": "accept", "domain": "law", "note": "", "ahead": "1"})
        _ask(self.connection, "POST", task_url, sent, self.headers, 204)


class FloorWorker:
    """One client of the floor."""

    def __init__(self, url: str) -> None:
        self.connection = _connect(url)

    def next(self) -> str:
        return str(json.loads(_ask(self.connection, "GET", "/next", None, {}, 200))["id"])

    def commit(self, task: str) -> None:
        sent = json.dumps({"id": int(task), "decision": "accept"})
        _ask(self.connection, "POST", "/commit", sent, {}, 204)


def run_in_turns(
    make_workers: Sequence[Callable[[int], Worker | FloorWorker]], *, people: int, seconds: float
) -> list[Pairs]:
    """Let both desks be worked at, so many seconds each, in turns: a machine's speed wanders."""
    measured = [Pairs() for _ in make_workers]
    for _ in range(TURNS):
        for pairs, make_worker in zip(measured, make_workers, strict=True):
            pairs.add(run_pairs(make_worker, people=people, seconds=seconds / TURNS))
    return measured


def run_pairs(make_worker: Callable[[int], Worker | FloorWorker], *, people: int, seconds: float) -> Pairs:
    """Let *people* take and commit tasks at once for so many seconds."""
    workers = [make_worker(k) for k in range(people)]
    pairs, failures = Pairs(), []
    begin = threading.Barrier(people + 1)
    deadline = [0.0]

    def work(worker: Worker | FloorWorker) -> None:
        try:
            begin.wait()
            while time.perf_counter() < deadline[0]:
                start = time.perf_counter()
                task = worker.next()
                taken = time.perf_counter()
                worker.commit(task)
                pairs.nexts.append(taken - start)
                pairs.commits.append(time.perf_counter() - taken)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    started = time.perf_counter()
    deadline[0] = started + seconds
    begin.wait()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    pairs.took = time.perf_counter() - started
    return pairs


def _connect(url: str) -> http.client.HTTPConnection:
    parts = urlsplit(url)
    return http.client.HTTPConnection(parts.hostname or "", parts.port)


def _ask(
    connection: http.client.HTTPConnection,
    method: str,
    url: str,
    body: str | None,
    headers: dict[str, str],
    expected: int,
) -> bytes:
    connection.request(method, url, body, headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != expected:
        raise RuntimeError(f"{method} {url}: {answer.status} {content[:300]!r}")
    return content


def session_of(person: Person) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    return str(session.session_key)
