"""The candidates of an item as a list, written at once: there are fifty of them on every page of the desk."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape

from django.utils.safestring import SafeString, mark_safe

from reviewapp.templatetags.desk import tone, words
from reviewapp.workflows.collision.queries.candidates import CandidateRow

TITLE_CHARS = 80
CURRENT = ' aria-current="true"'
KEY = ' data-key="c" data-key-title="Go on to the following candidate"'


def candidate_list(candidates: Sequence[CandidateRow], current: int, url: str) -> SafeString:
    """Write each candidate with a link to it and what its reviewer has said so far."""
    return mark_safe("".join(_line(candidate, current, url) for candidate in candidates))


def _line(candidate: CandidateRow, current: int, url: str) -> str:
    is_current = candidate.number == current
    marks = CURRENT if is_current else KEY if candidate.number == current + 1 else ""
    title = escape(_shortened(candidate.title or "(no title)"))
    link = f'<a href="{url}?n={candidate.number}"{marks}><span class="num">{candidate.number}</span>'
    begin = '<li class="current">' if is_current else "<li>"
    decided = _said(candidate.first, candidate.final)
    return f'{begin}{link} <span class="clip" dir="auto">{title}</span></a> {decided}</li>'


@cache
def _said(first: str | None, final: str | None) -> str:
    """Write what was said of a candidate: one of few words, so each is written once."""
    if final:
        return f'<span class="pill {tone(final)}">{words(final)}</span>'
    return f'<span class="pill">{words(first)} …</span>' if first else '<span class="muted">open</span>'


def _shortened(title: str) -> str:
    return title if len(title) <= TITLE_CHARS else f"{title[: TITLE_CHARS - 1]}…"
