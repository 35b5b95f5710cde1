"""What all figures share: the colours of the two themes, fonts, axes, and words for who does not see them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

import altair as alt

ROW_HEIGHT = 28
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a figure on a page of the same theme; the figure itself is see-through."""

    ink: str
    muted: str
    grid: str
    mark: str
    parts: str
    ground: str


THEMES = {
    "light": Theme(
        ink="#1b1e23", muted="#5c6068", grid="#dddad1", mark="#0b6a5f", parts="#5b2f9e", ground="#ffffff"
    ),
    "dark": Theme(
        ink="#eceae5", muted="#a4a9b1", grid="#343940", mark="#4cc4b0", parts="#c6abff", ground="#1d2025"
    ),
}


def writable(text: str) -> str:
    """Return a label as XML can hold it, on one line."""
    return _UNWRITABLE.sub("\ufffd", text.replace("\n", " "))


def config_of(theme: Theme) -> dict[str, Any]:
    """Return the settings that every figure of a theme shares."""
    return {
        "background": "transparent",
        "font": FONT,
        "padding": 4,
        "view": {"stroke": None},
        "axis": {
            "labelColor": theme.muted,
            "labelFontSize": 12,
            "gridColor": theme.grid,
            "gridWidth": 1,
        },
        "axisY": {"labelColor": theme.ink, "labelFontSize": 13, "grid": False},
    }


def vegalite_version() -> str:
    """Return the version of the drawing's language as the renderer names it."""
    return ".".join(alt.SCHEMA_VERSION.lstrip("v").split(".")[:2])


def described(svg: str, title: str, text: str) -> str:
    """Put a title and a description into the drawing, for screen readers."""
    head, rest = svg.split(">", 1)
    name, words = (escape(_UNWRITABLE.sub("\ufffd", part)) for part in (title, text))
    words = f'<title id="t">{name}</title><desc id="d">{words}</desc>'
    return f'{head} role="img" aria-labelledby="t d">{words}{rest}'
