#!/usr/bin/env python
"""The command line of the site: Django's commands, and ``sgr`` for game records."""

import os
import sys


def main() -> int:
    """Run one command and return its exit code."""
    if sys.argv[1:3] in (["sgr", "check"], ["sgr", "shuffle"]):
        from games.sgr import main as sgr  # needs no Django, no database and no settings

        return sgr(sys.argv[2:])

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shengji_site.settings")
    from django.core.management import execute_from_command_line

    from shengji_site.embedded import services_for

    with services_for(sys.argv[1:]):
        execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
