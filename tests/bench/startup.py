"""From an empty var/ to the first page, and what web server and worker hold then."""

from __future__ import annotations

import resource
import tempfile
import time
import urllib.request
from pathlib import Path

import psutil

from reviewapp.runtime import embedded
from tests.bench.stand import installation
from tests.bench.table import Table

SERVING = "reviewapp.runtime.serving"


def measure_startup(table: Table) -> None:
    """Start the demo on an empty folder, sample data included; print the seconds and the memory."""
    with tempfile.TemporaryDirectory(prefix="reviewapp-bench-") as folder:
        started, spent = time.perf_counter(), _children_cpu_seconds()
        with installation(Path(folder) / "var", sample=True) as url:
            urllib.request.urlopen(f"{url}/login", timeout=30).read()
            seconds = time.perf_counter() - started
            time.sleep(2)
            held = _proportional_megabytes(Path(folder))
        embedded.remove(Path(folder) / "var")
    table.title("Start (installed, empty var/, sample data)")
    table.line(
        "to the first page", f"{seconds:.1f} s", beside="Label Studio 25 s", reach="<= 6 s", ok=seconds <= 6
    )
    spent = _children_cpu_seconds() - spent
    table.line("CPU of all processes, start to stop", f"{spent:.1f} s")
    table.line("web + worker, proportional", f"{held:.0f} MB", reach="<= 300 MB", ok=held <= 300)


def _children_cpu_seconds() -> float:
    """Return the CPU time of all children that have ended: what a loaded machine cannot stretch."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _proportional_megabytes(folder: Path) -> float:
    """Return the proportional set size of the serving processes: shared pages counted once, in shares."""
    total = 0
    for process in psutil.process_iter(["cmdline", "environ"]):
        words = process.info["cmdline"] or []
        var = (process.info["environ"] or {}).get("REVIEWAPP_VAR", "")
        if SERVING in words and var.startswith(str(folder)):
            info = process.memory_full_info()
            total += getattr(info, "pss", 0) or info.rss
    return total / 1e6
