"""The server: its answers, and who gets them."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest

from explorer.asking import check_error
from explorer.serving import TICKET, TOKEN, Serving, serving
from shatterproof_properties.explorer import first_page, server
from shatterproof_properties.explorer.server import file_of_pages
from shatterproof_properties.explorer.service import Explorer, check_question

GAMES = {"do": "games"}


@pytest.fixture(scope="module")
def client() -> Iterator[Serving]:
    with serving(Explorer(check=check_question)) as started:
        yield started


def test_whoever_opens_the_address_with_its_token_may_ask_from_then_on(client: Serving) -> None:
    for wrong in ("", "Bearer another"):
        assert client.ask(GAMES, Authorization=wrong).status == 403
    assert "set-cookie" not in client.get("/?token=another").headers
    page = client.get(f"/?token={TOKEN}")
    assert (page.status, page.headers["location"]) == (303, "/")
    cookie = page.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    answer = client.ask(GAMES, Authorization="", Cookie=cookie.partition(";")[0], Origin=client.address)
    assert answer.status == 200
    assert answer.json["ok"]["games"]


def test_the_ticket_of_a_browser_is_good_once() -> None:
    with serving(Explorer(check=check_question)) as client:
        assert client.ask(GAMES, Authorization=f"Bearer {TICKET}").status == 403
        assert "set-cookie" not in client.get("/?ticket=another").headers
        page = client.get(f"/?ticket={TICKET}")
        assert (page.status, page.headers["location"]) == (303, "/")
        cookie = page.headers["set-cookie"].partition(";")[0]
        assert TICKET not in cookie
        assert client.ask(GAMES, Authorization="", Cookie=cookie, Origin=client.address).status == 200
        again = client.get(f"/?ticket={TICKET}")
        assert (again.status, "set-cookie" in again.headers) == (200, False)


def test_the_ticket_of_a_browser_does_not_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "TICKET_SECONDS", 0.0)
    with serving(Explorer(check=check_question)) as client:
        assert "set-cookie" not in client.get(f"/?ticket={TICKET}").headers


def test_a_browser_is_not_started_with_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uvicorn.Server.run", lambda self, sockets: sockets[0].close())
    said: list[str] = []
    opened: queue.Queue[str] = queue.Queue()
    server.run(Explorer(), 0, opened.put, said.append)
    token = said[0].partition("token=")[2]
    assert token
    address = opened.get(timeout=20)
    assert token not in address
    assert address.partition("?ticket=")[0] == said[0].partition("?")[0]


@pytest.mark.parametrize(
    ("header", "value"),
    [("Host", "evil.example"), ("Host", "127.0.0.1:1"), ("Origin", "http://evil.example"), ("Origin", "null"),
     ("Origin", "http://127.0.0.1:1")],
)  # fmt: skip
def test_pages_from_elsewhere_are_refused_whatever_they_know(client: Serving, header: str, value: str) -> None:
    assert client.ask(GAMES, **{header: value}).status == 403
    if header == "Host":
        assert client.get("/", Host=value).status == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_page_cannot_ask(client: Serving, kind: str) -> None:
    assert client.ask(GAMES, Content_Type=kind).status == 415


def test_every_answer_has_the_headers_that_keep_foreign_code_out(client: Serving) -> None:
    for answer in (client.get("/"), client.get("/none"), client.ask(GAMES, Authorization=""), client.ask(GAMES)):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 1000, b'{"do":1.5}', b'{"do":"games","do":"games"}'])
def test_what_is_no_json_is_answered_by_an_error(client: Serving, body: bytes) -> None:
    answer = client.ask(body)
    assert answer.status == 200
    assert answer.json["error"]["code"] == "bad-question"


@pytest.mark.parametrize(("limit", "status"), [("LARGEST_QUESTION", 413), ("MOST_QUESTIONS", 429)])
def test_too_long_a_question_and_too_many_at_once_are_refused(
    client: Serving, monkeypatch: pytest.MonkeyPatch, limit: str, status: int
) -> None:
    monkeypatch.setattr(server, limit, 0)
    answer = client.ask(GAMES)
    assert answer.status == status
    check_error(answer.json["error"])


HOSTILE = [
    "/../service.py", "/..%2fservice.py", "/%2e%2e/server.py", "/service.py", "/pages/index.html", "//etc/passwd",
    "/index.html/", "/.", "/%00", "/index.html%00.mjs", "/" + "a" * 3000,
]  # fmt: skip


@pytest.mark.parametrize("path", HOSTILE)
def test_nothing_but_the_files_of_the_pages_is_served(client: Serving, path: str) -> None:
    answer = client.get(path)
    assert answer.status == 404
    assert b"def " not in answer.body


def test_each_file_of_the_pages_is_served_as_what_it_is(client: Serving) -> None:
    for file in first_page.PAGES.iterdir():
        answer = client.get(f"/{file.name}")
        assert answer.headers["content-type"] == server.TYPES[file.suffix]
        assert answer.body == file.read_bytes() or file.name == "index.html"
    assert file_of_pages("/") == first_page.PAGES / "index.html"


def test_only_who_knows_the_token_gets_answers_with_the_first_page(client: Serving) -> None:
    assert b'id="known">[]<' in client.get("/").body
    known = client.send("GET", "/", b"", {"Cookie": f"shatterproof-{client.port}={TOKEN}"}).body
    assert b'{"do":"games"}' in known
    assert b"<svg" in known
