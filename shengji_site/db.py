"""The database as psycopg wants it, for code that must be quicker than the ORM."""

from __future__ import annotations

from django.db import connections
from psycopg.conninfo import make_conninfo


def conninfo(alias: str = "default") -> str:
    """The connection string of a Django database, the one in use now (in tests the test one)."""
    settings = connections[alias].settings_dict
    given = {
        "dbname": settings["NAME"],
        "user": settings["USER"],
        "password": settings["PASSWORD"],
        "host": settings["HOST"],
        "port": settings["PORT"],
    }
    options = {
        key: value
        for key, value in settings["OPTIONS"].items()
        if isinstance(value, str | int) and key not in ("pool", "server_side_binding")
    }
    return make_conninfo("", **{k: v for k, v in given.items() if v}, **options)
