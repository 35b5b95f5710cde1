"""Checks that djade does not make: Jinja templates parse, and no template has a long line.

`make lint` runs it: `python -m tests.check_templates`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError

BASE_DIR = Path(__file__).resolve().parent.parent
JINJA, DJANGO = BASE_DIR / "jinja", BASE_DIR / "templates"
LINE_CHARS = 160


def jinja_names() -> set[str]:
    """Return the names of all Jinja templates, as code gives them to `render_quick`."""
    return {path.relative_to(JINJA).as_posix() for path in JINJA.rglob("*.html")}


def syntax_errors() -> Iterator[str]:
    """Yield place and message of each Jinja template that does not parse."""
    for path in sorted(JINJA.rglob("*.html")):
        try:
            Environment().parse(path.read_text(encoding="utf-8"))
        except TemplateSyntaxError as error:
            yield f"{path.relative_to(BASE_DIR)}:{error.lineno}: {error.message}"


def long_lines() -> Iterator[str]:
    """Yield the place of each line over `LINE_CHARS` characters, in the templates of both engines."""
    for path in sorted([*JINJA.rglob("*.html"), *DJANGO.rglob("*.html")]):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            if len(line) > LINE_CHARS:
                yield f"{path.relative_to(BASE_DIR)}:{number}: {len(line)} characters, at most {LINE_CHARS}"


def main() -> int:
    """Print all problems; return the exit status."""
    problems = [*syntax_errors(), *long_lines()]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
