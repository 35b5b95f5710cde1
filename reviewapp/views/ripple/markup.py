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

HEADING = '<h2 class="label" id="of-{}" tabindex="-1">{}</h2>'
PLAIN_LINE = """<div class="said"><span class="pill">{label}</span> \
<span class="text" dir="auto">{text}</span></div>"""
UNIT_LINE = """<div class="said" data-unit data-doc-id="{number}"><span class="pill {tone}">{label}</span> \
<span class="text piece" data-start="0" dir="auto">{text}</span> \
<button type="button" class="button button-small" data-cite="{number}" data-key="{key}" \
data-key-title="Cite: {short}" hidden>cite <kbd>{key}</kbd></button></div>"""
VERDICTS = '<fieldset class="verdicts"><legend class="visually-hidden">{} is</legend>{}</fieldset>'
CITATION = """<li><input type="hidden" name="cite-{of}" value="{value}"><span dir="auto">{text}</span> \
<label class="unscripted"><input type="checkbox" name="drop-{of}" value="{n}"> remove</label></li>"""
CITED = """<div class="field"><span class="label" id="cited-{of}">Cited as support</span>
<ul class="plain spans" data-citations="{of}" aria-live="polite" aria-labelledby="cited-{of}">{citations}</ul>
<p class="help" data-cite-help hidden>Cite a whole unit by its button, or select words in any unit and press \
<kbd>e</kbd>.</p>
<div class="pair unscripted"><div class="field"><label for="add-{of}">Cite unit number</label>\
<input id="add-{of}" name="add-{of}" type="text" inputmode="numeric" maxlength="5"></div>
<div class="field"><label for="quote-{of}">only these words of it</label>\
<input id="quote-{of}" name="quote-{of}" type="text" dir="auto"></div></div></div>"""
WHY = """<div class="field"><label class="label" for="why-{of}">Why \
<span class="muted">(needed for not supported and ambiguous)</span></label>\
<textarea id="why-{of}" name="why-{of}" rows="2" dir="auto">
{rationale}</textarea></div>"""
BLINDLY = (
    """<p class="muted blind-said" dir="auto"><span class="label">In your blind recovery</span> {}</p>"""
)

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
    return joined(
        *(
            format_html(VERDICT, of=of, value=value, title=title, key=key, checked=checked(value == chosen))
            for value, title, key in choices
        )
    )


def joined(*pieces: SafeString) -> SafeString:
    """Return pieces of markup one behind the other."""
    return mark_safe("".join(pieces))


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
