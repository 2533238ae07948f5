"""``python -m shengji_site.embedded serve | stop | run -- COMMAND …``."""

from __future__ import annotations

import os
import subprocess
import sys

from .child import die_with_parent
from .services import ServiceError
from .site import services


def main(argv: list[str]) -> int:
    """Run one verb and return the exit code."""
    match argv:
        case ["serve"] | ["serve", "--with-parent"]:
            from .serve import serve

            if argv[1:]:  # make was killed: do not stay behind
                die_with_parent()
            return serve()
        case ["stop"]:
            from .serve import stop_running

            return stop_running()
        case ["run", "--", *command] if command:
            with services() as urls:
                return subprocess.call(command, env={**os.environ, **urls})
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except ServiceError as error:
        print(f"\n{error}\n", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
