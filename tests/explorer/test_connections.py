"""Silent connections and incomplete requests keep nobody out and do not last."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from explorer.serving import KNOWN, Serving, serving
from shatterproof_properties.explorer import server
from shatterproof_properties.explorer.service import Explorer, check_question

LINES = "".join(f"{name}: {text}\r\n" for name, text in KNOWN.items())
HEADERS = f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n{LINES}"
HALF_SENT = {
    "nothing": "",
    "half a line": "GET / HT",
    "half the headers": HEADERS,
    "half the body": f"{HEADERS}Content-Length: 100\r\n\r\n{{",
    "half the body without the token": "POST /ask HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 100\r\n\r\n{",
    "an answer that is not taken, and half a request": "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\nGET / HT",
}


@pytest.fixture
def client() -> Iterator[Serving]:
    with serving(Explorer(check=check_question)) as started:
        yield started


def opened(client: Serving, text: str) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", client.port), timeout=20)
    with suppress(ConnectionError):
        made.sendall(text.replace("PORT", str(client.port)).encode())
    return made


@pytest.mark.parametrize("text", HALF_SENT.values(), ids=HALF_SENT)
def test_two_hundred_silent_connections_keep_nobody_out(client: Serving, text: str) -> None:
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(opened(client, text))
        # The first requests of all of them may be at work still, on a busy machine.
        while client.ask({"do": "games"}).status == 503:
            time.sleep(0.05)
        assert client.get("/").status == 200


@pytest.mark.parametrize("text", HALF_SENT.values(), ids=HALF_SENT)
def test_a_silent_connection_is_closed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(server, "IDLE_SECONDS", 1)
    with serving(Explorer(check=check_question)) as client, opened(client, text) as made, suppress(ConnectionError):
        while made.recv(1 << 16):
            pass


def test_a_request_that_comes_a_byte_at_a_time_is_closed(client: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_SECONDS", 0.3)
    with opened(client, "GET / HTTP/1.1\r\n") as made, suppress(ConnectionError):
        made.settimeout(0.05)
        received = b"?"
        for _ in range(400):
            made.sendall(b"a")
            with suppress(TimeoutError):
                received = made.recv(1)
            if not received:
                return
        raise AssertionError("it is open still")


def test_an_answer_that_takes_long_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_SECONDS", 0.3)
    with serving(Explorer(check=check_question)) as client:
        start = client.ask({"do": "open", "game": "scrunch"}).json["ok"]["start"]["position"]
        assert "ok" in client.work({"do": "think", "position": start, "depth": 1})[-1]


def test_an_answer_does_not_wait_until_its_headers_are_acknowledged(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = list[int]()
    made = server.TimedConnection.connection_made

    def noted(self: server.TimedConnection, transport: asyncio.Transport) -> None:
        at_once.append(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        made(self, transport)

    monkeypatch.setattr(server.TimedConnection, "connection_made", noted)
    with serving(Explorer(check=check_question)) as client:
        assert client.get("/").status == 200
    assert at_once
    assert all(at_once)
