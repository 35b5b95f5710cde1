"""Renders the parts of pages that people fetch thousands of times a day, as compiled Jinja templates.

In `jinja/` is only what `/next` and a task, the pieces of documents, the desks of collision and ripple review
and the bench of ripple adjudication render; everything else is a Django template. Django's engine took four
times as long for these parts as the rest of the request. `tests/test_templates.py` holds the boundary.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.template import defaultfilters
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment

from reviewapp.templatetags.desk import duration, moment, tone, words

ENGINE = "quick"


def render_quick(name: str, values: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
    """Render the template *name* of `jinja/`; the HTML is safe, since Jinja escapes the values."""
    return mark_safe(render_to_string(name, values, request, using=ENGINE))


def environment(**options: Any) -> Environment:
    """Return the Jinja environment with the filters that Django's templates have under the same names."""
    engine = Environment(**options)  # Django switches the escaping on
    engine.globals["url"] = _url
    engine.filters |= {
        "capfirst": defaultfilters.capfirst,
        "duration": duration,
        "moment": moment,
        "pluralize": defaultfilters.pluralize,
        "tone": tone,
        "truncatechars": _truncatechars,
        "words": words,
    }
    return engine


def _truncatechars(text: str, limit: int) -> str:
    return text if len(text) <= limit else defaultfilters.truncatechars(text, limit)


@lru_cache(maxsize=4096)
def _url(name: str, *args: object) -> str:
    """Return an address: those of a campaign stand on every page of its tasks."""
    return reverse(name, args=args)
