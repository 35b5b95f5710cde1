"""The changes of Python code: what could be forgotten or written the other way round."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from tests.mutants.changes import Proposal, Source

COMPARISONS = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
}
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any", "first": "last", "last": "first"}
QUERY_METHODS = {"filter", "exclude", "get", "update", "aggregate", "annotate", "Q", "get_or_create"}
NARROWING = {"filter", "exclude", "order_by", "distinct", "select_for_update"}
KEPT_DECORATORS = {
    *("property", "staticmethod", "classmethod", "overload", "override"),
    *("cache", "lru_cache", "cached_property"),  # what is kept is only sooner there
}


def propose(source: Source, node: ast.AST) -> Iterator[Proposal]:
    """Yield the changes of *node* itself, not of what lies in it."""
    for kind, change in CHANGES.items():
        if isinstance(node, kind):
            yield from change(source, node)


def _condition(source: Source, node: ast.If | ast.IfExp) -> Iterator[Proposal]:
    """Remove a guard; turn another condition round."""
    start, end = source.span(node.test)
    last = node.body[-1] if isinstance(node, ast.If) else None
    if (
        isinstance(last, ast.Raise | ast.Return | ast.Continue)
        and isinstance(node, ast.If)
        and not node.orelse
    ):
        yield start, end, "False", "guard removed"
    else:
        yield start, end, f"not ({source.of(node.test)})", "condition negated"


def _loop(source: Source, node: ast.While) -> Iterator[Proposal]:
    yield *source.span(node.test), "False", "loop skipped"


def _comprehension(source: Source, node: ast.comprehension) -> Iterator[Proposal]:
    for condition in node.ifs:
        yield *source.span(condition), "True", "condition dropped"


def _bool_op(source: Source, node: ast.BoolOp) -> Iterator[Proposal]:
    """Swap `and` and `or`; let each operand decide nothing."""
    word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    parts = [f"({source.of(value)})" for value in node.values]
    yield *source.span(node), f"({f' {other} '.join(parts)})", f"{word} made {other}"
    for value in node.values:
        yield *source.span(value), str(word == "and"), "operand dropped"


def _compare(source: Source, node: ast.Compare) -> Iterator[Proposal]:
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        start, end = source.span(left)[1], source.span(right)[0]
        pattern, new = COMPARISONS[type(operator)]
        match = re.search(rf"(?<!\w){pattern}(?!\w)", source.cut(start, end))
        if match:
            yield start + match.start(), start + match.end(), new, "comparison"
        left = right


def _constant(source: Source, node: ast.Constant) -> Iterator[Proposal]:
    value = node.value
    if isinstance(value, bool):
        yield *source.span(node), str(not value), "constant"
    elif isinstance(value, int | float):
        yield *source.span(node), repr(value + 1), "constant"


def _not(source: Source, node: ast.UnaryOp) -> Iterator[Proposal]:
    if isinstance(node.op, ast.Not):
        yield *source.span(node), f"({source.of(node.operand)})", "not dropped"


def _arithmetic(source: Source, node: ast.BinOp) -> Iterator[Proposal]:
    if isinstance(node.op, ast.Add | ast.Sub) and not _is_text(node.left) and not _is_text(node.right):
        start, end = source.span(node.left)[1], source.span(node.right)[0]
        old, new = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
        yield start, end, source.cut(start, end).replace(old, new, 1), "arithmetic"


def _is_text(node: ast.expr) -> bool:
    is_string = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_string or isinstance(node, ast.JoinedStr | ast.List | ast.Tuple)


def _statement(source: Source, node: ast.Expr | ast.Raise) -> Iterator[Proposal]:
    """Leave out a call for its effect, or an error."""
    if isinstance(node, ast.Raise) or isinstance(node.value, ast.Call):
        yield *source.span(node), "pass", "statement deleted"


def _function(source: Source, node: ast.FunctionDef) -> Iterator[Proposal]:
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name not in KEPT_DECORATORS and not name.endswith("setter"):
            start, end = source.span(decorator)
            yield source.text.rindex(b"@", 0, start), end, "", "decorator removed"


def _handler(source: Source, node: ast.ExceptHandler) -> Iterator[Proposal]:
    if node.type is not None:
        yield *source.span(node.type), "ZeroDivisionError", "another exception caught"


def _call(source: Source, node: ast.Call) -> Iterator[Proposal]:
    """Change a call: another function, a keyword of a query dropped, a narrowing of a query dropped."""
    start, end = source.span(node)
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name == "sorted" and node.args:
        yield start, end, f"list({source.of(node.args[0])})", "sorting dropped"
    if name in OTHER_NAME:
        name_end = source.span(node.func)[1]
        yield name_end - len(name), name_end, OTHER_NAME[name], "another function"
    if name in QUERY_METHODS:
        yield from _dropped_keywords(source, node)
    if isinstance(node.func, ast.Attribute) and name in NARROWING and (name != "filter" or node.args):
        yield source.span(node.func.value)[1], end, ".all()", f"{name} dropped"


def _dropped_keywords(source: Source, node: ast.Call) -> Iterator[Proposal]:
    arguments: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
    for place, argument in enumerate(arguments):
        if not isinstance(argument, ast.keyword) or argument.arg is None:
            continue
        start, end = source.span(argument)
        if place + 1 < len(arguments):
            end = source.span(arguments[place + 1])[0]
        elif place:
            start = source.span(arguments[place - 1])[1]
        yield start, end, "", "keyword dropped"


CHANGES: dict[type | tuple[type, ...], Callable[..., Iterator[Proposal]]] = {
    (ast.If, ast.IfExp): _condition,
    ast.While: _loop,
    ast.comprehension: _comprehension,
    ast.BoolOp: _bool_op,
    ast.Compare: _compare,
    ast.Constant: _constant,
    ast.UnaryOp: _not,
    ast.BinOp: _arithmetic,
    (ast.Expr, ast.Raise): _statement,
    ast.FunctionDef: _function,
    ast.ExceptHandler: _handler,
    ast.Call: _call,
}
