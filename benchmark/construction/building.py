"""A construction as a job builds it: from the options of the form to a report and files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmark.construction.ripple.output import check_filled, contents, new_secret
from benchmark.construction.ripple.render import RulesGenerator
from benchmark.construction.ripple.report import build_reported
from benchmark.construction.ripple.schedule import Coordinate, default_schedule, schedule_of
from benchmark.construction.ripple.select import Options
from reviewapp.jobs.progress import Progress
from reviewapp.records import InputFile

MESSAGES_KEPT = 200
Built = tuple[dict[str, Any], Iterator[tuple[str, Iterator[bytes]]]]


def construct(files: Sequence[InputFile], options: Mapping[str, Any], progress: Progress) -> Built:
    """Build candidates by rules from MuSiQue files; return the report, and the files with their bytes.

    :raises InvalidFile: naming damaged records, unless they are to be left out.
    :raises TooFewSources: if places stay empty, unless a partial build is asked for."""
    schedule = schedule_for(options)
    secret = new_secret()
    build_options = Options(options["seed"], secret, options["reserves"], frozenset(options["exclude"] or ()))
    collection, report = build_reported(
        files,
        schedule,
        build_options,
        generator=RulesGenerator(),
        revision=options["revision"],
        skip_invalid=options["skip_invalid"],
        progress=_reporter(progress),
    )
    del report["damaged_records"][MESSAGES_KEPT:]
    check_filled(collection, schedule, partial=options["partial"])
    return report, contents(collection, report, secret=secret)


def schedule_for(options: Mapping[str, Any]) -> list[Coordinate]:
    """Return the places that options ask for."""
    rows = options["schedule"]
    schedule = schedule_of(rows) if rows else default_schedule(options["items"])
    return [place for place in schedule if options["split"] in ("", place.split)]


def _reporter(progress: Progress) -> Any:
    """Return what takes a build's progress to a job's: one line a step, the count of its units."""
    messages: list[str] = []

    def tell(step: str, done: int, total: int | None) -> None:
        if step not in messages:
            messages.append(step)
            progress.say(f"{step}…")
        progress.at(done, total)

    return tell
