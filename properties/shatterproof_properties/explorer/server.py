"""The explorer over HTTP, on this machine only: questions, and the files of the pages."""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.explorer.service import Explorer, failure

if TYPE_CHECKING:
    from starlette.types import ASGIApp

HOST = "127.0.0.1"
PAGES = Path(__file__).parent / "pages"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
LARGEST_QUESTION = strict_json.SIZE_LIMIT
WORKER = "shatterproof_properties.explorer.worker"
MOST_WORK = 2
"""Questions that take long, at work at the same time."""
BUSY = f"{MOST_WORK} questions that take long are at work already"
LONGEST_WORK = 180.0
"""Seconds without a word from work, after which it is ended."""
MOST_QUESTIONS, SECONDS = 400, 10.0
"""So many questions are answered in so many seconds."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class Refused(Exception):
    """A request that is not answered: `status` is that of HTTP."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


class Gate:
    """Lets requests through that come from the page at this address, or know its token."""

    def __init__(self, port: int, token: str) -> None:
        self.token = token
        self.hosts = (f"{HOST}:{port}", f"localhost:{port}")
        self.cookie = f"shatterproof-{port}"
        self.asked: deque[float] = deque()
        self.working = 0

    def check_address(self, request: Request) -> None:
        """Raises Refused for another name of this machine, as a page from elsewhere would have to use."""
        if request.headers.get("host") not in self.hosts:
            raise Refused(403, "this is not the address of the explorer")

    def check_question(self, request: Request) -> None:
        """Raises Refused unless the explorer's own page asks, or a program that knows the token, and not too often."""
        origin = request.headers.get("origin")
        if origin is not None and origin not in [f"http://{host}" for host in self.hosts]:
            raise Refused(403, "a page from elsewhere asks")
        said = request.headers.get("authorization", "").removeprefix("Bearer ") or request.cookies.get(self.cookie, "")
        if not self.is_token(said):
            raise Refused(403, "open the address that the command has printed: it has a token")
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Refused(415, "a question is application/json")
        now = time.monotonic()
        while self.asked and self.asked[0] < now - SECONDS:
            self.asked.popleft()
        if len(self.asked) >= MOST_QUESTIONS:
            raise Refused(429, "too many questions at once; ask again in a few seconds")
        self.asked.append(now)

    @property
    def is_busy(self) -> bool:
        """Whether no more work may begin."""
        return self.working >= MOST_WORK

    def is_token(self, said: str) -> bool:
        return secrets.compare_digest(said.encode(), self.token.encode())


def make_server(explorer: Explorer, port: int, token: str) -> ASGIApp:
    """The application that answers at `http://127.0.0.1:port`, to whoever knows the token."""
    gate = Gate(port, token)

    async def ask(request: Request) -> Response:
        gate.check_question(request)
        question = await read_question(request)
        if isinstance(question, Response):
            return question
        return _answered(await run_in_threadpool(explorer.answer, question))

    async def work(request: Request) -> Response:
        gate.check_question(request)
        question = await read_question(request)
        if isinstance(question, Response):
            return question
        if gate.is_busy:
            raise Refused(429, BUSY)
        return StreamingResponse(at_work(question, gate), media_type="application/x-ndjson")

    async def page(request: Request) -> Response:
        found = file_of_pages(request.url.path)
        if found is None:
            raise Refused(404, "there is no such page")
        response = Response(found.read_bytes(), media_type=TYPES[found.suffix])
        if gate.is_token(request.query_params.get("token", "")):
            response.set_cookie(gate.cookie, token, httponly=True, samesite="strict")
        return response

    routes = [
        Route("/ask", _guarded(gate, ask), methods=["POST"]),
        Route("/work", _guarded(gate, work), methods=["POST"]),
        Route("/{path:path}", _guarded(gate, page), methods=["GET"]),
    ]
    return Starlette(routes=routes)


def _guarded(gate: Gate, answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Answers requests to the right address, with the headers that all answers have."""

    async def guarded(request: Request) -> Response:
        try:
            gate.check_address(request)
            response = await answer(request)
        except Refused as refused:
            response = _answered(failure("refused", refused.text), refused.status)
        response.headers.update(HEADERS)
        return response

    return guarded


async def at_work(question: object, gate: Gate) -> AsyncGenerator[bytes, None]:
    """The lines that a process of its own writes about a question; it is killed when nobody listens any more."""
    # Another may have begun since the gate was asked: work counts from here on, where it is sure to be counted off.
    if gate.is_busy:
        yield _line_of(failure("refused", BUSY))
        return
    gate.working += 1
    process = None
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", WORKER, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LARGEST_QUESTION
        )
        async for line in _lines_about(question, process):
            yield line
    except TimeoutError:
        yield _line_of(failure("too-many", "it took too long"))
    except OSError:
        yield _line_of(failure("internal", "the work could not begin"))
    except ValueError:
        yield _line_of(failure("too-many", "the answer is too long"))
    finally:
        gate.working -= 1
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


async def _lines_about(question: object, process: Process) -> AsyncIterator[bytes]:
    """What a process writes about a question. Raises TimeoutError, and ValueError for a line that is too long."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(strict_json.encode(question).encode())
    process.stdin.close()
    answered = False
    while line := await asyncio.wait_for(process.stdout.readline(), LONGEST_WORK):
        answered = not line.startswith(b'{"progress"')
        yield line
    if not answered:
        yield _line_of(failure("internal", "the work ended without an answer"))


def _line_of(answer: object) -> bytes:
    return json.dumps(answer).encode() + b"\n"


async def read_question(request: Request) -> object:
    """The question of a request, or the answer to one that cannot be read. Raises Refused for one too long."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > LARGEST_QUESTION:
                raise Refused(413, f"a question has at most {LARGEST_QUESTION} bytes")
    except ClientDisconnect:
        raise Refused(400, "the connection was lost") from None
    try:
        return strict_json.decode(bytes(body))
    except InputError as error:
        return _answered(failure("bad-question", str(error), ""))


def _answered(answer: object, status: int = 200) -> Response:
    return JSONResponse(answer, status)


def file_of_pages(path: str) -> Path | None:
    """The file that an address leads to, or None: only files of the folder itself are served, by their whole names."""
    names = {f"/{file.name}": file for file in PAGES.iterdir() if file.suffix in TYPES}
    return names.get("/index.html" if path == "/" else path)
