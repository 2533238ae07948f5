"""Telling the process that runs a table that something about it has changed."""

from __future__ import annotations

from typing import Final

from django.db import connection

CHANNEL: Final = "games_table"
"""Where it is announced (``NOTIFY``); the payload is the table's id, or ``person:`` and an id."""
PERSON: Final = "person:"


def announce(table_id: int) -> None:
    """Have the room look at its table again, once the current transaction is committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(table_id)])


def announce_person(user_id: int) -> None:
    """Have every room look whether this person may still be there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{PERSON}{user_id}"])
