#!/usr/bin/env python
"""Run one administrative command; without DATABASE_URL, beside the embedded database server."""

import os
import sys
from importlib import import_module
from pathlib import Path

# Commands that need no database, and the two that see to theirs by themselves.
WITHOUT_DATABASE = {"help", "-h", "--help", "version", "--version", "check", "collectstatic", "diffsettings"}
WITHOUT_DATABASE |= {"demo", "up"}
# Commands that work from files alone; most of the time that they took was for models they do not use.
FROM_FILES = {
    "score": "scoring",
    "score_access": "scoring",
    "baseline": "scoring",
    "run_model": "scoring",
    "check_shortcuts": "scoring",
    "build_ripple": "benchmark",
}


NOT_YET = {"--reset", "-h", "--help"}  # with these, the demo's server is not to run before Django is there


def run_from_files(name: str) -> None:
    """Run a command without settings, apps and models."""
    from django.conf import settings

    settings.configure()
    import_module(f"{FROM_FILES[name]}.management.commands.{name}").Command().run_from_argv(sys.argv)


def main() -> None:
    try:
        if len(sys.argv) > 1 and sys.argv[1] in FROM_FILES:
            run_from_files(sys.argv[1])
        else:
            run_in_application()
    except KeyboardInterrupt:
        sys.exit(130)


def run_in_application() -> None:
    """Run a command with the application's settings, beside its database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reviewapp.settings")
    from reviewapp.runtime.embedded import EmbeddedServerFailed, begin, ensure_running
    from reviewapp.runtime.var import VarNotWritable, configured_folder

    try:
        if sys.argv[1:2] == ["demo"]:
            os.environ.setdefault("REVIEWAPP_INSECURE_HTTP", "1")  # on this machine alone, see the command
            if "DATABASE_URL" not in os.environ and not (NOT_YET & set(sys.argv)):
                begin(configured_folder())
        from django.core.management import execute_from_command_line

        if len(sys.argv) > 1 and not (WITHOUT_DATABASE & set(sys.argv)):
            ensure_running()
        execute_from_command_line(sys.argv)
    except (EmbeddedServerFailed, VarNotWritable) as error:
        sys.exit(f"{Path(sys.argv[0]).name}: {error}")


if __name__ == "__main__":
    main()
