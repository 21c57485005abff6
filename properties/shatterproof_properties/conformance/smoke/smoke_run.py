"""The steps of a walk through the protocol with a new adapter, in the order in which one is built."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from shatterproof.game import GAMES, OURS
from shatterproof_properties.conformance.smoke import smoke_report
from shatterproof_properties.conformance.smoke.connection import Client, Fault, to_line
from shatterproof_properties.conformance.smoke.expected_answers import BEYOND_ASCII, ExpectedAnswers
from shatterproof_properties.conformance.smoke.game import GameSteps, mistakes
from shatterproof_properties.conformance.smoke.smoke_report import MANUAL, OK, SmokeReport, SmokeStep
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.errors import Died, Skipped
from shatterproof_properties.engines.limits import Limits
from shatterproof_properties.protocol.announced import ANY_VALUE, Announced, AnnouncedGame, area, covers, expand
from shatterproof_properties.protocol.messages import PROTOCOL
from shatterproof_properties.protocol.served import boards_of

TOP = "the-engine-protocol-version-1"
"""The game of an example if the engine has named none."""
SLOW_START = 1.0
HELLO = {"do": "hello", "protocol": PROTOCOL}


def run_smoke(engine: EngineSettings) -> SmokeReport:
    """Walks an engine through the protocol. Raises InputError if its command cannot be run at all.

    Its limits bound an engine that is busy. One that does nothing is found out much sooner.
    """
    return SmokeRun(engine.argv(""), engine.limits).run()


class SmokeRun:
    """A walk with one engine. An engine that had to be ended is started again."""

    def __init__(self, argv: Sequence[str], limits: Limits) -> None:
        self.report = SmokeReport()
        self.client = Client(argv, limits)
        self.announced: Announced | None = None
        self.games: list[GameSteps] = []
        self.has_ended = False

    def run(self) -> SmokeReport:
        """Takes all steps. Raises InputError if the command cannot be run."""
        begun = time.monotonic()
        self.client.start()
        try:
            self._introduce()
            if self.announced:
                for about in self.announced.games.values():
                    self._game(self.announced, about)
                self._streams()
                self._mistakes()
                self.run_step("", "bye", "bye", self._bye)
                self.client.kill()
                self.run_step("", "end of input", "bye", partial(self.client.leave, "after the end of its input"))
            else:
                for name in ("games", "streams", "mistakes", "the end"):
                    self.miss_step("", name, "messages", "")
        finally:
            self.client.kill()
        judged = [step for step in self.report.steps if step.state == OK and step.where.endswith("#apply")]
        if not judged and not self.report.first_fault:
            self.report.remarks.append("not one turn was judged: a check could compare nothing")
        self.report.seconds = time.monotonic() - begun
        return self.report

    def run_step(self, about: str, name: str, anchor: str, act: Callable[[], object]) -> bool:
        """Takes one step, unless that is no use any more. Returns whether it went well."""
        client = self.client
        if client.why_stopped:
            self.miss_step(about, name, anchor, client.why_stopped)
            return False
        client.question = client.answered = client.like = ""
        state, why, expected = OK, "", ""
        try:
            self._restart()
            act()
        except Fault as fault:
            state, why, expected = smoke_report.FAILED, fault.what, fault.expected
        except Skipped as reason:
            state, why = smoke_report.SKIPPED, str(reason)
        failed = state == smoke_report.FAILED
        like, written = client.like if failed else "", client.stderr if failed and not client.running else ""
        stderr = "\n".join([line for line in written.splitlines() if line.strip()][-8:])
        where = f"{MANUAL}#{anchor}"
        self.report.steps.append(
            SmokeStep(name, state, about, why, client.question, client.answered, expected, like, stderr, where)
        )
        return state == OK

    def miss_step(self, about: str, name: str, anchor: str, why: str) -> None:
        """Notes a step that is not taken, and why."""
        self.report.steps.append(SmokeStep(name, smoke_report.NOT_REACHED, about, why, where=f"{MANUAL}#{anchor}"))

    def _restart(self) -> None:
        if self.announced is None or self.client.running:
            return
        for game in self.games:
            game.context = None
        self.client.start()
        try:
            self.client.put(HELLO)
        except Fault as fault:
            raise Fault(f"started again: {fault.what}", fault.expected) from None

    def _introduce(self) -> None:
        """Says hello. If nothing comes back, the fault is that the engine did not start."""
        begun = time.monotonic()
        self.run_step("", "hello", "hello", self._hello)
        seconds = time.monotonic() - begun
        hello = self.report.steps.pop()
        if self.has_ended:
            self.report.steps.append(replace(hello, name="start"))
            self.miss_step("", "hello", "hello", "")
        else:
            self.report.steps += [SmokeStep("start", OK, where=f"{MANUAL}#limits"), hello]
        if self.announced:
            self._remark_slow(seconds, "start and say hello", self.client.limits.hello)

    def _hello(self) -> None:
        try:
            hello: dict[str, Any] = self.client.put(HELLO)
        except Skipped as reason:
            self._show_introduction()
            raise Fault(f"the engine skips hello: {reason}", "an introduction") from None
        except Fault as fault:
            self.has_ended = isinstance(fault.__cause__, Died)
            if not self.has_ended:
                self._show_introduction()
            raise
        self.announced = Announced.read(hello)
        self.report.engine = self.announced.title

    def _show_introduction(self) -> None:
        """Shows the least useful answer to hello, about the game that the engine has named, if any."""
        game = next((name for name in GAMES if f'"{name}"' in self.client.answered), OURS[-1])
        introduction = {
            "protocol": PROTOCOL,
            "engine": {"name": "my engine", "version": "1", "language": "Python"},
            "games": {game: {"boards": list(boards_of(game)[:1]), "readings": {}}},
            "can": ["apply"],
            "from": ["start"],
        }
        self.client.like = to_line({"id": 0, "ok": introduction})

    def _game(self, announced: Announced, about: AnnouncedGame) -> None:
        if not self.run_step(about.name, "boards and readings", "hello", partial(check_announced, about)):
            return
        board = min(about.boards, key=lambda board: area(about.rules, board))
        game = GameSteps(self.client, announced, ExpectedAnswers(about.rules, board, about.choose()))
        self.games.append(game)
        begun = time.monotonic()
        game.has_opened = self.run_step(game.about, "open", "open", game.open)
        seconds = time.monotonic() - begun
        for step in game.steps():
            if game.has_opened:
                self.run_step(*step)
            else:
                self.miss_step(*step[:3], "the game was not opened")
        self._remark_slow(seconds, f"open {board}", self.client.limits.open)

    def _remark_slow(self, seconds: float, what: str, allowed: float) -> None:
        if seconds > SLOW_START:
            longer = f"a check waits {allowed:g} s, and longer with --slower"
            self.report.remarks.append(f"the engine took {seconds:.1f} s to {what}; {longer}")

    def _streams(self) -> None:
        game = self._opened()
        if game is None:
            return
        start, first = game.starts[0], game.samples()[0]
        self.run_step("", "two questions at once", TOP, lambda: self._two_at_once(game))
        self.run_step("", "the largest id", "messages", lambda: game.ask(start, first, id=2**53 - 1))
        if not game.own_texts and game.announced.refuses and not game.announced.lenient:
            self.run_step("", "a text beyond ASCII", TOP, lambda: game.ask(start, BEYOND_ASCII))

    def _two_at_once(self, game: GameSteps) -> None:
        start = game.starts[0]
        texts = game.samples()
        rights = [game.right(start, text) for text in texts]
        messages = [game.message(start, text) for text in texts]
        for message in messages:
            self.client.send(message)
        try:
            for text, right in zip(texts, rights, strict=True):
                game.compare(self.client.receive(right, more=self.client.in_flight > 1), right, (text,))
        finally:
            # The other answer must not be taken for that to the next message.
            with suppress(Fault):
                self.client.forget()

    def _mistakes(self) -> None:
        for name, code, make in mistakes(self.games):
            self.run_step("mistakes", name, "errors", partial(self.client.send_mistake, code, make))
        game = self._opened()
        if game is not None:
            ask = partial(game.ask, game.starts[0], game.samples()[0])
            self.run_step("mistakes", "a good question after them", "errors", ask)

    def _opened(self) -> GameSteps | None:
        return next((game for game in self.games if game.can_be_asked), None)

    def _bye(self) -> None:
        self.client.send({"do": "bye"})
        # What follows the answer is output after bye.
        self.client.receive({}, more=True)
        self.client.leave("after bye")


def check_announced(about: AnnouncedGame) -> None:
    """Raises Fault if an engine announces a game, board or reading that does not exist."""
    at = f"at /ok/games/{about.name}"
    if about.name not in GAMES:
        raise Fault(f"there is no game {about.name!r}", f"one of {', '.join(GAMES)}")
    known = boards_of(about.name)
    for entry in about.entries:
        boards = list(expand([entry]))
        if not boards or not all(covers(known, board) and covers([entry], board) for board in boards):
            what = f"{at}/boards: {entry!r} names no board, or one that is not played"
            raise Fault(what, f"boards that have an opening, from small to large: {', '.join(known)}")
    choices: dict[str, tuple[str, ...]] = about.rules.Readings.choices()
    for reading, values in about.values.items():
        if reading not in choices:
            raise Fault(f"{at}/readings: there is no reading {reading!r}", f"readings out of {', '.join(choices)}")
        if unknown := [value for value in values if value not in (*choices[reading], ANY_VALUE)]:
            what = f"{at}/readings: {reading} has no value {unknown[0]!r}"
            raise Fault(what, f"values out of {', '.join(choices[reading])}, or *")
