"""Parts of a shared page that a workflow writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from reviewapp.work.workflow import Section


def write_section(section: Section | None, request: HttpRequest, **shared: Any) -> SafeString | str:
    """Return the part as it stands on the page; nothing where there is none."""
    if section is None:
        return ""
    return render_to_string(section.template, {**shared, **section.context}, request)


def write_sections(
    sections: Iterable[Section], request: HttpRequest, **shared: Any
) -> list[SafeString | str]:
    """Return the parts in their order; a template sees what the page shares beside its own."""
    return [write_section(section, request, **shared) for section in sections]
