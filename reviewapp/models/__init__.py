"""Every table that people's review needs; one module a subject."""

from .campaigns import Campaign, GuidelineVersion, Membership, Slot, Task
from .collisions import (
    CandidateAssignment,
    CandidateDecision,
    CollisionCandidate,
    CollisionPlan,
    CollisionStanding,
    CollisionVerdict,
)
from .documents import Document, Source, SourceFile
from .events import Event, Heartbeat, Question
from .evidence import DocumentRole, EvidenceItem, Flag, ItemDocument, ItemWords, Track
from .jobs import Job, JobLine, WorkerHeartbeat
from .people import Key, LinkPurpose, OneTimeLink, Person, Theme
from .returns import Disagreement, Draft, Outcome, Return
from .ripple import RippleAssent, RippleComment, RippleSeen
from .ripple_items import RippleBatch, RippleExclusion, RippleItem, RippleKey
from .uploads import Upload, UploadPiece

__all__ = [
    "Campaign",
    "CandidateAssignment",
    "CandidateDecision",
    "CollisionCandidate",
    "CollisionPlan",
    "CollisionStanding",
    "CollisionVerdict",
    "Disagreement",
    "Document",
    "DocumentRole",
    "Draft",
    "Event",
    "EvidenceItem",
    "Flag",
    "GuidelineVersion",
    "Heartbeat",
    "ItemDocument",
    "ItemWords",
    "Job",
    "JobLine",
    "Key",
    "LinkPurpose",
    "Membership",
    "OneTimeLink",
    "Outcome",
    "Person",
    "Question",
    "Return",
    "RippleAssent",
    "RippleBatch",
    "RippleComment",
    "RippleExclusion",
    "RippleItem",
    "RippleKey",
    "RippleSeen",
    "Slot",
    "Source",
    "SourceFile",
    "Task",
    "Theme",
    "Track",
    "Upload",
    "UploadPiece",
    "WorkerHeartbeat",
]
