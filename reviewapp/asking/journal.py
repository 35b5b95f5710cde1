"""A run's folder: its settings, and an append-only journal of every request and answer.

A line of the journal is on the disk before what follows from it happens: a question before it is sent, an
answer before it counts. So a run that was killed knows what it has, and what it had asked."""

from __future__ import annotations

import base64
import fcntl
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO

from reviewapp.asking.asker import Question, Store
from reviewapp.asking.transport import ANSWERED, Attempt, Exchange

SETTINGS, JOURNAL, RUN = "settings.json", "journal.jsonl", "run.jsonl"


class OtherSettings(ValueError):
    """The folder holds a run that is asked with other settings."""


class InUse(ValueError):
    """Another process is asking for the same folder."""


class BrokenJournal(ValueError):
    """A line of the journal, other than a last one that was cut off, cannot be read."""


def hold_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    """Store the settings of a run, or check that the folder was begun with the same ones.

    :raises OtherSettings: naming what differs."""
    path = folder / SETTINGS
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _write_synced(path, json.dumps(settings, ensure_ascii=False, indent=1) + "\n")
        return
    before = json.loads(path.read_bytes())
    asked = json.loads(json.dumps(settings))
    differing = sorted(name for name in before | asked if before.get(name) != asked.get(name))
    if differing:
        raise OtherSettings(f"{folder} was begun with another {', '.join(differing)}: choose another folder")


def _write_synced(path: Path, text: str) -> None:
    new = path.with_name(f".{path.name}.new")
    with new.open("w", encoding="utf-8", errors="surrogatepass") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


class Journal(Store):
    """The journal of one folder, opened by one process at a time."""

    def __init__(self, file: IO[bytes], now: Callable[[], str]) -> None:
        self._file, self._now = file, now
        self._answers: dict[str, int] = {}
        self._open: set[str] = set()
        self.n_asked_again = 0
        self._load()

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, now: Callable[[], str]) -> Iterator[Journal]:
        """Open a folder's journal, made where there is none.

        :param now: gives the time that goes into a line.
        :raises InUse: if another process has it open.
        :raises BrokenJournal: if it cannot be read."""
        with (folder / JOURNAL).open("a+b") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise InUse(f"{folder} is in use by another process") from error
            yield cls(file, now)

    def _load(self) -> None:
        self._file.seek(0)
        while True:
            offset = self._file.tell()
            line = self._file.readline()
            if not line.endswith(b"\n"):
                break
            self._take(line, offset)
        if line:  # it was being written when its process died, so that nothing has followed from it
            self._file.truncate(offset)

    def _take(self, line: bytes, offset: int) -> None:
        try:
            entry = json.loads(line)
            item_id = entry["item_id"]
            if "request" in entry:
                self.n_asked_again += item_id in self._open
                self._open.add(item_id)
                return
            self._open.discard(item_id)
            if entry["kind"] == ANSWERED:
                self._answers.setdefault(item_id, offset)
        except (ValueError, KeyError, TypeError) as error:
            raise BrokenJournal(f"{JOURNAL}: the line at byte {offset} is no entry") from error

    @property
    def in_flight(self) -> set[str]:
        """Return the items asked about whose end is not known: asked when their process died."""
        return set(self._open)

    def is_answered(self, item_id: str) -> bool:
        return item_id in self._answers

    def asked(self, question: Question) -> None:
        """Write a question down before it is sent."""
        entry = {"item_id": question.item_id, "key": question.key, "request": question.request}
        self._take(*self._add(entry))

    def settled(self, question: Question, exchange: Exchange) -> None:
        """Write down how a question ended, with everything that came back."""
        attempts = [attempt_object(attempt) for attempt in exchange.attempts]
        kind = exchange.last.kind
        self._take(*self._add({"item_id": question.item_id, "kind": kind, "attempts": attempts}))

    def _add(self, entry: Mapping[str, Any]) -> tuple[bytes, int]:
        line = _line({"at": self._now(), **entry})
        self._file.seek(0, os.SEEK_END)
        offset = self._file.tell()
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())
        return line, offset

    def answer(self, item_id: str) -> Attempt | None:
        """Return the answer that an item got, if it got one."""
        offset = self._answers.get(item_id)
        if offset is None:
            return None
        self._file.seek(offset)
        entry = json.loads(self._file.readline())["attempts"][-1]
        return Attempt(ANSWERED, entry["seconds"], entry["status"], _body(entry), entry.get("cut", False))


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False).encode(errors="backslashreplace") + b"\n"


def attempt_object(attempt: Attempt) -> dict[str, Any]:
    """Write one try with the bytes that came back: as text, or in base64 where they are no UTF-8."""
    entry: dict[str, Any] = {
        "kind": attempt.kind,
        "status": attempt.status,
        "seconds": round(attempt.seconds, 3),
    }
    if attempt.request_id:
        entry["request_id"] = attempt.request_id
    if attempt.cut:
        entry["cut"] = True
    try:
        return entry | {"body": attempt.body.decode()}
    except UnicodeDecodeError:
        return entry | {"body_base64": base64.b64encode(attempt.body).decode()}


def _body(entry: Mapping[str, Any]) -> bytes:
    if "body_base64" in entry:
        return base64.b64decode(entry["body_base64"])
    body: str = entry["body"]
    return body.encode()


def write_run(folder: Path, lines: Iterator[bytes]) -> None:
    """Write the stored run in whole or not at all."""
    new = folder / f".{RUN}.new"
    with new.open("wb") as file:
        _write(file, lines)
    new.replace(folder / RUN)


def _write(file: BinaryIO, lines: Iterator[bytes]) -> None:
    file.writelines(lines)
    file.flush()
    os.fsync(file.fileno())
