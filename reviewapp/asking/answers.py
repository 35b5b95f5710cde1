"""What an answer says: the model's own words, why they end, and what they cost (contracts §5)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

COMPLETION, NO_TEXT, NO_COMPLETION, TOO_LONG = ("completion", "no_text", "no_completion", "too_long")


@dataclass(frozen=True, slots=True)
class Answer:
    """The model's text as delivered, empty where the endpoint gave none, and which of the four it is."""

    kind: str
    text: str = ""
    finish_reason: str = ""
    model: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


def read_answer(body: bytes, *, cut: bool = False) -> Answer:
    """Read the body of a response with status 200, whatever it holds.

    >>> read_answer(b'{"choices": [{"message": {"content": "Hm."}, "finish_reason": "stop"}]}').text
    'Hm.'
    >>> read_answer(b'{"choices": [{"message": {"content": null}}]}').kind, read_answer(b'{"id').kind
    ('no_text', 'no_completion')
    """
    if cut:
        return Answer(TOO_LONG)
    try:
        completion = json.loads(body)
    except (ValueError, RecursionError):
        return Answer(NO_COMPLETION)
    choice = _first(completion.get("choices")) if isinstance(completion, dict) else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        return Answer(NO_COMPLETION)
    text = message.get("content")
    usage = completion.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    return Answer(
        COMPLETION if isinstance(text, str) else NO_TEXT,
        text if isinstance(text, str) else "",
        _name(choice.get("finish_reason")),
        _name(completion.get("model")),
        _count(counts.get("prompt_tokens")),
        _count(counts.get("completion_tokens")),
    )


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else None


def _name(value: Any) -> str:
    return value[:200] if isinstance(value, str) else ""


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 2**53 else None


@dataclass(slots=True)
class Usage:
    """The tokens of a run's answers. Answers without token counts are counted apart."""

    n_answers: int = 0
    n_uncounted: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def add(self, answer: Answer) -> None:
        self.n_answers += 1
        self.n_uncounted += answer.prompt_tokens is None or answer.completion_tokens is None
        self.prompt_tokens += answer.prompt_tokens or 0
        self.completion_tokens += answer.completion_tokens or 0

    def as_object(self, prices: Prices | None = None) -> dict[str, Any]:
        """Return the counts for a run's metadata, with the cost where prices are known."""
        entry: dict[str, Any] = {
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
        }
        if self.n_uncounted:
            entry["answers_without_counts"] = self.n_uncounted
        if prices is not None:
            entry |= {"cost": prices.cost(self), "prices": prices.as_object()}
        return entry


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in and out, in one currency of the user's."""

    prompt: float
    completion: float

    def cost(self, usage: Usage) -> float:
        """Return what the counted tokens cost, to a millionth.

        >>> Prices(3, 15).cost(Usage(1, 0, 2_000, 1_000))
        0.021
        """
        millionths = usage.prompt_tokens * self.prompt + usage.completion_tokens * self.completion
        return round(millionths / 1e6, 6)

    def as_object(self) -> Mapping[str, float]:
        return {"prompt_per_million": self.prompt, "completion_per_million": self.completion}


def kinds_of(answers: Iterable[Answer]) -> dict[str, int]:
    """Count answers by kind, those cut off at the token limit as well."""
    counts = dict.fromkeys((COMPLETION, NO_TEXT, NO_COMPLETION, TOO_LONG, "cut_off"), 0)
    for answer in answers:
        counts[answer.kind] += 1
        counts["cut_off"] += answer.finish_reason == "length"
    return counts
