"""Reads a file of items, public or whole, as a system may see them (contracts §4)."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.records import InvalidFile, InvalidRecord, Place, Problems, read_lines
from reviewapp.records.fields import quoted
from scoring.ripple.asking.prompt import PublicItem
from scoring.ripple.scorer.files import opened
from scoring.runs.lines import decode


def check_items(name: str) -> tuple[list[str], str]:
    """Return the items' ids in order and the hash of the file; every bad line is reported in one go.

    :raises InvalidFile: if a line is bad, an id stands twice, or there is none."""
    problems = Problems()
    seen: dict[str, int] = {}
    with opened(name) as (source, hashed):
        for line in read_lines(source, problems):
            try:
                item_id = PublicItem.of(decode(line.data, line.offset)).item_id
                if item_id in seen:
                    message = f"{quoted(item_id)} stands twice: on line {seen[item_id]} too"
                    raise InvalidRecord.because(message, "item_id")
                seen[item_id] = line.number
            except InvalidRecord as error:
                problems.reject(Place(source.name, line.number), line.data, error.findings)
    problems.raise_if_any()
    if not seen:
        raise InvalidFile([f"{name}: no items, expected at least one"])
    return list(seen), hashed.hexdigest()


def public_items(name: str) -> Iterator[PublicItem]:
    """Yield the items of a checked file."""
    problems = Problems()
    with opened(name) as (source, _):
        for line in read_lines(source, problems):
            yield PublicItem.of(decode(line.data, line.offset))
