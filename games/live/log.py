"""The log of all deals of this process: appended to by rooms, committed in groups.

While one commit is under way the rooms go on deciding; what they append meanwhile becomes the
next commit, which begins as soon as the one before has ended. One statement writes a batch and
checks in the same transaction that each table still has the epoch under which its room decided
(the row is locked to the end of it, so a claim by another process comes before or after, never
between). It is a key-share lock, which ordinary updates of the row do not wait for nor hold up:
only a claim takes the row ``FOR UPDATE``. Rooms hear of their entries after the commit, and only
then tell anybody else.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import msgspec
import psycopg
from psycopg_pool import AsyncConnectionPool

log = logging.getLogger(__name__)
to_json = msgspec.json.Encoder().encode

APPEND = """
WITH batch AS (
    SELECT * FROM jsonb_to_recordset(%s::jsonb) AS b (
        table_id bigint, epoch bigint, deal_id bigint, seq int, action jsonb, events jsonb,
        action_id text, seat smallint, auto bool, bank_ms int, at timestamptz, ends bool)
), owned AS (
    SELECT t.id, t.epoch FROM games_table t
    WHERE (t.id, t.epoch) IN (SELECT table_id, epoch FROM batch)
    FOR KEY SHARE
), added AS (
    INSERT INTO games_dealevent
        (deal_id, seq, action, events, action_id, seat, auto, bank_ms, at)
    SELECT deal_id, seq, action, events, action_id, seat, auto, bank_ms, at
    FROM batch WHERE (table_id, epoch) IN (SELECT id, epoch FROM owned)
), ended AS (
    UPDATE games_deal d SET ended_at = b.at FROM batch b
    WHERE b.ends AND d.id = b.deal_id AND (b.table_id, b.epoch) IN (SELECT id, epoch FROM owned)
), active AS (
    UPDATE games_table t SET active_at = b.at FROM batch b
    WHERE b.ends AND t.id = b.table_id AND (b.table_id, b.epoch) IN (SELECT id, epoch FROM owned)
)
SELECT id, epoch FROM owned
"""


class Owner(Protocol):
    """A room, as the log knows it."""

    def written(self, entries: Sequence[Entry]) -> None:
        """These entries, in the order they were appended, are committed."""

    def lost(self) -> None:
        """The room may not write any more, or cannot; nothing after its last entry counts."""


@dataclass(slots=True, eq=False)
class Entry:
    """One row to append: what one action brought about."""

    owner: Owner
    table_id: int
    epoch: int
    deal_id: int
    seq: int
    action: msgspec.Raw | None
    events: msgspec.Raw
    action_id: str
    seat: int | None
    auto: bool
    bank_ms: int | None
    at: datetime
    ends: bool
    note: Any = None
    """What the room wants to remember until it is written."""

    def row(self) -> dict[str, Any]:
        """The columns of the batch."""
        return {
            "table_id": self.table_id,
            "epoch": self.epoch,
            "deal_id": self.deal_id,
            "seq": self.seq,
            "action": self.action,
            "events": self.events,
            "action_id": self.action_id,
            "seat": self.seat,
            "auto": self.auto,
            "bank_ms": self.bank_ms,
            "at": self.at,
            "ends": self.ends,
        }


class Log:
    """Group commit over a pool of connections."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool
        self._waiting: list[Entry] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self.commits = 0
        self.entries = 0

    def start(self) -> None:
        """Begin to commit."""
        self._task = asyncio.create_task(self._run(), name="log")

    async def stop(self) -> None:
        """Commit what waits, then end."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task

    def append(self, entry: Entry) -> None:
        """Have an entry written; its owner is told."""
        self._waiting.append(entry)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._commit(batch)
            if self._stopping:
                return
            self._wake.clear()
            await self._wake.wait()

    async def _commit(self, batch: Sequence[Entry]) -> None:
        """Write a batch; one bad room must not keep the others from being written."""
        owners = _by_owner(batch)
        owned: set[tuple[int, int]] = set()
        try:
            owned = await self._write(batch)
        except psycopg.errors.DeadlockDetected:
            await self._commit(batch)
            return
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            if len(owners) > 1:
                for entries in owners.values():
                    await self._commit(entries)
                return
            log.warning("table %s cannot be written: %s", batch[0].table_id, error)
        except Exception:
            log.exception("a batch of %s entries is not written", len(batch))
        self.commits += 1
        self.entries += len(batch)
        for owner, entries in owners.items():
            if (entries[0].table_id, entries[0].epoch) in owned:
                self._tell(owner, entries)
            else:
                self._drop(owner)

    async def _write(self, batch: Sequence[Entry]) -> set[tuple[int, int]]:
        """Commit in one round trip; answers the tables that are still owned, with the epoch."""
        rows = to_json([entry.row() for entry in batch]).decode()
        async with self._pool.connection() as connection:
            cursor = await connection.execute(APPEND, [rows], prepare=True)
            return set(await cursor.fetchall())

    def _tell(self, owner: Owner, entries: Sequence[Entry]) -> None:
        """Let a room go on; a mistake in one room is its own."""
        try:
            owner.written(entries)
        except Exception:
            log.exception("a room failed over its own entries")
            self._drop(owner)

    def _drop(self, owner: Owner) -> None:
        """A log has no gaps: what follows an entry that was not written is not written."""
        self._waiting = [entry for entry in self._waiting if entry.owner is not owner]
        owner.lost()


def _by_owner(batch: Iterable[Entry]) -> dict[Owner, list[Entry]]:
    owners: dict[Owner, list[Entry]] = defaultdict(list)
    for entry in batch:
        owners[entry.owner].append(entry)
    return owners
