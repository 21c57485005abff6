"""A server of the explorer for tests, and requests of a hostile client."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

import uvicorn

from shatterproof_properties.explorer.server import bound_to, configured
from shatterproof_properties.explorer.service import Explorer

TOKEN, TICKET = "a-token", "a-ticket"
KNOWN = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
"""The headers of a program that knows the token."""


@dataclass(frozen=True)
class Reply:
    """An answer of the server."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Serving:
    """A running server."""

    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, **headers: str) -> Reply:
        return self.send("GET", path, None, headers)

    def ask(self, question: Any, **headers: str) -> Reply:
        """Asks like a program that knows the token. `headers` replace its own; "" leaves one out."""
        body = question if isinstance(question, bytes) else json.dumps(question).encode()
        return self.send("POST", "/ask", body, KNOWN | {name.replace("_", "-"): text for name, text in headers.items()})

    def work(self, question: Any) -> list[Any]:
        """The lines of the answer to a long question."""
        found = self.send("POST", "/work", json.dumps(question).encode(), KNOWN)
        return [json.loads(line) for line in found.body.splitlines()]

    def send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Reply:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.putrequest(method, path, skip_host="Host" in headers)
            for name, text in headers.items():
                if text:
                    connection.putheader(name, text)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            found = {name.lower(): text for name, text in answer.getheaders()}
            return Reply(answer.status, found, answer.read())


@contextmanager
def serving(explorer: Explorer) -> Iterator[Serving]:
    """A server of its own, on any port."""
    bound = bound_to(0)
    port = bound.getsockname()[1]
    server = uvicorn.Server(configured(explorer, port, TOKEN, TICKET))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Serving(port)
    finally:
        server.should_exit = True
        thread.join(10)
        bound.close()
