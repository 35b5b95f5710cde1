"""The figure: its marks, its words, and labels of any kind."""

from xml.etree import ElementTree

import pytest

from scoring.access.scorer.metrics import AccessItem, AccessTable
from scoring.access.scorer.slices import Slice, access_slices
from scoring.charts.access import access_chart, description
from scoring.charts.style import THEMES

SVG = "{http://www.w3.org/2000/svg}"


def slices(domain: str = "law") -> list[Slice]:
    table = AccessTable([AccessItem("q1", frozenset("a"), domain), AccessItem("q2", frozenset("ab"), "math")])
    table.add("64K", "q1", ["a"])
    table.add("64K", "q2", ["b"])
    return list(access_slices(table, replicates=50, seed=1, by_domain=True))


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_every_slice_and_metric_is_named() -> None:
    found = texts(access_chart(slices(), 10, title="BM25"))
    for label in ("R@1", "SR@10", "FR@10", "all items", "single-source", "multi-source", "law", "math"):
        assert found.count(label) == 1, label


def test_the_figure_has_a_title_and_a_description() -> None:
    root = ElementTree.fromstring(access_chart(slices(), 10, title="BM25 <on> 64K & more"))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "BM25 <on> 64K & more"
    assert root.findtext(f"{SVG}desc") == description(slices(), 10)
    assert description(slices(), 10).startswith("Over all items: R@1 1.000, SR@10 0.750, FR@10 0.000.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_theme_draws_with_its_own_colours(theme: str) -> None:
    svg = access_chart(slices(), 10, title="BM25", theme=theme)
    assert THEMES[theme].mark in svg
    assert THEMES[{"light": "dark", "dark": "light"}[theme]].mark not in svg
    assert "style=" not in svg


@pytest.mark.parametrize("domain", ["all items", "<b>&\"'", "\x01\u2028\ufffe", "שלום 🙂", "a\\'b", "]})"])
def test_a_domain_may_have_any_name(domain: str) -> None:
    svg = access_chart(slices(domain), 10, title=domain)
    assert len([text for text in texts(svg) if text == "all items"]) == 1 + (domain == "all items")


def test_a_domain_without_a_name_is_drawn() -> None:
    assert "(no domain)" in texts(access_chart(slices(""), 10, title="BM25"))
