"""The steps of a walk through the protocol, in the order in which an adapter is built."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.conformance.smoke import FAILED, MANUAL, NOT_REACHED, OK, SKIPPED, Smoke, Step
from shatterproof_properties.conformance.smoke.announced import boards_of, example, unknown_in
from shatterproof_properties.conformance.smoke.game import GameWalk
from shatterproof_properties.conformance.smoke.mistakes import mistakes
from shatterproof_properties.conformance.smoke.questions import BEYOND_ASCII, questions_about, smallest
from shatterproof_properties.conformance.smoke.talk import Declined, Talk, line_of
from shatterproof_properties.conformance.smoke.wire import Fault, Gone
from shatterproof_properties.engines.exchange import Limits
from shatterproof_properties.engines.troubles import ending
from shatterproof_properties.protocol.messages import PROTOCOL

TOP = "the-engine-protocol-version-1"
SLOW_START = 1.0
STDERR_LINES = 8
LARGEST_ID = 2**53 - 1


class Walk:
    """A walk with one engine; what it finds goes into `smoke`. An engine that had to be ended is started again."""

    def __init__(self, argv: Sequence[str], limits: Limits, smoke: Smoke) -> None:
        self.limits = limits
        self.smoke = smoke
        self.talk = Talk(argv, limits)
        self.about: dict[str, Any] = {}
        self.games: list[GameWalk] = []
        self.is_gone = False

    def go(self) -> None:
        """Takes all steps. Raises InputError when the command cannot be run."""
        with self.talk:
            self.talk.start()
            if self._introduce():
                for name, announced in self.about["games"].items():
                    self._game(name, announced)
                self._streams()
                self._mistakes()
                self._end()
            else:
                for name in ("games", "streams", "mistakes", "the end"):
                    self.miss("", name, "messages", "")
        judged = [step for step in self.smoke.steps if step.state == OK and step.where.endswith("#apply")]
        if not judged and not self.smoke.first_fault:
            self.smoke.remarks.append("not one turn was judged: a check could compare nothing")

    def take(self, about: str, name: str, anchor: str, act: Callable[[], None]) -> bool:
        """Takes one step: whether all was well. Not taken any more when that is no use."""
        if self.talk.despair:
            self.miss(about, name, anchor, self.talk.despair)
            return False
        self.talk.asked = self.talk.answered = self.talk.stderr = ""
        state, why, expected, like = OK, "", "", ""
        try:
            self._revive()
            act()
        except Fault as fault:
            state, why, expected, like = FAILED, fault.what, fault.expected, fault.like
        except Declined as gap:
            state, why = SKIPPED, str(gap)
        said = self.talk.asked, self.talk.answered
        written = [line for line in self.talk.stderr.splitlines() if line.strip()]
        stderr = "\n".join(written[-STDERR_LINES:])
        step = Step(name, state, about, why, *said, expected, like, stderr, f"{MANUAL}#{anchor}")
        self.smoke.steps.append(step)
        return state == OK

    def miss(self, about: str, name: str, anchor: str, why: str) -> None:
        """Notes a step that is not taken, and why."""
        self.smoke.steps.append(Step(name, NOT_REACHED, about, why, where=f"{MANUAL}#{anchor}"))

    def _revive(self) -> None:
        """Starts the engine again if it had to be ended."""
        if not self.about or self.talk.is_open:
            return
        for game in self.games:
            game.context = None
        self.talk.start()
        try:
            self.talk.ask("hello", protocol=PROTOCOL)
        except Fault as fault:
            raise Fault(f"started again: {fault.what}", fault.expected, fault.like) from None

    def _introduce(self) -> bool:
        """Says hello: whether there is anything to go on with. Without any word at all, starting is what went wrong."""
        begun = time.monotonic()
        met = self.take("", "hello", "hello", self._hello)
        seconds = time.monotonic() - begun
        hello = self.smoke.steps.pop()
        if self.is_gone:
            self.smoke.steps.append(replace(hello, name="start", like=""))
            self.miss("", "hello", "hello", "")
        else:
            self.smoke.steps += [Step("start", OK, where=f"{MANUAL}#limits"), hello]
        if met and seconds > SLOW_START:
            allowed = f"a check waits {self.limits.hello:g} s"
            self.smoke.remarks.append(f"the engine took {seconds:.1f} s to start and say hello; {allowed}")
        return met

    def _hello(self) -> None:
        try:
            self.about = self.talk.ask("hello", protocol=PROTOCOL)
        except Gone:
            self.is_gone = True
            raise
        except Fault as fault:
            fault.like = self._introduction()
            raise
        except Declined as gap:
            raise Fault(f"the engine skips hello: {gap}", "an introduction", self._introduction()) from None
        engine = self.about["engine"]
        self.smoke.engine = f"{engine['name']} {engine['version']}".strip()

    def _introduction(self) -> str:
        """A line that would do as an answer to hello."""
        return line_of({"id": 0, "ok": example(self.talk.answered)})

    def _game(self, name: str, announced: dict[str, Any]) -> None:
        """All steps of one game."""

        def check() -> None:
            if unknown := unknown_in(name, announced):
                raise Fault(*unknown)

        if self.take(name, "boards and readings", "hello", check):
            board = smallest(boards_of(announced["boards"]))
            questions = questions_about(find_game(name), board, announced.get("readings", {}))
            self.games.append(GameWalk(self.talk, questions, self.about))
            self.games[-1].walk(self.take, self.miss)

    def _streams(self) -> None:
        game = self._opened()
        if game is None:
            return
        start, first = game.starts[0], game.samples()[0]
        self.take("", "two questions at once", TOP, lambda: self._two_at_once(game))
        self.take("", "the largest id", "messages", lambda: game.ask(start, first, number=LARGEST_ID))
        if not game.own_texts:
            self.take("", "a text beyond ASCII", TOP, lambda: game.ask(start, BEYOND_ASCII))

    def _two_at_once(self, game: GameWalk) -> None:
        start = game.starts[0]
        questions = [(game.question(start, text), text) for text in game.samples()]
        self.talk.say_all([question for question, _ in questions])
        (first, text), (second, other) = questions
        try:
            game.hear(first, start, text, more=True)
        except (Fault, Declined):
            if self.talk.is_open:
                # Its answer is on the way, and must not be taken for that to the next question.
                with suppress(Fault, Declined):
                    self.talk.hear(second)
            raise
        game.hear(second, start, other)

    def _mistakes(self) -> None:
        for mistake in mistakes(self.games):
            self.take("mistakes", mistake.name, "errors", partial(mistake.commit, self.talk))
        game = self._opened()
        if game is not None:
            self.take(
                "mistakes", "a good question after them", "errors", lambda: game.ask(game.starts[0], game.samples()[0])
            )

    def _opened(self) -> GameWalk | None:
        """A game that there is something to ask about."""
        return next((game for game in self.games if game.has_opened and (game.listed or not game.own_texts)), None)

    def _end(self) -> None:
        self.take("", "bye", "bye", self._bye)
        self.talk.end()
        self.take("", "end of input", "bye", self._end_of_input)

    def _bye(self) -> None:
        question = self.talk.question("bye")
        self.talk.say_all([question])
        # What follows the answer is told as said after bye.
        self.talk.hear(question, {}, more=True)
        self._leave("after bye")

    def _end_of_input(self) -> None:
        self._leave("after the end of its input")

    def _leave(self, when: str) -> None:
        code, unread, left = self.talk.leave()
        if code is None:
            raise Fault(f"the engine runs on {when}", "an exit with code 0, with nothing left running")
        if code != 0:
            raise Fault(f"{ending(code)} {when}", "an exit with code 0")
        if unread:
            self.talk.answered = unread
            raise Fault(f"the engine said something {when}", "no word more")
        if left:
            raise Fault(f"processes were left behind {when}: {', '.join(left)}", "an engine that ends what it started")
