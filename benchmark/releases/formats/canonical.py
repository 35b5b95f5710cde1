"""The files of a release: their names, lines, hashes and manifest (contracts §1–4, §8). Pure.

A release is a folder. Every file but `manifest.json` and `errata.jsonl` is named in the manifest with its
SHA-256, so the SHA-256 of `manifest.json`, which is that of the bytes on disk, stands for all of them.
Errata come later than the release and are outside of it.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from reviewapp.records import InvalidRecord, canonical_bytes, parse_object

FORMAT = "reviewapp-release"
FORMAT_VERSION = 1

ITEMS = "evidence_items.jsonl"
DOCUMENTS = "documents.jsonl"
DECISIONS = "decisions.jsonl"
ALIASES = "answer_aliases.jsonl"
COLLISIONS = "collisions.jsonl"
RIPPLE = "ripple_items.jsonl"
RIPPLE_PUBLIC = "ripple_public.jsonl"
LOG = "decision_log.jsonl"
CHECKS = "checks.jsonl"
ERRATA = "errata.jsonl"
MANIFEST = "manifest.json"
README = "README.md"

FILES = (ITEMS, DOCUMENTS, DECISIONS, ALIASES, COLLISIONS, README)
"""The files that a manifest names."""

OPTIONAL = frozenset({ALIASES, COLLISIONS})
"""Those that it names only where there is a line to them."""

RIPPLE_FILES = (RIPPLE, RIPPLE_PUBLIC, DECISIONS, LOG, CHECKS, README)
"""The files that the manifest of a release of ripple items names."""

RIPPLE_OPTIONAL = frozenset({DECISIONS, LOG})

CHUNK_BYTES = 256 * 1024
SPAN_KEYS = ("doc_id", "start", "end", "start_byte", "end_byte", "quote")


class InvalidManifest(ValueError):
    """A manifest that cannot be read as one of this format."""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What a manifest says of a file: lines, bytes and the SHA-256 of the bytes."""

    lines: int
    bytes: int
    sha256: str

    def as_object(self) -> dict[str, Any]:
        """Return the facts with their keys in the manifest's order."""
        return {"lines": self.lines, "bytes": self.bytes, "sha256": self.sha256}


class Digest:
    """Counts and hashes a file while its lines are written or read."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._lines = 0
        self._bytes = 0

    def add(self, data: bytes) -> bytes:
        """Take in *data*, any piece of the file, and return it."""
        self._hash.update(data)
        self._lines += data.count(b"\n")
        self._bytes += len(data)
        return data

    @property
    def facts(self) -> FileFacts:
        """What the pieces so far amount to."""
        return FileFacts(self._lines, self._bytes, self._hash.hexdigest())


def facts_of(data: bytes) -> FileFacts:
    """Return the facts of a file that is held whole.

    >>> facts_of(b"a\\nb\\n").lines
    2
    """
    digest = Digest()
    digest.add(data)
    return digest.facts


def chunks(lines: Iterable[bytes], size: int = CHUNK_BYTES) -> Iterator[bytes]:
    """Yield *lines* with their line ends in pieces of about *size* bytes.

    >>> list(chunks([b"a", b"b", b"c"], size=4))
    [b'a\\nb\\n', b'c\\n']
    """
    piece: list[bytes] = []
    length = 0
    for line in lines:
        piece += (line, b"\n")
        length += len(line) + 1
        if length >= size:
            yield b"".join(piece)
            piece, length = [], 0
    if piece:
        yield b"".join(piece)


def utc_text(moment: datetime) -> str:
    """Return an instant as the files write it: UTC, always six decimals.

    >>> utc_text(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    '2026-01-02T03:04:05.000000Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def read_utc(text: str) -> datetime:
    """Return the instant that *text* writes.

    :raises ValueError: if it is none in the form of `utc_text`."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class DecisionRecord:
    """One return, or one adjudication outcome, as `decisions.jsonl` writes it.

    `reviewer` is a pseudonym that stays the same in every release of an installation. `superseded_by` names
    the decision by which the same person took this one back; `adjudicates` the fields in dispute.
    """

    item_id: str
    kind: str
    decision_id: str
    campaign: str
    stage: str
    round: int
    reviewer: str
    decision: str
    reason: str
    domain: str
    note: str
    evidence: tuple[Mapping[str, Any], ...]
    adjudicates: tuple[str, ...]
    guideline_version: int | None
    supersedes: str | None
    superseded_by: str | None
    committed_at: datetime
    active_seconds: float

    def as_object(self) -> dict[str, Any]:
        """Return the record with its keys in the documented order."""
        return {
            "item_id": self.item_id,
            "kind": self.kind,
            "decision_id": self.decision_id,
            "campaign": self.campaign,
            "stage": self.stage,
            "round": self.round,
            "reviewer": self.reviewer,
            "decision": self.decision,
            "reason": self.reason or None,
            "domain": self.domain or None,
            "note": self.note,
            "evidence": [_ordered_span(span) for span in self.evidence],
            "adjudicates": list(self.adjudicates),
            "guideline_version": self.guideline_version,
            "supersedes": self.supersedes,
            "superseded_by": self.superseded_by,
            "committed_at": utc_text(self.committed_at),
            "active_seconds": self.active_seconds if math.isfinite(self.active_seconds) else None,
        }


def _ordered_span(span: Mapping[str, Any]) -> dict[str, Any]:
    in_order = {key: span[key] for key in SPAN_KEYS if key in span}
    return in_order | {key: span[key] for key in sorted(span) if key not in in_order}


def decision_bytes(record: DecisionRecord) -> bytes:
    """Return the canonical bytes of a decision, without the line end."""
    return canonical_bytes(record.as_object())


@dataclass(frozen=True, slots=True)
class CollisionLine:
    """A collision candidate of an item, as `collisions.jsonl` writes it (EMB A.1.3).

    `decision` is what stands; of a candidate that no person looked at, it is the word of `model`, the one
    that the campaign's policy goes by, and only where that adds a hard negative. `verdicts` are (model,
    prompt version, verdict, rationale, quote); `decisions` (return, reviewer, first, final, rationale,
    evidence, reason of the revision).
    """

    item_id: str
    doc_id: int
    rank: int
    similarity: float
    reviewed: bool
    decision: str | None
    adjudicated: bool
    why: str | None
    policy: str | None
    model: str | None
    prompt_version: str | None
    verdicts: tuple[Sequence[Any], ...]
    decisions: tuple[Sequence[Any], ...]

    def as_object(self) -> dict[str, Any]:
        """Return the line with its keys in the documented order."""
        return {
            "item_id": self.item_id,
            "doc_id": self.doc_id,
            "rank": self.rank,
            "similarity": self.similarity,
            "status": "reviewed" if self.reviewed else "unreviewed",
            "decision": self.decision,
            "decided_by": self._decided_by(),
            "model": None if self.reviewed else self._model(),
            "prompt_version": None if self.reviewed else self._prompt_version(),
            "policy": self.policy,
            "why": self.why,
            "verdicts": [dict(zip(VERDICT_KEYS, row, strict=True)) for row in self.verdicts],
            "decisions": [_collision_decision(row) for row in self.decisions],
        }

    def _decided_by(self) -> str | None:
        if self.decision is None:
            return None
        return "adjudication" if self.adjudicated else "reviewers" if self.reviewed else "model"

    def _model(self) -> str | None:
        """Return the model of the policy; where there is none, the one that spoke, if it is only one."""
        spoke = {verdict[0] for verdict in self.verdicts}
        return self.model or (spoke.pop() if len(spoke) == 1 else None)

    def _prompt_version(self) -> str | None:
        spoke = {verdict[1] for verdict in self.verdicts if verdict[0] == self._model()}
        return self.prompt_version or (spoke.pop() if len(spoke) == 1 else None)


VERDICT_KEYS = ("model", "prompt_version", "verdict", "rationale", "quote")


def _collision_decision(row: Sequence[Any]) -> dict[str, Any]:
    code, reviewer, first, final, rationale, evidence, why = row
    return {
        "decision_id": code,
        "reviewer": reviewer,
        "first": first,
        "final": final,
        "rationale": rationale,
        "evidence": [_ordered_span(span) for span in evidence],
        "revision_reason": why or None,
    }


def collision_bytes(line: CollisionLine) -> bytes:
    """Return the canonical bytes of a candidate's line, without the line end."""
    return canonical_bytes(line.as_object())


def aliases_bytes(item_id: str, aliases: Iterable[str]) -> bytes:
    """Return the line that keeps an item's other gold answers (ours: contracts §3 has no key for them).

    >>> aliases_bytes("q1", ["Ada", "A. L."]).decode()
    '{"item_id":"q1","answer_aliases":["Ada","A. L."]}'
    """
    return canonical_bytes({"item_id": item_id, "answer_aliases": list(aliases)})


def erratum_bytes(item_id: str | None, withdraws: bool, note: str, at: datetime) -> bytes:
    """Return the line of `errata.jsonl` that tells of one erratum."""
    return canonical_bytes({"item_id": item_id, "withdraws": withdraws, "note": note, "at": utc_text(at)})


def manifest_bytes(manifest: Mapping[str, Any]) -> bytes:
    """Return the bytes of `manifest.json`; their SHA-256 names the release."""
    return canonical_bytes(manifest) + b"\n"


MANIFEST_KEYS = (
    "format",
    "format_version",
    "name",
    "note",
    "frozen_at",
    "replaces",
    "selection",
    "counts",
    "guidelines",
    "sources",
    "files",
)


RIPPLE_KEYS = (*MANIFEST_KEYS[:-1], "ripple", MANIFEST_KEYS[-1])
"""Those of a release of ripple items: `ripple` says how far it was reviewed, and which checks held."""

REVIEWED, MACHINE_VALIDATED = REVIEW_STATUSES = ("reviewed", "machine_validated")


def is_ripple(manifest: Mapping[str, Any]) -> bool:
    """Tell whether a manifest is that of a release of ripple items."""
    return "ripple" in manifest


def file_names(manifest: Mapping[str, Any]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the names of the files that a manifest may name, and of those which it can do without."""
    return (RIPPLE_FILES, RIPPLE_OPTIONAL) if is_ripple(manifest) else (FILES, OPTIONAL)


def read_manifest(data: bytes) -> dict[str, Any]:
    """Return the manifest whose bytes are *data*, checked as far as its files and names need.

    :raises InvalidManifest: if it is not canonical JSON, not of this format, or lacks something."""
    try:
        manifest = parse_object(data)
    except InvalidRecord as error:
        raise InvalidManifest(f"{MANIFEST}: {error}") from error
    if manifest.get("format") != FORMAT or manifest.get("format_version") != FORMAT_VERSION:
        stated = f"{manifest.get('format')!r} version {manifest.get('format_version')!r}"
        raise InvalidManifest(f"{MANIFEST}: format: {stated}, expected {FORMAT!r} version {FORMAT_VERSION}")
    keys = RIPPLE_KEYS if is_ripple(manifest) else MANIFEST_KEYS
    if tuple(manifest) != keys:
        raise InvalidManifest(f"{MANIFEST}: keys: {', '.join(manifest)}; expected {', '.join(keys)}")
    if manifest_bytes(manifest) != data:
        raise InvalidManifest(f"{MANIFEST}: it is not in canonical form (one line, compact, ends with LF)")
    _check_parts(manifest)
    return manifest


def _check_parts(manifest: Mapping[str, Any]) -> None:
    if not isinstance(manifest["name"], str) or not isinstance(manifest["note"], str):
        raise InvalidManifest(f"{MANIFEST}: name, note: expected strings")
    try:
        read_utc(manifest["frozen_at"])
        file_facts(manifest)
        for source in manifest["sources"]:
            {key: str(source[key]) for key in ("name", "version", "licence", "citation", "scope", "url")}
        {key: int(manifest["counts"][key]) for key in ("items", "documents", "decisions")}
        if manifest["replaces"] is not None:
            str(manifest["replaces"]["manifest_sha256"])
        if is_ripple(manifest):
            REVIEW_STATUSES.index(manifest["ripple"]["review_status"])
            {str(name): bool(has_passed) for name, has_passed in manifest["ripple"]["passed"].items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidManifest(
            f"{MANIFEST}: a part is missing or wrong: {type(error).__name__}: {error}"
        ) from error


def file_facts(manifest: Mapping[str, Any]) -> dict[str, FileFacts]:
    """Return what *manifest* says of each of its files.

    :raises InvalidManifest: for a file that this format does not know, or one that is missing."""
    files = {name: FileFacts(**facts) for name, facts in manifest["files"].items()}
    known_names, optional = file_names(manifest)
    unknown = [name for name in files if name not in known_names]
    missing = [name for name in known_names if name not in files and name not in optional]
    if unknown or missing:
        names = f"unknown {', '.join(unknown) or 'none'}; missing {', '.join(missing) or 'none'}"
        raise InvalidManifest(f"{MANIFEST}: files: {names}")
    return files
