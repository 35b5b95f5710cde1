"""What makes a configuration the same, and when a run contradicts it."""

import pytest

from scoring.ripple.scorer.configuring import (
    OtherSettings,
    cap_text,
    configuration_sha256,
    refuse_other_settings,
    sampling_text,
    settings_of,
    thinking_text,
)

METADATA = {
    "system": "S",
    "family": "F",
    "model": "m",
    "sampling": {"temperature": 0, "top_p": 1, "max_tokens": 4096},
    "thinking": "disabled",
}


def sha256(**changes: object) -> str:
    metadata = METADATA | changes
    return configuration_sha256(str(metadata["system"]), str(metadata["family"]), settings_of(metadata))


def test_words_about_a_run_are_no_part_of_its_configuration() -> None:
    assert sha256(notes="n", answers={"complete": False}, group="initial") == sha256()


def test_a_field_left_out_and_a_null_are_the_same() -> None:
    given = {"temperature": None, "top_p": None, "max_tokens": 4096}
    assert sha256(sampling=given, thinking=None) == sha256(sampling={"max_tokens": 4096}, thinking=None)


def test_the_order_of_keys_does_not_matter_and_values_do() -> None:
    turned = {"max_tokens": 4096, "top_p": 1, "temperature": 0}
    assert sha256(sampling=turned) == sha256()
    others = [
        sha256(sampling=turned | {"temperature": 1}),
        sha256(model="n"),
        sha256(system="T"),
        sha256(group="later"),
    ]
    assert len({sha256(), *others}) == 5


def test_a_run_may_leave_out_but_not_contradict() -> None:
    settings = settings_of(METADATA)
    refuse_other_settings("S", "F", settings, {"notes": "n", "model": "m", "group": "initial"})
    refuse_other_settings("S", "F", settings, METADATA)
    for changes in ({"system": "T"}, {"model": "n"}, {"group": "later"}, {"prompt_sha256": "x"}):
        with pytest.raises(OtherSettings, match=f"run.{next(iter(changes))}"):
            refuse_other_settings("S", "F", settings, METADATA | changes)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (METADATA, ("temperature 0, top_p 1", "4096", "Disabled")),
        ({"sampling": {"max_completion_tokens": 9}}, ("Provider default", "9", "Omitted")),
        ({}, ("Provider default", "Omitted", "Omitted")),
        ({"sampling": {"temperature": None, "top_p": 0.5}}, ("top_p 0.5", "Omitted", "Omitted")),
        (
            {"sampling": "hot", "thinking": {"type": "enabled"}},
            ("Provider default", "Omitted", '{"type":"enabled"}'),
        ),
    ],
)
def test_settings_are_told_as_in_table_9(settings: dict[str, object], words: tuple[str, str, str]) -> None:
    assert (sampling_text(settings), cap_text(settings), thinking_text(settings)) == words
