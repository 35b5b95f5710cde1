"""Import of 39,860 items as a whole process, beside a bare COPY of the same file in the same minute."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
from django.db import connection

from tests.bench.files import write_documents, write_items
from tests.bench.stand import BASE_DIR
from tests.bench.table import Table

POLL_SECONDS = 0.02


def measure_import(folder: Path, table: Table, *, n_items: int, n_documents: int) -> None:
    """Import documents, then items; print seconds, memory above an import of nothing, and the bare COPY."""
    documents, items = folder / "documents.jsonl", folder / "items.jsonl"
    write_documents(documents, n_documents)
    write_items(items, n_items, n_documents)
    nothing = folder / "nothing.jsonl"
    nothing.touch()
    os.sync()  # else the disk still writes the files out while they are imported
    idle_seconds, idle_rss = _run("import_evidence", str(nothing))
    doc_seconds, _ = _run("import_documents", str(documents))
    seconds, rss = _run("import_evidence", str(items))
    bare = _bare_copy(items)
    megabytes = items.stat().st_size / 1e6
    table.title(f"Import ({n_items:,} items, {megabytes:.0f} MB JSONL)")
    table.line("import_documents", f"{doc_seconds:.2f} s", beside=f"{n_documents:,} documents")
    table.line(
        "import_evidence, whole process",
        f"{seconds:.2f} s",
        beside=f"bare COPY {bare:.2f} s",
        reach="<= 7 s",
        ok=seconds <= 7,
    )
    extra = (rss - idle_rss) / 1e6
    table.line("memory above an import of nothing", f"+ {extra:.0f} MB", reach="<= + 100 MB", ok=extra <= 100)
    table.line("an import of nothing", f"{idle_seconds:.2f} s")


def _run(*command: str) -> tuple[float, int]:
    """Run a manage.py command; return its seconds and the most memory it held, in bytes."""
    started, most = time.perf_counter(), 0
    process = subprocess.Popen(
        [sys.executable, "manage.py", *command], cwd=BASE_DIR, env=os.environ, stdout=subprocess.DEVNULL
    )
    watched = psutil.Process(process.pid)
    while process.poll() is None:
        try:
            most = max(most, watched.memory_info().rss)
        except psutil.Error:
            break
        time.sleep(POLL_SECONDS)
    if process.wait():
        raise RuntimeError(f"{command} failed")
    return time.perf_counter() - started, most


def _bare_copy(path: Path) -> float:
    """COPY the file's lines into one column: what moving the bytes alone costs."""
    started = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS floor_lines; CREATE TABLE floor_lines (line text NOT NULL)")
        with cursor.copy("COPY floor_lines FROM STDIN") as copy, path.open(encoding="utf-8") as lines:
            for line in lines:
                copy.write_row((line[:-1],))
        cursor.execute("DROP TABLE floor_lines")
    return time.perf_counter() - started
