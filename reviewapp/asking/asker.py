"""Asks about many items, some at a time, and never again about one that has an answer (RKB App. F)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, Protocol

from reviewapp.asking.settings import ModelSettings
from reviewapp.asking.transport import REFUSED, Endpoint, Exchange
from reviewapp.records import sha256

CONCURRENCY = 4
MAX_CONCURRENCY = 64
IN_A_ROW = 3
_LOOK_SECONDS = 0.2
_HOPELESS = {401: "the key", 403: "the key", 404: "the model or the address", 405: "the address"}


class Question(NamedTuple):
    """One item's request, and a key that is the same each time it is asked."""

    item_id: str
    request: dict[str, Any]
    key: str


class Store(Protocol):
    """Where questions and answers are kept; used by one thread."""

    def is_answered(self, item_id: str) -> bool: ...

    def asked(self, question: Question) -> None: ...

    def settled(self, question: Question, exchange: Exchange) -> None: ...


class NotAnswering(ValueError):
    """The endpoint refuses or fails whatever it is asked."""


@dataclass(slots=True)
class Tally:
    """How far a run is: items answered before and now, those given up, and attempts beyond the first."""

    before: int = 0
    answered: int = 0
    given_up: int = 0
    again: int = 0

    @property
    def done(self) -> int:
        return self.before + self.answered


def question_about(
    item_id: str, messages: list[dict[str, str]], settings: ModelSettings, run_key: str
) -> Question:
    """Return the question that these messages put about an item, under the key it has in this run."""
    return Question(item_id, settings.request(messages), sha256(f"{run_key}:{item_id}".encode())[:40])


class Asker:
    """Asks the questions about items, at most *concurrency* of them at once.

    Writing is the calling thread's; the others wait for the network alone."""

    def __init__(
        self,
        endpoint: Endpoint,
        store: Store,
        *,
        concurrency: int = CONCURRENCY,
        tick: Callable[[Tally], None] = lambda tally: None,
    ) -> None:
        self.tally = Tally()
        self._endpoint, self._store = endpoint, store
        self._concurrency, self._tick = concurrency, tick
        self._ending = threading.Event()
        self._flying: dict[Future[Exchange], Question] = {}
        self._in_a_row = 0

    def ask(self, questions: Iterable[Question], limit: int | None = None) -> Tally:
        """Ask the questions that have no answer yet, at most *limit* of them.

        What *tick* raises ends the run, as an interrupt does: nothing more is asked, what is under way is
        waited for and kept.

        :raises NotAnswering: if the endpoint refuses or fails question after question."""
        with ThreadPoolExecutor(self._concurrency, thread_name_prefix="ask") as pool:
            try:
                for question in islice(self._open(questions), limit):
                    self._store.asked(question)
                    flying = pool.submit(self._endpoint.ask, question.request, question.key, self._wait)
                    self._flying[flying] = question
                    self._settle_until(self._concurrency - 1)
                self._settle_until(0)
            finally:
                self._ending.set()
                self._keep_what_flies()
        return self.tally

    def _wait(self, seconds: float) -> bool:
        return self._ending.wait(seconds)

    def _open(self, questions: Iterable[Question]) -> Iterator[Question]:
        for question in questions:
            if self._store.is_answered(question.item_id):
                self.tally.before += 1
            else:
                yield question

    def _settle_until(self, n_under_way: int) -> None:
        """Store the exchanges that have come back, until at most *n_under_way* questions are under way."""
        while True:
            timeout = _LOOK_SECONDS if len(self._flying) > n_under_way else 0
            done, _ = wait(self._flying, timeout, FIRST_COMPLETED)
            for flying in done:
                self._keep(flying)
            self._tick(self.tally)
            if len(self._flying) <= n_under_way:
                return

    def _keep_what_flies(self) -> None:
        for flying in list(self._flying):
            question = self._flying.pop(flying)
            self._count(flying.result(), question)

    def _keep(self, flying: Future[Exchange]) -> None:
        question = self._flying.pop(flying)
        exchange = flying.result()
        self._count(exchange, question)
        self._in_a_row = 0 if exchange.is_answered else self._in_a_row + 1
        last = exchange.last
        if last.kind == REFUSED and last.status in _HOPELESS:
            raise NotAnswering(f"the endpoint refuses {_HOPELESS[last.status]}: {_last_words(exchange)}")
        if self._in_a_row >= IN_A_ROW:
            raise NotAnswering(
                f"{IN_A_ROW} questions in a row got no answer, the last: {_last_words(exchange)}"
            )

    def _count(self, exchange: Exchange, question: Question) -> None:
        self._store.settled(question, exchange)
        self.tally.again += len(exchange.attempts) - 1
        self.tally.answered += exchange.is_answered
        self.tally.given_up += not exchange.is_answered


def _last_words(exchange: Exchange) -> str:
    last = exchange.last
    status = f" {last.status}" if last.status else ""
    body = last.body[:300].decode(errors="replace")
    return f"{last.kind.replace('_', ' ')}{status} {body}".rstrip()
