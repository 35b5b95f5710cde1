"""A release's folder on disk, read back and checked against its manifest. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from benchmark.releases.formats.canonical import (
    CHUNK_BYTES,
    ERRATA,
    MANIFEST,
    OPTIONAL,
    RIPPLE_FILES,
    Digest,
    FileFacts,
    InvalidManifest,
    erratum_bytes,
    facts_of,
    file_facts,
    read_manifest,
    read_utc,
)
from reviewapp.records import InvalidRecord, canonical_bytes, parse_object

LINE_LIMIT = 64 << 20
SHOWN = 100
SEVERAL = OPTIONAL | frozenset(RIPPLE_FILES)
"""Files that a release may have: one that is there and not in the manifest is told of."""


class InvalidRelease(ValueError):
    """A folder that is no release, or not the one its manifest describes. The message lists every problem."""

    def __init__(self, messages: Iterable[str]) -> None:
        self.messages = tuple(messages)
        more = len(self.messages) - SHOWN
        tail = [f"… and {more:,} more"] if more > 0 else []
        super().__init__("\n".join([*islice(self.messages, SHOWN), *tail]))


@dataclass(frozen=True, slots=True)
class ReleaseFolder:
    """A folder whose files are, byte for byte, those of its manifest."""

    path: Path
    manifest: dict[str, Any]
    manifest_text: bytes
    files: dict[str, FileFacts]

    @property
    def sha256(self) -> str:
        return facts_of(self.manifest_text).sha256

    def lines(self, name: str) -> Iterator[tuple[int, bytes]]:
        """Yield the lines of a file, numbered from 1, without their ends; none where there is no file."""
        path = self.path / name
        if name not in self.files and not (name == ERRATA and path.exists()):
            return
        with path.open("rb") as file:
            yield from enumerate(_lines(file, name), start=1)


def _lines(file: BinaryIO, name: str) -> Iterator[bytes]:
    while line := file.readline(LINE_LIMIT):
        if not line.endswith(b"\n"):
            raise InvalidRelease([f"{name}: a line without an end, or of more than {LINE_LIMIT:,} bytes"])
        yield line[:-1]


def open_release(path: Path) -> ReleaseFolder:
    """Return the release in the folder *path*, every byte of it checked against the manifest.

    :raises InvalidRelease: if a file is missing, cannot be read, or is not the one that was frozen."""
    text = _read_manifest_file(path)
    try:
        manifest = read_manifest(text)
        files = file_facts(manifest)
    except InvalidManifest as error:
        raise InvalidRelease([f"{path}: {error}"]) from error
    problems = [message for name, facts in files.items() if (message := _difference(path / name, facts))]
    strange = [name for name in sorted(SEVERAL) if name not in files and (path / name).exists()]
    problems += [f"{path / name}: the manifest does not name it" for name in strange]
    if problems:
        raise InvalidRelease(problems)
    return ReleaseFolder(path, manifest, text, files)


def _read_manifest_file(path: Path) -> bytes:
    try:
        return (path / MANIFEST).read_bytes()
    except OSError as error:
        raise InvalidRelease(
            [f"{path / MANIFEST}: {error.strerror}, expected a release's manifest"]
        ) from error


def _difference(path: Path, facts: FileFacts) -> str:
    digest = Digest()
    try:
        with path.open("rb") as file:
            while piece := file.read(CHUNK_BYTES):
                digest.add(piece)
    except OSError as error:
        return f"{path}: {error.strerror}, expected the file that the manifest names"
    facts_here = digest.facts
    if facts_here == facts:
        return ""
    return (
        f"{path}: {facts_here.lines:,} lines, {facts_here.bytes:,} bytes, SHA-256 {facts_here.sha256}; "
        f"the manifest says {facts.lines:,}, {facts.bytes:,}, {facts.sha256}"
    )


def canonical_object(line: bytes, place: str) -> dict[str, Any]:
    """Return the object that *line* holds in canonical form.

    :raises InvalidRelease: if it is none, or written otherwise."""
    try:
        value = parse_object(line)
    except InvalidRecord as error:
        raise InvalidRelease([f"{place}: {error}"]) from error
    if canonical_bytes(value) != line:
        raise InvalidRelease([f"{place}: it is not in canonical form"])
    return value


def read_erratum(line: bytes, place: str) -> dict[str, Any]:
    """Return the erratum of *line*: item_id or None, withdraws, note, and `at` as an instant.

    :raises InvalidRelease: if it is none."""
    value = canonical_object(line, place)
    try:
        value["at"] = read_utc(value["at"])
        same = erratum_bytes(value["item_id"], value["withdraws"], value["note"], value["at"]) == line
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidRelease([f"{place}: {type(error).__name__}: {error}"]) from error
    well = isinstance(value["note"], str) and isinstance(value["withdraws"], bool)
    if not (same and well and isinstance(value["item_id"], str | None)):
        raise InvalidRelease([f"{place}: expected item_id, withdraws, note, at"])
    return value
