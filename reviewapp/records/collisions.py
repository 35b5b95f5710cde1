"""Collision candidates and what models said of them (contracts §3, EMB A.1.3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .errors import InvalidRecord, Place, Problems
from .fields import Field, check_fields, check_id, check_name, check_text, quoted
from .lines import Line, Source, read_lines
from .objects import kind_of, parse_object
from .text import canonical_bytes

VERDICTS = ("conflict", "hard_negative", "false_negative")
RANK_LIMIT = 2**31 - 1
SIMILARITY_LIMIT = 1e300


@dataclass(frozen=True, slots=True)
class CollisionRecord:
    """A document near to an item, and one model's verdict on it; a verdict of None is no verdict."""

    item_id: str
    doc_id: int
    rank: int
    similarity: float
    verdict: str | None
    rationale: str
    quote: str
    model: str
    prompt_version: str

    def as_object(self) -> dict[str, Any]:
        """Return the record with its keys in the documented order."""
        return {name: getattr(self, name) for name in self.__slots__}


def check_rank(value: object) -> str | None:
    """Return what is wrong with a rank, or None."""
    if type(value) is int and 1 <= value <= RANK_LIMIT:
        return None
    got = quoted(value) if type(value) in (int, float) else kind_of(value)
    return f"expected an integer from 1, got {got}"


def check_similarity(value: object) -> str | None:
    """Return what is wrong with a similarity, or None."""
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= SIMILARITY_LIMIT:
        return None
    return f"expected a number, got {kind_of(value)}"


def check_verdict(value: object) -> str | None:
    """Return what is wrong with a verdict, or None."""
    if value is None or value in VERDICTS:
        return None
    return f"{quoted(value)} is unknown, expected one of {', '.join(VERDICTS)}, or null for no verdict"


COLLISION_FIELDS = (
    Field("item_id", check_name),
    Field("doc_id", check_id),
    Field("rank", check_rank),
    Field("similarity", check_similarity),
    Field("verdict", check_verdict),
    Field("rationale", check_text, ""),
    Field("quote", check_text, ""),
    Field("model", check_name),
    Field("prompt_version", check_name),
)


def check_collision(obj: Mapping[str, Any]) -> CollisionRecord:
    """Return the candidate and verdict that *obj* describes (contracts §3).

    Absent keys are allowed for rationale and quote (empty).

    :raises InvalidRecord: with every field that is unknown, missing or wrong."""
    item_id, doc_id, rank, similarity, *rest = check_fields(obj, COLLISION_FIELDS)
    return CollisionRecord(item_id, doc_id, rank, float(similarity), *rest)


def collision_bytes(record: CollisionRecord) -> bytes:
    """Return the canonical bytes of the record, without the line end."""
    return canonical_bytes(record.as_object())


def read_collisions(source: Source, problems: Problems) -> Iterator[tuple[Line, CollisionRecord]]:
    """Yield each good record of a JSONL file with its line; the bad ones go to *problems*."""
    for line in read_lines(source, problems):
        try:
            record = check_collision(parse_object(line.data, line.offset))
        except InvalidRecord as error:
            problems.reject(Place(source.name, line.number), line.data, error.findings)
        else:
            yield line, record
