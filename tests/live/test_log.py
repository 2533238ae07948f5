"""The log and the lease on a real Postgres: who may write, who wins, what a stop leaves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from psycopg_pool import AsyncConnectionPool

from games import services
from games.live import store
from games.live.log import Entry, Log
from games.live.registry import Registry
from games.models import Deal, DealEvent, Match, Server, Table
from shengji_site.db import conninfo

pytestmark = pytest.mark.django_db(transaction=True)


class Writer:
    """A room that only listens."""

    def __init__(self) -> None:
        self.written_seqs: list[int] = []
        self.batches = 0
        self.is_lost = False

    def written(self, entries: Sequence[Entry]) -> None:
        self.batches += 1
        self.written_seqs += [entry.seq for entry in entries]

    def lost(self) -> None:
        self.is_lost = True


@pytest.fixture(autouse=True)
async def _close() -> AsyncIterator[None]:
    """The thread in which the ORM runs for async tests keeps no connection."""
    yield
    await sync_to_async(connections.close_all)()


@pytest.fixture
def match(seated: Table) -> Match:
    """A match under way, its table owned by nobody yet."""
    return services.start_match(table=seated)


@pytest.fixture
def deal(match: Match) -> Deal:
    start = {"levels": ["2", "2"], "first_deal": True}
    return Deal.objects.create(match=match, number=1, start=start, seed="00" * 32, commitment="c")


@asynccontextmanager
async def logging() -> AsyncIterator[Log]:
    async with AsyncConnectionPool(
        conninfo(), min_size=1, open=False, kwargs={"autocommit": True}
    ) as pool:
        log = Log(pool)
        log.start()
        yield log
        await log.stop()


def entry(deal: Deal, writer: Writer, seq: int, *, epoch: int = 0, **more: Any) -> Entry:
    return Entry(
        owner=writer,
        table_id=more.pop("table_id", deal.match.table_id),
        epoch=epoch,
        deal_id=deal.pk,
        seq=seq,
        action=None,
        events=msgspec.Raw(b'[{"e": "drawn", "upto": 4}]'),
        action_id=f"a{seq}",
        seat=1,
        auto=False,
        bank_ms=5,
        at=datetime.now(UTC),
        ends=more.pop("ends", False),
    )


async def until(wanted: Callable[[], Any]) -> None:
    """Let the loop run until something holds."""
    async with asyncio.timeout(10):
        while not wanted():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.005)


@sync_to_async
def seqs(deal: Deal) -> list[int]:
    return list(deal.events.order_by("seq").values_list("seq", flat=True))


async def test_what_waits_is_committed_together(deal: Deal) -> None:
    writer = Writer()
    async with logging() as log:
        for seq in range(1, 51):
            log.append(entry(deal, writer, seq))
    assert writer.written_seqs == list(range(1, 51))
    assert writer.batches < 10
    assert await seqs(deal) == list(range(1, 51))


async def test_a_stale_epoch_cannot_write(deal: Deal) -> None:
    stale, owner = Writer(), Writer()
    await Table.objects.filter(pk=deal.match.table_id).aupdate(epoch=7)
    async with logging() as log:
        log.append(entry(deal, stale, 1, epoch=6))
        log.append(entry(deal, owner, 1, epoch=7))
    assert stale.is_lost
    assert stale.written_seqs == []
    assert owner.written_seqs == [1]


async def test_the_same_number_twice_is_refused_and_harms_no_other_table(
    deal: Deal, make_user: Callable[..., Any]
) -> None:
    host = await sync_to_async(make_user)("sun")
    other_table = await sync_to_async(services.open_table)(host=host, game="shuangsheng")
    first, second, other = Writer(), Writer(), Writer()
    async with logging() as log:
        log.append(entry(deal, first, 1))
        await until(lambda: first.written_seqs)
        log.append(entry(deal, second, 1))
        log.append(replace(entry(deal, other, 2), table_id=other_table.pk))
    assert second.is_lost
    assert other.written_seqs == [2]
    assert await DealEvent.objects.filter(deal=deal, seq=1).acount() == 1


async def test_what_cannot_be_written_harms_no_other_table(
    deal: Deal, make_user: Callable[..., Any]
) -> None:
    host = await sync_to_async(make_user)("sun")
    other_table = await sync_to_async(services.open_table)(host=host, game="shuangsheng")
    bad, good = Writer(), Writer()
    async with logging() as log:
        log.append(replace(entry(deal, bad, 1), action_id="\0"))
        log.append(replace(entry(deal, good, 2), table_id=other_table.pk))
    assert bad.is_lost
    assert good.written_seqs == [2]


async def test_a_log_has_no_gaps(deal: Deal) -> None:
    """What follows an entry that could not be written is not written either."""
    writer = Writer()
    async with logging() as log:
        log.append(replace(entry(deal, writer, 1), events=msgspec.Raw(b"no json")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        log.append(entry(deal, writer, 2))
    assert writer.is_lost
    assert await seqs(deal) == []


async def test_the_end_of_a_deal_is_in_the_same_commit(deal: Deal) -> None:
    writer = Writer()
    async with logging() as log:
        log.append(entry(deal, writer, 1, ends=True))
    await deal.arefresh_from_db()
    assert deal.ended_at is not None


# ------------------------------------------------------------------------------ the lease


@asynccontextmanager
async def process() -> AsyncIterator[Registry]:
    """A process of its own, as far as the database can tell."""
    registry = Registry()
    await registry.start()
    try:
        yield registry
    finally:
        await registry.stop()


async def test_two_processes_race_for_a_table_and_one_wins(quick: None, seated: Table) -> None:
    async with process() as one, process() as other:
        rooms = await asyncio.gather(one.room(seated.pk), other.room(seated.pk))
        assert sorted(room is None for room in rooms) == [False, True]
        again = await asyncio.gather(one.room(seated.pk), other.room(seated.pk))
        assert again == rooms


async def test_a_stop_releases_the_tables_at_once(quick: None, seated: Table) -> None:
    async with process() as one:
        assert await one.room(seated.pk) is not None
    assert await Server.objects.acount() == 0
    async with process() as other:
        assert await other.room(seated.pk) is not None


async def test_a_dead_process_keeps_its_tables_only_as_long_as_its_lease(
    settings: Any, match: Match
) -> None:
    settings.LIVE = {"lease": 0.4}
    dead = await Server.objects.acreate(name="dead", lease_until=datetime.now(UTC))
    await Table.objects.filter(pk=match.table_id).aupdate(owner="dead", epoch=3)
    async with process() as living:
        await until(lambda: match.table_id in living.rooms)
        assert living.rooms[match.table_id].epoch == 4
    await dead.arefresh_from_db()


async def test_a_living_process_keeps_its_tables(settings: Any, match: Match) -> None:
    settings.LIVE = {"lease": 0.4}
    async with process() as one:
        room = await one.room(match.table_id)
        async with process() as other:
            await asyncio.sleep(1.3)  # several leases
            assert match.table_id not in other.rooms
            assert one.rooms[match.table_id] is room


def test_what_a_former_owner_appends_is_lost(seated: Table) -> None:
    """The claim of another process raises the epoch."""
    Server.objects.create(name="one", lease_until=datetime.now(UTC))
    first = store.claim(seated.pk, "one")
    second = store.claim(seated.pk, "two")
    assert first is not None
    assert second is not None
    assert second.epoch == first.epoch + 1
