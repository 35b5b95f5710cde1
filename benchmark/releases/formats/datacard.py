"""The data card that travels with a release as README.md. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmark.releases.formats.canonical import (
    ALIASES,
    COLLISIONS,
    DECISIONS,
    DOCUMENTS,
    ERRATA,
    ITEMS,
    MANIFEST,
)

ABOUT = {
    ITEMS: "one evidence item a line: query, answer, and the documents that support it",
    DOCUMENTS: "one document a line: what `ref_list` and `hard_negatives` refer to by `doc_id`",
    DECISIONS: "one line for each return of a reviewer, superseded ones included, and each adjudication",
    ALIASES: "further gold answers of an item, where its source gave several",
    COLLISIONS: "one near miss of an item a line: what models and people said of it; `unreviewed` is what no"
    " person looked at",
}


def data_card(manifest: Mapping[str, Any]) -> str:
    """Return the card in Markdown: what it is, counts, sources and licences, how to verify and to cite.

    :param manifest: all of the manifest but this card's own facts."""
    parts = [
        _head(manifest),
        _files(manifest),
        _counts(manifest["counts"]),
        _provenance(manifest),
        _sources(manifest["sources"]),
        verify(),
        cite(manifest, "evidence benchmark"),
    ]
    return "\n".join(parts)


def one_line(text: object) -> str:
    """Return *text* fit for a Markdown table cell or heading: one line, nothing of it taken for markup.

    >>> one_line("a|b\\n<i>")
    'a\\\\|b \\\\<i\\\\>'
    """
    flat = " ".join(str(text).split())
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|&" else char for char in flat)


def _head(manifest: Mapping[str, Any]) -> str:
    lines = [
        f"# {one_line(manifest['name'])}",
        "",
        f"A frozen release of human-reviewed evidence items, made {manifest['frozen_at']}.",
        "It never changes. What is found to be wrong with it later is told in "
        f"`{ERRATA}`, where there is one; a corrected release is a new one that names this one.",
        "",
        *note_lines(manifest),
    ]
    return "\n".join(lines)


def note_lines(manifest: Mapping[str, Any]) -> list[str]:
    """Return which release it replaces, and what its readers should know."""
    lines: list[str] = []
    if manifest["replaces"]:
        replaced = manifest["replaces"]
        lines += [
            f"It replaces **{one_line(replaced['name'])}** (manifest `{replaced['manifest_sha256']}`).",
            "",
        ]
    if manifest["note"]:
        lines += [f"> {one_line(manifest['note'])}", ""]
    return lines


def _files(manifest: Mapping[str, Any]) -> str:
    rows = [
        f"| `{name}` | {facts['lines']:,} | {facts['bytes']:,} | {ABOUT[name]} |"
        for name, facts in manifest["files"].items()
    ]
    head = ["## Files", "", "| file | lines | bytes | what |", "| --- | ---: | ---: | --- |"]
    tail = [
        "",
        "UTF-8 without a byte-order mark, LF, one JSON object a line. Split on LF only: U+2028, U+0085 and",
        "others occur inside the texts. Offsets in `evidence` count code points and, as `start_byte` and",
        "`end_byte`, UTF-8 bytes of a document's text with CRLF read as LF.",
        "",
    ]
    return "\n".join([*head, *rows, *tail])


def _counts(counts: Mapping[str, Any]) -> str:
    rows = [
        ("items", counts["items"]),
        ("of them single-source", counts["single_source"]),
        ("of them multi-source", counts["multi_source"]),
        ("documents", counts["documents"]),
        ("returns", counts["returns"]),
        ("adjudications", counts["adjudications"]),
        ("reviewers", counts["reviewers"]),
    ]
    rows += [(f"domain: {one_line(name)}", n) for name, n in counts["domains"].items()]
    if counts["without_domain"]:
        rows.append(("without a domain", counts["without_domain"]))
    table = [f"| {name} | {n:,} |" for name, n in rows]
    return "\n".join(["## Counts", "", "| | |", "| --- | ---: |", *table, ""])


def _provenance(manifest: Mapping[str, Any]) -> str:
    selection, guidelines = manifest["selection"], manifest["guidelines"]
    which = (
        "all of the installation"
        if selection["campaigns"] is None
        else "the campaigns " + ", ".join(map(one_line, selection["campaigns"]))
    )
    documents = "every document of the bank" if selection["documents"] == "all" else "the documents they name"
    lines = [
        "## How it was made",
        "",
        "Reviewers, known here by pseudonyms, judged each item on its own; where they disagreed an",
        "adjudicator decided. Only accepted items are in, none whose disagreement is still open.",
        f"Items come from {which}; `{DOCUMENTS}` holds {documents}. A text that several sources share is one",
        "document, its further copies are left out.",
        "",
    ]
    lines += [
        f"* Guidelines of {one_line(entry['campaign'])}, version {entry['version']}: "
        f"SHA-256 `{entry['sha256']}`"
        for entry in guidelines
    ]
    return "\n".join([*lines, "", ""] if guidelines else lines)


def _sources(sources: list[Mapping[str, Any]]) -> str:
    rows = [
        "| {} | {} | {} | {:,} | {:,} | {} |".format(
            one_line(source["name"]),
            one_line(source["version"]) or "–",
            one_line(source["licence"]) or "not stated",
            source["items"],
            source["documents"],
            one_line(source["citation"]) or "–",
        )
        for source in sources
    ]
    head = [
        "## Sources and licences",
        "",
        "Texts keep the licence of their source. Hashes of the imported files are in the manifest.",
        "",
        "| source | version | licence | items | documents | citation |",
        "| --- | --- | --- | ---: | ---: | --- |",
    ]
    return "\n".join([*head, *rows, ""])


def verify() -> str:
    """Return the part that tells how the files are held against the manifest."""
    lines = [
        "## How to verify",
        "",
        f"`sha256sum {MANIFEST}` gives the hash by which the release is known. The manifest names the",
        "SHA-256 of every other file:",
        "",
        "    python3 -c \"import json, hashlib as h; m = json.load(open('manifest.json')); \\",
        "        print(all(h.sha256(open(n, 'rb').read()).hexdigest() == f['sha256'] \\",
        "        for n, f in m['files'].items()))\"",
        "",
    ]
    return "\n".join(lines)


def cite(manifest: Mapping[str, Any], kind: str) -> str:
    """Return the part that tells how a release is cited."""
    lines = [
        "## How to cite",
        "",
        f"“{one_line(manifest['name'])}”, {kind} release of {manifest['frozen_at'][:10]},",
        f"with the SHA-256 of its `{MANIFEST}`, and the sources above.",
        "",
    ]
    return "\n".join(lines)
