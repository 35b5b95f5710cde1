"""Checks an uploaded run against the items of a release, before anything is stored (contracts §1 and §5)."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import Any

from reviewapp.records import InvalidFile, Problems, Source
from reviewapp.records.fields import check_name, quoted
from scoring.access.scorer.files import RunReader

MAX_RUNGS = 40
SHOWN_UNKNOWN = 5


@dataclass(slots=True)
class RunReport:
    """What an acceptable run holds: results of known items a rung, and how many are of unknown items."""

    kind: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    scales: dict[str, int] = field(default_factory=dict)
    n_results: int = 0
    n_unknown: int = 0
    unknown: list[str] = field(default_factory=list)

    @property
    def system(self) -> str:
        return str(self.metadata.get("system", ""))


def check_run(source: Source, item_ids: Container[str], *, k: int, scale: str) -> RunReport:
    """Read a run through and report what it holds; results of items not in *item_ids* are left out of scores.

    :raises InvalidFile: with every bad line, or because no result is of a known item.
    """
    problems = Problems()
    reader = RunReader(source, problems, k=k, scale=scale)
    report = RunReport()
    for result in reader.results():
        report.n_results += 1
        report.scales[result.scale] = report.scales.get(result.scale, 0) + (result.item_id in item_ids)
        if result.item_id not in item_ids:
            report.n_unknown += 1
            report.unknown += [quoted(result.item_id)] if report.n_unknown <= SHOWN_UNKNOWN else []
        if len(report.scales) > MAX_RUNGS:
            raise InvalidFile([f"{source.name}:{result.line}: scale: more than {MAX_RUNGS} rungs"])
    problems.raise_if_any()
    report.kind, report.metadata = reader.kind, reader.metadata
    _refuse_useless(source.name, report)
    return report


def _refuse_useless(name: str, report: RunReport) -> None:
    if report.n_results == 0:
        raise InvalidFile([f"{name}: no results, expected at least one"])
    if report.n_results == report.n_unknown:
        names = ", ".join(report.unknown)
        raise InvalidFile([f"{name}: no result is of an item of this release: {names}, …"])
    for scale in report.scales:
        if message := check_name(scale):
            raise InvalidFile([f"{name}: scale: {quoted(scale)}: {message}"])
    if message := check_name(report.system or "-"):
        raise InvalidFile([f"{name}: run.system: {message}"])
