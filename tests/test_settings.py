"""Production settings are complete or nothing starts."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

COMPLETE = {
    "SECRET_KEY": "k" * 60,
    "ALLOWED_HOSTS": "cards.example.org",
    "DATABASE_URL": "postgresql://u:p%40ss@db.example.org:5433/site?sslmode=require",
    "REDIS_URL": "redis://cache.example.org:6379/0",
}
SHOW = (
    "from shengji_site import settings as s; d = s.DATABASES['default'];"
    "print(d['HOST'], d['PORT'], d['PASSWORD'], d['OPTIONS'], s.SESSION_COOKIE_SECURE, s.DEBUG)"
)


def load(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process with just this environment."""
    return subprocess.run(
        [sys.executable, "-c", SHOW],
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("missing", list(COMPLETE))
@pytest.mark.parametrize("how", [{"SITE_MODE": "production"}, {"DEBUG": "0"}])
def test_production_names_what_is_missing(missing: str, how: dict[str, str]) -> None:
    done = load({k: v for k, v in COMPLETE.items() if k != missing} | how)
    assert done.returncode != 0
    assert f"ImproperlyConfigured: {missing} is not set" in done.stderr


def test_production_with_everything_said() -> None:
    done = load({**COMPLETE, "SITE_MODE": "production"})
    assert done.stdout.split() == [
        *("db.example.org", "5433", "p@ss", "{'sslmode':", "'require'}", "True", "False")
    ], done.stderr
