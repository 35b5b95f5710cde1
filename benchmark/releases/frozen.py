"""The files of a release as streams of bytes, made from its rows: the same bytes wherever and whenever.

Rows are read as the server makes them, so that the first byte comes at once and memory stays flat. What
the manifest names is counted and hashed on its way out; the last piece is held back until the hash is right.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db.models.functions import Coalesce

from benchmark.models import (
    Erratum,
    Release,
    ReleaseCollision,
    ReleaseDecision,
    ReleaseItem,
    ReleaseLine,
    ReleaseRipple,
)
from benchmark.releases.formats.canonical import (
    ALIASES,
    CHECKS,
    COLLISIONS,
    DECISIONS,
    DOCUMENTS,
    ERRATA,
    ITEMS,
    LOG,
    MANIFEST,
    README,
    RIPPLE,
    RIPPLE_PUBLIC,
    Digest,
    FileFacts,
    aliases_bytes,
    chunks,
    erratum_bytes,
    facts_of,
    file_facts,
)
from benchmark.releases.formats.canonical_ripple import public_line
from benchmark.releases.streams import stream_query, stream_rows
from reviewapp.records import DocumentRecord, document_bytes

Frozen = (
    type[ReleaseItem]
    | type[ReleaseDecision]
    | type[ReleaseCollision]
    | type[ReleaseRipple]
    | type[ReleaseLine]
)

DOCUMENT_COLUMNS = ("doc_id", "external_id", "title", "text", "source__name", "domain")

DOCUMENT_ROWS = """
SELECT d.doc_id, d.external_id, d.title, d.text, s.name, d.domain
FROM benchmark_releasedocument r
JOIN reviewapp_document d ON d.doc_id = r.document_id
JOIN reviewapp_source s ON s.id = d.source_id
WHERE r.release_id = %s
ORDER BY r.document_id
"""


class NoSuchFile(ValueError):
    """The release has no file of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} is no file of this release")


class NotAsFrozen(ValueError):
    """The rows of a release no longer give the bytes that were frozen."""

    def __init__(self, name: str, facts: FileFacts, frozen: FileFacts) -> None:
        super().__init__(f"{name}: SHA-256 {facts.sha256}, frozen as {frozen.sha256}")


def document_line(row: tuple[Any, ...]) -> bytes:
    """Return the canonical line of a document whose `DOCUMENT_COLUMNS` are *row*."""
    return document_bytes(DocumentRecord(*row))


def manifest_of(release: Release) -> dict[str, Any]:
    """Return the manifest of *release*, parsed."""
    manifest: dict[str, Any] = json.loads(release.manifest)
    return manifest


def files_of(release: Release) -> dict[str, FileFacts | None]:
    """Return the release's files in the order of an export; what the manifest says of each, or None."""
    files: dict[str, FileFacts | None] = dict(file_facts(manifest_of(release)))
    if release.errata.exists():
        files[ERRATA] = None
    files[MANIFEST] = facts_of(release.manifest.encode())
    return files


def read_file(release: Release, name: str) -> Iterator[bytes]:
    """Return the bytes of one file of *release* in pieces.

    :raises NoSuchFile: at once, for a name that is none of `files_of`.
    :raises NotAsFrozen: at the end, before the last piece, if the bytes are not those that were frozen."""
    files = files_of(release)
    if name not in files:
        raise NoSuchFile(name)
    facts = files[name]
    pieces = _pieces(release, name)
    return pieces if facts is None else _checked(pieces, name, facts)


def _pieces(release: Release, name: str) -> Iterator[bytes]:
    if name == MANIFEST:
        return iter([release.manifest.encode()])
    if name == README:
        return iter([release.readme.encode()])
    return chunks(_LINES[name](release))


def _checked(pieces: Iterator[bytes], name: str, facts: FileFacts) -> Iterator[bytes]:
    digest = Digest()
    buffered = b""
    for piece in pieces:
        if buffered:
            yield buffered
        buffered = digest.add(piece)
    if digest.facts != facts:
        raise NotAsFrozen(name, digest.facts, facts)
    yield buffered


def _frozen_lines(model: Frozen, release: Release, **only: str) -> Iterator[bytes]:
    rows = model.objects.filter(release=release, **only).order_by("position").values_list("line")
    for (line,) in stream_query(rows):
        yield line.encode()


def _item_lines(release: Release) -> Iterator[bytes]:
    return _frozen_lines(ReleaseItem, release)


def _decision_lines(release: Release) -> Iterator[bytes]:
    return _frozen_lines(ReleaseDecision, release)


def _collision_lines(release: Release) -> Iterator[bytes]:
    return _frozen_lines(ReleaseCollision, release)


def _ripple_lines(release: Release) -> Iterator[bytes]:
    return _frozen_lines(ReleaseRipple, release)


def _public_lines(release: Release) -> Iterator[bytes]:
    return map(public_line, _ripple_lines(release))


def _log_lines(release: Release) -> Iterator[bytes]:
    return _frozen_lines(ReleaseLine, release, file=LOG)


def _check_lines(release: Release) -> Iterator[bytes]:
    return _frozen_lines(ReleaseLine, release, file=CHECKS)


def _document_lines(release: Release) -> Iterator[bytes]:
    for row in stream_rows(DOCUMENT_ROWS, [release.pk]):
        yield document_line(row)


def _alias_lines(release: Release) -> Iterator[bytes]:
    rows = ReleaseItem.objects.filter(release=release).exclude(answer_aliases=[]).order_by("position")
    for item_id, aliases in stream_query(rows.values_list("item_id", "answer_aliases")):
        yield aliases_bytes(item_id, aliases)


def _erratum_lines(release: Release) -> Iterator[bytes]:
    named = Coalesce("item__item_id", "ripple__item_id")
    rows = Erratum.objects.filter(release=release).order_by("id")
    for item_id, withdraws, note, at in stream_query(
        rows.values_list(named, "withdraws", "note", "created_at")
    ):
        yield erratum_bytes(item_id, withdraws, note, at)


_LINES = {
    ITEMS: _item_lines,
    DOCUMENTS: _document_lines,
    DECISIONS: _decision_lines,
    ALIASES: _alias_lines,
    COLLISIONS: _collision_lines,
    RIPPLE: _ripple_lines,
    RIPPLE_PUBLIC: _public_lines,
    LOG: _log_lines,
    CHECKS: _check_lines,
    ERRATA: _erratum_lines,
}
