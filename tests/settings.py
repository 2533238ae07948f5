"""The settings of the tests: those of the site, on services that live as long as the run."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from urllib.parse import quote

# The first process of a run makes the folder; the workers of pytest-xdist inherit its name.
if "TEST_ROOT" not in os.environ:
    os.environ["TEST_ROOT"] = tempfile.mkdtemp(prefix="shengji-test-")
    os.environ["TEST_ROOT_OWNER"] = str(os.getpid())
    Path(os.environ["TEST_ROOT"]).chmod(0o711)  # as root, Postgres runs as somebody else

TEST_ROOT = Path(os.environ["TEST_ROOT"])
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
sockets = TEST_ROOT / "sockets"

for name in ("DEBUG", "ALLOWED_HOSTS", "EMAIL_URL", "DB_POOL", "HTTPS", "TIME_ZONE"):
    os.environ.pop(name, None)
os.environ.update(
    {
        "SITE_MODE": "embedded",
        "SECRET_KEY": "for tests only",
        "HASHED_STATIC": "0",
        "DATABASE_URL": f"postgresql://postgres@{quote(str(sockets), safe='')}/site",
        "REDIS_URL": f"unix://{sockets}/redis.sock?db={int(WORKER[2:]) + 1}",
        "REDIS_PREFIX": f"test-{WORKER}",
        "VAR_DIR": str(TEST_ROOT / "var"),
    }
)

from shengji_site.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# tests empty their database between them; nobody else may (tournaments/migrations/0006)
DATABASES["default"]["OPTIONS"]["options"] = "-c shengji.may_be_emptied=on"  # noqa: F405
