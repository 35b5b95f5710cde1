"""The ripple scorer beside its peers of the same minute: intervals, differences, a ranking, the command.

Sizes are the paper's: 14 systems, 150 items, 91 source clusters, 10,000 replicates."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytrec_eval
from scipy import stats

from scoring.ripple.rankings.baselines import random_order
from scoring.ripple.scorer.compare import COMPARED, differences
from scoring.ripple.scorer.estimates import Population, estimate, score_matrix
from scoring.ripple.scorer.items import RippleItem, check_item
from scoring.ripple.scorer.metrics import METRICS, Target, score

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "fixtures" / "ripple_items.jsonl"
SYSTEMS, ITEMS, CLUSTERS, REPLICATES = 14, 150, 91, 10_000
SIXTEEN = dict(list(METRICS.items())[:16])


@dataclass(frozen=True, slots=True)
class Measured:
    """What ours took beside a floor or a limit, in milliseconds; *peers* are printed with it."""

    name: str
    took: float
    floor: float | None
    allowed: float
    peers: dict[str, float]

    @property
    def holds(self) -> bool:
        return self.took <= self.allowed

    def __str__(self) -> str:
        beside = "" if self.floor is None else f", floor {self.floor:.3f} ms ({self.took / self.floor:.2f}×)"
        peers = "".join(f", {name} {took:.3f} ms" for name, took in self.peers.items())
        verdict = "holds" if self.holds else "MISSED"
        return f"{self.name}: {self.took:.3f} ms{beside}, allowed {self.allowed:.3f} ms{peers}: {verdict}"


def best(work: Callable[[], object], times: int = 7) -> float:
    """Return the shortest of several runs, in milliseconds."""
    return min(timed(work) for _ in range(times))


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def item_objects() -> list[dict[str, Any]]:
    """150 items over 91 sources, the sample's over and over."""
    sample = [json.loads(line) for line in SAMPLE.read_bytes().split(b"\n") if line]
    return [
        sample[number % len(sample)] | {"item_id": f"rk-{number:04}", "source_id": f"s{number % CLUSTERS:03}"}
        for number in range(ITEMS)
    ]


def listed(item: RippleItem, seed: int) -> list[dict[str, str]]:
    return [{"unit_id": unit.unit_id, "text": unit.text} for unit in random_order(item, seed)]


def world() -> tuple[list[Target], list[np.ndarray]]:
    targets = [Target(check_item(row)) for row in item_objects()]
    matrices = [
        score_matrix([score(target, listed(target.item, seed)) for target in targets])
        for seed in range(SYSTEMS)
    ]
    return targets, matrices


def intervals() -> Measured:
    """14 systems × 16 metrics within 2× of integer draws, bincount and matmul alone, for as many columns."""
    targets, matrices = world()
    columns = np.random.default_rng(1).random((CLUSTERS, SYSTEMS * len(SIXTEEN)))

    def ours() -> object:
        population = Population(targets, replicates=REPLICATES)
        return estimate(population, matrices, metrics=SIXTEEN)

    def floor() -> object:
        generator = np.random.default_rng(1)
        sums = []
        for _ in range(REPLICATES // 1000):
            drawn = generator.integers(0, CLUSTERS, size=(1000, CLUSTERS))
            shifted = drawn + (np.arange(1000) * CLUSTERS)[:, None]
            counts = np.bincount(shifted.ravel(), minlength=1000 * CLUSTERS).reshape(1000, CLUSTERS)
            sums.append(counts.astype(np.float64) @ columns)
        return np.concatenate(sums)

    values = matrices[0][:, 0]

    def scipys() -> object:
        return stats.bootstrap((values,), np.mean, n_resamples=REPLICATES, method="percentile")

    took, bare = paired(ours, floor)
    return Measured("intervals", took, bare, 2 * bare, {"scipy, one column": best(scipys, 3)})


def paired(ours: Callable[[], object], floor: Callable[[], object], times: int = 7) -> tuple[float, float]:
    """Measure both in turn, so that what else runs on the machine hits both."""
    pairs = [(timed(ours), timed(floor)) for _ in range(times)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def all_differences() -> Measured:
    """All 91 paired differences × 3 metrics, with intervals, sign-flip p and Holm, within 150 ms."""
    targets, matrices = world()
    population = Population(targets, replicates=REPLICATES)
    took = best(lambda: differences(population, matrices, COMPARED), 5)
    return Measured("91 differences × 3 metrics", took, None, 150.0, {})


def one_ranking() -> Measured:
    """Scoring a parsed ranking within 3× of a bare walk over its entries; pytrec_eval beside it."""
    targets = [Target(check_item(row)) for row in item_objects()]
    rankings = [listed(target.item, 1) for target in targets]

    def ours() -> None:
        for target, ranking in zip(targets, rankings, strict=True):
            score(target, ranking)

    def walk() -> None:
        for ranking in rankings:
            seen = set()
            for entry in ranking:
                if isinstance(entry, dict):
                    unit_id, text = entry.get("unit_id"), entry.get("text")
                    if isinstance(unit_id, str) and isinstance(text, str):
                        seen.add(unit_id)

    qrels = {target.item.item_id: dict.fromkeys(target.affected, 1) for target in targets}
    run = {
        target.item.item_id: {entry["unit_id"]: -float(rank) for rank, entry in enumerate(ranking)}
        for target, ranking in zip(targets, rankings, strict=True)
    }
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"map", "recall", "P", "Rprec", "set_F"})
    took, bare = paired(ours, walk, 15)
    took, bare = took / ITEMS, bare / ITEMS
    peers = {"pytrec_eval": best(lambda: evaluator.evaluate(run)) / ITEMS}
    return Measured("one parsed ranking", took, bare, 3 * bare, peers)


def command(folder: Path) -> Measured:
    """`manage.py score` on 150 responses with intervals, as a whole process, within 2.5 s."""
    items, run, out = folder / "items.jsonl", folder / "run.jsonl", folder / "out.json"
    rows = item_objects()
    items.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with run.open("w") as lines:
        for row in rows:
            ranking = listed(check_item(row), random.Random(row["item_id"]).randrange(1000))
            response = json.dumps({"ranking": ranking})
            lines.write(json.dumps({"item_id": row["item_id"], "response": response}) + "\n")
    arguments = [sys.executable, "manage.py", "score", str(items), str(run), "--json", str(out)]
    took = best(lambda: subprocess.run(arguments, cwd=ROOT, check=True, capture_output=True), 3)
    assert json.loads(out.read_text())["parsed"] == ITEMS
    bare = best(lambda: subprocess.run([sys.executable, "-c", "import numpy, django"], check=True), 3)
    return Measured("manage.py score", took, None, 2500.0, {"python with numpy and django": bare})


def figures(folder: Path) -> Iterator[Measured]:
    """Measure all of it; *folder* takes the files of the command."""
    yield intervals()
    yield all_differences()
    yield one_ranking()
    yield command(folder)
