"""The pages of ripple scores where 200 runs are stored: 150 items, 91 sources, 10,000 replicates."""

from __future__ import annotations

import io
import json
import statistics
import time
import urllib.request
from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import Group
from django.urls import reverse

from benchmark.models import Release
from reviewapp.models import Person
from reviewapp.rules.protocol import Role
from scoring.models import RippleRun
from scoring.ripple.actions.configurations import register_configuration
from scoring.ripple.actions.manifests import standing_line
from scoring.ripple.actions.runs import ScoredParser, keep_scores, store_baseline
from scoring.ripple.queries.frozen import response_lines
from scoring.ripple.queries.loading import Prepared, parsers_of, prepare
from scoring.ripple.scorer.census import totals
from scoring.ripple.scorer.computing import item_rows, matrix_bytes, score_lines, slices_of
from scoring.ripple.scorer.items import check_item
from tests.bench.ripple_scoring import item_objects, listed
from tests.bench.screening import session_of
from tests.bench.table import Table
from tests.scoring.ripple.pages.making import make_ripple_release

RUNS, TIMES = 200, 30


def measure_score_pages(url: str, table: Table, *, runs: int = RUNS) -> None:
    """Time the pages of one run, one item and the release as a browser asks for them, one after the other."""
    table.title(f"Ripple scores ({runs} stored runs of 150 items)")
    manager = Person.objects.get_or_create(username="manager")[0]
    manager.groups.add(Group.objects.get(name=Role.MANAGER))
    run = _fill(manager, runs)
    cookie = f"{settings.SESSION_COOKIE_NAME}={session_of(manager)}"
    floor = _milliseconds(f"{url}/healthz", cookie)
    pages = {
        "a run's page": reverse("recovery_run", args=[run.code]),
        "an item of a run": reverse("recovery_item", args=[run.code, 75]),
        "a run's items": reverse("recovery_items", args=[run.code]),
        "the release's tables": reverse("recovery", args=[run.release.code]),
    }
    for name, path in pages.items():
        took = _milliseconds(url + path, cookie)
        bound = {"reach": "<= 50 ms", "ok": took <= 50} if name == "a run's page" else {}
        table.line(name, f"{took:.1f} ms", beside=f"/healthz {floor:.1f} ms", **bound)  # type: ignore[arg-type]


def _fill(actor: Person, runs: int) -> RippleRun:
    """Score one run and store as many as asked for with its scores; return the one in the middle."""
    lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() for row in item_objects()]
    release = make_ripple_release("bench-ripple", lines)
    stored = [_store(release, actor, number, lines) for number in range(runs)]
    prepared = prepare(release)
    parts = list(_score(prepared, stored[0]))
    for run in stored:
        keep_scores(
            run=run,
            board=prepared.board,
            items_sha256=prepared.frozen.sha256,
            item_pks=prepared.frozen.pks,
            scored=parts,
            actor=actor,
        )
    assert all(standing_line(run) for run in stored)
    return stored[runs // 2]


def _store(release: Release, actor: Person, number: int, lines: list[bytes]) -> RippleRun:
    """Store a run without a job, so that no worker scores it while the pages are timed."""
    described = {"system": f"System {number:03}"}
    configuration = register_configuration(release=release, metadata=described, actor=actor)
    rows: list[dict[str, object]] = [{"run": described}]
    for line in lines:
        item = check_item(json.loads(line))
        rows.append({"item_id": item.item_id, "response": json.dumps({"ranking": listed(item, 1)})})
    file = io.BytesIO("".join(json.dumps(row) + "\n" for row in rows).encode())
    return store_baseline(
        configuration=configuration, file=file, file_name="run.jsonl", job=None, actor=actor
    )


def _score(prepared: Prepared, run: RippleRun) -> Iterator[ScoredParser]:
    targets = prepared.population.targets
    scored = [score_lines(targets, response_lines(run), parser) for parser in parsers_of(run)]
    slices = slices_of(prepared.population, scored)
    for parser, found, own in zip(parsers_of(run), scored, slices, strict=True):
        rows = list(item_rows(targets, found))
        yield ScoredParser(
            parser, found.n_parsed, totals(found.censuses), matrix_bytes(found.matrix), own, rows
        )


def _milliseconds(url: str, cookie: str) -> float:
    """Return the median of several requests, the first ones left out."""
    request = urllib.request.Request(url, headers={"Cookie": cookie})
    took = []
    for _ in range(TIMES + 5):
        started = time.perf_counter()
        with urllib.request.urlopen(request) as answer:
            answer.read()
        took.append((time.perf_counter() - started) * 1000)
    return statistics.median(took[5:])
