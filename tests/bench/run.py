"""The sections of the bench, over one installation of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from django.db import connection

from benchmark.models import Release
from reviewapp.models import Campaign, Person
from reviewapp.runtime.serving import WEB_PROCESSES, WEB_THREADS
from tests.bench import agreement, collisions, exports, floor, ripple_building, ripple_review, ripple_scoring
from tests.bench.collisions import measure_collisions
from tests.bench.imports import measure_import
from tests.bench.pages import measure_task_page
from tests.bench.ripple_pages import RUNS, measure_score_pages
from tests.bench.ripple_review import measure_ripple_review
from tests.bench.ripple_scoring import Measured
from tests.bench.screening import FloorWorker, Pairs, Worker, run_in_turns, run_pairs
from tests.bench.seed import N_DOCUMENTS, N_ITEMS, make_bank, make_people, make_pool
from tests.bench.sessions import measure_session
from tests.bench.stand import floor_server, installation
from tests.bench.startup import measure_startup
from tests.bench.table import Table
from tests.live import database_url

PEOPLE = 8
WARM_SECONDS = 3.0
DESKS = {"screening", "page", "session", "collision", "ripple_review"}


def run(table: Table, sections: Sequence[str], folder: Path, *, small: bool, seconds: float) -> None:
    """Run the named sections; *small* takes a tenth of every size."""
    shrink = 10 if small else 1
    if "startup" in sections:
        measure_startup(table)
    if {*DESKS, "import", "export", "scores"} & set(sections):
        _installed(table, sections, folder, shrink=shrink, seconds=seconds)
    if "ripple" in sections:
        table.title("RippleKB construction and scoring")
        _measured(table, (*ripple_building.figures(folder), *ripple_scoring.figures(folder)))
    if "agreement" in sections:
        table.title(f"Agreement ({agreement.ITEMS:,} items, {agreement.REPLICATES:,} bootstrap samples)")
        _measured(table, agreement.figures())


def _measured(table: Table, figures: Iterable[Measured]) -> None:
    for measured in figures:
        floor = f"floor {measured.floor:.2f} ms, " if measured.floor is not None else ""
        peers = ", ".join(f"{name} {took:.2f} ms" for name, took in measured.peers.items())
        table.line(
            measured.name,
            f"{measured.took:.2f} ms",
            beside=(floor + peers).removesuffix(", "),
            reach=f"<= {measured.allowed:.2f} ms",
            ok=measured.holds,
        )


def _installed(table: Table, sections: Sequence[str], folder: Path, *, shrink: int, seconds: float) -> None:
    with installation(folder / "var") as url:
        people = make_people(PEOPLE)
        if "import" in sections:  # first: its file names the bank's own first ids
            measure_import(folder, table, n_items=N_ITEMS // shrink, n_documents=40_000 // shrink)
        n_documents = N_DOCUMENTS // shrink
        base = make_bank(n_documents) if {*DESKS, "export"} & set(sections) else 0
        if DESKS & set(sections):
            _desk(table, url, people, sections, base, shrink=shrink, seconds=seconds)
        if "scores" in sections:
            measure_score_pages(url, table, runs=RUNS // shrink)
        if "export" in sections:
            _export(table, folder, base, n_items=N_ITEMS // shrink, n_documents=n_documents)


def _export(table: Table, folder: Path, base: int, *, n_items: int, n_documents: int) -> None:
    exports.fill(base, n_items, n_documents)
    frozen = exports.bench_freeze()
    release = Release.objects.get(name="bench")
    figures = exports.bench_export(release, folder / "release")
    copy = exports.bench_copy_floor(release, folder / "release")
    table.title(f"Export ({release.n_items:,} items, {release.n_documents:,} documents)")
    table.line("freeze", f"{frozen['freeze_seconds']:.1f} s", beside=f"+ {frozen['freeze_extra_mb']:.0f} MB")
    seconds = figures["export_seconds"]
    table.line(
        f"export everything, {figures['export_mb']:.0f} MB",
        f"{seconds:.2f} s",
        beside=f"copying the files {copy['copy_seconds']:.2f} s",
        reach="<= 5 s",
        ok=seconds <= 5,
    )
    first = figures["first_byte_seconds"]
    table.line("first byte of a download", f"{first * 1000:.0f} ms", reach="< 1 s", ok=first < 1)
    extra = figures["export_extra_mb"]
    table.line("memory of an export", f"+ {extra:.0f} MB", reach="flat: <= 50 MB", ok=extra <= 50)


def _desk(
    table: Table,
    url: str,
    people: list[Person],
    sections: Sequence[str],
    base: int,
    *,
    shrink: int,
    seconds: float,
) -> None:
    n_documents = N_DOCUMENTS // shrink

    def pool(n_items: int) -> Campaign:
        return make_pool(f"pool{n_items}", n_items=n_items, base=base, n_documents=n_documents, people=people)

    if "page" in sections:
        measure_task_page(url, people[0], pool(500 // shrink), table)
    if "session" in sections:
        measure_session(people[0], pool(50), table)
    if "collision" in sections:
        measure_collisions(url, people, base, n_documents, table, n_items=collisions.N_ITEMS // shrink)
    if "ripple_review" in sections:
        measure_ripple_review(url, base, n_documents, table, n_items=ripple_review.N_ITEMS // shrink)
    if "screening" not in sections:
        return
    with connection.cursor() as cursor:
        cursor.execute(floor.TABLES, [200_000])
    with floor_server(database_url(), processes=WEB_PROCESSES, threads=WEB_THREADS) as floor_url:
        for n_items in (N_ITEMS // shrink, 1_000, 100_000 // shrink):
            _load(table, url, floor_url, people, pool(n_items), n_items, seconds)


def _load(
    table: Table,
    url: str,
    floor_url: str,
    people: list[Person],
    campaign: Campaign,
    n_items: int,
    seconds: float,
) -> None:
    table.title(f"Next task + commit ({n_items:,} items)")
    seconds = min(seconds, n_items / 400)  # a pool must not run dry

    def worker(k: int) -> Worker:
        return Worker(url, people[k], campaign)

    run_pairs(worker, people=PEOPLE, seconds=min(WARM_SECONDS, n_items / 1_000))
    for n_people, reach in ((PEOPLE, 90.0), (1, 15.0)):
        makers = [lambda _: FloorWorker(floor_url), worker]
        bare, desk = run_in_turns(makers, people=n_people, seconds=seconds)
        _lines(table, n_people, desk, bare, reach)


def _lines(table: Table, n_people: int, desk: Pairs, bare: Pairs, reach_ms: float) -> None:
    share = desk.per_second / bare.per_second
    if n_people > 1:
        table.line(
            f"{n_people} people",
            f"{desk.per_second:.0f} pairs/s",
            beside=f"floor {bare.per_second:.0f}/s: {share:.2f} of it",
            reach=">= 0.33 of the floor",
            ok=share >= 1 / 3,
        )
    at, which, whom = (0.95, "p95", "people") if n_people > 1 else (0.5, "median", "person")
    took, floor_took = desk.percentile(at), bare.percentile(at)
    table.line(
        f"{n_people} {whom}, {which} of next / commit",
        f"{took[0]:.1f} / {took[1]:.1f} ms",
        beside=f"floor {floor_took[0]:.1f} / {floor_took[1]:.1f} ms",
        reach=f"<= {reach_ms:.0f} ms each",
        ok=max(took) <= reach_ms,
    )
