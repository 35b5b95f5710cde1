"""A stored run made of answers: its metadata, and a line for each item that was answered (contracts §5)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from reviewapp.asking.answers import COMPLETION, Answer, Prices, Usage, kinds_of, read_answer
from reviewapp.asking.transport import Attempt


@dataclass(slots=True)
class Coverage:
    """How complete a run is: its items, answers by kind, tokens, and the models that answered."""

    n_items: int = 0
    n_asked_again: int = 0
    usage: Usage = field(default_factory=Usage)
    kinds: dict[str, int] = field(default_factory=lambda: kinds_of(()))
    models: list[str] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        return self.usage.n_answers == self.n_items

    def add(self, answer: Answer | None) -> None:
        """Count an item, and its answer if it has one."""
        self.n_items += 1
        if answer is None:
            return
        self.usage.add(answer)
        for kind, count in kinds_of([answer]).items():
            self.kinds[kind] += count
        if answer.model and answer.model not in self.models:
            self.models.append(answer.model)

    def as_object(self, prices: Prices | None = None) -> dict[str, Any]:
        """Return the entry `answers` of the run's metadata."""
        return {
            "items": self.n_items,
            "answered": self.usage.n_answers,
            "complete": self.is_complete,
            "kinds": self.kinds,
            "asked_again": self.n_asked_again,
            "models": self.models,
            "usage": self.usage.as_object(prices),
        }


def line_of(item_id: str, answer: Answer) -> bytes:
    """Return an item's line: the response as delivered, empty where the endpoint sent no text."""
    line: dict[str, Any] = {"item_id": item_id, "response": answer.text}
    if answer.finish_reason:
        line["finish_reason"] = answer.finish_reason
    if answer.kind != COMPLETION:
        line["answer"] = answer.kind
    return _json(line)


Answers = Callable[[], Iterable[tuple[str, Attempt | None]]]
"""Every item in order with the answer that it got, if it got one; may be gone through more than once."""


def run_lines(
    metadata: dict[str, Any], answers: Answers, *, n_asked_again: int = 0, prices: Prices | None = None
) -> tuple[Coverage, Iterator[bytes]]:
    """Return the coverage and the lines of the run. One answer is in memory at a time."""
    coverage = Coverage(n_asked_again=n_asked_again)
    for _, attempt in answers():
        coverage.add(read_answer(attempt.body, cut=attempt.cut) if attempt else None)

    def lines() -> Iterator[bytes]:
        yield _json({"run": metadata | {"answers": coverage.as_object(prices)}})
        for item_id, attempt in answers():
            if attempt:
                yield line_of(item_id, read_answer(attempt.body, cut=attempt.cut))

    return coverage, lines()


def _json(value: dict[str, Any]) -> bytes:
    r"""Write a line; a lone surrogate, which UTF-8 cannot hold, stays the escape that it came as."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace") + b"\n"
