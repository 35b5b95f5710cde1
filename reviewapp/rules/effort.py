"""How long people actively worked, from the heartbeats of their pages.

A page sends a beat when it opens, every 15 seconds while its tab is visible and somebody was active within
the last 60 seconds, and when it hides or commits. Time counts between two beats that follow closely in one
tab; what lies between distant beats counts nothing. ``docs/measures.md`` says what the numbers mean.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby, pairwise
from typing import NamedTuple, TypeVar

BEAT_SECONDS = 15  # the page's script beats this often; the tolerance leaves room for a slow network
TOLERANCE_SECONDS = 20
IDLE_SECONDS = 60  # without activity for this long, the page's script stops beating

Group = TypeVar("Group", bound=Hashable)


class NaiveBeatError(ValueError):
    """A beat's time names no zone, so nobody knows when it was."""


class Beat(NamedTuple):
    """One heartbeat; ``ends`` says that the page hid or committed, so what follows is not its time."""

    person: str
    task: str
    stage: str
    tab: str
    at: datetime
    ends: bool = False


class Work(NamedTuple):
    """What active time is attributed to."""

    person: str
    task: str
    stage: str


@dataclass(frozen=True, slots=True)
class EffortSummary:
    """Active time over pieces of work: one piece is one person on one task at one stage."""

    n: int
    total_seconds: float
    median_seconds: float
    p90_seconds: float


class _Stretch(NamedTuple):
    """A counted gap between two beats of a tab; *began* is when the tab's unbroken run of beats began."""

    began: datetime
    tab: str
    start: datetime
    end: datetime
    work: Work


def active_seconds(
    beats: Iterable[Beat], *, tolerance_seconds: float = TOLERANCE_SECONDS
) -> dict[Work, float]:
    """Return the active seconds of each piece of work that has a beat.

    The time between two beats of one tab counts for the work of the first if it is at most
    *tolerance_seconds*. An instant of one person belongs to one tab, whatever the tasks: to the one whose
    unbroken run of beats began first. Order and repetition of the beats do not matter.

    >>> nine = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
    >>> times = [nine + timedelta(seconds=after) for after in (0, 15, 30, 300)]
    >>> active_seconds(Beat("alice", "q1", "screening", "tab1", at) for at in times)
    {Work(person='alice', task='q1', stage='screening'): 30.0}

    :raises NaiveBeatError: if a beat's time has no zone.
    """
    ordered = sorted({beat._replace(at=_instant(beat)) for beat in beats}, key=_place)
    active = {Work(beat.person, beat.task, beat.stage): timedelta() for beat in ordered}
    for _, of_one in groupby(ordered, key=lambda beat: beat.person):
        for work, time in _shared_out(_stretches(of_one, timedelta(seconds=tolerance_seconds))):
            active[work] += time
    return {work: time.total_seconds() for work, time in active.items()}


def summarise(active: Mapping[Work, float], by: Callable[[Work], Group]) -> dict[Group, EffortSummary]:
    """Return the sum, the median and the 90th percentile (linear) of *active* seconds for each group.

    Totals add up: those of a partition's groups sum to the whole.

    >>> work = {Work("alice", "q1", "screening"): 30.0, Work("bob", "q1", "screening"): 50.0}
    >>> summarise(work, by=lambda one: one.stage)["screening"].median_seconds
    40.0
    """
    groups: defaultdict[Group, list[float]] = defaultdict(list)
    for work, seconds in active.items():
        groups[by(work)].append(seconds)
    return {group: _summary(seconds) for group, seconds in groups.items()}


def _summary(seconds: list[float]) -> EffortSummary:
    # quantiles() wants two values; one value twice has the same percentiles as one value.
    tenths = statistics.quantiles(seconds if len(seconds) > 1 else seconds * 2, n=10, method="inclusive")
    return EffortSummary(len(seconds), sum(seconds), statistics.median(seconds), tenths[-1])


def _instant(beat: Beat) -> datetime:
    if beat.at.utcoffset() is None:
        raise NaiveBeatError(
            f"a beat of {beat.person!r} on {beat.task!r} at {beat.at.isoformat()} has no time zone"
        )
    return beat.at.astimezone(UTC)  # local times cannot be subtracted across a change of the clocks


def _place(beat: Beat) -> tuple[str, str, datetime, str, str, bool]:
    return beat.person, beat.tab, beat.at, beat.task, beat.stage, beat.ends


def _stretches(beats: Iterable[Beat], tolerance: timedelta) -> Iterator[_Stretch]:
    """Yield the counted gaps between the *beats* of one person, which come ordered by tab and time."""
    for tab, of_tab in groupby(beats, key=lambda beat: beat.tab):
        began: datetime | None = None
        for beat, following in pairwise(of_tab):
            if beat.ends or following.at - beat.at > tolerance:
                began = None
                continue
            began = began or beat.at
            yield _Stretch(began, tab, beat.at, following.at, Work(beat.person, beat.task, beat.stage))


def _shared_out(stretches: Iterable[_Stretch]) -> Iterator[tuple[Work, timedelta]]:
    """Yield each stretch's time without the time that an earlier run of beats has taken.

    Runs come in the order of their beginning, so what lies between a run's beginning and *taken_until* is
    taken without a hole.
    """
    taken_until = datetime.min.replace(tzinfo=UTC)
    for stretch in sorted(stretches):
        yield stretch.work, max(timedelta(), stretch.end - max(stretch.start, taken_until))
        taken_until = max(taken_until, stretch.end)
