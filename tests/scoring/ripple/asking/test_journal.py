"""The journal: what is on the disk, and when."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from reviewapp.asking.asker import Asker, Question
from reviewapp.asking.journal import JOURNAL, SETTINGS, Journal, hold_settings
from reviewapp.asking.transport import ANSWERED, Attempt, Endpoint, Exchange
from tests.completions import Server

QUESTION = Question("rk-1", {"model": "m", "messages": [{"role": "user", "content": "?"}]}, "key-1")


@contextmanager
def opened(folder: Path) -> Iterator[Journal]:
    with Journal.opened(folder, lambda: "2026-01-02T03:04:05Z") as journal:
        yield journal


def answered(body: bytes) -> Exchange:
    return Exchange((Attempt(ANSWERED, 1.0, 200, body),))


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The size of every file at the moments at which it is put on the disk."""
    sizes: list[int] = []
    sync = os.fsync

    def noting(descriptor: int) -> None:
        sizes.append(os.fstat(descriptor).st_size)
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noting)
    return sizes


def test_settings_are_on_the_disk_whole(tmp_path: Path, synced: list[int]) -> None:
    hold_settings(tmp_path, {"model": "m"})
    assert synced == [(tmp_path / SETTINGS).stat().st_size]


def test_each_line_is_on_the_disk_before_anything_follows_from_it(tmp_path: Path, synced: list[int]) -> None:
    with opened(tmp_path) as journal:
        journal.asked(QUESTION)
        asked = (tmp_path / JOURNAL).stat().st_size
        assert synced == [asked]
        journal.settled(QUESTION, answered(b"{}"))
        assert synced == [asked, (tmp_path / JOURNAL).stat().st_size]


def test_the_first_answer_stands(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        for body in (b"first", b"second"):
            journal.asked(QUESTION)
            journal.settled(QUESTION, answered(body))
    with opened(tmp_path) as journal:
        kept = journal.answer("rk-1")
    assert kept is not None
    assert kept.body == b"first"
    assert len((tmp_path / JOURNAL).read_bytes().splitlines()) == 4


def test_a_question_is_written_down_before_it_is_sent(server: Server, tmp_path: Path) -> None:
    sent = threading.Event()
    early: list[bool] = []

    class Watched(Endpoint):
        def ask(self, *question: Any) -> Exchange:
            sent.set()
            return super().ask(*question)

    class Slow(Journal):
        """A journal on a slow disk, which looks whether the question has gone out meanwhile."""

        def asked(self, question: Question) -> None:
            early.append(sent.wait(1.0))
            super().asked(question)

    endpoint = Watched(server.url, "k-1")
    with Slow.opened(tmp_path, lambda: "2026-01-02T03:04:05Z") as journal:
        tally = Asker(endpoint, journal).ask([QUESTION])
    endpoint.close()
    assert (early, tally.answered) == ([False], 1)
    assert "request" in json.loads((tmp_path / JOURNAL).read_bytes().splitlines()[0])
