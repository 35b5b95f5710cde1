#!/usr/bin/env python
"""Run one administrative command; without DATABASE_URL, beside the embedded database server."""

import os
import sys
from pathlib import Path

# Commands that need no database, and the two that see to theirs by themselves.
WITHOUT_DATABASE = {"help", "-h", "--help", "version", "--version", "check", "collectstatic", "diffsettings"}
WITHOUT_DATABASE |= {"demo", "up"}
FROM_FILES = {"score", "score_access", "baseline", "run_model", "build_ripple", "check_shortcuts"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reviewapp.settings")
    if sys.argv[1:2] == ["demo"]:
        os.environ.setdefault("REVIEWAPP_INSECURE_HTTP", "1")  # on this machine alone, see the command
    from django.core.management import execute_from_command_line

    from reviewapp.embedded import EmbeddedServerFailed, ensure_running
    from reviewapp.var import VarNotWritable

    try:
        alone = WITHOUT_DATABASE & set(sys.argv) or FROM_FILES & set(sys.argv[1:2])
        if len(sys.argv) > 1 and not alone:
            ensure_running()
        execute_from_command_line(sys.argv)
    except (EmbeddedServerFailed, VarNotWritable) as error:
        sys.exit(f"{Path(sys.argv[0]).name}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
