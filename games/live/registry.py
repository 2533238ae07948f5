"""The tables that this process runs, and all that its rooms need of the world outside.

The process holds one lease, renewed in the background. Every second it looks for tables at
which a match is under way and whose process has no lease any more, and goes on with them. A
stop releases everything at once, a crash after the few seconds of the lease.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import secrets
import socket
import sys
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

import psycopg
from channels.db import database_sync_to_async
from psycopg_pool import AsyncConnectionPool

from games import bots, services
from games.engine import shuffle
from games.engine.api import Action, Can
from games.live import store
from games.live.deal import to_json
from games.live.log import Entry, Log
from games.live.pace import Pace
from games.live.room import Room
from games.live.steps import Fresh
from games.live.world import Timer
from games.models import Match, Table
from games.services.news import CHANNEL, CHAT, SANCTION
from games.services.records import write_start
from shengji_site.celery import enqueue
from shengji_site.db import conninfo

SWEEP = 1.0
"""Seconds between two looks for tables without a process."""

LINGER = 30.0
"""How long a room without anybody is kept."""

RENEW = """
INSERT INTO games_server (name, lease_until) VALUES (%s, now() + make_interval(secs => %s))
ON CONFLICT (name) DO UPDATE SET lease_until = excluded.lease_until
"""
BURY_THE_DEAD = "DELETE FROM games_server WHERE lease_until < now() - interval '1 hour'"
NEW_DEAL = """
WITH ruled AS (
    SELECT * FROM jsonb_to_recordset(%s::jsonb) AS r (id bigint, levels smallint)
), waiting AS (
    SELECT l.id FROM games_levelruling l JOIN ruled USING (id)
    WHERE l.deal_id IS NULL AND l.cancelled_at IS NULL FOR UPDATE OF l
), dealt AS (
    INSERT INTO games_deal (match_id, number, start, seed, commitment, started_at)
    SELECT %s, %s, %s::jsonb, %s, %s, now() FROM games_table
    WHERE id = %s AND epoch = %s
        AND (SELECT count(*) FROM waiting) = (SELECT count(*) FROM ruled)
    FOR KEY SHARE RETURNING id
), made AS (
    UPDATE games_levelruling l SET deal_id = dealt.id, given = ruled.levels
    FROM dealt, ruled WHERE l.id = ruled.id
)
SELECT id FROM dealt
"""
"""A deal with the rulings that changed its levels; none when one has been revoked meanwhile."""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)


class Registry:
    """The world of the rooms of one process; started and stopped with it."""

    def __init__(self) -> None:
        self.pace = Pace()
        self.rooms: dict[int, Room] = {}
        self.name = ""
        self._opening: dict[int, asyncio.Task[Room | None]] = {}
        self._looking: dict[int, asyncio.Event] = {}
        """The tables that are being looked at, each with whether there is newer news."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._forever: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Take a lease, and look after the tables of this process from now on."""
        _answer_quickly()
        self.pace = Pace.of_settings()
        self.name = f"{socket.gethostname()[:30]}:{os.getpid()}:{secrets.token_hex(4)}"
        self._loop = asyncio.get_running_loop()
        self._thinkers = ThreadPoolExecutor(1, "bots")
        self._clerks = ThreadPoolExecutor(4, "tables")
        self._pool = AsyncConnectionPool(
            conninfo(), min_size=2, max_size=4, open=False, kwargs={"autocommit": True}
        )
        await self._pool.open(wait=True)
        self._log = Log(self._pool)
        self._log.start()
        await self._renew()
        self._forever = [
            asyncio.create_task(_forever(work, pause))
            for work, pause in (
                (self._renew, self.pace.lease / 4),
                (self._sweep, SWEEP),
                (self._listen, 0.5),
            )
        ]

    async def stop(self) -> None:
        """Commit what waits, send everybody away to another process, release the tables."""
        for task in self._forever:
            task.cancel()
        await asyncio.gather(*self._forever, return_exceptions=True)
        for room in list(self.rooms.values()):
            room.halt()
        await self._log.stop()
        for room in list(self.rooms.values()):
            room.lost()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        async with self._pool.connection() as connection:
            await connection.execute("DELETE FROM games_server WHERE name = %s", [self.name])
        await self._pool.close()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._clerks.shutdown()

    async def room(self, table_id: int) -> Room | None:
        """The room of a table, opened if need be; nothing when another process has it."""
        room = self.rooms.get(table_id)
        if room is not None:
            return room
        opening = self._opening.get(table_id)
        if opening is None:
            opening = self._opening[table_id] = asyncio.create_task(self._open(table_id))
        return await asyncio.shield(opening)

    async def _open(self, table_id: int) -> Room | None:
        try:
            loaded = await self.in_thread(store.claim, table_id, self.name)
            return None if loaded is None else self._run(loaded)
        finally:
            del self._opening[table_id]

    def _run(self, loaded: store.Loaded) -> Room:
        room = self.rooms[loaded.facts.id] = Room(self, loaded)
        room.start()
        return room

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run what needs the ORM, away from the threads that serve pages."""
        run = database_sync_to_async(work, thread_sensitive=False, executor=self._clerks)
        return await run(*args, **kwargs)

    def figures(self) -> dict[str, int]:
        """What goes on here, for those who watch over the site."""
        return {
            "tables": len(self.rooms),
            "sockets": sum(len(room.audience.sockets) for room in self.rooms.values()),
            "entries": self._log.entries,
            "commits": self._log.commits,
        }

    # ---------------------------------------------------------------------- background

    async def _renew(self) -> None:
        async with self._pool.connection() as connection:
            await connection.execute(RENEW, [self.name, self.pace.lease])
            await connection.execute(BURY_THE_DEAD)

    async def _sweep(self) -> None:
        running = {*self.rooms, *self._opening}
        orphans = await self.in_thread(store.orphans, self.name, running)
        await asyncio.gather(*(self.room(table_id) for table_id in orphans))

    async def _listen(self) -> None:
        """Hear of changes at our tables; after an interruption all of them are looked at."""
        connection = await psycopg.AsyncConnection.connect(conninfo(), autocommit=True)
        async with connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            for table_id in list(self.rooms):
                self._look_soon(table_id)
                self._reread_chat(table_id)
            self._spawn(self._look_at_all())
            async for notice in connection.notifies():
                if notice.payload.startswith(CHAT):
                    self._reread_chat(int(notice.payload.removeprefix(CHAT)))
                    continue
                if notice.payload.startswith(SANCTION):
                    self._spawn(self._hear_of(int(notice.payload.removeprefix(SANCTION))))
                    continue
                table_id = int(notice.payload)
                if table_id in self.rooms or table_id in self._opening:
                    self._look_soon(table_id)

    def _look_soon(self, table_id: int) -> None:
        """Look at a table, once after the last news of it: an older look must not come later."""
        news = self._looking.get(table_id)
        if news is not None:
            news.set()
            return
        news = self._looking[table_id] = asyncio.Event()
        news.set()
        self._spawn(self._keep_looking(table_id, news))

    async def _keep_looking(self, table_id: int, news: asyncio.Event) -> None:
        while news.is_set():
            news.clear()
            await _logged(self._look(table_id))
        del self._looking[table_id]

    async def _look(self, table_id: int) -> None:
        room = await self.room(table_id)
        if room is None:
            return
        seen = await self.in_thread(store.look, table_id, room.epoch)
        if seen is None:
            room.lost()
        else:
            room.refresh(*seen)

    async def _hear_of(self, pk: int) -> None:
        """A sanction has begun or is over: its person is told at every table where they are."""
        sanction = await self.in_thread(services.sanction_of, pk)
        await self._look_at(sanction.user_id)
        for room in list(self.rooms.values()):
            language = room.audience.language_of(sanction.user_id)
            if language is None:
                continue
            text = await self.in_thread(
                services.told_at, sanction=sanction, table=room.id, language=language
            )
            if text is not None:
                room.audience.tell(sanction.user_id, text)

    def _reread_chat(self, table_id: int) -> None:
        """A line has been hidden, or we may have missed that."""
        room = self.rooms.get(table_id)
        if room is not None:
            self._spawn(room.chat.reread())

    async def _look_at(self, user: int) -> None:
        """Whoever may not be at a table, by a sanction, is sent away."""
        for room in list(self.rooms.values()):
            language = room.audience.language_of(user)
            if language is None:
                continue
            why = await self.in_thread(
                services.why_kept_out, user=user, table=room.id, language=language
            )
            if why is not None:
                room.audience.send_away(user, why)

    async def _look_at_all(self) -> None:
        """The same for all of them, after a time in which we heard of nothing."""
        here = {user for room in self.rooms.values() for user in room.audience.connected()}
        for pk in await self.in_thread(services.to_be_heard, here):
            await self._hear_of(pk)

    def tell(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run what needs the ORM without waiting for it; a failure is logged."""
        self._spawn(self.in_thread(work, *args, **kwargs))

    def soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Have something done without waiting for it; a failure is logged."""
        self._spawn(work)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------------ the rooms' world

    def now(self) -> float:
        """Seconds of the loop's clock."""
        return self._loop.time()

    def at(self, when: float, call: Callable[[], None]) -> Timer:
        """Call at a time of ``now``."""
        return self._loop.call_at(when, call)

    def seed(self) -> bytes:
        """32 bytes from the system's source of randomness."""
        return secrets.token_bytes(shuffle.SEED_BYTES)

    def append(self, entry: Entry) -> None:
        """Have an entry committed."""
        self._log.append(entry)

    def deal(self, room: Room, fresh: Fresh) -> None:
        """Write the row of a new deal."""
        self._spawn(self._deal(room, fresh))

    async def _deal(self, room: Room, fresh: Fresh) -> None:
        assert room.bout is not None
        start = to_json(write_start(fresh.ahead)).decode()
        ruled = to_json([made._asdict() for made in fresh.ruled]).decode()
        row = [ruled, room.bout.id, fresh.number, start, fresh.seed, fresh.commitment]
        try:
            async with self._pool.connection() as connection:
                cursor = await connection.execute(NEW_DEAL, [*row, room.id, room.epoch])
                found = await cursor.fetchone()
        except psycopg.Error:
            log.exception("no deal for table %s", room.facts.code)
            found = None
        if found is None:
            room.lost()
        else:
            room.dealt(fresh, found[0])

    def choose(
        self, strength: str, view: Any, can: Can, then: Callable[[Action | None], None]
    ) -> None:
        """Ask a bot, in a thread of its own."""
        self._spawn(self._choose(view, can, then))

    async def _choose(self, view: Any, can: Can, then: Callable[[Action | None], None]) -> None:
        try:
            action = await self._loop.run_in_executor(self._thinkers, bots.choose, view, can)
        except Exception:
            log.exception("a bot does not know what to do")
            action = None
        then(action)

    def begin(self, room: Room) -> None:
        """Begin a match between those who are seated."""
        self._spawn(self._begin(room))

    async def _begin(self, room: Room) -> None:
        try:
            await self.in_thread(_start_match, room.id)
        except services.Refused:
            room.between.not_begun()

    def deal_ended(self, deal_id: int) -> None:
        """Have an ended deal tallied."""
        self._spawn(self.in_thread(enqueue, "games.tally_deal", deal_id))

    def match_won(self, match_id: int, team: int | None) -> None:
        """The match is over."""
        self._spawn(self.in_thread(_end_match, match_id, team))

    def idle(self, room: Room) -> None:
        """Keep an empty room a while: whoever reloads the page comes back to it."""
        self._loop.call_later(LINGER, self._let_go, room)

    def _let_go(self, room: Room) -> None:
        empty = not room.audience.sockets and room.facts.status != "playing"
        if empty and self.rooms.get(room.id) is room:
            room.lost()
            self._spawn(self.in_thread(store.release, room.id, room.epoch))

    def forget(self, room: Room) -> None:
        """The room is not to be used any more."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]


def _answer_quickly() -> None:
    """Keep Python's own housekeeping out of the players' way.

    The search for cyclic garbage would by default go through all objects of a busy process
    every few seconds and stop every table for some hundred milliseconds. What has been loaded
    by now stays anyway; moves leave hardly any cycles behind. And a bot that thinks in its
    thread gives way to the loop after one millisecond instead of five.
    """
    sys.setswitchinterval(0.001)
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 1_000)


def _start_match(table_id: int) -> None:
    services.start_match(table=Table.objects.get(pk=table_id))


def _end_match(match_id: int, team: int | None) -> None:
    services.end_match(match=Match.objects.get(pk=match_id), won_by=team)


async def _forever(work: Callable[[], Awaitable[None]], pause: float) -> None:
    """Do something again and again; a failure is logged and does not end it."""
    while True:
        await asyncio.sleep(pause)
        await _logged(work())


async def _logged(work: Awaitable[Any]) -> None:
    try:
        await work
    except Exception:
        log.exception("in the background of the tables")


registry = Registry()
"""The one of this process."""
