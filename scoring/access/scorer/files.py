"""Reads files for scoring: items or qrels as the gold, JSONL or TREC runs as results (contracts §5, §8).

Bad lines collect in `Problems`, in the order in which they are found; a file that has one is not scored."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from reviewapp.records import (
    Finding,
    InvalidRecord,
    Line,
    Place,
    Problems,
    Source,
    check_evidence,
    parse_object,
    read_lines,
)
from reviewapp.records.fields import quoted
from scoring.access.scorer.metrics import AccessItem
from scoring.access.scorer.responses import ALL_SCALES, Result, result_of
from scoring.access.scorer.trec import Ranking, RepeatedNames, is_comment, qrel_of, run_row_of
from scoring.runs.lines import decode, metadata_of

JSONL, TREC = "jsonl", "trec"


def read_items(source: Source, problems: Problems) -> list[AccessItem]:
    """Read evidence items (JSONL, contracts §3) or, in their stead, TREC qrels.

    Which of the two it is shows in the first line. Items keep the order of the file, queries that in which
    they first appear; a query's gold is what has a relevance of 1 or more.
    """
    kind, lines = _sniff(read_lines(source, problems))
    if kind == JSONL:
        return list(_evidence(source.name, lines, problems))
    return _qrels(source.name, lines, problems)


class RunReader:
    """A stored run, one pass: `results` gives the results, then `metadata` and `kind` are known.

    :param scale: the rung of lines that name none.
    """

    def __init__(self, source: Source, problems: Problems, *, k: int, scale: str = ALL_SCALES) -> None:
        self.kind = JSONL
        self.metadata: dict[str, Any] = {}
        self._source, self._problems, self._k, self._scale = source, problems, k, scale

    def results(self) -> Iterator[Result]:
        """Yield the result of each item and rung: as they come from JSONL, after the last line from TREC."""
        self.kind, lines = _sniff(read_lines(self._source, self._problems))
        return self._jsonl(lines) if self.kind == JSONL else self._trec(lines)

    def _reject(self, line: Line, findings: tuple[Finding, ...]) -> None:
        self._problems.reject(Place(self._source.name, line.number), line.data, findings)

    def _jsonl(self, lines: Iterator[Line]) -> Iterator[Result]:
        seen: dict[tuple[str, str], int] = {}
        for place, line in enumerate(lines):
            try:
                record = decode(line.data, line.offset)
                if place == 0 and "run" in record and "item_id" not in record:
                    self.metadata = metadata_of(record)
                    continue
                result = result_of(line.number, record, k=self._k, scale=self._scale)
                before = seen.setdefault((result.scale, result.item_id), line.number)
                if before != line.number:
                    message = f"{quoted(result.item_id)} stands twice on this rung: on line {before} too"
                    raise InvalidRecord.because(message, "item_id")
            except InvalidRecord as error:
                self._reject(line, error.findings)
            else:
                yield result

    def _trec(self, lines: Iterator[Line]) -> Iterator[Result]:
        rankings: dict[str, Ranking] = {}
        for line in lines:
            if is_comment(line.data):
                continue
            try:
                query, document, score, tag = run_row_of(line.data)
            except InvalidRecord as error:
                self._reject(line, error.findings)
                continue
            self.metadata.setdefault("system", tag)
            ranking = rankings.get(query)
            if ranking is None:
                ranking = rankings[query] = Ranking(self._k, line.number)
            ranking.add(line.number, document, score)
        for query, ranking in rankings.items():
            _reject_again(self._source.name, query, ranking.seen, self._problems)
            yield Result(ranking.first_line, self._scale, query, ranking.ids())


def _sniff(lines: Iterator[Line]) -> tuple[str, Iterator[Line]]:
    """Tell JSONL from TREC by the first line that is no comment."""
    first = next((line for line in lines if not is_comment(line.data)), None)
    if first is None:
        return JSONL, iter(())
    kind = JSONL if first.data.lstrip()[:1] in (b"{", b"[") else TREC
    return kind, chain([first], lines)


def _evidence(name: str, lines: Iterator[Line], problems: Problems) -> Iterator[AccessItem]:
    seen: dict[str, int] = {}
    for line in lines:
        try:
            item = check_evidence(parse_object(line.data, line.offset))
            before = seen.setdefault(item.item_id, line.number)
            if before != line.number:
                message = f"{quoted(item.item_id)} stands twice: on line {before} too"
                raise InvalidRecord.because(message, "item_id")
        except InvalidRecord as error:
            problems.reject(Place(name, line.number), line.data, error.findings)
        else:
            yield AccessItem(item.item_id, frozenset(map(str, item.ref_list)), item.domain or "")


def _qrels(name: str, lines: Iterator[Line], problems: Problems) -> list[AccessItem]:
    gold: dict[str, list[str]] = {}
    seen: dict[str, RepeatedNames] = {}
    for line in lines:
        if is_comment(line.data):
            continue
        try:
            query, document, relevance = qrel_of(line.data)
        except InvalidRecord as error:
            problems.reject(Place(name, line.number), line.data, error.findings)
            continue
        relevant = gold.setdefault(query, [])
        seen.setdefault(query, RepeatedNames()).add(line.number, document)
        if relevance >= 1:
            relevant.append(document)
    for query, documents in seen.items():
        _reject_again(name, query, documents, problems)
    return [AccessItem(query, frozenset(documents)) for query, documents in gold.items()]


def _reject_again(name: str, query: str, seen: RepeatedNames, problems: Problems) -> None:
    """Report each document that is named twice for a query (contracts §7)."""
    for line, before in seen.again():
        finding = Finding("document", f"named twice for query {quoted(query)}: on line {before} too")
        problems.reject(Place(name, line), b"", [finding])
