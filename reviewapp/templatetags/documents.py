"""The documents beside a task, for the pages that are Django templates."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from reviewapp.web.quick_templates import render_quick

register = template.Library()


@register.simple_tag
def document_panel(panel: object) -> SafeString:
    """Write one document beside a task."""
    return render_quick("reviewapp/document.html", {"panel": panel})


@register.simple_tag
def document_panels(panels: object) -> SafeString:
    """Write the documents beside a task, a tab for each."""
    return render_quick("reviewapp/documents.html", {"panels": panels})
