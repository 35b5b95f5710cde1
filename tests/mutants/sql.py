"""The changes of SQL that stands in string literals: conditions, locks, orders, limits, joins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

Edit = tuple[int, int, str, str]
"""Start and end of what is replaced, in characters of the text, the new text, and the kind of change."""

LOOKS_LIKE_SQL = re.compile(
    r"\b(SELECT|UPDATE \w+|DELETE FROM|INSERT INTO|WHERE|JOIN|AND|FOR UPDATE|FOR NO KEY UPDATE|LOCK TABLE)\b"
)
TOKEN = re.compile(
    r"""(?P<comment>--[^\n]*) | (?P<string>'[^']*') | (?P<parameter>%\(\w+\)s|%s) | (?P<hole>\{+[^{}]*\}+)
    | (?P<number>\b\d+\b) | (?P<word>\w+) | (?P<operator><>|<=|>=|!=|::|->>|->|@>|<@|\|\||[<>=])
    | (?P<other>\S)""",
    re.VERBOSE,
)
ENDS_CONDITION = {
    *("WHERE", "GROUP", "ORDER", "LIMIT", "RETURNING", "LEFT", "RIGHT", "INNER", "JOIN", "CROSS", "FROM"),
    *("FOR", "UNION", "THEN", "ELSE", "END", "SET", "SELECT", "WINDOW", "OFFSET", "DO", "VALUES", "HAVING"),
    *("WHEN", "WITH", ";", ",", '"'),
}
ENDS_ORDER = {"LIMIT", "FOR", "RETURNING", "ROWS", "RANGE", "UNION", "OFFSET", ";", '"'}
OPENS_CONDITION = {"WHERE", "ON", "HAVING", "WHEN"}
COMPARISONS = {"=": "<>", "<>": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OTHER_WORD = {
    **{"greatest": "least", "least": "greatest", "min": "max", "max": "min"},
    **{"bool_or": "bool_and", "bool_and": "bool_or", "true": "false", "false": "true"},
}
LOCK = re.compile(
    r"\s*\bFOR (NO KEY )?(UPDATE|SHARE|KEY SHARE)( OF \w+(, ?\w+)*)?( SKIP LOCKED| NOWAIT)?(?=\W|$)"
)
REMOVED = [
    (LOCK, "", "lock removed"),
    (re.compile(r" SKIP LOCKED\b"), "", "waits for locks"),
    (re.compile(r"\bLOCK TABLE [^\"'\n]*"), "SELECT 1", "lock removed"),
    (re.compile(r"\bLEFT (?=JOIN\b)"), "", "outer join made inner"),
    (re.compile(r"\bDISTINCT (?!ON\b|FROM\b)"), "", "distinct dropped"),
    (re.compile(r"\s*\bLIMIT (\d+|%\(\w+\)s)"), "", "limit dropped"),
    (re.compile(r"\bUNION (?!ALL\b)"), "UNION ALL ", "union keeps doubles"),
]


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str
    start: int
    end: int
    depth: int


def propose(text: str) -> Iterator[Edit]:
    """Yield the changes of a string literal, if what it says is SQL."""
    if not LOOKS_LIKE_SQL.search(text):
        return
    tokens = _tokens(text)
    edits = [*_removed(text, tokens), *_orders(tokens), *_words(tokens), *_conditions(tokens)]
    seen: set[tuple[int, int, str]] = set()
    for edit in edits:
        if edit[:3] not in seen:
            seen.add(edit[:3])
            yield edit


def _tokens(text: str) -> list[Token]:
    tokens, depth = [], 0
    for match in TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind == "comment":
            continue
        depth -= match[0] == ")"
        tokens.append(Token(kind, match[0], match.start(), match.end(), depth))
        depth += match[0] == "("
    return tokens


def _removed(text: str, tokens: list[Token]) -> Iterator[Edit]:
    starts = {token.start for token in tokens}
    for pattern, new, kind in REMOVED:
        for match in pattern.finditer(text):
            space = len(match[0]) - len(match[0].lstrip())
            if match.start() + space in starts or kind == "waits for locks":  # in no comment
                yield match.start(), match.end(), new, kind


def _orders(tokens: list[Token]) -> Iterator[Edit]:
    """Drop each ORDER BY; turn its first key round."""
    for place, token in enumerate(tokens[:-2]):
        if token.text != "ORDER" or tokens[place + 1].text != "BY":
            continue
        end = _end(tokens, place + 2, token.depth, ENDS_ORDER)
        yield token.start, tokens[end - 1].end, "", "order dropped"
        key_end = _end(tokens, place + 2, token.depth, {*ENDS_ORDER, ","})
        last = tokens[key_end - 1]
        if last.text == "DESC":
            yield last.start, last.end, "", "order reversed"
        elif last.text not in ("FIRST", "LAST"):
            yield last.end, last.end, " DESC", "order reversed"


def _words(tokens: list[Token]) -> Iterator[Edit]:
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.text in OTHER_WORD:
            yield token.start, token.end, OTHER_WORD[token.text], "another word"
        if token.kind == "number" and before and before.text in {"+", "-", *COMPARISONS}:
            yield token.start, token.end, str(int(token.text) + 1), "constant"


def _conditions(tokens: list[Token]) -> Iterator[Edit]:
    for place, token in enumerate(tokens[:-1]):
        is_group = token.text == "("
        if token.text not in OPENS_CONDITION and not is_group:
            continue
        if token.text == "ON" and tokens[place + 1].text in ("CONFLICT", "DELETE", "UPDATE", "COMMIT"):
            continue
        depth = token.depth + is_group
        end = _end(tokens, place + 1, depth, ENDS_CONDITION)
        operands = _operands(tokens[place + 1 : end], depth)
        if is_group and len(operands) < 2:
            continue
        for operand, word in operands:
            new = "false" if word == "OR" or token.text == "WHEN" else "true"
            yield operand[0].start, operand[-1].end, new, "condition dropped"
            yield from _within(operand, depth)


def _end(tokens: list[Token], place: int, depth: int, ends: set[str]) -> int:
    """Return the place after the last token of what begins at *place* in brackets of that *depth*."""
    while place < len(tokens):
        token = tokens[place]
        if token.depth < depth:
            break
        is_distinct_from = token.text == "FROM" and tokens[place - 1].text == "DISTINCT"
        if token.depth == depth and token.text in ends and not is_distinct_from:
            break
        place += 1
    return place


def _operands(tokens: list[Token], depth: int) -> list[tuple[list[Token], str]]:
    """Split a condition at AND and OR; beside each part the word before it, of the first the one after."""
    parts: list[tuple[list[Token], str]] = []
    part: list[Token] = []
    word, is_between = "", False
    for token in tokens:
        if token.depth == depth and token.text in ("AND", "OR") and not is_between:
            parts.append((part, word or token.text))
            part, word = [], token.text
            continue
        is_between = token.text == "BETWEEN" or (is_between and token.text != "AND")
        part.append(token)
    return [(part, word) for part, word in [*parts, (part, word)] if part]


def _within(operand: list[Token], depth: int) -> Iterator[Edit]:
    """Change what one condition says."""
    if operand[0].text == "NOT" and len(operand) > 1:
        yield operand[0].start, operand[1].start, "", "not dropped"
    for before, token in zip([None, *operand], operand, strict=False):
        if token.depth == depth and token.text in COMPARISONS:
            yield token.start, token.end, COMPARISONS[token.text], "comparison"
        if token.text == "NULL" and token.depth == depth and before and before.text in ("IS", "NOT"):
            new = "NULL" if before.text == "NOT" else "IS NOT NULL"
            yield before.start, token.end, new, "comparison"
    yield from _shorter_lists(operand, depth)


def _shorter_lists(operand: list[Token], depth: int) -> Iterator[Edit]:
    """Leave each member out of a list that IN reads."""
    for place, token in enumerate(operand[:-2]):
        if token.text != "IN" or token.depth != depth or operand[place + 1].text != "(":
            continue
        inside = operand[place + 2 : _end(operand, place + 2, depth + 1, set())]
        members = [member for member in inside if member.kind in ("string", "parameter", "number")]
        if len(members) < 2 or len(inside) != 2 * len(members) - 1:
            continue
        for i, member in enumerate(members):
            if i + 1 < len(members):
                yield member.start, members[i + 1].start, "", "member dropped"
            else:
                yield members[i - 1].end, member.end, "", "member dropped"
