"""What every page writes the same way: moments, durations, page links, states."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import template
from django.core.paginator import Page
from django.http import HttpRequest
from django.template.defaultfilters import date as format_date
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from reviewapp.rules.protocol import REASON_TITLES, Reason

register = template.Library()

TONES = {
    "accept": "good",
    "accepted": "good",
    "done": "good",
    "decided": "good",
    "reject": "bad",
    "rejected": "bad",
    "failed": "bad",
    "withdrawn": "bad",
    "conflict": "bad",
    "false_negative": "chosen",
    "cannot_tell": "odd",
    "disputed": "odd",
    "running": "chosen",
    "open": "chosen",
}


@register.filter
def moment(value: datetime | None) -> SafeString | str:
    """Write an instant in the reader's zone, the UTC instant in its title."""
    if value is None:
        return "–"
    local = timezone.localtime(value)
    today = timezone.localdate()
    local_text = format_date(local, "H:i" if local.date() == today else "j M Y, H:i")
    utc = value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return format_html('<time datetime="{}" title="{}">{}</time>', utc, utc, local_text)


@register.filter
def named(username: str, names: dict[str, str]) -> str:
    """Write the name behind a user name, or the user name of one who has none."""
    return names.get(username, username)


@register.filter
def duration(seconds: float | None) -> str:
    """Write seconds as m:ss, or h:mm:ss from an hour on.

    >>> duration(42.4), duration(3672)
    ('0:42', '1:01:12')
    """
    total = round(seconds or 0)
    hours, rest = divmod(total, 3600)
    minutes, secs = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{secs:02}" if hours else f"{minutes}:{secs:02}"


@register.filter
def tone(state: str) -> str:
    """Return the pill class that a state is shown in; the word itself always stands in it."""
    return f"pill-{TONES[state]}" if state in TONES else ""


@register.filter
def words(value: str) -> str:
    """Write a code word as people read it.

    >>> words("answer_not_supported")
    'Answer not supported'
    """
    if value in set(Reason):
        return REASON_TITLES[Reason(value)]
    return value.replace("_", " ")


@register.filter
def share(part: int, whole: int) -> int:
    """Return *part* of *whole* in per cent, 0 where there is no whole."""
    return round(100 * part / whole) if whole else 0


@register.inclusion_tag("parts/pager.html", takes_context=True)
def pager(context: template.Context, page: Page[Any]) -> dict[str, Any]:
    """Write the links of a paged table, keeping its filter in the URL."""
    request: HttpRequest = context["request"]
    return {"page": page, "query": _without(request, "page")}


@register.simple_tag(takes_context=True)
def sort_url(context: template.Context, field: str) -> str:
    """Return the URL that sorts by *field*, or turns the order round where it does already."""
    request: HttpRequest = context["request"]
    turned = f"-{field}" if request.GET.get("sort") == field else field
    return f"?{_without(request, 'page', 'sort')}sort={turned}"


def _without(request: HttpRequest, *names: str) -> str:
    params = request.GET.copy()
    for name in names:
        params.pop(name, None)
    return f"{params.urlencode()}&" if params else ""
