"""One item's whole history: every event that touched it, with what was said and how long it took."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import Q, QuerySet

from reviewapp.models import Event, EvidenceItem, Outcome, Person, Question, Return, Task
from reviewapp.work.queries.blindness import visible
from reviewapp.work.registry import workflows

SAID = {"return": Return, "outcome": Outcome, "question": Question}

VERBS = {
    "claim": "took the task",
    "lapse": "let the claim lapse",
    "skip": "skipped it for now",
    "commit": "committed",
    "undo": "took the last decision back",
    "adjudicate": "adjudicated",
    "ask": "wrote in the thread",
    "requeue": "asked for it again",
    "withdraw_item": "withdrew the item",
    "set_domain": "set the domain",
    "release": "had the claim released",
    "reassign": "handed the claim over",
    "release_adjudication": "had the adjudication released",
    "reassign_adjudication": "handed the adjudication over",
    "claim_adjudication": "took up the adjudication",
}


@lru_cache(maxsize=1)
def verbs() -> dict[str, str]:
    """Return how each event is said: those of all review, and those of each workflow."""
    return VERBS | {verb: words for workflow in workflows() for verb, words in workflow.verbs.items()}


UNSAID = {*SAID, "decision", "reason_code", "comment", "disagreement"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a timeline; of *said* (a return, an outcome, a message), the one that the event names."""

    event: Event
    said: Return | Outcome | Question | None

    @property
    def words(self) -> str:
        return verbs().get(self.event.verb, self.event.verb.replace("_", " "))

    @property
    def kind(self) -> str:
        return type(self.said).__name__.lower() if self.said else ""

    @property
    def changes(self) -> list[tuple[str, Any, Any]]:
        """Return (what, from, to) of the event, without the codes that only tie rows together."""
        old, new = self.event.old or {}, self.event.new or {}
        names = [name for name in {**old, **new} if name not in UNSAID]
        return [] if self.said else [(name, old.get(name), new.get(name)) for name in names]


def item_events(item: EvidenceItem, tasks: Iterable[Task], person: Person) -> QuerySet[Event]:
    """Return the events of the item and its *tasks* that *person* may see, the latest first."""
    touching = Event.objects.filter(Q(item=item) | Q(task__in=[task.pk for task in tasks]))
    return visible(touching, person).select_related("actor", "campaign").order_by("-pk")


def entries(events: Sequence[Event]) -> list[Entry]:
    """Put to each event what it names: three look-ups, however many events."""
    named_rows: dict[tuple[str, str], Any] = {}
    for name, model in SAID.items():
        codes = [event.new[name] for event in events if event.new and name in event.new]
        if codes:
            rows: Any = model._default_manager.filter(code__in=codes)
            named_rows |= {(name, row.code): row for row in rows}
    return [Entry(event, _named(event, named_rows)) for event in events]


def _named(event: Event, named_rows: dict[tuple[str, str], Any]) -> Any:
    for name in SAID:
        if event.new and name in event.new:
            return named_rows.get((name, event.new[name]))
    return None
