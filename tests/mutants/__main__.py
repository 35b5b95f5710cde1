"""Try small changes of the code and tell which of them no test notices."""

from __future__ import annotations

import argparse
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.mutants import covering, rooms
from tests.mutants.changes import in_one_line
from tests.mutants.covering import Covering
from tests.mutants.planning import Job, plan
from tests.mutants.recording import ROOT
from tests.mutants.trying import KILLED, NOT_RUN, SURVIVED, TIMED_OUT, Copy, Verdict, copies

SURVIVORS = ROOT / "var" / "mutants" / "survivors.tsv"
OF_A_ROOM = 40

OF_UNCHANGED = 10

Results = list[tuple[Job, Verdict]]


class UnchangedIsRed(ValueError):
    """A test turns red in the copy of the tree though nothing is changed."""


def main() -> None:
    options = parse()
    files = options.files or [file for room in options.rooms for file in rooms.files_of(ROOT, room)]
    test_files = options.tests or rooms.test_files_for(ROOT, files)
    if not options.recorded:
        covering.record(ROOT, test_files, options.workers)
    sample = options.sample or (0 if options.files else OF_A_ROOM)
    covered = Covering.read(ROOT, test_files)
    jobs = plan(ROOT, files, covered, sample=sample, seed=options.seed, budget=options.budget)
    results: Results = []
    for name in (signal.SIGINT, signal.SIGTERM):  # the first is ignored where a shell runs this beside itself
        signal.signal(name, signal.default_int_handler)
    try:
        for job, verdict in run(jobs, options.workers, options.minutes * 60):
            results.append((job, verdict))
            place = f"{len(results):4}/{len(jobs)}"
            print(place, f"{verdict.outcome:9}", describe(job), verdict.test, flush=True)
    except KeyboardInterrupt:
        print("interrupted: these are the figures so far")
    report(results, len(jobs))


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help="files whose changes are tried; else a sample of each room")
    parser.add_argument("--rooms", nargs="*", default=list(rooms.ROOMS), choices=list(rooms.ROOMS))
    parser.add_argument("--tests", nargs="*", help="test files that judge; else those of the application")
    parser.add_argument(
        "--sample", type=int, help=f"how many changes of a room; else {OF_A_ROOM}, or all of the files"
    )
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--minutes", type=float, default=60.0, help="after which no more changes are tried")
    parser.add_argument("--budget", type=float, default=300.0, help="recorded seconds of tests a change")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--recorded", action="store_true", help="ask only the tests that are recorded already"
    )
    return parser.parse_args()


def run(jobs: Sequence[Job], workers: int, seconds: float) -> Iterator[tuple[Job, Verdict]]:
    """Try the changes, yield each with its verdict; once the time is up, begin no more."""
    end = time.monotonic() + seconds
    waiting = list(reversed(jobs))
    running: list[tuple[Copy, Job]] = []
    with copies(ROOT, workers) as all_copies:
        check_unchanged(all_copies[0], jobs[:OF_UNCHANGED])
        while waiting or running:
            if time.monotonic() > end:
                waiting.clear()
            for copy in all_copies:
                if waiting and not copy.is_busy:
                    job = waiting.pop()
                    copy.start(job.change, job.tests, job.seconds)
                    running.append((copy, job))
            for copy, job in list(running):
                if verdict := copy.poll():
                    running.remove((copy, job))
                    yield job, verdict
            time.sleep(0.02)


def check_unchanged(copy: Copy, jobs: Sequence[Job]) -> None:
    """Run the first test of some jobs on the copy as it is.

    :raises UnchangedIsRed: if one turns red, for then no verdict would mean anything.
    """
    if not jobs:
        return
    copy.start(None, sorted({job.tests[0] for job in jobs}), sum(job.seconds for job in jobs))
    while (verdict := copy.poll()) is None:
        time.sleep(0.02)
    if verdict.outcome != SURVIVED:
        raise UnchangedIsRed(f"{verdict.outcome} without a change: {verdict.test}\n{copy.log()}")


def describe(job: Job) -> str:
    change = job.change
    old, new = in_one_line(change.old), in_one_line(change.new)
    return f"{change.path}:{change.line} {change.place.where}: {change.kind}: {old[:70]} -> {new[:70]}"


def report(results: Results, n_jobs: int) -> None:
    """Print the figures of each room and the survivors, which are also written down."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for job, verdict in results:
        counts[job.room][verdict.outcome] += 1
    print(f"\n{len(results)} of {n_jobs} changes tried")
    print(f"{'room':10} {'killed':>7} {'of':>5} {'%':>6}  timed out")
    for room, count in sorted(counts.items()):
        n_killed, total = count[KILLED] + count[TIMED_OUT], sum(count.values()) - count[NOT_RUN]
        share = f"{100 * n_killed / total:6.1f}" if total else "     –"
        print(f"{room:10} {n_killed:7} {total:5} {share}  {count[TIMED_OUT]:9}")
    survivors = [job for job, verdict in results if verdict.outcome == SURVIVED]
    survivors.sort(key=lambda job: (job.change.path, job.change.start))
    for job in survivors:
        print(f"survived: {describe(job)} ({len(job.tests)} tests)")
    write_survivors(SURVIVORS, survivors)


def write_survivors(path: Path, survivors: Sequence[Job]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write("file\twhere\tline\told\tnew\tkind\ttests\n")  # as in equivalent.tsv
        for job in survivors:
            stream.write("\t".join((*job.change.identity, job.change.kind, str(len(job.tests)))) + "\n")


if __name__ == "__main__":
    main()
