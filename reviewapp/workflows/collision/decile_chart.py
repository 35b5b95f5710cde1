"""Verdicts and decisions by tenths of the similarity as stacked bars, one panel for each who spoke."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH, ROW, BAR, LEFT, TOP = 300, 20, 15, 24, 4
LABEL_WIDTH = 16  # what a count needs to stand in its part of a bar
PARTS = {
    "conflict": "conflict",
    "hard_negative": "hard negative",
    "false_negative": "false negative",
    "no_verdict": "no verdict",
    "open": "not decided",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar: where it begins, how wide it is, and what it counts."""

    name: str
    n: int
    x: float
    width: float

    @property
    def title(self) -> str:
        return f"{PARTS[self.name]}: {self.n}"

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 2)

    @property
    def is_labelled(self) -> bool:
        return self.width >= LABEL_WIDTH


@dataclass(frozen=True, slots=True)
class Bar:
    """One tenth of the candidates; its parts fill the whole width."""

    decile: int
    y: int
    parts: tuple[Part, ...]

    @property
    def text_y(self) -> int:
        return self.y + BAR - 4


@dataclass(frozen=True, slots=True)
class Panel:
    """What one model, or people, said: a bar for each tenth of the similarity."""

    speaker: str
    bars: tuple[Bar, ...]

    @property
    def description(self) -> str:
        """Say in words what the panel shows."""
        told = (
            f"{bar.decile}: {', '.join(part.title for part in bar.parts) or 'nothing'}" for bar in self.bars
        )
        return f"Tenths from the least similar. {'; '.join(told)}."

    @property
    def height(self) -> int:
        return 2 * TOP + ROW * len(self.bars)


def decile_panels(rows: Sequence[Mapping[str, Any]]) -> list[Panel]:
    """Return the panels of *rows* as the figures hold them, people first (EMB §3.3, stage III).

    >>> decile_panels([{"decile": 1, "model": "", "prompt_version": "", "conflict": 1}])[0].bars[0].parts
    (Part(name='conflict', n=1, x=24.0, width=300.0),)
    """
    speakers = sorted({(row["model"], row["prompt_version"]) for row in rows})
    return [
        Panel(
            f"{model} · {version}" if model else "people",
            tuple(
                _bar(place, row)
                for place, row in enumerate(
                    one for one in rows if (one["model"], one["prompt_version"]) == (model, version)
                )
            ),
        )
        for model, version in speakers
    ]


def _bar(place: int, row: Mapping[str, Any]) -> Bar:
    counts = {name: row.get(name, 0) for name in PARTS}
    total = sum(counts.values())
    parts: list[Part] = []
    x = float(LEFT)
    for name, n in counts.items():
        if n:
            width = WIDTH * n / total
            parts.append(Part(name, n, round(x, 2), round(width, 2)))
            x += width
    return Bar(row["decile"], TOP + ROW * place, tuple(parts))
