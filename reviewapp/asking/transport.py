"""One question over the wire, by the official client: what came back, byte for byte, and when to ask again.

Asked again is after what the transport did (429, 408, 5xx, no answer in time, no connection), never after
what an answer says: any 200 is the answer, whatever stands in it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from importlib import import_module
from typing import Any

ANSWERED, REFUSED, RATE_LIMITED, SERVER_ERROR, TIMED_OUT, UNREACHABLE = KINDS = (
    "answered",
    "refused",
    "rate_limited",
    "server_error",
    "timed_out",
    "unreachable",
)
BODY_LIMIT = 8 << 20  # bytes kept of an answer; a line of a run holds 32 MiB
TIMEOUT_SECONDS = 120.0
RETRIES = 4
_SECRET_BYTES = 8
_FIRST_WAIT, _LONGEST_WAIT, _LONGEST_TOLD = 0.5, 20.0, 120.0


class NoClient(ValueError):
    """The openai package is not installed."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try: how it ended, the status and body if there was one, and how long it took.

    :param cut: whether the body was longer than is kept."""

    kind: str
    seconds: float
    status: int | None = None
    body: bytes = b""
    cut: bool = False
    request_id: str = ""
    retry_after: float | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """All tries of one question; the last one decides."""

    attempts: tuple[Attempt, ...]

    @property
    def last(self) -> Attempt:
        return self.attempts[-1]

    @property
    def is_answered(self) -> bool:
        return self.last.kind == ANSWERED


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for an answer, and how often and after which pause to ask again."""

    timeout_seconds: float = TIMEOUT_SECONDS
    retries: int = RETRIES
    first_wait_seconds: float = _FIRST_WAIT
    rng: random.Random = field(default_factory=random.Random)

    def wait_seconds(self, n_failed: int, retry_after_seconds: float | None) -> float:
        """Return the pause after the n-th failure: what the server asks for, or one that doubles."""
        if retry_after_seconds is not None:
            return min(retry_after_seconds, _LONGEST_TOLD)
        longest = min(self.first_wait_seconds * 2.0 ** (n_failed - 1), _LONGEST_WAIT)
        return longest * self.rng.uniform(0.75, 1.0)


class Endpoint:
    """An OpenAI-compatible endpoint; may be asked from several threads at once.

    :raises NoClient: if the client is not installed."""

    def __init__(self, base_url: str, api_key: str, patience: Patience | None = None) -> None:
        try:
            import openai
        except ImportError as error:
            raise NoClient("a model needs the openai package: install the extra `generation`") from error
        self._errors = openai
        self._secret = api_key.encode()
        self._patience = patience or Patience()
        # Trying again is ours alone: every attempt is kept, and a cancelled run waits for none.
        self._client = openai.OpenAI(
            base_url=base_url, api_key=api_key, timeout=self._patience.timeout_seconds, max_retries=0
        )

    def close(self) -> None:
        self._client.close()

    def ask(self, request: dict[str, Any], key: str, wait: Callable[[float], bool]) -> Exchange:
        """Ask until there is an answer or patience ends.

        :param key: the same for the same question, for endpoints that know a question asked again.
        :param wait: pauses for some seconds, and tells whether to give up instead of asking again."""
        attempts: list[Attempt] = []
        while True:
            attempts.append(self._try(request, key))
            last = attempts[-1]
            if last.kind in (ANSWERED, REFUSED) or len(attempts) > self._patience.retries:
                break
            if wait(self._patience.wait_seconds(len(attempts), last.retry_after)):
                break
        return Exchange(tuple(attempts))

    def _try(self, request: dict[str, Any], key: str) -> Attempt:
        started = time.monotonic()
        try:
            return self._send(request, key, started)
        except self._errors.APITimeoutError:
            return Attempt(TIMED_OUT, time.monotonic() - started)
        except self._errors.APIStatusError as error:
            return self._failed(error.response, time.monotonic() - started)
        except self._errors.APIConnectionError:
            return Attempt(UNREACHABLE, time.monotonic() - started)

    def _failed(self, response: Any, seconds: float) -> Attempt:
        status = response.status_code
        kinds = {408: TIMED_OUT, 429: RATE_LIMITED}
        kind = kinds.get(status, SERVER_ERROR if status >= 500 else REFUSED)
        body = response.content
        if len(self._secret) >= _SECRET_BYTES:  # some gateways repeat the request in what they complain of
            body = body.replace(self._secret, b"[key]")
        retry_after_seconds = retry_after(response.headers.get("retry-after", ""), time.time())
        request_id = response.headers.get("x-request-id", "")[:200]
        return Attempt(
            kind, seconds, status, body[:BODY_LIMIT], len(body) > BODY_LIMIT, request_id, retry_after_seconds
        )

    def _send(self, request: dict[str, Any], key: str, started: float) -> Attempt:
        further = {name: value for name, value in request.items() if name not in ("model", "messages")}
        with self._client.chat.completions.with_streaming_response.create(
            model=request["model"],
            messages=request["messages"],
            extra_body=further,
            extra_headers={"Idempotency-Key": key},
        ) as response:
            deadline = started + self._patience.timeout_seconds
            network = import_module(type(response.http_response).__module__.partition(".")[0])
            try:
                body, cut = _bounded(response.iter_bytes(), deadline)
            except (TimeoutError, network.TimeoutException):
                return Attempt(TIMED_OUT, time.monotonic() - started, response.status_code)
            except network.HTTPError:
                return Attempt(UNREACHABLE, time.monotonic() - started, response.status_code)
            request_id = response.headers.get("x-request-id", "")
            return Attempt(
                ANSWERED, time.monotonic() - started, response.status_code, body, cut, request_id[:200]
            )


def _bounded(pieces: Iterator[bytes], deadline: float) -> tuple[bytes, bool]:
    """Read a body up to the limit and the deadline: a server may send blanks for ever to keep a line open."""
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > BODY_LIMIT:
            return bytes(body[:BODY_LIMIT]), True
        if time.monotonic() > deadline:
            raise TimeoutError
    return bytes(body), False


def retry_after(text: str, now: float) -> float | None:
    """Read a `Retry-After`: seconds, or a date; None where it says nothing.

    >>> retry_after("3", 0.0), retry_after("Thu, 01 Jan 1970 00:00:09 GMT", 2.0), retry_after("soon", 0.0)
    (3.0, 7.0, None)
    """
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except ValueError:
        return None
