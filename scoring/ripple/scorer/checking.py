"""Checks a run on ripple items before it is stored, and counts what it holds (contracts §1, §5). Pure."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from reviewapp.records import InvalidFile, Problems, Source
from reviewapp.records.fields import check_name, quoted
from scoring.ripple.scorer.rankings_parse import FENCE_STRIPPED, parse_response, without_fence
from scoring.ripple.scorer.runs import RippleRun

SHOWN_UNKNOWN = 5
_SPACE = " \t\r\n"


@dataclass(slots=True)
class RippleReport:
    """What an acceptable run holds: results of known items, and what the parsers make of its responses.

    `n_parsed` and `n_stripped` count rankings under the primary and under the fence-stripped parser, a
    ranker's own lists among them; `malformed` counts responses by kind under the primary one.
    """

    metadata: dict[str, Any] = field(default_factory=dict)
    n_expected: int = 0
    n_results: int = 0
    n_unknown: int = 0
    n_responses: int = 0
    n_fenced: int = 0
    n_parsed: int = 0
    n_stripped: int = 0
    malformed: dict[str, int] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)

    @property
    def n_missing(self) -> int:
        return self.n_expected - (self.n_results - self.n_unknown)

    @property
    def system(self) -> str:
        return str(self.metadata.get("system", ""))

    def as_json(self) -> dict[str, Any]:
        """Return the report for a page that shows it later."""
        return asdict(self) | {"n_missing": self.n_missing}


class Known(NamedTuple):
    """A line of the run that is for an item of the release."""

    item_id: str
    data: bytes


class CheckedRun:
    """A run read once: `lines` yields what is for known items; behind the last one stands the report."""

    def __init__(self, source: Source, item_ids: Container[str], n_expected: int) -> None:
        self.report = RippleReport(n_expected=n_expected)
        self._source, self._known = source, item_ids
        self._problems = Problems()

    def lines(self) -> Iterator[Known]:
        """Yield the lines of known items in the order of the file.

        :raises InvalidFile: at the end, with every bad line, or because the run is of no use here.
        """
        reader = RippleRun(self._source, self._problems)
        for data, record, result in reader.entries():
            self._count(record, result.item_id, result.parsed.malformed)
            if result.item_id in self._known:
                yield Known(result.item_id, data)
        self._problems.raise_if_any()
        self.report.metadata = reader.metadata
        _refuse_useless(self._source.name, self.report)

    def _count(self, record: dict[str, Any], item_id: str, malformed: str) -> None:
        report = self.report
        report.n_results += 1
        if item_id not in self._known:
            report.n_unknown += 1
            report.unknown += [quoted(item_id)] if report.n_unknown <= SHOWN_UNKNOWN else []
            return
        report.n_parsed += not malformed
        report.n_stripped += not malformed
        if "response" not in record:
            return
        report.n_responses += 1
        fenced = without_fence(record["response"]) != record["response"].strip(_SPACE)
        report.n_fenced += fenced
        if malformed:
            report.malformed[malformed] = report.malformed.get(malformed, 0) + 1
            report.n_stripped += fenced and not parse_response(record["response"], FENCE_STRIPPED).malformed


def check_ripple_run(source: Source, item_ids: Container[str], n_expected: int) -> RippleReport:
    """Read a run through and report what it holds; results of items not in *item_ids* are left out of scores.

    :raises InvalidFile: with every bad line, or because no result is of a known item.
    """
    checked = CheckedRun(source, item_ids, n_expected)
    for _ in checked.lines():
        pass
    return checked.report


def _refuse_useless(name: str, report: RippleReport) -> None:
    if report.n_results == 0:
        raise InvalidFile([f"{name}: no results, expected at least one"])
    if report.n_results == report.n_unknown:
        names = ", ".join(report.unknown)
        raise InvalidFile([f"{name}: no result is of an item of this release: {names}, …"])
    for key in ("system", "family", "model"):
        value = report.metadata.get(key) or "-"
        message = check_name(value) if isinstance(value, str) else f"expected a string, got {quoted(value)}"
        if message:
            raise InvalidFile([f"{name}: run.{key}: {message}"])
