"""Invented MuSiQue records, as many as wanted, each good for one candidate."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from benchmark.construction.ripple.candidate import Candidate, assemble
from benchmark.construction.ripple.grammar.names import NamePool
from benchmark.construction.ripple.plan import Plan, make_plan
from benchmark.construction.ripple.render import RulesGenerator
from benchmark.construction.ripple.schedule import TABLE_4, Coordinate
from benchmark.construction.ripple.sources import Paragraph, PreparedSource, Record, prepare

TOWNS = ("Aldora", "Belmira", "Corvanta", "Delphira", "Estrova", "Fermanta", "Galdora", "Halvira")


def record(number: int, **changes: Any) -> dict[str, Any]:
    """Return a record whose first paragraph has one editable count."""
    town, count = (
        f"{TOWNS[number % 8]} {chr(65 + number // 8 % 26)}{chr(97 + number // 208)}",
        1_231 + 7 * number,
    )
    texts = [
        (
            town,
            f"{town} has {count:,} boats in its harbour and in the lagoon behind it. "
            f"The people of {town} have spoken of little else, as is well known. "
            f"The quays of {town} are built of a grey stone that wears badly. "
            f"Most visitors to {town} come by sea and stay for one night.",
        ),
        (
            f"Lake of {town}",
            f"The lake near {town} is deep and cold all through the year. "
            f"Fishing has been allowed there for as long as {town} remembers. "
            f"The lake of {town} is fed by a brook that nobody has named. "
            f"Its shore is lined with reeds, and {town} can be seen from it.",
        ),
        (
            f"Song of {town}",
            f"The song was written by a baker from {town} who could not sing. "
            f"It has been played at every fair of {town} ever since. "
            f"The words of the song are about a goat that {town} had lost. "
            f"Nobody in {town} has ever sung all of its verses in public.",
        ),
    ]
    paragraphs = [
        {"idx": place, "title": title, "paragraph_text": text, "is_supporting": place < 2}
        for place, (title, text) in enumerate(texts)
    ]
    found = {
        "id": f"2hop__{number}_{number + 1}",
        "question": f"How many boats are near the lake of {town}?",
        "answer": f"{count:,}",
        "answer_aliases": [],
        "answerable": True,
        "paragraphs": paragraphs,
    }
    return found | changes


def write_records(path: Path, records: list[dict[str, Any]]) -> Path:
    """Write records as JSON lines."""
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def as_record(raw: dict[str, Any]) -> Record:
    """Return a raw record as construction reads it."""
    paragraphs = tuple(
        Paragraph(part["idx"], part["title"], part["paragraph_text"], part["is_supporting"])
        for part in raw["paragraphs"]
    )
    return Record(raw["id"], "test", raw["answerable"], paragraphs)


@cache
def source(number: int = 3, seed: int = 1) -> PreparedSource:
    """Return a prepared source."""
    return prepare(as_record(record(number)), seed=seed)


@cache
def plan(shape: str = "diamond_with_tail", number: int = 3, seed: int = 1, documents: int = 3) -> Plan:
    """Return the plan of an item of a shape, as scheduled by default."""
    _, size, depth = TABLE_4[shape]
    place = Coordinate(f"report-{number:04}", "report", shape, size, depth, documents)
    return make_plan(place, source(number, seed), NamePool(seed), seed=seed)


def candidate(
    shape: str = "diamond_with_tail", number: int = 3, seed: int = 1, documents: int = 3
) -> Candidate:
    """Return a good candidate of a shape."""
    planned = plan(shape, number, seed, documents)
    return assemble(planned, RulesGenerator().units(planned))
