"""Markup that a page repeats dozens of times: one format string a piece, everything in it escaped.

A template writes some 6 µs a variable; of these pieces alone a page would have half a thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from reviewapp.ripple.public import Unit

CHECKED = mark_safe(" checked")
INVALID = mark_safe(' aria-invalid="true"')

UNIT = """<li class="unit" id="u{n}" data-unit>
<div class="unit-line"><input type="checkbox" class="pick" id="select-u{n}" name="select-u{n}"{selected}>\
<label class="text" for="select-u{n}" dir="auto">{text}</label>
<label class="odd"><input type="checkbox" class="doubt" name="ambiguous-u{n}"{ambiguous}> \
<span>ambiguous<span class="visually-hidden">: {short}</span></span></label></div>
<div class="why-selected"><label class="visually-hidden" for="why-u{n}">Why: {short}</label>\
<textarea id="why-u{n}" name="why-u{n}" rows="1" dir="auto" placeholder="why"{lacks_why}>
{rationale}</textarea></div>
<div class="why-ambiguous">\
<label class="visually-hidden" for="reason-u{n}">What is ambiguous: {short}</label>\
<textarea id="reason-u{n}" name="reason-u{n}" rows="1" dir="auto" placeholder="what is ambiguous"\
{lacks_reason}>
{reason}</textarea></div></li>"""

VERDICT = """<label class="choice" data-key="{key}" data-key-title="{title}"><span>\
<input type="radio" name="verdict-{of}" value="{value}" data-title="{title}"{checked}> {title}</span> \
<kbd>{key}</kbd></label>"""

MARKS = mark_safe(
    '<tspan class="mark mark-good">✓</tspan><tspan class="mark mark-bad">✕</tspan>'
    '<tspan class="mark mark-odd">?</tspan>'
)
LINK = """<a class="{kind}" href="#{key}" data-of="{key}" data-goto data-verdict="{verdict}" \
data-label="{label}" aria-label="{label}: {title}">"""
NODE = (
    LINK
    + """<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8"></rect>\
<text class="name" x="{center}" y="{name_y}">{name}</text>\
<text class="sub" x="{center}" y="{sub_y}">{sub}</text>\
<text x="{mark_x}" y="{mark_y}" aria-hidden="true">{marks}</text></a>"""
)
ARROW = (
    LINK
    + """<path class="hit" d="{path}"></path><path class="line" d="{path}"></path>\
<path class="head" d="{head}"></path><text x="{mark_x}" y="{mark_y}" aria-hidden="true">{marks}</text></a>"""
)


def checked(is_checked: bool) -> str:
    return CHECKED if is_checked else ""


def invalid(is_invalid: bool) -> str:
    return INVALID if is_invalid else ""


def verdict_choices(of: str, chosen: str, choices: Iterable[tuple[str, str, str]]) -> SafeString:
    """Return the radio buttons of a card: (value, title, key) each."""
    return mark_safe(
        "".join(
            format_html(VERDICT, of=of, value=value, title=title, key=key, checked=checked(value == chosen))
            for value, title, key in choices
        )
    )


def node(at: Mapping[str, int], **said: str) -> SafeString:
    """Return a node of a drawing, a link to where it is judged."""
    return format_html(NODE, kind="node", marks=MARKS, **at, **said)


def arrow(at: Mapping[str, int | str], **said: str) -> SafeString:
    """Return an edge of a drawing, a link as well."""
    return format_html(ARROW, kind="arrow", marks=MARKS, **at, **said)


def options(units: Iterable[Unit]) -> SafeString:
    """Return the units as the options of an empty choice: written once, shown in each."""
    return format_html_join(
        "", '<option value="{}">{} · {}</option>', ((unit.number, unit.number, unit.short) for unit in units)
    )
