"""Evidence items (contracts §3, EMB §3.2) and the domain that their references give them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import Finding, InvalidRecord, Place, Problems
from .fields import (
    Field,
    check_fields,
    check_filled_text,
    check_id_list,
    check_name,
    check_optional_name,
    check_source,
    check_text,
    one_of,
)
from .lines import Line, Source, read_lines
from .objects import parse_object
from .text import canonical_bytes, sha256

TRACKS = ("single", "rewriting", "atomization")


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """A query, its answer, the documents that support it, and near misses that do not."""

    item_id: str
    query: str
    answer: str
    ref_list: tuple[int, ...]
    hard_negatives: tuple[int, ...]
    domain: str | None
    task_type: str | None
    source: str
    track: str

    def as_object(self) -> dict[str, Any]:
        """Return the record with its keys in the documented order."""
        return {
            "item_id": self.item_id,
            "query": self.query,
            "answer": self.answer,
            "ref_list": self.ref_list,
            "hard_negatives": self.hard_negatives,
            "domain": self.domain,
            "task_type": self.task_type,
            "source": self.source,
            "track": self.track,
        }


EVIDENCE_FIELDS = (
    Field("item_id", check_name),
    Field("query", check_filled_text),
    Field("answer", check_text),
    Field("ref_list", check_id_list),
    Field("hard_negatives", check_id_list, ()),
    Field("domain", check_optional_name, None),
    Field("task_type", check_optional_name, None),
    Field("source", check_source),
    Field("track", one_of(*TRACKS), "single"),
)


def check_evidence(obj: Mapping[str, Any], source: str | None = None) -> EvidenceRecord:
    """Return the evidence item that *obj* describes (contracts §3).

    Absent keys are allowed for hard_negatives (none), domain and task_type (null), track (single), and
    source where *source* gives it.

    :raises InvalidRecord: with every field that is unknown, missing or wrong, and with the document that is
        both a reference and a hard negative."""
    if source is not None and "source" not in obj:
        obj = {**obj, "source": source}
    values = check_fields(obj, EVIDENCE_FIELDS)
    ref_list, hard_negatives = values[3], values[4]
    if hard_negatives:
        _refuse_shared(ref_list, hard_negatives)
    values[3], values[4] = tuple(ref_list), tuple(hard_negatives)
    return EvidenceRecord(*values)


def _refuse_shared(ref_list: Sequence[int], hard_negatives: Sequence[int]) -> None:
    shared = [doc_id for doc_id in hard_negatives if doc_id in ref_list]
    if shared:
        message = f"{shared[0]} is also in ref_list, expected a document that does not support the answer"
        raise InvalidRecord([Finding("hard_negatives", message)])


def evidence_bytes(record: EvidenceRecord) -> bytes:
    """Return the canonical bytes of an evidence item, without the line end."""
    return canonical_bytes(record.as_object())


def evidence_sha256(record: EvidenceRecord) -> str:
    """Return the hash that says whether two imported items are the same."""
    return sha256(evidence_bytes(record))


def read_evidence(
    source: Source, problems: Problems, default_source: str | None = None
) -> Iterator[tuple[Line, EvidenceRecord]]:
    """Yield each good evidence item of a JSONL file with its line; the bad ones go to *problems*."""
    for line in read_lines(source, problems):
        try:
            record = check_evidence(parse_object(line.data, line.offset), default_source)
        except InvalidRecord as error:
            problems.reject(Place(source.name, line.number), line.data, error.findings)
        else:
            yield line, record


def majority_domain(domains: Sequence[str | None]) -> str | None:
    """Return the domain of most references, ties going to the first in RefList order (EMB App. A.1).

    References without a domain have no vote; None if none has one.

    >>> majority_domain(["law", "history", "history", "law", None])
    'law'
    """
    votes = Counter(domain for domain in domains if domain is not None)
    return max(votes, key=votes.__getitem__) if votes else None
