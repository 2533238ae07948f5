"""Telling the process that runs a table that something about it has changed."""

from __future__ import annotations

from typing import Final

from django.db import connection

CHANNEL: Final = "games_table"
"""Where it is announced (``NOTIFY``); the payload is the table's id, or ``sanction:`` and an id."""
SANCTION: Final = "sanction:"
CHAT: Final = "chat:"
"""And a table's id: a line of its chat has been hidden, or is shown again."""


def announce(table_id: int) -> None:
    """Have the room look at its table again, once the current transaction is committed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(table_id)])


def announce_sanction(sanction_id: int) -> None:
    """Have every room tell the person, and look whether they may still be there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{SANCTION}{sanction_id}"])


def announce_chat(table_id: int) -> None:
    """Have the room of a table read its chat again."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{CHAT}{table_id}"])
