"""What a build says of itself: attempts, rejections, isolation, composition, diversity (RKB B.2, K)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reviewapp.records import InputFile, Problems

from .output import sha256_of
from .plan import AFFECTED, EDITED, HELD, REAL, RULE
from .render import Generator
from .schedule import RESERVES, SPLITS, Coordinate
from .select import Collection, Options, Progress, build
from .shapes import depths_of
from .sources import shared_passages

LICENCE = "CC BY 4.0 (Trivedi et al., TACL 2022); sentences are modified as each item's provenance says"
_WORD = re.compile(r"[^\W\d_]+")
_WINDOW = 1_000


def build_reported(
    files: Sequence[InputFile],
    schedule: Sequence[Coordinate],
    options: Options,
    *,
    generator: Generator,
    revision: str,
    skip_invalid: bool,
    progress: Progress,
) -> tuple[Collection, dict[str, Any]]:
    """Build the collection of a schedule; return it with the report, which holds every damaged record.

    :raises InvalidFile: naming damaged records, unless they are to be left out.
    """
    problems = Problems()
    collection = build(files, schedule, problems, options, generator=generator, progress=progress)
    if not skip_invalid:
        problems.raise_if_any()
    hashed = [(file, sha256_of(file)) for file in files]
    report = report_of(collection, schedule, options, hashed, generator=generator.name, revision=revision)
    return collection, report | {"damaged_records": problems.messages}


def report_of(
    collection: Collection,
    schedule: Sequence[Coordinate],
    options: Options,
    files: Sequence[tuple[InputFile, str]],
    *,
    generator: str,
    revision: str = "",
) -> dict[str, Any]:
    """Return the report of a build.

    :param files: the source files with the hashes of their bytes.
    :param revision: of the corpus, where it is known."""
    return {
        "seed": options.seed,
        "generator": generator,
        "items": len(collection.items),
        "unfilled": collection.unfilled,
        "attempts": _attempts(collection),
        "isolation": _isolation(collection, options, files, revision),
        "composition": composition(collection, schedule),
        "diversity": diversity(collection),
        "controls": None,
    }


def _attempts(collection: Collection) -> dict[str, Any]:
    """Count what became of every source (the paper: 1,800 attempted, 1,564 passed, 150 selected)."""
    tally = collection.tally
    reserves = list(tally.reserves.values())
    return {
        "records": collection.reading.records,
        "repeated_records": collection.reading.repeated,
        "conflicting_records": sorted(collection.reading.conflicts),
        "preflight_rejected": dict(sorted(tally.preflight.items())),
        "reserves_wanted": RESERVES,
        "reserves_a_coordinate": dict(sorted(Counter(reserves).items())),
        "attempted": tally.attempted,
        "generation_failed": dict(sorted(tally.generation.items())),
        "mechanically_rejected": dict(sorted(tally.mechanical.items())),
        "rejections": tally.details,
        "passed": tally.passed,
        "selected": len(collection.items),
    }


def _isolation(
    collection: Collection, options: Options, files: Sequence[tuple[InputFile, str]], revision: str
) -> dict[str, Any]:
    split_of = {source: split for split, sources in collection.assigned.items() for source in sources}
    shared = shared_passages(split_of, collection.passages)
    return {
        "corpus": "musique",
        "revision": revision or None,
        "licence": LICENCE,
        "files": [{"name": file.name, "sha256": digest} for file, digest in files],
        "excluded": sorted(options.excluded),
        "assigned": {split: len(sources) for split, sources in collection.assigned.items()},
        "sources": {
            split: list(collection.assigned[split]) for split in SPLITS if split in collection.assigned
        },
        "disjoint": len(split_of) == sum(map(len, collection.assigned.values())),
        "passages_shared_between_splits": [
            {"sha256": digest, "sources": list(sources), "splits": sorted({split_of[one] for one in sources})}
            for digest, sources in shared
        ],
    }


def composition(collection: Collection, schedule: Sequence[Coordinate]) -> dict[str, Any]:
    """Count the selected candidates as RKB Tables 4 and 5 do, and say whether the schedule is met."""
    plans = [candidate.plan for candidate in collection.selected]
    found: dict[str, Counter[Any]] = {
        "split": Counter(plan.coordinate.split for plan in plans),
        "shape": Counter(plan.coordinate.shape for plan in plans),
        "documents": Counter(len(plan.documents) for plan in plans),
        "affected_units": Counter(len(plan.graph) for plan in plans),
        "maximum_depth": Counter(max(depths_of(plan.graph)) for plan in plans),
        "units": Counter(len(plan.slots) for plan in plans),
        "edited_kind": Counter(plan.source.quantity.kind for plan in plans),
    }
    return {
        **{name: {str(key): counts[key] for key in sorted(counts)} for name, counts in found.items()},
        "as_scheduled": len(plans) == len(schedule),
    }


def diversity(collection: Collection) -> dict[str, Any]:
    """Measure how varied generated units are, beside the real sentences among them.

    A frame is a unit's wording without names and numbers; type-token ratios are over windows of 1,000 words,
    so that more text does not lower them."""
    frames: list[str] = []
    clauses: list[str] = []
    generated: list[str] = []
    real: list[str] = []
    for candidate in collection.selected:
        for slot in candidate.plan.slots:
            text = candidate.texts[slot.name]
            (real if slot.role in (REAL, EDITED) else generated).append(text)
            if slot.role in (AFFECTED, HELD, RULE) and slot.name in candidate.frames:
                frame = candidate.frames[slot.name]
                frames.append(frame)
                clauses.append("/".join(frame.split("/")[:5]))
    return {
        "generated_units": len(generated),
        "real_units": len(real),
        "whole_frames": _spread(frames),
        "clause_frames": _spread(clauses),
        "type_token_ratio_generated": type_token_ratio(generated),
        "type_token_ratio_real": type_token_ratio(real),
    }


def _spread(frames: Sequence[str]) -> dict[str, Any]:
    counts = Counter(frames)
    commonest = max(counts.values(), default=0)
    return {"distinct": len(counts), "commonest_percent": round(100 * commonest / max(1, len(frames)), 2)}


def type_token_ratio(texts: Iterable[str]) -> float | None:
    """Return the mean share of distinct words in stretches of 1,000 words; None where there are fewer.

    >>> type_token_ratio(["a b"] * 500)
    0.002
    """
    words = [word.casefold() for text in texts for word in _WORD.findall(text)]
    windows = [words[start : start + _WINDOW] for start in range(0, len(words) - _WINDOW + 1, _WINDOW)]
    if not windows:
        return None
    return round(sum(len(set(window)) for window in windows) / len(windows) / _WINDOW, 3)


def text_of(report: Mapping[str, Any]) -> list[str]:
    """Return the report's chief lines."""
    attempts, diverse = report["attempts"], report["diversity"]
    lines = [
        f"{attempts['records']:,} records, {attempts['repeated_records']} of them again; turned down "
        "before any text: "
        + (", ".join(f"{name} {count}" for name, count in attempts["preflight_rejected"].items()) or "none"),
        f"{attempts['attempted']:,} attempted, {attempts['passed']:,} mechanically valid, "
        f"{attempts['selected']:,} selected",
    ]
    for name in ("shape", "documents", "affected_units", "maximum_depth", "split"):
        counts = report["composition"][name]
        lines.append(
            f"{name.replace('_', ' ')}: " + ", ".join(f"{key} {count}" for key, count in counts.items())
        )
    whole, clause = diverse["whole_frames"], diverse["clause_frames"]
    lines.append(
        f"frames: {whole['distinct']:,} over {diverse['generated_units']:,} generated units, the commonest "
        f"{whole['commonest_percent']} %; clauses {clause['distinct']:,}, the commonest "
        f"{clause['commonest_percent']} %; type-token ratio {diverse['type_token_ratio_generated']} beside "
        f"{diverse['type_token_ratio_real']} of the real"
    )
    shared = report["isolation"]["passages_shared_between_splits"]
    lines.append(f"passages used in more than one split: {len(shared)}")
    return lines
