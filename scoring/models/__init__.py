"""Tables of scoring: runs of evidence access, and runs on ripple items."""

from .access import ItemResult, Outcome, Rung, RunPiece, Score, StoredRun
from .asking import HostedAttempt, HostedRequest, HostedRun
from .controls import ControlReport
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
    "ControlReport",
    "HostedAttempt",
    "HostedRequest",
    "HostedRun",
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
