"""Guidelines as HTML: what Markdown says, and nothing that could do harm."""

import pytest

from reviewapp.web.markdown import render_markdown


def test_headings_start_below_the_page_s_own() -> None:
    assert render_markdown("# One\n\n###### Six") == "<h2>One</h2>\n<h6>Six</h6>\n"


def test_tables_and_lists_are_understood() -> None:
    html = render_markdown("| a | b |\n| - | - |\n| 1 | 2 |\n\n3. three\n")
    assert "<td>1</td>" in html
    assert '<ol start="3">' in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        '<img src=x onerror="alert(1)">',
        "![tracker](https://example.org/pixel.png)",
        '<p style="position:fixed">x</p>',
    ],
)
def test_nothing_that_acts_gets_through(text: str) -> None:
    html = render_markdown(text)
    assert not any(bad in html for bad in ("<script", "<img", 'href="javascript', 'href="data', "<p style"))


def test_a_link_tells_nobody_where_it_was() -> None:
    assert 'rel="noopener noreferrer"' in render_markdown("[x](https://example.org)")


def test_a_very_long_text_is_rendered() -> None:
    assert render_markdown("word " * 50_000).count("word") == 50_000
