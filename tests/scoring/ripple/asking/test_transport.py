"""One question over the wire: what is asked again, what never is, and what is kept of it."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from reviewapp.asking import transport
from reviewapp.asking.answers import read_answer
from reviewapp.asking.transport import Endpoint, Exchange, NoClient, Patience, retry_after
from tests.completions import Answer, Server, completion

REQUEST = {"model": "m", "messages": [{"role": "user", "content": "?"}], "temperature": 0, "odd": {"a": [1]}}


def ask(
    url: str, *, retries: int = 0, timeout: float = 5.0, wait: Callable[[float], bool] = lambda s: False
) -> Exchange:
    endpoint = Endpoint(url, "k-1", Patience(timeout, retries, first_wait_seconds=0.0))
    try:
        return endpoint.ask(REQUEST, "key-1", wait)
    finally:
        endpoint.close()


def test_what_is_sent_is_the_request_field_by_field(server: Server) -> None:
    assert ask(server.url).is_answered
    [asked] = server.asked
    assert asked == {"path": "/v1/chat/completions", **REQUEST}
    assert server.headers[0]["authorization"] == "Bearer k-1"
    assert server.headers[0]["idempotency-key"] == "key-1"


@pytest.mark.parametrize(
    ("status", "kind"),
    [(429, "rate_limited"), (408, "timed_out"), (500, "server_error"), (503, "server_error")],
)
def test_what_the_transport_did_is_asked_again(server: Server, status: int, kind: str) -> None:
    def failing_twice(asked: dict[str, Any]) -> Answer:
        return (status, b'{"error": "later"}', 0.0) if len(server.asked) < 3 else completion("Yes.")

    server.answer = failing_twice
    exchange = ask(server.url, retries=2)
    assert [one.kind for one in exchange.attempts] == [kind, kind, "answered"]
    assert [one.status for one in exchange.attempts] == [status, status, 200]
    assert exchange.attempts[0].body == b'{"error": "later"}'
    assert {headers["idempotency-key"] for headers in server.headers} == {"key-1"}


@pytest.mark.parametrize(
    "answer",
    [
        (200, b'{"id": ', 0.0),
        (200, b"\xff\xfe", 0.0),
        (200, b"", 0.0),
        completion(None),
        completion(""),
        completion("I cannot do that."),
        completion('{"ranking": [{"unit_', "length"),
    ],
)
def test_what_an_answer_says_is_never_asked_again(server: Server, answer: Answer) -> None:
    server.answer = lambda asked: answer
    exchange = ask(server.url, retries=3)
    assert exchange.is_answered
    assert (len(server.asked), exchange.last.body) == (1, answer[1])


@pytest.mark.parametrize("status", [400, 401, 404, 409, 422])
def test_a_refusal_is_not_asked_again(server: Server, status: int) -> None:
    server.answer = lambda asked: (status, b'{"error": {"message": "no temperature here"}}', 0.0)
    exchange = ask(server.url, retries=3)
    assert (len(server.asked), exchange.last.kind, exchange.last.status) == (1, "refused", status)


def test_a_refusal_that_repeats_the_key_is_kept_without_it(server: Server) -> None:
    server.answer = lambda asked: (401, b"no such key: key-of-ours-1234", 0.0)
    endpoint = Endpoint(server.url, "key-of-ours-1234", Patience(5.0, 0))
    try:
        assert endpoint.ask(REQUEST, "k", lambda s: False).last.body == b"no such key: [key]"
    finally:
        endpoint.close()


def test_no_answer_in_time_is_asked_again(server: Server) -> None:
    server.answer = lambda asked: (200, b"{}", 0.4)
    exchange = ask(server.url, retries=1, timeout=0.1)
    assert [one.kind for one in exchange.attempts] == ["timed_out", "timed_out"]


def test_a_body_that_never_ends_is_out_of_time() -> None:
    def dripping() -> Any:
        while True:
            yield b" "

    with pytest.raises(TimeoutError):
        transport._bounded(dripping(), time.monotonic() + 0.01)


def test_a_line_that_breaks_within_the_body_is_asked_again(server: Server) -> None:
    server.told = {"X-Pad": "1"}
    whole = completion("Yes.")[1]

    class Short(bytes):
        def __len__(self) -> int:
            return super().__len__() + 10  # more is promised than comes

    server.answer = lambda asked: (200, Short(whole), 0.0) if len(server.asked) == 1 else completion("Yes.")
    exchange = ask(server.url, retries=1)
    assert [one.kind for one in exchange.attempts] == ["unreachable", "answered"]


def test_nobody_there_is_told() -> None:
    assert ask("http://127.0.0.1:9/v1").last.kind == "unreachable"


def test_the_pause_is_the_servers_or_doubles(server: Server) -> None:
    server.answer = lambda asked: (429, b"{}", 0.0)
    server.told = {"Retry-After": "7"}
    waits: list[float] = []
    ask(server.url, retries=2, wait=lambda seconds: bool(waits.append(seconds)))
    assert waits == [7.0, 7.0]
    patience = Patience(first_wait_seconds=1.0)
    assert [0.75 <= patience.wait_seconds(n, None) / 2 ** (n - 1) <= 1 for n in (1, 2, 3)] == [True] * 3
    assert patience.wait_seconds(60, None) <= 20
    assert patience.wait_seconds(1, 1e9) == 120


def test_a_run_that_ends_waits_for_no_other_try(server: Server) -> None:
    server.answer = lambda asked: (503, b"", 0.0)
    ending = threading.Event()
    ending.set()
    assert len(ask(server.url, retries=9, wait=ending.wait).attempts) == 1


def test_a_body_is_kept_up_to_a_limit(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "BODY_LIMIT", 1000)
    server.answer = lambda asked: completion("x" * 5000)
    last = ask(server.url).last
    assert (len(last.body), last.cut, read_answer(last.body, cut=last.cut).kind) == (1000, True, "too_long")


@pytest.mark.parametrize("text", ["", "-1", "soon", "1.5e400", "Thu, 99 Foo 1970"])
def test_a_retry_after_that_says_nothing_is_none(text: str) -> None:
    assert retry_after(text, 0.0) is None


def test_without_the_client_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(NoClient, match="the extra `generation`"):
        Endpoint("http://127.0.0.1:9/v1", "k")


def test_an_answer_is_read_whatever_it_holds() -> None:
    body = completion('{"ranking": []}\ud800', "length", usage=(10, 20))[1]
    answer = read_answer(body)
    assert (answer.text, answer.finish_reason) == ('{"ranking": []}\ud800', "length")
    assert (answer.model, answer.prompt_tokens, answer.completion_tokens) == ("m", 10, 20)
    odd = json.dumps({"choices": [{"message": {"content": ["part"]}}], "usage": {"prompt_tokens": -1}})
    assert (read_answer(odd.encode()).kind, read_answer(odd.encode()).prompt_tokens) == ("no_text", None)
    for bad in (b"[" * 100_000, b"[]", b"null", b'{"choices": []}', b'{"choices": [1]}', b"\xff"):
        assert read_answer(bad).kind == "no_completion"
