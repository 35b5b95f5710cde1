"""The acceptance rule of a reviewed item (RKB App. D): five lines, each with what it still misses. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewapp.records.ripple import EDIT
from reviewapp.records.text import sha256
from reviewapp.workflows.ripple.rules.graph import cycle, depths, pairs
from reviewapp.workflows.ripple.rules.public import Public, Unit, read_public

TITLES = {
    "closure": "Valid final closure",
    "annotations": "Canonical annotations",
    "isolation": "Source isolation",
    "questions": "No open question",
    "effort": "Attributed effort",
}


@dataclass(frozen=True, slots=True)
class Missing:
    """One reason why a line does not hold; `subject` names the unit, edge or return that it is about."""

    text: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the acceptance rule; `name` is a key of TITLES."""

    name: str
    title: str
    missing: tuple[Missing, ...]

    @property
    def ok(self) -> bool:
        return not self.missing


@dataclass(frozen=True, slots=True)
class Final:
    """The final answer key under check: member units, edges (contracts §4) and spans.

    `entered` are the units that the proposal lacked.
    """

    units: tuple[str, ...]
    edges: tuple[Mapping[str, Any], ...]
    spans: tuple[Mapping[str, Any], ...]
    entered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sibling:
    """Another item of the same source: where it stands, and whether it is accepted."""

    item_id: str
    split: str
    accepted: bool


@dataclass(frozen=True, slots=True)
class Isolation:
    """The item's source: its split, the other items made from it, and the lists that exclude it."""

    split: str
    siblings: tuple[Sibling, ...] = ()
    exclusions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort record of one return, or of the adjudication: who, active and elapsed seconds."""

    what: str
    person: str
    active_seconds: float
    elapsed_seconds: float


def acceptance(
    public: Mapping[str, Any],
    final: Final,
    *,
    isolation: Isolation,
    questions: Iterable[Missing],
    effort: Sequence[Effort],
) -> tuple[Line, ...]:
    """Return the five lines of the acceptance rule (RKB App. D; B.1, B.2, K).

    :param public: the public representation of the item (contracts §4).
    :param questions: what is not resolved, as `outcome.open_questions` returns it.
    :param effort: of every return that counts, and of the adjudication; seconds.
    """
    item = read_public(public)
    missing_by_line = {
        "closure": _closure(item, final),
        "annotations": _annotations(public, item, final),
        "isolation": _isolation(isolation),
        "questions": questions,
        "effort": _effort(effort),
    }
    return tuple(Line(name, title, tuple(missing_by_line[name])) for name, title in TITLES.items())


def _closure(public: Public, final: Final) -> Iterable[Missing]:
    members, links = set(final.units), pairs(final.edges)
    units = {unit.unit_id: unit for unit in public.units}
    if round_trip := cycle(links):
        yield Missing(
            f"The edges run in a circle: {' → '.join(_name(unit_id, units) for unit_id in round_trip)}."
        )
    for parent, child in links:
        if outside := [end for end in (parent, child) if end not in members | {EDIT}]:
            text = f"An edge leads to {_name(outside[0], units)}, which is not in the closure."
            yield Missing(text, f"edge:{parent}>{child}")
    for parent, child in {pair for pair in links if links.count(pair) > 1}:
        text = f"The edge from {_name(parent, units)} to {_name(child, units)} stands twice."
        yield Missing(text, f"edge:{parent}>{child}")
    reached = depths(links)
    for unit_id in (unit_id for unit_id in final.units if unit_id not in reached):
        yield Missing(f"{_name(unit_id, units)} is not reached from the edit record.", f"unit:{unit_id}")
    if reached.get(public.edit.unit.unit_id) != 1 or public.edit.unit.unit_id not in members:
        subject = f"unit:{public.edit.unit.unit_id}"
        yield Missing("The edited sentence does not stand at depth 1.", subject)
    if len({units[unit_id].document for unit_id in members if unit_id in units}) < 2:
        yield Missing("The closure does not cross the boundary of a document.")
    if members >= units.keys():
        yield Missing("No unit is left that the edit does not affect.")


def _annotations(public: Mapping[str, Any], item: Public, final: Final) -> Iterable[Missing]:
    units = {unit.unit_id: unit for unit in item.units}
    for document in public["documents"]:
        for unit in document["units"]:
            if sha256(units[unit["unit_id"]].text.encode()) != unit["sha256"]:
                text = f"The hash of {_name(unit['unit_id'], units)} is not that of its canonical text."
                yield Missing(text, f"unit:{unit['unit_id']}")
    for span in final.spans:
        if message := _wrong_span(span, units):
            yield Missing(message, f"unit:{span['unit_id']}")
    for unit_id in (unit_id for unit_id in final.entered if unit_id in units):
        kinds = {span["kind"] for span in final.spans if span["unit_id"] == unit_id}
        if not kinds:
            yield Missing(f"Mark the numbers and names of {_name(unit_id, units)}.", f"unit:{unit_id}")
        elif "number" not in kinds and any(letter.isdigit() for letter in units[unit_id].text):
            yield Missing(f"Mark the numbers of {_name(unit_id, units)}.", f"unit:{unit_id}")


def _wrong_span(span: Mapping[str, Any], units: Mapping[str, Unit]) -> str:
    """Return what is wrong with a span, or an empty string.

    A span is a stretch of the canonical text in bytes, on character boundaries, with the hash of its bytes.
    """
    unit = units.get(span["unit_id"])
    if unit is None:
        return "A span names no unit of the item."
    data, start, end = unit.text.encode(), span["start"], span["end"]
    if not 0 <= start < end <= len(data):
        return f"A span of {_name(unit.unit_id, units)} is not within its text."
    try:
        data[start:end].decode()
    except UnicodeDecodeError:
        return f"A span of {_name(unit.unit_id, units)} cuts a character in two."
    if sha256(data[start:end]) != span["sha256"]:
        return f"The hash of a span of {_name(unit.unit_id, units)} is not that of its bytes."
    return ""


def _isolation(isolation: Isolation) -> Iterable[Missing]:
    for sibling in isolation.siblings:
        if sibling.split != isolation.split:
            state = ", accepted" if sibling.accepted else ""
            yield Missing(f"Its source is in the split “{sibling.split}” too: {sibling.item_id}{state}.")
    for name in isolation.exclusions:
        yield Missing(f"Its source is on the exclusion list “{name}”.")


def _effort(effort: Sequence[Effort]) -> Iterable[Missing]:
    for record in effort:
        if not record.person:
            yield Missing(f"{record.what} is attributed to nobody.")
        elif record.active_seconds <= 0 and record.elapsed_seconds <= 0:
            yield Missing(f"{record.what} by {record.person} has no effort record.")


def _name(unit_id: str, units: Mapping[str, Unit]) -> str:
    if unit_id == EDIT:
        return "the edit record"
    return f"unit {units[unit_id].number}" if unit_id in units else f"“{unit_id}”"
