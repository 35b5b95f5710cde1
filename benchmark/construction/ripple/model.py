"""The model generator: a plan's wording by an OpenAI-compatible endpoint, one completion a plan (RKB §3.1).

The client comes with the extra `generation`. No repair, no second completion: a response that is no answer
is counted by its kind, and the candidate is lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .nodes import shown
from .plan import EDITED, REAL, RULE, Plan, Slot
from .render import Unit, clause_of, edited_text
from .seeds import by_hash
from .select import GenerationFailed

TIMEOUT_SECONDS = 120.0
RETRIES = 2
MAX_TOKENS = 4_096

SYSTEM = """You word the units of a small set of reference documents. You are given slots. For each slot write
one English sentence, in the manner of a gazetteer, that says exactly what the slot's "fact" says, no more and
no less, in your own words.
- Open every sentence with the slot's "entity", spelled as given.
- Keep every name and every number of the fact, spelled as given. Add no number and no other name.
- Never use any of the "forbidden" tokens. No two sentences may be alike in wording.
Return one JSON object and nothing else: {"units": {"<slot>": "<sentence>", …}} with every slot once."""


class NoClient(ValueError):
    """The openai package is not installed."""


class ModelGenerator:
    """Words a plan by a chat model.

    :param client: an `openai.OpenAI`; made from *base_url* and *api_key* where it is None."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str = "none",
        timeout_seconds: float = TIMEOUT_SECONDS,
        retries: int = RETRIES,
    ) -> None:
        try:
            import openai
        except ImportError as error:
            raise NoClient("a model needs the openai package: install the extra `generation`") from error
        self.name = f"model:{model}"
        self._errors = openai
        self._model = model
        self._client = openai.OpenAI(
            base_url=base_url, api_key=api_key, timeout=timeout_seconds, max_retries=retries
        )

    def units(self, plan: Plan) -> list[Unit]:
        """Return a text for each of the plan's slots; the source's own sentences are not asked for.

        :raises GenerationFailed: by the kind of failure: rate_limited, server_error, timed_out, refused,
            truncated, malformed."""
        texts = texts_of(self._complete(messages(plan)))
        worded = {slot.name: texts[name] for name, slot in asked_slots(plan).items() if name in texts}
        units = []
        for slot in plan.slots:
            if slot.role in (EDITED, REAL):
                units.append(Unit(slot, _given(plan, slot)))
            elif slot.name in worded:
                units.append(Unit(slot, worded[slot.name]))
        return units

    def _complete(self, asked: list[dict[str, str]]) -> str:
        try:
            response = self._client.chat.completions.create(
                model=self._model,
                messages=asked,  # type: ignore[arg-type]
                max_tokens=MAX_TOKENS,
            )
        except self._errors.APITimeoutError as error:
            raise GenerationFailed("timed_out") from error
        except self._errors.RateLimitError as error:
            raise GenerationFailed("rate_limited") from error
        except self._errors.APIStatusError as error:
            raise GenerationFailed("server_error" if error.status_code >= 500 else "refused") from error
        except (self._errors.APIConnectionError, self._errors.APIResponseValidationError) as error:
            raise GenerationFailed("unreachable") from error
        except ValueError as error:
            raise GenerationFailed("malformed") from error
        return content_of(response)


def content_of(response: Any) -> str:
    """Return what a completion says.

    :raises GenerationFailed: if it is cut off, or says nothing."""
    choices = getattr(response, "choices", None)
    if not choices or getattr(choices[0], "message", None) is None:
        raise GenerationFailed("malformed")
    if choices[0].finish_reason == "length":
        raise GenerationFailed("truncated")
    content = choices[0].message.content
    if not isinstance(content, str):
        raise GenerationFailed("malformed")
    return content


def texts_of(content: str) -> dict[str, str]:
    """Read a completion: one JSON object with a text a slot, no fence, nothing around it.

    :raises GenerationFailed: as malformed, if it is anything else."""
    try:
        read = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise GenerationFailed("malformed") from error
    units = read.get("units") if isinstance(read, dict) else None
    if not isinstance(units, dict) or not all(isinstance(text, str) for text in units.values()):
        raise GenerationFailed("malformed")
    return units


def asked_slots(plan: Plan) -> dict[str, Slot]:
    """Return the slots that a model words, in an order and by names that say nothing of their roles."""
    slots = {slot.name: slot for slot in plan.slots if slot.role not in (EDITED, REAL)}
    order = by_hash(slots, "asked", plan.seed, plan.source.source_id)
    return {f"s{number}": slots[name] for number, name in enumerate(order, 1)}


def messages(plan: Plan) -> list[dict[str, str]]:
    """Return what a model is asked: the same facts that the rules generator words."""
    slots = [told(plan, slot, name) for name, slot in asked_slots(plan).items()]
    asked = {"forbidden": sorted(plan.source.forbidden), "slots": slots}
    return [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": json.dumps(asked, ensure_ascii=False)},
    ]


def told(plan: Plan, slot: Slot, name: str) -> Mapping[str, str]:
    """Return what a model is told of a slot: whose it is, and what it must say before the edit."""
    node = plan.nodes[slot.node]
    known = {"slot": name, "entity": node.entity, "fact": clause_of(plan, slot, plan.before)}
    return known | ({} if slot.role == RULE else {"value": shown(node, plan.before[node.name])})


def _given(plan: Plan, slot: Slot) -> str:
    if slot.role == EDITED:
        return edited_text(plan, plan.before["n0"])
    document, sentence = slot.sentence or (0, 0)
    real = plan.documents[document].real or 0
    return plan.source.documents[real].sentences[sentence].text
