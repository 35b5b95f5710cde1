"""What makes a configuration: a system and its registered settings; whether a run agrees. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from reviewapp.records import canonical_bytes
from reviewapp.records.fields import quoted

OMITTED = "Omitted"
DEFAULTS = "Provider default"
NONE = "–"
NO_MODEL = ("deterministic", "privileged control")
NOT_SETTINGS = ("system", "family", "group", "notes", "answers")  # answers: what came of asking a model


class OtherSettings(ValueError):
    """A run says of itself something else than the configuration that it is stored under."""


def settings_of(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a run's metadata its results may depend on; a null is as good as absent.

    A run that calls itself `later` is never one of the initial group, so that is part of it.
    """
    settings = _filled({key: value for key, value in metadata.items() if key not in NOT_SETTINGS})
    return settings | ({"group": "later"} if metadata.get("group") == "later" else {})


def _filled(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Drop what is null, in the sampling settings too: such a field was left out of the request."""
    nested = {
        key: _filled(value) if key == "sampling" and isinstance(value, dict) else value
        for key, value in fields.items()
    }
    return {key: value for key, value in nested.items() if value is not None}


def configuration_sha256(system: str, family: str, settings: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a configuration's canonical JSON, keys sorted on every level."""
    configuration = {"system": system, "family": family, "settings": settings}
    return hashlib.sha256(canonical_bytes(_sorted(configuration))).hexdigest()


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(part) for part in value] if isinstance(value, list) else value


def refuse_other_settings(
    system: str, family: str, settings: Mapping[str, Any], metadata: Mapping[str, Any]
) -> None:
    """Hold a run's metadata against a configuration; what the run leaves out contradicts nothing.

    :raises OtherSettings: with the first field that differs.
    """
    registered = {"group": "initial", **settings, "system": system, "family": family}
    for key, value in _filled(metadata).items():
        if key in ("notes", "answers") or value == "":
            continue
        if _sorted(registered.get(key)) != _sorted(value):
            got, expected = quoted(value), quoted(registered.get(key))
            raise OtherSettings(f"run.{key}: {got}, but the configuration was registered with {expected}")


CAPS = ("max_tokens", "max_completion_tokens")


def sampling_text(settings: Mapping[str, Any]) -> str:
    """Write the effective sampling settings (RKB Table 9).

    >>> sampling_text({"sampling": {"temperature": 0, "top_p": 1, "max_tokens": 4096}})
    'temperature 0, top_p 1'
    >>> sampling_text({"sampling": {"max_tokens": 4096}})
    'Provider default'
    """
    sampling = _filled(_sampling(settings))
    usual = [key for key in ("temperature", "top_p") if key in sampling]
    others = [key for key in sampling if key not in (*usual, *CAPS, "thinking")]
    return ", ".join(f"{key} {_word(sampling[key])}" for key in usual + others) or DEFAULTS


def cap_text(settings: Mapping[str, Any]) -> str:
    """Write the cap on output tokens."""
    fields = _filled(_sampling(settings)) | _filled(settings)
    return next((_word(fields[key]) for key in CAPS if key in fields), OMITTED)


def thinking_text(settings: Mapping[str, Any]) -> str:
    """Write what stood in the thinking field (RKB Table 9).

    >>> thinking_text({}), thinking_text({"thinking": {"type": "disabled"}})
    ('Omitted', 'Disabled')
    """
    thinking = settings.get("thinking", _sampling(settings).get("thinking"))
    if thinking is None:
        return OMITTED
    if thinking in ("disabled", {"type": "disabled"}):
        return "Disabled"
    return thinking if isinstance(thinking, str) else canonical_bytes(thinking).decode()


def _sampling(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    sampling = settings.get("sampling")
    return sampling if isinstance(sampling, Mapping) else {}


def _word(value: Any) -> str:
    return str(value) if isinstance(value, (int, float)) else quoted(value)


def settings_words(settings: Mapping[str, Any], family: str) -> tuple[str, str, str]:
    """Write sampling, output cap and thinking field; a ranking that asks no model has none of them.

    >>> settings_words({"sampling": {"seed": 1}}, "deterministic")
    ('seed 1', '–', '–')
    """
    if family in NO_MODEL:
        return (sampling_text(settings) if settings.get("sampling") else NONE, NONE, NONE)
    return sampling_text(settings), cap_text(settings), thinking_text(settings)
