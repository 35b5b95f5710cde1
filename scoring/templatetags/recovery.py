"""How cells of score tables are written on pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.models import RippleOutcome
from scoring.recovery.scorecards import PARSER_NAMES, census_words, slice_title
from scoring.tables import Cell, Column, Row, Table, interval_text, published

register = template.Library()

TONES = {
    RippleOutcome.COMPLETE: "pill-good",
    RippleOutcome.PART: "pill-odd",
    RippleOutcome.NONE: "pill-bad",
    RippleOutcome.MALFORMED: "pill-bad",
    RippleOutcome.MISSING: "pill-warn",
}


@register.filter
def paired(row: Row, table: Table) -> list[tuple[Cell, Column]]:
    """Put each cell of a row beside its column."""
    return list(zip(row.cells, table.columns, strict=True))


@register.simple_tag
def cell(value: Cell, column: Column) -> SafeString:
    """Write a cell: value, interval, what it runs over in the title; as a link or a pill where it is one."""
    form = value.form or column.form
    shown = published(value.value, form)
    if value.tone:
        return format_html('<span class="pill pill-{}">{}</span>', value.tone, value.note or shown)
    if value.link:
        note = format_html(' <span class="note">{}</span>', value.note) if value.note else ""
        return format_html('<a href="{}">{}</a>{}', value.link, shown or "(no name)", note)
    if not column.is_number:
        note = format_html(' <span class="note">{}</span>', value.note) if value.note else ""
        return format_html("{}{}", shown, note)
    return _number(value, column, shown)


def _number(value: Cell, column: Column, shown: str) -> SafeString:
    between = interval_text(value, value.form or column.form) if column.interval else ""
    said = format_html("<b>{}</b>", shown) if column.interval else shown
    told = format_html(' <span class="muted">{}</span>', between) if between else ""
    if value.note:
        return format_html('<span title="{}">{}{}</span>', value.note, said, told)
    return format_html("{}{}", said, told)


@register.filter
def parser_name(parser: str) -> str:
    return PARSER_NAMES[parser]


@register.filter
def slice_name(kind: str) -> str:
    return slice_title(kind)


@register.filter
def cause(name: str) -> str:
    return census_words(name)


@register.filter
def item_outcome(outcome: str) -> SafeString:
    found = RippleOutcome(outcome)
    return format_html('<span class="pill {}">{}</span>', TONES[found], found.label)


@register.simple_tag(takes_context=True)
def changed(context: template.Context, **changes: Any) -> str:
    """Return this page's query with some of its values changed and its page left out; empty values go."""
    request: HttpRequest = context["request"]
    params = request.GET.copy()
    params.pop("page", None)
    for name, value in changes.items():
        params.pop(name, None)
        if value not in ("", None):
            params[name] = str(value)
    return f"?{params.urlencode()}"
