"""Tables of scoring: runs of evidence access, and runs on ripple items."""

from .access import ItemResult, Outcome, Rung, RunPiece, Score, StoredRun
from .ripple import (
    Board,
    Comparison,
    Configuration,
    ManifestLine,
    RecoveryChart,
    RippleItemScore,
    RippleOutcome,
    RipplePiece,
    RippleResponse,
    RippleRun,
    RippleScore,
    RippleScoring,
)

__all__ = [
    "Board",
    "Comparison",
    "Configuration",
    "ItemResult",
    "ManifestLine",
    "Outcome",
    "RecoveryChart",
    "RippleItemScore",
    "RippleOutcome",
    "RipplePiece",
    "RippleResponse",
    "RippleRun",
    "RippleScore",
    "RippleScoring",
    "RunPiece",
    "Rung",
    "Score",
    "StoredRun",
]
