"""How the bench prints: each figure beside its floor or peer of the same minute, and what to reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Table:
    """The lines of one run, printed as they come."""

    failed: list[str] = field(default_factory=list)

    def title(self, text: str) -> None:
        print(f"\n{text}", flush=True)

    def line(
        self, what: str, figure: str, *, beside: str = "", reach: str = "", ok: bool | None = None
    ) -> None:
        """Print one figure; *ok* says whether it reaches what it should."""
        verdict = "" if ok is None else ("ok" if ok else "SHORT")
        print(f"  {what:<46} {figure:>24}  {beside:<34} {reach:<30} {verdict}", flush=True)
        if ok is False:
            self.failed.append(what)


def chunks(total: int, size: int) -> Iterator[range]:
    """Yield the ranges that make up 0..total in pieces of *size*."""
    for start in range(0, total, size):
        yield range(start, min(total, start + size))
