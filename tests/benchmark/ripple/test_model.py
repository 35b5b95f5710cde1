"""The model generator against a local server: what it asks, what it takes, and every way to fail."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from benchmark.construction.ripple.candidate import assemble
from benchmark.construction.ripple.checks import failures_of
from benchmark.construction.ripple.model import ModelGenerator, NoClient, messages, texts_of
from benchmark.construction.ripple.plan import EDITED, REAL
from benchmark.construction.ripple.select import GenerationFailed
from tests.completions import Answer, Server, completion, serving

from .records import plan


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as found:
        yield found


def generator(server: Server, **options: Any) -> ModelGenerator:
    return ModelGenerator("m", base_url=server.url, **({"retries": 0, "timeout_seconds": 5.0} | options))


def worded(asked: dict[str, Any]) -> Answer:
    """Answer as a good model would: the facts as sentences."""
    slots = json.loads(asked["messages"][1]["content"])["slots"]
    return completion(json.dumps({"units": {slot["slot"]: f"{slot['fact']}." for slot in slots}}))


def test_a_good_answer_passes_the_same_checks(server: Server) -> None:
    server.answer = worded
    one = plan()
    found = assemble(one, generator(server).units(one))
    assert failures_of(found, provable=False) == []


def test_one_completion_is_asked_for_with_the_facts_and_no_answer_key(server: Server) -> None:
    server.answer = worded
    one = plan()
    generator(server).units(one)
    [asked] = server.asked
    assert (asked["path"], asked["model"]) == ("/v1/chat/completions", "m")
    told = json.loads(asked["messages"][1]["content"])
    assert len(told["slots"]) == sum(s.role not in (EDITED, REAL) for s in one.slots)
    assert set(told["forbidden"]) == one.source.forbidden


def test_a_model_is_told_nothing_of_roles() -> None:
    text = json.dumps(messages(plan()))
    assert not any(word in text for word in ("affected", "held", "n1"))


def test_an_answer_that_breaks_a_check_is_turned_down_by_it(server: Server) -> None:
    def leaking(asked: dict[str, Any]) -> Answer:
        slots = json.loads(asked["messages"][1]["content"])["slots"]
        told = {slot["slot"]: f"In all, {slot['fact']} {plan().source.new}." for slot in slots}
        return completion(json.dumps({"units": told}))

    server.answer = leaking
    found = failures_of(assemble(plan(), generator(server).units(plan())), provable=False)
    assert {"entity_first", "no_edit_tokens"} <= {failure.check for failure in found}


def test_a_missing_slot_is_found_by_the_checks(server: Server) -> None:
    server.answer = lambda asked: completion('{"units": {}}')
    found = failures_of(assemble(plan(), generator(server).units(plan())), provable=False)
    assert "planned_slots" in {failure.check for failure in found}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((429, b'{"error": {"message": "slow down"}}', 0.0), "rate_limited"),
        ((500, b'{"error": {"message": "oops"}}', 0.0), "server_error"),
        ((503, b"gone", 0.0), "server_error"),
        ((401, b'{"error": {"message": "who?"}}', 0.0), "refused"),
        ((200, b'{"id": ', 0.0), "malformed"),
        ((200, b"{}", 0.0), "malformed"),
        ((200, b"[]", 0.0), "malformed"),
        (completion(None), "malformed"),
        (completion("I cannot do that."), "malformed"),
        (completion('```json\n{"units": {}}\n```'), "malformed"),
        (completion('{"units": {"a": 1}}'), "malformed"),
        (completion("[" * 100_000), "malformed"),
        (completion('{"units": {"s1": "Cut o', "length"), "truncated"),
    ],
)
def test_every_failure_is_counted_by_its_kind(server: Server, answer: Answer, reason: str) -> None:
    server.answer = lambda asked: answer
    with pytest.raises(GenerationFailed, match=f"^{reason}$"):
        generator(server).units(plan())
    assert len(server.asked) == 1


def test_a_server_that_does_not_answer_times_out(server: Server) -> None:
    server.answer = lambda asked: (200, b"{}", 1.0)
    with pytest.raises(GenerationFailed, match="timed_out"):
        generator(server, timeout_seconds=0.2).units(plan())


def test_a_server_that_is_not_there_is_told(server: Server) -> None:
    away = ModelGenerator("m", base_url="http://127.0.0.1:9/v1", retries=0)
    with pytest.raises(GenerationFailed, match="unreachable"):
        away.units(plan())


def test_a_busy_server_is_asked_again_by_the_client(server: Server) -> None:
    def busy_once(asked: dict[str, Any]) -> Answer:
        return worded(asked) if len(server.asked) > 1 else (429, b"{}", 0.0)

    server.answer = busy_once
    assert generator(server, retries=1).units(plan())
    assert len(server.asked) == 2


def test_without_the_client_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(NoClient, match="the extra `generation`"):
        ModelGenerator("m")


def test_what_a_model_is_asked_is_the_same_each_time() -> None:
    assert messages(plan()) == messages(plan())


def test_an_answer_is_one_object_of_texts() -> None:
    assert texts_of('{"units": {"a": "b"}}') == {"a": "b"}
