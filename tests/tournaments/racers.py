"""Real processes that do something at the same moment: ``python -m tests.tournaments.racers``.

Each prints ``ready``, waits for a line on its standard input, does it, and prints what came of it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence


def race(verb: str, *argument_lists: Sequence[object]) -> list[str]:
    """Run ``verb`` in one process for each list of arguments, all let go at once."""
    from tests.conftest import process_environment

    env = process_environment()
    racers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.tournaments.racers", verb, *map(str, arguments)],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for arguments in argument_lists
    ]
    try:
        for racer in racers:
            assert racer.stdout is not None
            assert racer.stdout.readline().strip() == "ready"
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write("go\n")
            racer.stdin.flush()
        return [racer.communicate(timeout=60)[0].strip() for racer in racers]
    finally:
        for racer in racers:
            racer.kill()
            racer.wait()


def main() -> None:
    """One racer."""
    import django

    django.setup()
    from django.db import connection

    from accounts.models import User
    from tournaments import services
    from tournaments.models import EventMatch, Round, Stage

    verb, *arguments = sys.argv[1:]
    by = User.objects.filter(username="org").first()
    connection.ensure_connection()
    print("ready", flush=True)
    sys.stdin.readline()

    def run() -> object:
        match verb:
            case "draw":
                return services.draw_round(stage=Stage.objects.get(pk=arguments[0]), by=by)
            case "enter":
                return services.enter_result(
                    match=EventMatch.objects.get(pk=arguments[0]),
                    code=arguments[1],
                    result=services.Result(("A+", arguments[2])),
                    client_id=arguments[3],
                ).state
            case "confirm":
                return services.confirm_result(
                    match=EventMatch.objects.get(pk=arguments[0]), code=arguments[1]
                ).duplicate
            case "start":
                return services.start_round(round=Round.objects.get(pk=arguments[0]), by=by).status
            case "take":
                return services.take_result(game_match_id=int(arguments[0]))
            case "fire":
                from datetime import datetime

                now = datetime.fromisoformat(arguments[0])
                return sum(services.fire_due(now=now) for _ in range(20))
            case _:
                raise AssertionError(verb)

    try:
        print(f"done {run()}", flush=True)
    except services.Refused as refused:
        print(f"refused {refused.code}", flush=True)


if __name__ == "__main__":
    main()
