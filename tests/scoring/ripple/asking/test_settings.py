"""The request's fields: the paper's by default, each settable, each left out where it is to be."""

import pytest

from reviewapp.asking.settings import BadSetting, ModelSettings, named_field, number, thinking, tokens

MESSAGES = [{"role": "user", "content": "?"}]


def test_the_defaults_are_the_papers() -> None:
    assert ModelSettings("m", "u").request(MESSAGES) == {
        "model": "m",
        "messages": MESSAGES,
        "temperature": 0,
        "top_p": 1,
        "max_tokens": 4096,
    }


def test_what_is_omitted_is_not_sent_and_told_as_such() -> None:
    bare = ModelSettings("m", "u", temperature=None, top_p=None, max_tokens=None)
    assert bare.request(MESSAGES) == {"model": "m", "messages": MESSAGES}
    told = bare.metadata()
    assert told["sampling"] == {"temperature": None, "top_p": None, "max_tokens": None}
    assert "thinking" not in told


def test_thinking_and_further_fields_are_sent_as_they_are() -> None:
    settings = ModelSettings(
        "m",
        "u",
        max_tokens_field="max_completion_tokens",
        thinking=thinking("disabled"),
        extra=dict([named_field('reasoning_effort="low"')]),
    )
    sent = settings.request(MESSAGES)
    assert (sent["thinking"], sent["reasoning_effort"]) == ({"type": "disabled"}, "low")
    assert "max_tokens" not in sent
    assert sent["max_completion_tokens"] == 4096
    assert settings.metadata()["thinking"] == "disabled"


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("0.7", 0.7), ("1e0", 1), ("omit", None)])
def test_a_number_is_read(text: str, value: float | None) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["", "-1", "nan", "inf", "warm"])
def test_a_number_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match="expected a number"):
        number(text)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "٣", "9" * 5000, ""])
def test_tokens_are_a_whole_number(text: str) -> None:
    with pytest.raises(BadSetting, match="whole number"):
        tokens(text)


@pytest.mark.parametrize("text", ["off", "null", "NaN", "[" * 100_000])
def test_thinking_is_a_word_or_json(text: str) -> None:
    with pytest.raises(BadSetting):
        thinking(text)


@pytest.mark.parametrize("text", ["a", "=1", "a=b", "messages=[]", "stream=true", "n=2", "model=1"])
def test_a_field_that_is_none_or_ours_is_refused(text: str) -> None:
    with pytest.raises(BadSetting):
        named_field(text)
