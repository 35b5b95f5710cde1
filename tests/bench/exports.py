"""The cost of releases at the size of EMB: preview, freeze, export, first byte, import."""

from __future__ import annotations

import resource
import shutil
import time
from pathlib import Path
from typing import Any

from django.db import connection

from benchmark.models import Release
from benchmark.releases.actions.freezing import Plan, freeze
from benchmark.releases.exporting import write_folder, zip_pieces
from benchmark.releases.frozen import read_file
from benchmark.releases.selection import Selection, count_standings
from tests.bench.seed import N_DOCUMENTS, N_ITEMS, make_people, make_pool

DECIDE = """
UPDATE reviewapp_slot SET state = 'claimed', person_id = %(person)s, lease_until = now()
    WHERE campaign_id = %(campaign)s;
UPDATE reviewapp_slot SET state = 'committed', lease_until = NULL WHERE campaign_id = %(campaign)s;
UPDATE reviewapp_task SET state = 'decided', decided_at = now() WHERE campaign_id = %(campaign)s;
UPDATE reviewapp_evidenceitem SET state = 'accepted'
    WHERE id IN (SELECT item_id FROM reviewapp_task WHERE campaign_id = %(campaign)s);
INSERT INTO reviewapp_return (code, campaign_id, task_id, slot_id, stage, round, person_id, sequence,
        guideline_id, decision, reason, domain, note, body, active_seconds, committed_at)
    SELECT substr(md5(s.id::text), 1, 12), s.campaign_id, s.task_id, s.id, 'screening', 1, %(person)s, 1,
        %(guideline)s, 'accept', '', 'law', '', jsonb_build_object('evidence', jsonb_build_array(
            jsonb_build_object('doc_id', 1, 'start', 0, 'end', 9, 'start_byte', 0, 'end_byte', 9,
                'quote', 'The clerk'))), 12.5, now()
    FROM reviewapp_slot s WHERE s.campaign_id = %(campaign)s;
"""


def fill(base: int, n_items: int = N_ITEMS, n_documents: int = N_DOCUMENTS) -> None:
    """Fill the queue with items of the bank above *base*, and let one person have accepted every one."""
    people = make_people(1)
    pool = make_pool("export", n_items=n_items, base=base, n_documents=n_documents, people=people)
    ids = {"person": people[0].pk, "campaign": pool.pk, "guideline": pool.guideline_id}
    with connection.cursor() as cursor:
        for statement in DECIDE.split(";\n")[:-1]:
            cursor.execute(statement, ids)
        cursor.execute("ANALYZE")


def timed(work: Any) -> tuple[Any, float]:
    """Return what *work* returns, and the seconds it took."""
    began = time.perf_counter()
    result = work()
    return result, time.perf_counter() - began


def peak_mb() -> float:
    """Return the most memory that this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def bench_preview() -> dict[str, float]:
    """Count what would go in."""
    return {"preview_seconds": timed(lambda: count_standings(Selection()))[1]}


def bench_freeze(name: str = "bench") -> dict[str, float]:
    """Freeze everything."""
    before = peak_mb()
    _, seconds = timed(lambda: freeze(plan=Plan(name), actor=None))
    return {"freeze_seconds": seconds, "freeze_extra_mb": peak_mb() - before}


def bench_export(release: Release, folder: Path) -> dict[str, float]:
    """Export everything, as the command does; and as a download: to its first byte, and all of it."""
    before = peak_mb()
    n_bytes, seconds = timed(lambda: write_folder(release, folder))
    extra = peak_mb() - before
    firsts = [
        timed(lambda name=name: _first(release, name))[1]
        for name in ("evidence_items.jsonl", "documents.jsonl")
    ]
    _, zipped = timed(lambda: sum(map(len, zip_pieces(release))))
    return {
        "export_seconds": seconds,
        "export_mb": n_bytes / 1e6,
        "export_extra_mb": extra,
        "first_byte_seconds": max(firsts),
        "zip_seconds": zipped,
    }


def _first(release: Release, name: str) -> int:
    pieces = read_file(release, name)
    try:
        return len(next(pieces))
    finally:
        pieces.close()  # type: ignore[attr-defined]


def bench_copy_floor(release: Release, folder: Path) -> dict[str, float]:
    """Copy the exported files: what the disk alone takes in the same minute."""
    copy = folder.with_name(f"{folder.name}-copy")
    _, seconds = timed(lambda: shutil.copytree(folder, copy))
    shutil.rmtree(copy)
    return {"copy_seconds": seconds}
