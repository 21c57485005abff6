"""The steps about one game: its opening, turns from there, and mistakes that an engine has to refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from shatterproof_properties.conformance.smoke.connection import Client, Fault
from shatterproof_properties.conformance.smoke.expected_answers import (
    NO_TURN,
    ExpectedAnswers,
    Mismatch,
    first_mismatch,
)
from shatterproof_properties.engines.errors import Skipped
from shatterproof_properties.protocol.announced import Announced
from shatterproof_properties.protocol.answers import Answer, forgotten, same, without_memory
from shatterproof_properties.protocol.served import early_ambiguity

PlannedStep = tuple[str, str, str, Callable[[], object]]
"""What a step is about, its name, the heading in the manual, and what to do."""
Mistake = tuple[str, str, Callable[[], dict[str, Any] | str]]
"""A mistake: its name, the code of the error that it deserves, and what makes its question."""

START, POSITION = "start", "position"


class GameSteps:
    """A game that the engine has announced, on its smallest board. `context` is its context while one is open."""

    def __init__(self, client: Client, announced: Announced, expected: ExpectedAnswers) -> None:
        self.client = client
        self.expected = expected
        self.announced = announced
        self.name = expected.game.NAME
        self.about = f"{self.name} {expected.board}"
        self.own_texts = announced.own_texts
        self.from_position = announced.from_position or self.own_texts
        self.context: str | None = None
        self.memory = True
        self.has_opened = False
        self.listed: dict[str, Answer] = {}

    @property
    def starts(self) -> tuple[str, ...]:
        """The ways in which its games may begin: the start first, if it is among them."""
        known = {START: "start" in self.announced.starts and not self.own_texts, POSITION: self.from_position}
        return tuple(name for name, is_known in known.items() if is_known)

    @property
    def can_be_asked(self) -> bool:
        """Whether anything can be asked: the game is open, and the text of a turn is known."""
        return self.has_opened and bool(self.listed or not self.own_texts)

    def open(self) -> Any:
        """Opens the game on the board, as `check` does. Returns the position that it begins with."""
        right = {"context": "c1", "start": self.expected.start}
        readings = self.announced.game(self.name).to_tell(self.expected.readings)
        message = {"do": "open", "game": self.name, "board": self.expected.board, "readings": readings}
        opened: dict[str, Any] = self.client.put(message, right)
        self.context = opened["context"]
        self.memory = "memory" in opened["start"]
        return opened["start"]

    def ask(self, start: str, *texts: str, **changes: int) -> None:
        """Asks for turns from the start, or for the last of them from the position before it. Raises Fault.

        `changes` replace fields of the message.
        """
        message, right = self.message(start, *texts) | changes, self.right(start, *texts)
        self.compare(self.client.put(message, right), right, texts)

    def message(self, start: str, *texts: str) -> dict[str, Any]:
        """The message that `ask` sends."""
        context = self._context()
        asked = self.expected.question(*texts).message(from_position=start == POSITION)
        if "position" in asked and not self.memory:
            asked["position"] = forgotten(asked["position"])
        return {"do": asked.pop("do"), "context": context, **asked}

    def samples(self) -> tuple[str, str]:
        """Two turn texts that can be asked about from the opening, with unlike answers if possible."""
        if self.own_texts:
            return next(iter(self.listed)), list(self.listed)[-1]
        refused = self.announced.refuses and not self.announced.lenient
        return NO_TURN if refused else self.expected.other, self.expected.legal

    def _opening(self) -> None:
        opened = self.open()
        if mismatch := first_mismatch(opened, self._written(self.expected.start), "/start"):
            raise Fault(f"at /ok{mismatch.at}: not the opening", mismatch.wanted)

    def steps(self) -> Iterator[PlannedStep]:
        """The steps that an opened game is taken through."""
        yield self.about, "opening position", "open", self._opening
        if self.own_texts:
            yield self.about, "turns", "turns", self._turns
            yield self.about, "a turn that it has listed", "apply", self._listed
        else:
            yield from self._with_spec_texts()
        lists_from, start = self.announced.lists_from, self.expected.start
        second, legal = self.expected.second, self.expected.legal
        acts: list[tuple[str, str, Callable[[], object], bool]] = [
            ("turns", "turns", self._turns, POSITION in lists_from and not self.own_texts),
            ("turns from the start", "turns", lambda: self._listing(start, turns=[]), START in lists_from),
            ("turns after a turn", "turns", lambda: self._listing(second, turns=[legal]), START in lists_from),
            ("count", "count", self._count, self.from_position),
            ("batch", "batch", self._batch, True),
        ]
        for name, command, act, is_able in acts:
            if command in self.announced.can and is_able:
                yield self.about, name, command, act

    def _with_spec_texts(self) -> Iterator[PlannedStep]:
        legal, reply, forbidden = self.expected.legal, self.expected.reply, self.expected.forbidden
        asked: dict[str, tuple[str, ...]] = {"a turn": (legal,), "another after it": (legal, reply)}
        if self.announced.refuses:
            asked |= {"an illegal turn": (legal, forbidden)}
        if self.announced.refuses and not self.announced.lenient:
            asked |= {"a malformed turn": (NO_TURN,)}
        for start in self.starts:
            about = f"{self.about}, from {'the start' if start == START else 'a position'}"
            for name, texts in asked.items():
                yield about, name, "apply", partial(self.ask, start, *texts)
        if self.announced.refuses and (found := early_ambiguity(self.name)):
            yield self.about, "an ambiguous turn", "apply", partial(self._ambiguous, *found)

    def _listed(self) -> None:
        if not self.listed:
            raise Skipped("it has listed none")
        self.ask(POSITION, next(iter(self.listed)))

    def _ambiguous(self, board: str, played: tuple[str, ...], text: str) -> None:
        if not self.announced.game(self.name).has_board(board):
            raise Skipped(f"none is known but on {board}")
        GameSteps(self.client, self.announced, self.expected.on(board)).ask(self.starts[0], *played, text)

    def _turns(self) -> None:
        found = self._listing(self.expected.start, position=self.expected.start)
        self.listed = {each["turn"]: {"verdict": "legal", **each} for each in found}

    def _listing(self, position: Any, /, **asked: Any) -> list[Answer]:
        """The engine's list of turns of a position. Raises Fault if it differs from the rules."""
        turns = self.expected.turns(position)
        if turns is None:
            raise Skipped("too many turns to ask for them all quickly")
        message = {"do": "turns", "context": self._context(), **asked}
        found: list[Answer] = self.client.put(message, {"turns": turns})["turns"]
        if wrong := self.expected.fault_of_turns(found, position, turns, self.own_texts, self.memory):
            raise Fault(wrong, "each result that the rules allow, once")
        return found

    def _count(self) -> None:
        turns = self.expected.turns(self.expected.start)
        if turns is None:
            raise Skipped("too many turns to count them quickly")
        right = {"total": len(turns), "by": sorted([each["turn"], 1] for each in turns)}
        message = {"do": "count", "context": self._context(), "position": self.expected.start, "depth": 1}
        found = self.client.put(message, right)
        if not same("count", found, right):
            what = f"{found['total']} leaves at depth 1, under {len(found['by'])} turns"
            raise Fault(what, f"{len(turns)}, one under each turn")

    def _batch(self) -> None:
        start = self.starts[0]
        text = self.samples()[1]
        item, right = self.message(start, text), self.right(start, text)
        message = {"do": "batch", "items": [{**item, "context": "nowhere"}, item]}
        refused = {"error": {"code": "bad-question", "text": "no such context is open", "at": "/context"}}
        answers = self.client.put(message, [refused, {"ok": right}])
        if answers[0].get("error", {}).get("code") != "bad-question":
            raise Fault("at /ok/0: the context of the first item is not open", "an error with bad-question")
        self.compare(answers[1].get("ok", answers[1]), right, (text,), "/ok/1/ok")

    def right(self, start: str, *texts: str) -> Answer:
        """The right answer, as the engine should write it."""
        if self.own_texts:
            return {name: value for name, value in self.listed[texts[-1]].items() if name != "turn"}
        right = self.expected.answer(*texts)
        if start == POSITION:
            # Nothing is counted where a turn is asked about alone.
            right.pop("at", None)
        return {**right, "position": self._written(right["position"])} if "position" in right else right

    def compare(self, got: dict[str, Any], right: Answer, texts: Sequence[str], at: str = "/ok") -> None:
        """Raises Fault unless an answer, which stands `at` a place in the line, is right."""
        mismatch: Mismatch | None = Mismatch("/verdict", right["verdict"])
        if "verdict" in got:
            mismatch = self.expected.mismatch(got, right, texts, self.memory, self.announced.tells_kinds)
        if mismatch:
            raise Fault(f"at {at}{mismatch.at}: not what the rules say", mismatch.wanted)

    def _context(self) -> str | None:
        if self.context is None:
            self.open()
        return self.context

    def _written(self, position: Any) -> Any:
        return position if self.memory else without_memory(position)


def mistakes(games: Sequence[GameSteps]) -> Iterator[Mistake]:
    """The mistakes that an engine has to answer with an error, in the order in which an adapter learns them."""

    def opening(game: str, board: str, **readings: Any) -> Callable[[], dict[str, Any]]:
        return lambda: {"do": "open", "game": game, "board": board, **readings}

    yield "no JSON", "bad-json", lambda: "this is no JSON"
    yield "an unknown command", "unknown-command", lambda: {"do": "castle"}
    yield "a game it has not announced", "unsupported", opening("chess", "8x8")
    game = next((game for game in games if game.can_be_asked), None)
    if game is None:
        return
    # A name of the right form; no game goes as far.
    yield "a board it has not announced", "unsupported", opening(game.name, "99x99")
    unknown = {f"{game.name}.no-such-reading": "yes"}
    yield "an unknown reading", "unsupported", opening(game.name, game.expected.board, readings=unknown)
    legal = game.samples()[1]
    yield "an unknown context", "bad-question", lambda: game.message(game.starts[0], legal) | {"context": "nowhere"}
    if game.from_position:

        def broken() -> dict[str, Any]:
            message = game.message(POSITION, legal)
            return message | {"position": message["position"] | {"to_move": "nobody"}}

        yield "a broken position", "bad-position", broken
