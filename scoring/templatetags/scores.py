"""How scores are written on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.access.queries import SliceRow
from scoring.access.scorer.report import heading, slice_label
from scoring.access.scorer.slices import METRICS, Slice
from scoring.models import Outcome, Score

register = template.Library()

TONES = {
    Outcome.ALL: "pill-good",
    Outcome.SOME: "pill-odd",
    Outcome.NONE: "pill-bad",
    Outcome.MISSING: "pill-warn",
}


@register.filter
def figure(score: Score) -> SafeString:
    """Write a figure with its interval; undefined where it is, with the reason in the title."""
    if score.value is None:
        return format_html('<span class="muted" title="{}">undefined</span>', "no item that it runs over")
    if score.low is None or score.high is None:
        return format_html("<b>{}</b>", f"{score.value:.3f}")
    interval = f"[{score.low:.3f}, {score.high:.3f}]"
    return format_html(
        '<b>{}</b> <span class="muted" title="95 % interval; over {} items">{}</span>',
        f"{score.value:.3f}",
        score.n,
        interval,
    )


@register.filter
def at(mapping: Mapping[int, str], key: int) -> str:
    return mapping.get(key, "")


@register.filter
def number(value: float | None) -> str:
    """Write one item's figure; a dash where the metric does not run over it."""
    return "–" if value is None else f"{value:.2f}"


@register.filter
def row_label(row: SliceRow) -> str:
    return slice_label(Slice("", row.kind, row.name, row.n_items, {}))


@register.simple_tag
def headings(k: int) -> list[str]:
    return [heading(metric, k) for metric in METRICS]


@register.filter
def overall(scores: list[Score]) -> list[Score]:
    """Put the figures of one rung into the order of the headings."""
    return sorted(scores, key=lambda score: METRICS.index(score.metric))


@register.filter
def outcome_pill(outcome: str) -> SafeString:
    return format_html('<span class="pill {}">{}</span>', TONES[Outcome(outcome)], Outcome(outcome).label)


@register.simple_tag(takes_context=True)
def with_params(context: template.Context, **changes: Any) -> str:
    """Return this page's query with some of its values changed, ready for a link."""
    request: HttpRequest = context["request"]
    params = request.GET.copy()
    for name, value in changes.items():
        params[name] = str(value)
    return f"?{params.urlencode()}"
