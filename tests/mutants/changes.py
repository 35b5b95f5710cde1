"""What a change is: a place in a file, what stands there, and what is to stand there instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a change lies, as far as tests can cover it.

    :param lines: first and last line whose running means that the change was run; None at module level.
    :param names: at module level, what is assigned there: functions that use these names run the change.
    :param where: the qualified name of the function or constant around it, for people.
    """

    lines: tuple[int, int] | None
    names: tuple[str, ...]
    where: str


Identity = tuple[str, str, str, str, str]
"""A change as people name it: file, function or constant, the line, what stands there, what is put there."""


@dataclass(frozen=True, slots=True)
class Change:
    """One small change of one file; offsets count bytes, *text* is the line on which it begins."""

    path: str
    start: int
    end: int
    line: int
    text: str
    old: str
    new: str
    kind: str
    place: Place

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    @property
    def identity(self) -> Identity:
        """What stays the same when lines above are added or removed."""
        old, new = in_one_line(self.old), in_one_line(self.new)
        return self.path, self.place.where, in_one_line(self.text), old, new


def in_one_line(text: str) -> str:
    return " ".join(text.split())


class Source:
    """The text of a file, and where in it the nodes of its tree lie."""

    def __init__(self, path: str, text: bytes) -> None:
        self.path, self.text = path, text
        self.tree = ast.parse(text)
        self._line_starts = [0]
        for line in text.splitlines(keepends=True):
            self._line_starts.append(self._line_starts[-1] + len(line))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return where *node* begins and ends, in bytes."""
        position = [getattr(node, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")]
        return (
            self._line_starts[position[0] - 1] + position[1],
            self._line_starts[position[2] - 1] + position[3],
        )

    def cut(self, start: int, end: int) -> str:
        return self.text[start:end].decode()

    def of(self, node: ast.AST) -> str:
        return self.cut(*self.span(node))

    def line_at(self, offset: int) -> int:
        return self.text.count(b"\n", 0, offset) + 1

    def line_text(self, line: int) -> str:
        return self.cut(self._line_starts[line - 1], self._line_starts[line])


STRICTER = {"durable", "no_key"}  # turned round, they lock or forbid more than is needed: nobody sees it

Proposal = tuple[int, int, str, str]
"""Start and end of what is replaced, in bytes, the new text, and the kind of change."""


def walk(source: Source) -> Iterator[tuple[ast.AST, Place]]:
    """Yield every node that may be changed, with its place; what a docstring or an annotation says is not."""
    yield from _walk_block(source.tree.body, "", in_function=False)


def _walk_block(block: list[ast.stmt], where: str, *, in_function: bool) -> Iterator[tuple[ast.AST, Place]]:
    for statement in block:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        if isinstance(statement, ast.ClassDef):
            yield from _walk_block(statement.body, f"{where}{statement.name}.", in_function=False)
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _walk_function(statement, where)
        elif in_function:
            place = Place(_header(statement), (), where.rstrip("."))
            yield from _walk_statement(statement, place, where, in_function=True)
        elif names := assigned_names(statement):
            place = Place(None, names, f"{where}{names[0]}")
            yield from _walk_statement(statement, place, where, in_function=False)


def _walk_function(
    function: ast.FunctionDef | ast.AsyncFunctionDef, where: str
) -> Iterator[tuple[ast.AST, Place]]:
    """Walk a function; its decorators and defaults are run where its body is."""
    place = Place(body_lines(function), (), f"{where}{function.name}")
    yield function, place
    for default in (*function.args.defaults, *function.args.kw_defaults):
        if default is not None:
            yield from _walk_expression(default, place)
    yield from _walk_block(function.body, f"{where}{function.name}.", in_function=True)


def _walk_statement(
    statement: ast.stmt, place: Place, where: str, *, in_function: bool
) -> Iterator[tuple[ast.AST, Place]]:
    yield statement, place
    for name, value in ast.iter_fields(statement):
        if name == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.stmt):
                yield from _walk_block([child], where, in_function=in_function)
            elif isinstance(child, ast.ExceptHandler):
                handled = Place((child.body[0].lineno, child.body[0].lineno), (), place.where)
                yield child, handled if in_function else place
                yield from _walk_block(child.body, where, in_function=in_function)
            elif isinstance(child, ast.match_case):
                yield from _walk_block(child.body, where, in_function=in_function)
            elif isinstance(child, ast.AST):
                yield from _walk_expression(child, place)


def _walk_expression(node: ast.AST, place: Place) -> Iterator[tuple[ast.AST, Place]]:
    if isinstance(node, ast.keyword) and node.arg in STRICTER:
        return
    yield node, place
    if not isinstance(node, ast.JoinedStr):  # Python 3.11 does not know where its parts lie
        for child in ast.iter_child_nodes(node):
            yield from _walk_expression(child, place)


def assigned_names(statement: ast.stmt) -> tuple[str, ...]:
    """Return the names that a statement of a module or class assigns."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    else:
        return ()
    return tuple(n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name))


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[int, int]:
    """Return the first and last line of a function's body, its docstring left out where there is more."""
    body = [s for s in function.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return (body or function.body)[0].lineno, function.end_lineno or function.lineno


def _header(statement: ast.stmt) -> tuple[int, int]:
    """Return the lines of a statement without those of the block under it."""
    end = statement.end_lineno or statement.lineno
    block = getattr(statement, "body", None)
    if isinstance(block, list) and block:
        end = max(statement.lineno, block[0].lineno - 1)
    return statement.lineno, end
