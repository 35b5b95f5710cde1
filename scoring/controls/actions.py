"""The shortcut controls over stored items: asked for by a manager, run by a job, kept once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from benchmark.construction.actions.constructing import CONTROLS
from benchmark.models import Construction, Release
from reviewapp.jobs.actions import enqueue
from reviewapp.models import Job, Person
from reviewapp.work.actions.events import record
from scoring.models import ControlReport

Target = Construction | Release


@dataclass(frozen=True, slots=True)
class ControlFindings:
    """What the controls found: as JSON, as lines of text, and whether the learned one ran."""

    report: dict[str, Any]
    text: str
    learned: bool


@transaction.atomic(durable=True)
def ask_for_controls(*, target: Target, actor: Person) -> Job:
    """Ask for the controls over a construction's or a release's items."""
    args = {name_of(target): target.code}
    return enqueue(CONTROLS, title=f"Controls of {target}"[:200], args=args, actor=actor, unit="rows")


def name_of(target: Target) -> str:
    """Return the name of the column, and of the job's argument, that holds a target."""
    return "construction" if isinstance(target, Construction) else "release"


@transaction.atomic(durable=True)
def store_controls(
    *, target: Target, findings: ControlFindings, draw: Callable[..., str], actor: Person | None
) -> ControlReport:
    """Store the findings of the controls with their figure. Findings stored before stay as they are."""
    title = f"Shortcut controls of {target}"
    charts = {
        f"chart_{theme}": draw(findings.report, title=title, theme=theme).replace("\0", "\ufffd")
        for theme in ("light", "dark")
    }
    key = {name_of(target): target, "learned": findings.learned}
    rest = {
        "passed": findings.report["passed"],
        "report": findings.report,
        "text": findings.text,
        "asked_by": actor,
        **charts,
    }
    report, is_new = ControlReport.objects.get_or_create(**key, defaults=rest)
    if is_new:
        record("controls_checked", actor=actor, new={name_of(target): target.code, "passed": report.passed})
    return report
