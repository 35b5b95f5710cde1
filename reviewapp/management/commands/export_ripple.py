"""`manage.py export_ripple --out FILE`: the ripple items as they were proposed (contracts §4)."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from reviewapp.models import RippleBatch
from reviewapp.workflows.ripple.queries.lines import ripple_lines


class Command(BaseCommand):
    help = (
        "Write the ripple items with their proposed keys in canonical form: of a canonical file the same "
        "bytes. What review made of them is in a release (export_release)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a file not there yet")
        parser.add_argument("--batch", default="", metavar="CODE", help="only the items of this import")
        parser.add_argument(
            "--as-imported", action="store_true", help="each line as it came, if that was not canonical"
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        out: Path = options["out"]
        if out.exists():
            raise CommandError(f"{out} is there already, expected a new file")
        batch: str = options["batch"]
        if batch and not RippleBatch.objects.filter(code=batch).exists():
            batches = ", ".join(f"{row.code} ({row.name})" for row in RippleBatch.objects.order_by("id")[:20])
            raise CommandError(f"there is no batch {batch!r}, expected one of: {batches or 'none is there'}")
        try:
            count = _write(out, batch, as_imported=options["as_imported"])
        except OSError as error:
            raise CommandError(f"{error.filename or out}: {error.strerror}") from error
        if options["json"]:
            self.stdout.write(json.dumps({"out": str(out), "items": count}))
        else:
            self.stdout.write(f"Wrote {count:,} ripple items to {out}")


def _write(out: Path, batch: str, *, as_imported: bool) -> int:
    """Write the file in whole or not at all; return how many lines."""
    part = out.with_name(f"{out.name}.part")
    count = 0
    try:
        with part.open("wb") as file:
            for line in ripple_lines(batch=batch, as_imported=as_imported):
                file.write(line + b"\n")
                count += 1
        os.replace(part, out)
    finally:
        part.unlink(missing_ok=True)
    return count
