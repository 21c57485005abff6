"""The fast lane: positions by the thousand, for which the second engine says what to expect, and the rules judge.

The second engine only looks: whatever an engine answers otherwise goes to the reference, which alone decides, and so
does a sample of what they agree about.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from shatterproof import strict_json
from shatterproof_properties.conformance.cases import Case
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.lockstep import MOST_RESULTS, Lockstep
from shatterproof_properties.engines.window import Window
from shatterproof_properties.protocol import answers
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.reference_table import listed
from shatterproof_properties.protocol.served import second_table
from shatterproof_properties.protocol.table import Table

FOR_EACH = {"lists": 20, "verdicts": 2, "games": 1}
"""Results compared for each that a batch of random cases has compared: of engines that list turns, that tell verdicts
on turns of a position, and that play every game from its start, whose answers cost more and say less."""
JUDGED_ONE_IN = 100
"""One in so many positions that the engine and the second engine agree about goes to the reference as well."""
GAME_LENGTHS = (2, 10, 40, 120)
"""How long games are, at most."""
FROM_CASES = 0.7
"""Share of the games that begin where a random case has ended, rather than with an opening."""
KEPT = 60
"""Positions of cases that are kept to begin games with."""
PLAINEST_OF = 4
"""Half of the games go on with the shortest of so many results: else pieces and stones would only get more."""
APPLIED, APPLIED_FROM_START = 6, 1
"""Turns of a position asked about one by one where the engine does not list them, or has to play the game anew."""
MOST_CHARACTERS = 2_000_000
"""Of a list of results, about, beyond which nobody is asked for it: reading it would take longer than it is worth."""

Suspect = tuple[Question, bool]
"""A question for the reference, and whether the engine has answered it otherwise than the second engine."""


class SecondEngineWrong(Exception):
    """The second engine and the reference give unlike answers: a mistake of ours, with the question that shows it."""

    def __init__(self, question: Question) -> None:
        witness = strict_json.encode(question.witness())
        super().__init__(f"our second engine and the reference differ, a mistake of ours: {witness}")
        self.question = question


class FastLane:
    """Asks an engine about positions of long games; `lockstep` judges what is not as the second engine says.

    `on_step` is called before every question; what it raises ends the work. `for_each` is how many results it should
    compare for each that a batch of cases has compared. Engines that write turns in a notation of their own are not
    asked: the reference alone can read what they mean.
    """

    def __init__(self, lockstep: Lockstep, boards: tuple[str, ...], on_step: Callable[[], None]) -> None:
        session = lockstep.session
        announced = session.announced
        self.lockstep = lockstep
        self._boards = boards
        self._on_step = on_step
        self._open = second_table(session.game.NAME)
        self._tables: dict[str, Table] = {}
        self._window = Window[Suspect](session)
        self._begun: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self._from_position = announced.from_position
        self._lists = self._from_position and "turns" in announced.can
        kind = "lists" if self._lists else "verdicts" if self._from_position else "games"
        self.for_each = FOR_EACH[kind] if not announced.own_texts else 0
        self._readings = tuple(sorted(session.readings.departures().items()))

    def begin_with(self, question: Question) -> None:
        """Keeps the position of a question to begin games with."""
        if self._from_position:
            self._begun.append(question.data)

    def search(self, random: Random, results: int) -> Iterator[Difference]:
        """The differences that show while so many results are compared."""
        census = self.lockstep.census
        until = census.by_second + results
        try:
            # An engine that answers nothing of it is not asked for ever.
            for _ in range(results):
                if census.by_second >= until:
                    break
                for suspect in self._game(random):
                    # The reference asks with nothing else on its way.
                    for each in (suspect, *self._window.arrived()):
                        yield from self._judged(*each)
            for suspect in list(self._window.arrived()):
                yield from self._judged(*suspect)
        finally:
            self._window.abandon()

    def _table(self, board: str) -> Table:
        if board not in self._tables:
            self._tables[board] = self._open(board, self.lockstep.session.readings.to_mapping())
        return self._tables[board]

    def _game(self, random: Random) -> Iterator[Suspect]:
        """Plays a game, asks about its positions, and tells which questions are to be judged."""
        plies, plain = random.choice(GAME_LENGTHS), random.random() < 0.5
        if self._begun and random.random() < FROM_CASES:
            position = random.choice(self._begun)
            way = self._about(position)
        else:
            position = self._table(random.choice(self._boards)).start()
            way = replace(self._about(position), start=None)
        session, table = self.lockstep.session, self._table(way.board)
        if not session.is_open(way.board):
            yield from self._window.arrived()
            if self._window.alone(lambda: session.open(way.board)) is None:
                return
        for _ in range(plies + 1):
            self._on_step()
            entries = list(islice(table.turns(position), MOST_RESULTS + 1))
            here = self._about(position)
            if len(entries) > MOST_RESULTS or len(entries) * len(here.start or "") > MOST_CHARACTERS:
                return
            yield from self._asked(way, here, entries, random)
            if not entries:
                return
            some = random.choices(entries, k=PLAINEST_OF if plain else 1)
            entry = min(some, key=_length) if plain else some[0]
            position, way = entry["position"], way.after(entry["turn"])

    def _about(self, position: dict[str, Any]) -> Question:
        return Question.about(self.lockstep.game.NAME, self._readings, position, do="turns")

    def _asked(self, way: Question, here: Question, entries: list[Answer], random: Random) -> Iterator[Suspect]:
        """Asks for all results of a position, or about some where the engine does not list them.

        `here` is the question about it, `way` the same with the game that led there.
        """
        sampled = random.randrange(JUDGED_ONE_IN) == 0
        if self._lists:
            yield from self._window.ask(here, partial(self._compare, here, {"turns": entries}, sampled))
            return
        asked, turns = (here, APPLIED) if self._from_position else (way, APPLIED_FROM_START)
        for entry in random.sample(entries, min(turns, len(entries))):
            question = asked.asking("apply", entry["turn"])
            expected = {"verdict": "legal", "position": entry["position"], "outcome": entry["outcome"]}
            yield from self._window.ask(question, partial(self._compare, question, expected, sampled))

    def _compare(self, question: Question, expected: Answer, sampled: bool, got: Answer) -> Iterator[Suspect]:
        """Compares an answer with what the second engine says; what differs is to be judged, and what was sampled."""
        lockstep = self.lockstep
        if got == expected or answers.same(question.do, expected, got, memory=lockstep.session.remembers):
            lockstep.session.count_as("agree")
            lockstep.census.by_second += len(expected.get("turns", (expected,)))
            if sampled:
                yield question, False
            return
        # Until the reference has asked again, and says what it was.
        lockstep.session.count_as("differ")
        yield question, True

    def _judged(self, question: Question, suspected: bool) -> Iterator[Difference]:
        """The differences that the reference sees in a question, but for those that are known.

        Raises SecondEngineWrong where it has none, and the second engine says otherwise than the reference.
        """
        lockstep = self.lockstep
        declared = len(lockstep.declarations.seen)
        found = list(lockstep.differences(Case.of(question)))
        yield from (difference for difference in found if not lockstep.known.cover(difference))
        if found or not suspected:
            return
        if len(lockstep.declarations.seen) > declared:
            lockstep.session.recount("differ", "declared")
            return
        self._check_second(question)
        lockstep.session.note_flaky(question)

    def _check_second(self, question: Question) -> None:
        game, here = self.lockstep.game, question.position
        rules: Answer = {"turns": list(islice(listed(game, here), MOST_RESULTS))}
        ours: Answer = {"turns": list(islice(self._table(question.board).turns(question.data), MOST_RESULTS))}
        if not answers.same("turns", rules, ours):
            raise SecondEngineWrong(question.asking("turns"))


def _length(entry: Answer) -> int:
    return len(strict_json.encode(entry["position"]))
