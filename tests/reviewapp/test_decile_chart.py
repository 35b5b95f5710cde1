"""The bars of the similarity chart fill their width in the measure of what they count."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviewapp.workflows.collision.decile_chart import LEFT, PARTS, WIDTH, decile_panels

COUNTS = st.builds(lambda held: dict(zip(PARTS, held, strict=True)), st.tuples(*[st.integers(0, 500)] * 5))


def row(decile: int, model: str = "", **counts: int) -> dict[str, object]:
    return {"decile": decile, "model": model, "prompt_version": "v1" if model else "", **counts}


def test_by_hand() -> None:
    rows = [row(1, conflict=1, hard_negative=2, open=1), row(2, "critic", false_negative=3)]
    people, critic = decile_panels(rows)
    assert (people.speaker, critic.speaker) == ("people", "critic · v1")
    found = [(part.name, part.n, part.x, part.width) for part in people.bars[0].parts]
    assert found == [("conflict", 1, 24, 75), ("hard_negative", 2, 99, 150), ("open", 1, 249, 75)]
    assert critic.description == "Tenths from the least similar. 2: false negative: 3."


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(COUNTS, min_size=1, max_size=3))
def test_every_bar_that_counts_anything_fills_the_width(counts: list[dict[str, int]]) -> None:
    (panel,) = decile_panels([row(n, **held) for n, held in enumerate(counts, start=1)])
    for bar, held in zip(panel.bars, counts, strict=True):
        assert {part.name: part.n for part in bar.parts} == {name: n for name, n in held.items() if n}
        if bar.parts:
            assert abs(bar.parts[0].x - LEFT) < 0.01
            assert abs(bar.parts[-1].x + bar.parts[-1].width - LEFT - WIDTH) < 0.05
