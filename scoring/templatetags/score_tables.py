"""How cells of score tables are written on pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from scoring.models import RippleOutcome
from scoring.ripple.tables.copies import Piece
from scoring.ripple.tables.scorecards import PARSER_NAMES, census_words
from scoring.tables.table import Cell, Column, Row, Table, interval_text, published

register = template.Library()

TONES = {
    RippleOutcome.COMPLETE: "pill-good",
    RippleOutcome.PART: "pill-odd",
    RippleOutcome.NONE: "pill-bad",
    RippleOutcome.MALFORMED: "pill-bad",
    RippleOutcome.MISSING: "pill-warn",
}


@register.simple_tag
def body(table: Table) -> SafeString:
    """Write the rows of a table, a tbody a group; in one go, since pages hold thousands of cells."""
    wide = len(table.columns)
    parts = []
    for group in table.groups:
        heading = f'<th scope="rowgroup" colspan="{wide}">{escape(group.heading)}</th>'
        parts.append(f'<tbody><tr class="group">{heading}</tr>' if group.heading else "<tbody>")
        parts += [_row(row, table) for row in group.rows]
        parts.append("</tbody>")
    return mark_safe("".join(parts))


def _row(row: Row, table: Table) -> str:
    cells = []
    for place, (value, column) in enumerate(zip(row.cells, table.columns, strict=True)):
        html = cell(value, column)
        if place == 0:
            cells.append(f'<th scope="row">{html}</th>')
        else:
            cells.append(f'<td class="num">{html}</td>' if column.is_number else f"<td>{html}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def cell(value: Cell, column: Column) -> str:
    """Write a cell: value, interval, what it runs over in the title; as a link or a pill where it is one."""
    text = escape(published(value.value, value.form or column.form))
    note = escape(value.note)
    if value.tone:
        return f'<span class="pill pill-{value.tone}">{note or text}</span>'
    if column.is_number:
        return _number(value, column, text, note)
    html = f'<a href="{escape(value.link)}">{text or "(no name)"}</a>' if value.link else text
    return f'{html} <span class="note">{note}</span>' if note else html


def _number(value: Cell, column: Column, text: str, note: str) -> str:
    if column.interval:
        text = f"<b>{text}</b>"
        if between := interval_text(value, value.form or column.form):
            text = f'{text} <span class="muted">{between}</span>'
    return f'<span title="{note}">{text}</span>' if note else text


@register.filter
def marked_copy(pieces: Iterable[Piece]) -> SafeString:
    """Write a copy piece by piece: text that it lacks as deleted, text that it adds as inserted."""
    marks = {"same": "{}", "missing": "<del>{}</del>"}
    return mark_safe("".join(format_html(marks.get(kind, "<ins>{}</ins>"), text) for kind, text in pieces))


@register.filter
def parser_name(parser: str) -> str:
    return PARSER_NAMES[parser]


@register.filter
def cause(name: str) -> str:
    return census_words(name)


@register.filter
def item_outcome(outcome: str) -> SafeString:
    known_outcome = RippleOutcome(outcome)
    return format_html('<span class="pill {}">{}</span>', TONES[known_outcome], known_outcome.label)


@register.simple_tag(takes_context=True)
def changed(context: template.Context, **changes: Any) -> str:
    """Return this page's query with some values changed, and without its page and empty values."""
    request: HttpRequest = context["request"]
    params = request.GET.copy()
    params.pop("page", None)
    for name, value in changes.items():
        params.pop(name, None)
        if value not in ("", None):
            params[name] = str(value)
    return f"?{params.urlencode()}"
