"""Run the shortcut controls over ripple items, no database (RKB §3.2, App. C; contracts §8)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from reviewapp.records import InvalidFile
from scoring.controls.probes import shortcuts
from scoring.controls.probes.surface import NoLearner
from scoring.management.commands.baseline import read_whole
from scoring.management.commands.score_access import whole_number, write_whole
from scoring.ripple.rankings import baselines


class Command(BaseCommand):
    help = (
        "Print what identifier order, document position, lexical match, the question's support and a learned "
        "surface model recover, beside the registered limits. Exit status 1 when a limit is broken."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("items", metavar="ITEMS", help="ripple items, JSONL")
        parser.add_argument("--seed", type=whole_number(0, 2**63 - 1), default=baselines.SEED)
        parser.add_argument("--json", metavar="OUT", help="write every figure and limit to this file")
        parser.add_argument(
            "--report", metavar="REPORT", help="put the controls into build_ripple's report.json"
        )
        parser.add_argument("--no-learned", action="store_true", help="leave the learned surface control out")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            items = read_whole(options["items"])
            report = shortcuts.check(items, seed=options["seed"], learn=not options["no_learned"])
            if options["json"]:
                write_json(Path(options["json"]), shortcuts.as_object(report))
            if options["report"]:
                path = Path(options["report"])
                write_json(path, json.loads(path.read_bytes()) | {"controls": shortcuts.as_object(report)})
        except (InvalidFile, NoLearner, OSError, json.JSONDecodeError) as error:
            raise CommandError(str(error)) from error
        for line in shortcuts.as_text(report):
            self.stdout.write(line)
        if not report.passed:
            raise CommandError(f"A limit is broken over {len(items):,} items.")
        self.stdout.write(f"All limits hold over {len(items):,} items.")


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write an object in whole or not at all."""
    write_whole(path, [json.dumps(value, indent=1, ensure_ascii=False), "\n"])
