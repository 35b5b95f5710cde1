"""The source registry as a manifest keeps it (EMB Table 5), and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

from reviewapp.models import Source, SourceFile

REGISTRY = ("version", "licence", "citation", "scope", "url")


def source_entries(items: Mapping[str, int], documents: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return a manifest's sources: those that an item or a document names, with the files they came in.

    :param items: how many items of the release come from each source, by its name.
    :param documents: the same of the documents."""
    names = sorted({*items, *documents})
    return [
        {
            "name": source.name,
            **{key: getattr(source, key) for key in REGISTRY},
            "items": items.get(source.name, 0),
            "documents": documents.get(source.name, 0),
            "files": _file_entries(source.files.all()),
        }
        for source in sorted(
            Source.objects.filter(name__in=names).prefetch_related("files"), key=lambda row: row.name
        )
    ]


def _file_entries(files: Iterable[SourceFile]) -> list[dict[str, Any]]:
    """Return each file once, by its bare name: where it lay on somebody's disk is nobody's business."""
    by_content = {(PurePath(file.name).name, file.sha256): file for file in files}
    return [
        {"name": name, "sha256": sha256, "bytes": by_content[name, sha256].n_bytes}
        for name, sha256 in sorted(by_content)
    ]


def ensure_sources(entries: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return the ids of a manifest's sources by name; those not yet in the registry are added.

    A source that is there keeps what its own installation says of it."""
    ids = {}
    for entry in entries:
        source, _ = Source.objects.get_or_create(
            name=entry["name"], defaults={key: entry[key] for key in REGISTRY}
        )
        ids[source.name] = source.pk
    return ids
