"""Reads a stored ripple run, item by item; of a response only its ranking is kept (contracts §5, §6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from reviewapp.records import InvalidRecord, Place, Problems, Source, read_lines
from reviewapp.records.fields import quoted
from scoring.ripple.scorer.rankings_parse import NO_RESPONSE, PRIMARY, Parsed, parse_response
from scoring.runs.lines import decode, metadata_of

MISSING = Parsed((), NO_RESPONSE)


class ItemResult(NamedTuple):
    """What a run gives for one item: the line it stands on, and its ranking as parsed."""

    line: int
    item_id: str
    parsed: Parsed


class Entry(NamedTuple):
    """One line of a run: its bytes, the object that they are, and the item's result."""

    data: bytes
    record: dict[str, Any]
    result: ItemResult


class RippleRun:
    """A stored run, one pass: `results` gives the results, then `metadata` is known."""

    def __init__(self, source: Source, problems: Problems, parser: str = PRIMARY) -> None:
        self.metadata: dict[str, Any] = {}
        self._source, self._problems, self._parser = source, problems, parser

    def results(self) -> Iterator[ItemResult]:
        """Yield the result of each item in the order of the file; bad lines go to the problems."""
        for entry in self.entries():
            yield entry.result

    def entries(self) -> Iterator[Entry]:
        """Yield the same with the lines that they stand on."""
        seen: dict[str, int] = {}
        for place, line in enumerate(read_lines(self._source, self._problems)):
            try:
                record = decode(line.data, line.offset)
                if place == 0 and "run" in record and "item_id" not in record:
                    self.metadata = metadata_of(record)
                    continue
                result = result_of(line.number, record, self._parser)
                before = seen.setdefault(result.item_id, line.number)
                if before != line.number:
                    message = f"{quoted(result.item_id)} stands twice: on line {before} too"
                    raise InvalidRecord.because(message, "item_id")
            except InvalidRecord as error:
                self._problems.reject(Place(self._source.name, line.number), line.data, error.findings)
            else:
                yield Entry(line.data, record, result)


def result_of(line: int, record: dict[str, Any], parser: str = PRIMARY) -> ItemResult:
    """Read one line of a ripple run: a raw response, or a ranker's own list (contracts §5).

    :raises InvalidRecord: if a field is missing or of the wrong kind; never for what a response holds.
    """
    item_id = record.get("item_id")
    if type(item_id) is not str or not item_id:
        raise InvalidRecord.because(f"expected a string that is not empty, got {quoted(item_id)}", "item_id")
    if ("response" in record) == ("ranking" in record):
        raise InvalidRecord.because("expected either response or ranking", "response")
    if "ranking" in record:
        if type(record["ranking"]) is not list:
            raise InvalidRecord.because(f"expected a list, got {quoted(record['ranking'])}", "ranking")
        return ItemResult(line, item_id, Parsed(record["ranking"]))
    if type(record["response"]) is not str:
        raise InvalidRecord.because(f"expected a string, got {quoted(record['response'])}", "response")
    return ItemResult(line, item_id, parse_response(record["response"], parser))
