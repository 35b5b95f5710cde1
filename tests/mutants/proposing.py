"""All changes of a file."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from pathlib import Path

from tests.mutants import python, sql
from tests.mutants.changes import Change, Place, Proposal, Source, walk


def changes_of(root: Path, path: str) -> list[Change]:
    """Return the changes of a file in the order in which they stand in it."""
    source = Source(path, (root / path).read_bytes())
    changes = {
        (change.start, change.end, change.new): change
        for node, place in walk(source)
        for change in _changes(source, node, place)
    }
    return [changes[key] for key in sorted(changes)]


def _changes(source: Source, node: ast.AST, place: Place) -> Iterator[Change]:
    for start, end, new, kind in (*python.propose(source, node), *_of_literal(source, node)):
        line = source.line_at(start)
        text, old = source.line_text(line), source.cut(start, end)
        change = Change(source.path, start, end, line, text, old, new, kind, place)
        if _compiles(change.apply(source.text)):
            yield change


def _of_literal(source: Source, node: ast.AST) -> Iterator[Proposal]:
    """Yield the changes of the SQL that a string literal holds, or the fixed parts of an f-string."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    if not is_text and not isinstance(node, ast.JoinedStr):
        return
    offset, _ = source.span(node)
    text = source.of(node)
    for start, end, new, kind in sql.propose(text):
        first = offset + len(text[:start].encode())
        yield first, first + len(text[start:end].encode()), new, f"SQL: {kind}"


def _compiles(text: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError:
        return False
    return True
