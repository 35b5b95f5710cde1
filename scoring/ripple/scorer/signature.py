"""The facts on which a stored score depends. They are stored with every score (contracts §6)."""

from __future__ import annotations

from typing import NamedTuple


class Signed(NamedTuple):
    """Digests of the release's manifest, of its ripple items and of the run, and how it was scored."""

    release_sha256: str
    items_sha256: str
    run_sha256: str
    parser: str
    replicates: int
    seed: int
    target: str
    scorer: str

    @property
    def rows(self) -> list[tuple[str, str | int]]:
        """Return each part with its name, for a page."""
        names = (name.replace("_", " ").replace("sha256", "SHA-256") for name in self._fields)
        values: tuple[str | int, ...] = self
        return list(zip(names, values, strict=True))
