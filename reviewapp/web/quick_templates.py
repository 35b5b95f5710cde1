"""The parts of pages that people fetch thousands of times a day, as Jinja templates: those are compiled.

Everything else is a Django template; `jinja/` holds the working areas of the desks and the documents beside a
task, which take Django's engine four times as long as all else that a request does.
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
    """Return a template of `jinja/`, written: safe, since Jinja escapes what stands in it."""
    return mark_safe(render_to_string(name, values, request, using=ENGINE))


def environment(**options: Any) -> Environment:
    """Return the environment with what Django's templates have under the same names."""
    made = Environment(**options)  # Django switches the escaping on
    made.globals["url"] = _url
    made.filters |= {
        "capfirst": defaultfilters.capfirst,
        "duration": duration,
        "moment": moment,
        "pluralize": defaultfilters.pluralize,
        "tone": tone,
        "truncatechars": _truncatechars,
        "words": words,
    }
    return made


def _truncatechars(text: str, limit: int) -> str:
    return text if len(text) <= limit else defaultfilters.truncatechars(text, limit)


@lru_cache(maxsize=4096)
def _url(name: str, *args: object) -> str:
    """Return an address: those of a campaign stand on every page of its tasks."""
    return reverse(name, args=args)
