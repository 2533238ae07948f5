"""Webhooks: signed, delivered once, tried again, and never into a private network."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from shengji_site.embedded.child import Child
from tests.tournaments.conftest import Desk
from tournaments import services
from tournaments.models import Delivery, Webhook
from tournaments.webhooks import deliveries, guard
from tournaments.webhooks.post import post

pytestmark = pytest.mark.django_db


@dataclass
class Receiver:
    """A program that listens; it answers ``answers`` one by one, then ``status``."""

    url: str = ""
    status: int = 204
    answers: list[int] = field(default_factory=list)
    settled: threading.Event = field(default_factory=threading.Event)
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def receiver(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
    monkeypatch.setenv("WEBHOOKS_TO_PRIVATE_NETWORKS", "1")
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.received.append((dict(self.headers), body))
            self.send_response(told.answers.pop(0) if told.answers else told.status)
            if not told.answers:
                told.settled.set()
            self.send_header("Location", "http://127.0.0.1:9/")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    told.url = f"http://127.0.0.1:{server.server_port}/hook?x=1"
    yield told
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def hook(make_desk: Callable[..., Desk], receiver: Receiver) -> tuple[Desk, Webhook]:
    desk = make_desk(pairs=2, stages=[{"kind": "swiss", "rounds": 1}])
    hook = services.add_webhook(event=desk.event, by=desk.by, url=receiver.url, kinds=["results"])
    return desk, hook


def test_a_result_is_told_and_signed(hook: tuple[Desk, Webhook], receiver: Receiver) -> None:
    desk, webhook = hook
    desk.score(desk.draw(desk.start()).matches.get())
    assert deliveries.deliver_due() == 1
    (headers, body) = receiver.received[0]
    message = Verifier(webhook.secret).verify(body, headers)
    assert message["type"] == "event.results"
    assert message["data"]["event"] == desk.event.slug
    assert message["data"]["state"] == "confirmed"
    with pytest.raises(WebhookVerificationError):
        Verifier(webhook.secret).verify(body.replace(b"results", b"resultz"), headers)
    row = webhook.deliveries.get()
    assert (row.attempts, row.delivered_at is not None) == (1, True)
    assert deliveries.deliver_due() == 0, "once is enough"


@pytest.mark.worker
def test_a_real_worker_delivers_and_tries_again(
    receiver: Receiver, worker: Child, make_desk: Callable[..., Desk]
) -> None:
    """Celery sends it at once, and again after the first wait when it failed."""
    desk = make_desk(pairs=2, stages=[{"kind": "swiss", "rounds": 1}])
    receiver.answers = [500, 204]
    hook = services.add_webhook(event=desk.event, by=desk.by, url=receiver.url, kinds=["results"])
    desk.score(desk.draw(desk.start()).matches.get())
    assert receiver.settled.wait(40), "it was not tried again"
    first, second = receiver.received
    assert first[0]["webhook-id"] == second[0]["webhook-id"]
    Verifier(hook.secret).verify(second[1], second[0])


def test_other_news_is_not_told(hook: tuple[Desk, Webhook]) -> None:
    desk, webhook = hook
    desk.draw(desk.start())
    assert not webhook.deliveries.exists()


def waiting(webhook: Webhook) -> Delivery:
    return Delivery.objects.create(
        webhook=webhook, message_id=f"msg_{webhook.pk}", kind="results", payload={"n": "数"}
    )


def test_what_fails_is_tried_again_later(hook: tuple[Desk, Webhook], receiver: Receiver) -> None:
    """Longer and longer waits; the same message under the same id."""
    row = waiting(hook[1])
    receiver.status = 500
    for wait in deliveries.WAITS[:3]:
        assert deliveries.deliver_due() == 1
        row.refresh_from_db()
        assert row.answer.startswith("500")
        assert abs(row.due_at - timezone.now() - wait) < timedelta(seconds=5)
        assert deliveries.deliver_due() == 0, "not before it is due"
        Delivery.objects.update(due_at=timezone.now())
    receiver.status = 200
    assert deliveries.deliver_due() == 1
    row.refresh_from_db()
    assert row.delivered_at
    assert row.attempts == 4
    assert len({headers["webhook-id"] for headers, _body in receiver.received}) == 1
    assert len({body for _headers, body in receiver.received}) == 1


def test_it_is_given_up_in_the_end(hook: tuple[Desk, Webhook], receiver: Receiver) -> None:
    row = waiting(hook[1])
    receiver.status = 503
    Delivery.objects.update(attempts=len(deliveries.WAITS))
    deliveries.deliver_due()
    row.refresh_from_db()
    assert row.given_up_at
    gone = waiting(services.add_webhook(event=hook[0].event, by=hook[0].by, url=receiver.url))
    receiver.status = 410
    deliveries.deliver_due()
    gone.refresh_from_db()
    assert gone.given_up_at


def test_a_removed_webhook_hears_nothing_more(
    hook: tuple[Desk, Webhook], receiver: Receiver
) -> None:
    row = waiting(hook[1])
    services.remove_webhook(webhook=hook[1], by=hook[0].by)
    deliveries.deliver_due()
    row.refresh_from_db()
    assert row.given_up_at
    assert not receiver.received


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    receiver.status = 302
    secret = "whsec_" + "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0"
    outcome = post(url=receiver.url, secret=secret, message_id="m", body=b"{}")
    assert (outcome.status, outcome.delivered) == (302, False)
    assert len(receiver.received) == 1


# ------------------------------------------------------------------------ private networks


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost:8000/",
        "http://10.1.2.3/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fd00::1]/",
        "http://0.0.0.0/",
        "http://224.0.0.1/",
        "http://db.internal/",
        "ftp://example.org/",
        "http://user:pass@example.org/",
        "https:///nothing",
        "http://example.org:99999/",
    ],
)
def test_no_way_into_a_private_network(make_desk: Callable[..., Desk], url: str) -> None:
    with pytest.raises(guard.Barred):
        guard.check(url)
    desk = make_desk()
    with pytest.raises(services.Invalid):
        services.add_webhook(event=desk.event, by=desk.by, url=url)


def test_a_name_that_points_inside_is_barred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked up when it is sent, and the connection goes to what was looked up."""
    answers = [[(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", ("10.0.0.1", 443))]]
    monkeypatch.setattr("socket.getaddrinfo", lambda *a, **k: answers[0])
    guard.check("https://hooks.example.org/x")
    with pytest.raises(guard.Barred):
        guard.resolve("https://hooks.example.org/x")
    answers[0] = answers[0][:1]
    target = guard.resolve("https://hooks.example.org:8443/x?y=1")
    assert (target.address, target.host, target.port) == (
        "93.184.215.14", "hooks.example.org", 8443,
    )  # fmt: skip
    assert (target.path, target.host_header) == ("/x?y=1", "hooks.example.org:8443")


def test_two_workers_share_the_work(hook: tuple[Desk, Webhook], receiver: Receiver) -> None:
    """What one has claimed the other does not see."""
    waiting(hook[1])
    assert len(deliveries._claim()) == 1
    assert deliveries._claim() == []


def test_a_message_is_json_with_its_own_characters(hook: tuple[Desk, Webhook]) -> None:
    body = deliveries.body_of(waiting(hook[1]))
    assert "数" in body.decode()
    assert json.loads(body)["data"] == {"n": "数"}
