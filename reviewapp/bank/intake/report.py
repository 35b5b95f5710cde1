"""What an import did, for people and for programs."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

KEPT_MAPPINGS = 100
KEPT_WARNINGS = 100


@dataclass(slots=True)
class Imported:
    """Counts of one import; *same* records were there already, *left out* records were bad.

    *warnings* may tell what is hidden of ripple items: they are for whoever sent the file, nobody else."""

    files: list[str] = field(default_factory=list)
    new_documents: int = 0
    new_aliases: int = 0
    same_documents: int = 0
    new_items: int = 0
    same_items: int = 0
    new_candidates: int = 0
    new_verdicts: int = 0
    same_verdicts: int = 0
    new_ripple_items: int = 0
    same_ripple_items: int = 0
    left_out: int = 0
    flags: dict[str, int] = field(default_factory=dict)
    n_mapped: int = 0
    mapped: list[str] = field(default_factory=list)
    n_warnings: int = 0
    warnings: list[str] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        """Whether anything was written."""
        counts = (
            self.new_documents,
            self.new_aliases,
            self.new_items,
            self.new_candidates,
            self.new_verdicts,
            self.new_ripple_items,
        )
        return any(counts)

    @property
    def more_mapped(self) -> int:
        """How many mappings are counted but not listed."""
        return self.n_mapped - len(self.mapped)

    @property
    def more_warnings(self) -> int:
        """How many warnings are counted but not listed."""
        return self.n_warnings - len(self.warnings)

    def as_json(self) -> dict[str, Any]:
        """Return the counts as what `--json` prints."""
        return {"changed": self.changed, **asdict(self)}

    def as_event(self) -> dict[str, Any]:
        """Return what the log of events keeps, which others read: no warnings, few mappings."""
        return self.as_json() | {"mapped": self.mapped[:10], "warnings": []}

    def sentence(self) -> str:
        """Return the closing line."""
        names = ", ".join(self.files[:3]) + (
            f" and {len(self.files) - 3} more" if len(self.files) > 3 else ""
        )
        done = f"Imported {self._news()} from {names}" if self.changed else f"{names}: nothing changed"
        rest = [
            _counted(self.same_documents, "document was", "documents were", " there already"),
            _counted(self.same_items, "item was", "items were", " there already"),
            _counted(self.same_verdicts, "verdict was", "verdicts were", " there already"),
            _counted(self.same_ripple_items, "ripple item was", "ripple items were", " there already"),
            _counted(self.n_warnings, "warning", "warnings"),
            _counted(self.n_mapped, "reference to a copy was", "references to copies were", " mapped"),
            _counted(self.left_out, "bad record was", "bad records were", " left out"),
        ]
        return "; ".join([done, *filter(None, rest)])

    def _news(self) -> str:
        parts = [
            _counted(self.new_documents, "document", "documents"),
            _counted(self.new_aliases, "copy of a document", "copies of documents"),
            _counted(self.new_items, "item", "items"),
            _counted(self.new_candidates, "collision candidate", "collision candidates"),
            _counted(self.new_verdicts, "verdict", "verdicts"),
            _counted(self.new_ripple_items, "ripple item", "ripple items"),
        ]
        flags = ", ".join(f"{count:,} {name}" for name, count in sorted(self.flags.items()))
        return ", ".join(filter(None, parts)) + (f" ({flags})" if flags else "")


def _counted(count: int, singular: str, plural: str, rest: str = "") -> str:
    return f"{count:,} {singular if count == 1 else plural}{rest}" if count else ""
