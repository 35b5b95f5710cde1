"""Write a deterministic ranking of ripple items as a stored run, no database (RKB App. F; contracts §8)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from reviewapp.records import InvalidFile, Problems, canonical_bytes
from scoring.management.commands.score_access import whole_number, write_whole
from scoring.ripple.rankings import baselines
from scoring.ripple.rankings.embeddings import LocalEmbedder, NoLocalEmbeddings
from scoring.ripple.scorer.files import opened
from scoring.ripple.scorer.items import RippleItem, read_ripple_items


class Command(BaseCommand):
    help = (
        "Rank the units of every item of ITEMS by a deterministic baseline and write a stored run. "
        "document_position learns on the development items and ranks the others; supporting_facts sees "
        "hidden labels: both are privileged controls."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", choices=baselines.NAMES, help=", ".join(baselines.NAMES))
        parser.add_argument("items", metavar="ITEMS", help="ripple items, JSONL")
        parser.add_argument("--out", metavar="RUN", required=True, help="the stored run to write")
        parser.add_argument(
            "--seed",
            type=whole_number(0, 2**63 - 1),
            default=baselines.SEED,
            help="of random and supporting_facts",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name, out = options["name"], Path(options["out"])
        try:
            items = read_whole(options["items"])
            embed = LocalEmbedder() if name == baselines.BM25_EMBEDDINGS else None
            lines = list(baselines.run_objects(name, items, seed=options["seed"], embed=embed))
            write_whole(out, as_text(lines))
        except (InvalidFile, baselines.NothingToLearnFrom, NoLocalEmbeddings, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Wrote {out}: {lines[0]['run']['system']}, {len(lines) - 1:,} rankings.")


def read_whole(name: str) -> list[RippleItem]:
    """Read a file of items; refuse it if one is bad or there is none."""
    problems = Problems()
    with opened(name) as (source, _):
        items = read_ripple_items(source, problems)
    problems.raise_if_any()
    if not items:
        raise InvalidFile([f"{name}: no items, expected at least one"])
    return items


def as_text(lines: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines in canonical form."""
    for line in lines:
        yield canonical_bytes(line).decode() + "\n"
