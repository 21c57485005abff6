"""An engine on stdin and stdout, made of tables: a game only has to answer four questions."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple, TextIO

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.protocol.announced import covers
from shatterproof_properties.protocol.messages import (
    BATCHED,
    COMMANDS,
    LINE_LIMIT,
    PROTOCOL,
    JsonText,
    check,
    with_values,
    written,
)  # fmt: skip
from shatterproof_properties.protocol.table import ABILITIES, Gap, Introduction, Refusal, ServedGame, Table, play_on

__all__ = ["Gap", "Introduction", "Refusal", "ServedGame", "Server", "Table", "read_lines", "serve"]


class _Context(NamedTuple):
    game: str
    board: str
    table: Table


class Server:
    """Answers lines of the protocol, one at a time. It holds the open contexts and nothing else.

    `log` gets the tracebacks of exceptions in tables; by default it is stderr.
    """

    def __init__(
        self,
        introduction: Introduction,
        games: Sequence[ServedGame],
        line_limit: int = LINE_LIMIT,
        log: TextIO | None = None,
    ) -> None:
        self.introduction, self.line_limit, self.log = introduction, line_limit, log
        self.games = {game.name: game for game in games}
        self.finished = False
        self._contexts: dict[str, _Context] = {}
        self._names: dict[tuple[str, str, tuple[tuple[str, str], ...]], str] = {}

    def answer(self, line: bytes) -> bytes:
        """The answer to one line, both without the newline. Never raises, whatever the line or the table does."""
        identity: int | None = None
        try:
            question = self._decode(line)
            if not isinstance(question, dict):
                raise Refusal("bad-question", "a question is an object", "")
            named = question.get("id")
            # A bool is an int in Python, but not in JSON.
            identity = named if type(named) is int and 0 <= named < 2**53 else None
            text = _line(identity, self._body(question))
            if len(text) <= self.line_limit:
                return text
            refusal = self._too_long()
        except Refusal as error:
            refusal = error
        except Exception as error:
            refusal = self._internal_error(error)
        return _line(identity, _error(refusal))

    def _decode(self, line: bytes) -> Any:
        try:
            return strict_json.decode(line, size=self.line_limit)
        except strict_json.BadJson as error:
            raise Refusal("bad-json", str(error), error.pointer) from None

    def _too_long(self) -> Refusal:
        return Refusal("too-many", f"the answer would be longer than {self.line_limit} bytes")

    def _body(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question without its id; a question in a batch has id 0."""
        try:
            return {"ok": self._ok(question)}
        except Gap as gap:
            return {"skip": {"why": _one_line(gap.why)}}

    def _ok(self, question: dict[str, Any]) -> Any:
        do = question.get("do")
        if "do" not in question:
            raise Refusal("bad-question", 'lacks "do"', "")
        if do not in COMMANDS or (do in ABILITIES and do not in self.introduction.can):
            raise Refusal("unknown-command", f"no command {strict_json.encode(do)[:60]}", "/do")
        try:
            check(f"{do}-question", question)
        except InputError as error:
            inside = error.where.startswith("/position")
            raise Refusal("bad-position" if inside else "bad-question", str(error), error.where) from None
        return getattr(self, f"_{do}")(question)

    def _hello(self, question: dict[str, Any]) -> dict[str, Any]:
        if question["protocol"] != PROTOCOL:
            raise Refusal("unsupported", f"protocol {question['protocol']} is unknown here", "/protocol")
        about = self.introduction
        said = {"texts": about.texts, "refusals": about.refusals, "turns_from": list(about.lists_from)}
        usual = {"texts": "spec", "refusals": "kinds", "turns_from": ["position"]}
        return {
            "protocol": PROTOCOL,
            "engine": {"name": about.name, "version": about.version, "language": about.language},
            "games": {
                name: {"boards": list(game.boards), "readings": {each: list(of) for each, of in game.readings.items()}}
                for name, game in self.games.items()
            },
            "can": list(about.can),
            "from": list(about.starts),
            **{name: value for name, value in said.items() if value != usual[name]},
        }

    def _open(self, question: dict[str, Any]) -> dict[str, Any]:
        game = self.games.get(question["game"])
        if game is None:
            raise Refusal("unsupported", f"no game {question['game']}", "/game")
        if not covers(game.boards, question["board"]):
            raise Refusal("unsupported", f"no board {question['board']}", "/board")
        asked = question.get("readings", {})
        for reading, value in asked.items():
            if value not in game.readings.get(reading, ()):
                raise Refusal("unsupported", f"no reading {reading} = {value}", f"/readings/{reading}")
        readings = {reading: asked.get(reading, values[0]) for reading, values in game.readings.items()}
        key = (game.name, question["board"], tuple(sorted(readings.items())))
        if key not in self._names:
            try:
                table = game.open(question["board"], readings)
            except ValueError as error:
                raise Refusal("unsupported", str(error), "") from None
            self._names[key] = f"c{len(self._names) + 1}"
            self._contexts[self._names[key]] = _Context(game.name, question["board"], table)
        name = self._names[key]
        return {"context": name, "start": self._contexts[name].table.start()}

    def _apply(self, question: dict[str, Any]) -> dict[str, Any]:
        context = self._context(question)
        if "turns" not in question:
            position = self._position(context, question)
            with _bad_position():
                return context.table.apply(position, question["turn"])
        self._allow_start("start", "/turns")
        return play_on(context.table, context.table.start(), question["turns"])

    def _turns(self, question: dict[str, Any]) -> JsonText:
        context = self._context(question)
        table, position = context.table, self._to_list(context, question)
        # A table may write its results in canonical JSON itself.
        write: Callable[[Any], Iterable[str]] | None = getattr(table, "turn_entries", None)
        found: list[str] = []
        length = 0
        with _bad_position():
            for entry in map(strict_json.encode, table.turns(position)) if write is None else write(position):
                length += len(entry)
                if length > self.line_limit:
                    raise self._too_long()
                found.append(entry)
        return JsonText(f'{{"turns":[{",".join(found)}]}}')

    def _to_list(self, context: _Context, question: dict[str, Any]) -> Any:
        if "turns" not in question:
            return self._position(context, question)
        if "start" not in self.introduction.lists_from:
            raise Refusal("unsupported", "lists turns of positions only", "/turns")
        start = context.table.start()
        said = play_on(context.table, start, question["turns"])
        if "at" in said:
            raise Refusal("bad-question", f"this turn is {said['verdict']}", f"/turns/{said['at']}")
        return said.get("position", start)

    def _count(self, question: dict[str, Any]) -> dict[str, Any]:
        context = self._context(question)
        position = self._position(context, question)
        with _bad_position():
            return context.table.count(position, question["depth"])

    def _batch(self, question: dict[str, Any]) -> list[dict[str, Any]]:
        return [self._item(item) for item in question["items"]]

    def _item(self, item: dict[str, Any]) -> dict[str, Any]:
        try:
            if item["do"] not in BATCHED:
                raise Refusal("bad-question", "a batch holds apply, turns and count", "/do")
            return with_values(self._body({**item, "id": 0}))
        except Refusal as refusal:
            return _error(refusal)
        except Exception as error:
            return _error(self._internal_error(error))

    def _internal_error(self, error: Exception) -> Refusal:
        traceback.print_exception(error, file=self.log or sys.stderr)
        return Refusal("internal", f"{type(error).__name__}: {error}")

    def _bye(self, question: dict[str, Any]) -> dict[str, Any]:
        self.finished = True
        return {}

    def _context(self, question: dict[str, Any]) -> _Context:
        context = self._contexts.get(question["context"])
        if context is None:
            raise Refusal("bad-question", "no such context is open", "/context")
        return context

    def _position(self, context: _Context, question: dict[str, Any]) -> Any:
        self._allow_start("position", "/position")
        position = question["position"]
        for field, expected in (("game", context.game), ("board", context.board)):
            if position[field] != expected:
                raise Refusal("bad-position", f"the context is about {expected}", f"/position/{field}")
        return position

    def _allow_start(self, start: str, at: str) -> None:
        if start not in self.introduction.starts:
            raise Refusal("unsupported", f"plays only from {' and '.join(self.introduction.starts)}", at)


def serve(
    introduction: Introduction,
    games: Sequence[ServedGame],
    questions: BinaryIO | None = None,
    answers: BinaryIO | None = None,
    line_limit: int = LINE_LIMIT,
) -> None:
    """Serves the games as an engine until `bye` or the end of the input, by default on stdin and stdout.

    What a table prints goes to stderr, so that it cannot break the protocol.
    """
    questions = sys.stdin.buffer if questions is None else questions
    answers = sys.stdout.buffer if answers is None else answers
    server = Server(introduction, games, line_limit)
    with contextlib.redirect_stdout(sys.stderr), contextlib.suppress(BrokenPipeError):
        for line in read_lines(questions, line_limit):
            answers.write(server.answer(line) + b"\n")
            answers.flush()
            if server.finished:
                return


def read_lines(stream: BinaryIO, limit: int) -> Iterator[bytes]:
    """The lines of a stream without their newlines. A line over `limit` bytes is cut to limit + 1 bytes."""
    while line := stream.readline(limit + 1):
        rest = line
        while len(rest) > limit and not rest.endswith(b"\n"):
            rest = stream.readline(limit + 1)
        yield line.removesuffix(b"\n")


@contextlib.contextmanager
def _bad_position() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        where = error.where if isinstance(error, InputError) and error.where.startswith("/") else ""
        raise Refusal("bad-position", str(error), f"/position{where}") from None


def _error(refusal: Refusal) -> dict[str, Any]:
    place = {} if refusal.at is None else {"at": refusal.at}
    return {"error": {"code": refusal.code, "text": _one_line(refusal.text), **place}}


def _line(identity: int | None, body: dict[str, Any]) -> bytes:
    return written({"id": identity, **body}).encode("ascii")


def _one_line(text: str) -> str:
    return " ".join(text.split())[:1000] or "no reason given"
