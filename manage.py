#!/usr/bin/env python
"""Run one administrative command; without DATABASE_URL, beside the embedded database server."""

import os
import sys

WITHOUT_DATABASE = {"help", "-h", "--help", "version", "--version", "check", "collectstatic", "diffsettings"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reviewapp.settings")
    from django.core.management import execute_from_command_line

    from reviewapp.embedded import EmbeddedServerFailed, ensure_running
    from reviewapp.var import VarNotWritable

    try:
        if len(sys.argv) > 1 and not (WITHOUT_DATABASE & set(sys.argv)):
            ensure_running()
        execute_from_command_line(sys.argv)
    except (EmbeddedServerFailed, VarNotWritable) as error:
        sys.exit(f"{sys.argv[0]}: {error}")


if __name__ == "__main__":
    main()
