"""`make bench`: every figure beside a floor or peer of the same run. `python -m tests.bench --help`."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

SECTIONS = (
    "startup",
    "screening",
    "page",
    "session",
    "collision",
    "ripple_review",
    "import",
    "export",
    "ripple",
    "agreement",
    "scores",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="|".join(SECTIONS), help="default: all of them")
    parser.add_argument("--small", action="store_true", help="a tenth of the sizes, to see that it runs")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each load lasts")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="reviewapp-bench-"))
    os.environ["REVIEWAPP_VAR"] = str(folder / "var")
    os.environ["REVIEWAPP_INSECURE_HTTP"] = "1"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reviewapp.settings")
    from reviewapp.runtime import embedded

    use = embedded.Use(folder / "var")  # before the settings look for the server
    import django

    django.setup()
    from tests.bench.run import run
    from tests.bench.table import Table

    table = Table()
    try:
        run(table, options.sections or SECTIONS, folder, small=options.small, seconds=options.seconds)
    finally:
        use.release()
        embedded.remove(folder / "var")
        shutil.rmtree(folder, ignore_errors=True)
    short = f"{len(table.failed)} figures fall short: {', '.join(table.failed)}"
    print(f"\n{short if table.failed else 'All reached.'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
