"""Guidelines as people read them: Markdown (CommonMark with tables) to HTML that can do no harm."""

from __future__ import annotations

from functools import cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS = {
    *("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "em", "strong", "s", "code", "pre", "blockquote"),
    *("ul", "ol", "li", "a", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}


def render_markdown(text: str) -> SafeString:
    """Return *text* as HTML. Raw HTML in it is shown, not obeyed; headings start below the page's own.

    >>> render_markdown("# Accept *only* <b>this</b>")
    '<h2>Accept <em>only</em> &lt;b&gt;this&lt;/b&gt;</h2>\\n'
    """
    html = _parser().render(text)
    cleaned = nh3.clean(
        html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="noopener noreferrer"
    )
    return mark_safe(cleaned)  # cleaned by nh3 just above


@cache
def _parser() -> MarkdownIt:
    """Make the parser once; a page's h1 is its own, so every heading goes one level down."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
    parser.core.ruler.push("lower_headings", _lower_headings)
    return parser


def _lower_headings(state: object) -> None:
    for token in state.tokens:  # type: ignore[attr-defined]
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
