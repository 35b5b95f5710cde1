"""Two template engines: what is in the quick one, and that `make lint` checks both."""

from __future__ import annotations

import ast
from pathlib import Path

from jinja2 import Environment, meta

from tests.check_templates import BASE_DIR, DJANGO, JINJA, jinja_names, long_lines, syntax_errors

# Only what these modules render is a Jinja template: `/next` and a task, the pieces of documents, the desks
# of other workflows, and the bench of ripple adjudication. Pages that are fetched more rarely are Django's.
RENDERING = {
    "reviewapp/templatetags/documents.py",
    "reviewapp/work/views/documents.py",
    "reviewapp/workflows/collision/views/desk.py",
    "reviewapp/workflows/ripple/views/adjudication.py",
    "reviewapp/workflows/ripple/views/desk.py",
    "reviewapp/workflows/screening/views.py",
}


def sources() -> dict[str, str]:
    """Return the source of each module that calls `render_quick`, by its path."""
    paths = (path for app in ("reviewapp", "benchmark", "scoring") for path in (BASE_DIR / app).rglob("*.py"))
    texts = {path.relative_to(BASE_DIR).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    return {
        path: text
        for path, text in texts.items()
        if "render_quick(" in text and "def render_quick(" not in text
    }


def rendered_names() -> set[str]:
    """Return the Jinja templates that a rendering module names, and all that these include or extend."""
    named = {
        node.value
        for text in sources().values()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith(".html")
    }
    names, waiting = set[str](), sorted(named & jinja_names())
    while waiting:
        name = waiting.pop()
        names.add(name)
        tree = Environment().parse((JINJA / name).read_text(encoding="utf-8"))
        waiting += [other for other in meta.find_referenced_templates(tree) if other and other not in names]
    return names


def test_only_what_people_fetch_all_day_is_rendered_by_the_quick_engine() -> None:
    assert set(sources()) == RENDERING


def test_the_quick_engine_has_no_template_that_they_do_not_render() -> None:
    assert rendered_names() == jinja_names()


def test_no_template_is_in_both_engines() -> None:
    assert {path.relative_to(DJANGO).as_posix() for path in DJANGO.rglob("*.html")} & jinja_names() == set()


def test_every_quick_template_parses_and_no_line_is_too_long() -> None:
    assert [*syntax_errors(), *long_lines()] == []


def test_lint_checks_both_engines() -> None:
    lint = (
        Path(BASE_DIR / "Makefile").read_text(encoding="utf-8").partition("\nlint:")[2].partition("\n\n")[0]
    )
    assert "djade" in lint
    assert "-m tests.check_templates" in lint
