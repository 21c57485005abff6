"""The explorer over HTTP, on this machine only: it serves questions and the files of the pages.

Silent or slow clients cannot keep others out.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.explorer.first_page import NAME as FIRST_PAGE
from shatterproof_properties.explorer.first_page import PAGES, first_page
from shatterproof_properties.explorer.service import Explorer, failure
from shatterproof_properties.explorer.work_process import BUSY, WorkProcesses

if TYPE_CHECKING:
    from starlette.types import ASGIApp

HOST = "127.0.0.1"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
LARGEST_QUESTION = strict_json.SIZE_LIMIT
MOST_QUESTIONS, SECONDS = 400, 10.0
"""The most questions that are answered within a number of seconds."""
TICKET_SECONDS = 120.0
"""The seconds that a browser may take to start."""
COOKIE_SECONDS = 30 * 24 * 3600
"""The seconds for which a browser keeps the token, so that the address opens without it."""
MOST_CONNECTIONS = 64
"""The most connections and questions at work. A request beyond them gets a 503."""
MOST_SILENT = 32
"""The most connections that may be waiting for a request. Beyond it the longest silent one is closed."""
REQUEST_SECONDS = 10.0
"""The seconds within which a request must arrive whole, and an answer must be taken."""
IDLE_SECONDS = 30
"""The seconds that a connection stays open between an answer and the next request."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class RefusedRequest(Exception):
    """A request that gets an error instead of an answer."""

    def __init__(self, status: int, text: str, code: str = "refused") -> None:
        super().__init__(text)
        self.status = status
        self.failure = failure(code, text)


class Gate:
    """Lets a question through if it comes with the token, from the page at this address or from a program.

    `ticket` replaces the token once, for a short time, because other users can read the command that starts a browser.
    """

    def __init__(self, port: int, token: str, ticket: str = "") -> None:
        self.token = token
        self.ticket = ticket
        self.ticket_ends = time.monotonic() + TICKET_SECONDS
        self.hosts = (f"{HOST}:{port}", f"localhost:{port}")
        self.cookie = f"shatterproof-{port}"
        self.asked: deque[float] = deque()

    def check_address(self, request: Request) -> None:
        """Raises RefusedRequest if the request uses another name of this machine, as a foreign page would have to."""
        if request.headers.get("host") not in self.hosts:
            raise RefusedRequest(403, "this is not the address of the explorer")

    def check_question(self, request: Request) -> None:
        """Raises RefusedRequest unless the explorer's page or a program asks with the token, and not too often."""
        origin = request.headers.get("origin")
        if origin is not None and origin not in [f"http://{host}" for host in self.hosts]:
            raise RefusedRequest(403, "a page from elsewhere asks")
        said = request.headers.get("authorization", "").removeprefix("Bearer ") or request.cookies.get(self.cookie, "")
        if not self.is_token(said):
            raise RefusedRequest(403, "open the address that the command has printed: it has a token")
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise RefusedRequest(415, "a question is application/json")
        now = time.monotonic()
        while self.asked and self.asked[0] < now - SECONDS:
            self.asked.popleft()
        if len(self.asked) >= MOST_QUESTIONS:
            raise RefusedRequest(429, "too many questions at once; ask again in a few seconds")
        self.asked.append(now)

    def is_token(self, said: str) -> bool:
        return secrets.compare_digest(said.encode(), self.token.encode())

    def takes_ticket(self, said: str) -> bool:
        """Whether this is the ticket. It cannot be used again."""
        fits = bool(self.ticket) and secrets.compare_digest(said.encode(), self.ticket.encode())
        if fits:
            self.ticket = ""
        return fits and time.monotonic() < self.ticket_ends


def make_server(explorer: Explorer, port: int, token: str, ticket: str = "") -> ASGIApp:
    """The application at `http://127.0.0.1:port`, for whoever knows the token or has the ticket."""
    gate, processes = Gate(port, token, ticket), WorkProcesses()
    # Made once, so that no request for them takes long.
    for_known, for_anybody = first_page(explorer.answer), first_page(None)

    async def ask(request: Request) -> Response:
        question = await read_question(request, gate)
        return JSONResponse(await run_in_threadpool(explorer.answer, question))

    async def work(request: Request) -> Response:
        question = await read_question(request, gate)
        if processes.is_busy:
            raise RefusedRequest(429, BUSY)
        return StreamingResponse(processes.lines(question), media_type="application/x-ndjson")

    async def page(request: Request) -> Response:
        found = file_of_pages(request.url.path)
        if found is None:
            raise RefusedRequest(404, "there is no such page")
        said = request.query_params
        if gate.is_token(said.get("token", "")) or gate.takes_ticket(said.get("ticket", "")):
            # The browser's history keeps the address that it is sent on to.
            response: Response = RedirectResponse(request.url.path, 303)
            response.set_cookie(gate.cookie, token, COOKIE_SECONDS, httponly=True, samesite="strict")
            return response
        if found.name != FIRST_PAGE:
            return Response(found.read_bytes(), media_type=TYPES[found.suffix])
        is_known = gate.is_token(request.cookies.get(gate.cookie, ""))
        return Response(for_known if is_known else for_anybody, media_type=TYPES[".html"])

    routes = [
        Route("/ask", _guarded(gate, ask), methods=["POST"]),
        Route("/work", _guarded(gate, work), methods=["POST"]),
        Route("/{path:path}", _guarded(gate, page), methods=["GET"]),
    ]
    return Starlette(routes=routes)


def _guarded(gate: Gate, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Answers requests to the right address, with the headers that every answer has."""

    async def guarded(request: Request) -> Response:
        try:
            gate.check_address(request)
            response = await answer(request)
        except RefusedRequest as refused:
            response = JSONResponse(refused.failure, refused.status)
        response.headers.update(HEADERS)
        return response

    return guarded


async def read_question(request: Request, gate: Gate) -> object:
    """The question in a request. Raises RefusedRequest."""
    gate.check_question(request)
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > LARGEST_QUESTION:
                raise RefusedRequest(413, f"a question has at most {LARGEST_QUESTION} bytes")
    except ClientDisconnect:
        raise RefusedRequest(400, "the connection was lost") from None
    try:
        return strict_json.decode(bytes(body))
    except InputError as error:
        raise RefusedRequest(200, str(error), "bad-question") from None


def file_of_pages(path: str) -> Path | None:
    """The file for an address; None if there is none.

    Only files of the folder itself are served, by their full names.
    """
    names = {f"/{file.name}": file for file in PAGES.iterdir() if file.suffix in TYPES}
    return names.get("/index.html" if path == "/" else path)


class TimedConnection(H11Protocol):
    """HTTP as uvicorn speaks it, looked at now and then: it ends once the client has left it waiting too long.

    `waiting_since` is when the client last had nothing to do, as far as it was seen.
    """

    waiting_since = 0.0
    _next_look: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.waiting_since = time.monotonic()
        self._look()
        silent = [each for each in self.connections if isinstance(each, TimedConnection) and each.is_silent]
        if len(silent) > MOST_SILENT:
            min(silent, key=lambda each: each.waiting_since).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._next_look.cancel()
        super().connection_lost(exc)

    @property
    def is_silent(self) -> bool:
        """Whether the connection is open and the client has to do something."""
        has_question = self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete
        return not self.transport.is_closing() and (not has_question or self.flow.write_paused)

    def _look(self) -> None:
        is_closing, untaken = self.transport.is_closing(), self.transport.get_write_buffer_size()
        # Between an answer and the first byte of the next request, the limit is uvicorn's.
        is_resting = self.cycle is not None and self.cycle.response_complete and not self.conn.trailing_data[0]
        if not is_closing and (not self.is_silent or (is_resting and not untaken)):
            self.waiting_since = time.monotonic()
        elif time.monotonic() - self.waiting_since > REQUEST_SECONDS:
            self.transport.abort()
        self._next_look = self.loop.call_later(REQUEST_SECONDS / 4, self._look)


def run(explorer: Explorer, port: int, launch: Callable[[str], object] | None, say: Callable[[str], object]) -> None:
    """Serves on a port (0: any free one) and prints the address; `launch` opens it. Raises InputError."""
    bound = bound_to(port)
    number, token, ticket = bound.getsockname()[1], secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    address = f"http://{HOST}:{number}/"
    say(f"{address}?token={token}")
    if launch is not None:
        # A browser may take long to start, or stay in the foreground.
        threading.Thread(target=launch, args=(f"{address}?ticket={ticket}",), daemon=True).start()
    # To interrupt it is the way to end it.
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(configured(explorer, number, token, ticket)).run(sockets=[bound])


def configured(explorer: Explorer, port: int, token: str, ticket: str = "") -> uvicorn.Config:
    """The server's settings: silent, and with limits on what it accepts at once."""
    return uvicorn.Config(
        make_server(explorer, port, token, ticket),
        log_level="critical",
        access_log=False,
        server_header=False,
        http=TimedConnection,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=1,
        ws="none",
        lifespan="off",
    )


def bound_to(port: int) -> socket.socket:
    """A socket on this machine's own address. Raises InputError for a port that cannot be used."""
    # Only where TCP is named does asyncio turn off the delay by which a body waits 40 ms for its headers to arrive.
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((HOST, port))
        # Whoever reads the address may use it at once, and waits until the server has begun.
        bound.listen(64)
    except OSError as error:
        bound.close()
        raise InputError(f"port {port} cannot be used: {error.strerror}", "--port", "a port that is free") from None
    return bound
