"""Shrinking a difference: first by simpler positions of the game, then by Hypothesis on the case that showed it."""

from __future__ import annotations

import time
from collections.abc import Container, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any

from hypothesis import Phase

from shatterproof.game import AnyGame
from shatterproof_properties.conformance.causes.diagnosis import parts
from shatterproof_properties.conformance.causes.differences import ASKED_ALONE, KINDS, RESULTS, Difference
from shatterproof_properties.conformance.compare.comparison import agrees
from shatterproof_properties.conformance.generate.cases import Case
from shatterproof_properties.conformance.generate.playable_boards import is_tiny
from shatterproof_properties.conformance.reduce.difference_search import FOREVER, DifferenceSearch
from shatterproof_properties.conformance.reduce.shorter_games import ShorterGame, ShorterGames
from shatterproof_properties.engines.errors import GaveUp, Stopped
from shatterproof_properties.play import embeddings, similar, simpler
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second import SECOND
from shatterproof_properties.second.engine import SecondEngine

BY_HYPOTHESIS = 25_000
SMALL_WORLD = 4_000
SIMPLIFYING = 15_000
"""The most results and questions of a part of shrinking, so that the same difference always shrinks alike."""
MOST_SECONDS = 45.0
"""The most seconds of a part of shrinking on a slow machine."""
SHORT = 2
"""A tiny counterexample with this many turns is short enough."""


class Shrinking:
    """Makes a difference small: the same clause and verdicts, shown by a smaller question or an earlier turn.

    `best` is the smallest found so far. `stopped_short` tells whether time was over before everything was tried.
    """

    def __init__(self, search: DifferenceSearch, difference: Difference, deadline: float = FOREVER) -> None:
        self.best = difference
        self.stopped_short = False
        self._deadline = deadline
        self._search = search
        self._wanted = difference

    def run(self) -> None:
        """Goes on until nothing simpler shows the same, time is up, or the engine has failed too often."""
        with suppress(GaveUp, Stopped):
            self._localise()
            self._shorten_game()
            self._set_up_nearer()
            nearest = self.best
            if not is_tiny(nearest.question, self._search.boards) or len(nearest.question.texts) > SHORT:
                self._search_smaller()
            if self.best is not nearest:
                self._shorten_game()
                self._set_up_nearer()
        with suppress(GaveUp, Stopped):
            self._localise()
            if self.best.kind in ASKED_ALONE - RESULTS:
                # A turn with a wrong result tells more than one that is wrongly refused or allowed.
                self._begin(SIMPLIFYING)
                self._report_instead(Case.walked(self.best.question, self.best.question.played), RESULTS)

    def _localise(self) -> None:
        """Goes back to the first part of the turn after which the answers differ."""
        question = self.best.question
        earlier = tuple((text, None) for text in parts(question)) if self.best.kind in ASKED_ALONE else ()
        if earlier:
            self._begin(SIMPLIFYING)
            self._report_instead(Case.walked(question, question.played, earlier, lists=False))

    def _report_instead(self, case: Case, kinds: Container[str] = KINDS) -> None:
        instead = self._search.differential.first_difference(case, lambda found: found.kind in kinds)
        if instead:
            self.best = self._wanted = instead

    def _shorten_game(self) -> None:
        """Leaves turns out of the game as long as the difference shows.

        It is for an engine that plays only from the opening.
        """
        question = self.best.question
        if self._search.set_up or not question.from_opening or not SECOND.find(question.game):
            return
        self._begin(SIMPLIFYING)
        readings = self._search.differential.session.readings.to_mapping()
        engine = second_engine(question.game).on_board(question.board, readings)
        before = None
        while self.best is not before:
            before = self.best
            for game in ShorterGames(before.question, engine, self._search.on_step):
                if not self._may_show(game, engine):
                    continue
                alone = before.kind in ASKED_ALONE
                probes = ((game.turn, None),) if alone else ()
                case = Case.walked(before.question, game.played, probes, lists=not alone)
                if self._keeps(case) and self.best is not before:
                    break

    def _may_show(self, game: ShorterGame, engine: SecondEngine[Any, Any]) -> bool:
        """Whether the engine's answer to the one question that matters differs from the second engine's."""
        if self.best.kind not in ASKED_ALONE:
            return True
        session, pipeline = self._search.differential.session, self._search.differential.pipeline
        got = pipeline.alone(partial(session.ask, replace(self.best.question, played=game.played, turn=game.turn)))
        if got is None:
            return False
        right = agrees(session, "apply", engine.verdict(game.position, game.turn), got)
        session.count_as("agree" if right else "differ")
        # A note stands for a turn before the last that was not legal.
        return "note" not in got and not right

    def _set_up_nearer(self) -> None:
        """Simplifies the best position once more, if its turns still lead to the position asked about."""
        for _ in range(3 if self._search.set_up else 0):
            before = self.best
            self._simplify(before)
            if not self.best.question.played or self.best is before:
                return

    def _search_smaller(self) -> None:
        """Lets Hypothesis shrink what it has found, or look for the same among random small positions."""
        search = self._search
        if self.best.question.played or not search.set_up:
            self._begin(BY_HYPOTHESIS)
            search.find(self._keeps, 0, 500, (Phase.reuse, Phase.generate, Phase.shrink), search.strategy)
        else:
            self._begin(SMALL_WORLD)
            small = search.cases(set_up=True, most_plies=0, small=True)
            search.find(self._keeps, 0, 300, (Phase.generate, Phase.shrink), small)

    def _simplify(self, difference: Difference) -> None:
        """Takes the position asked about as a set-up one, and goes to simpler ones as long as one shows the same."""
        self._begin(SIMPLIFYING)
        game, turn = difference.question.rules, difference.question.turn
        alone, position = bool(turn) and difference.kind in ASKED_ALONE, difference.question.position

        def shows(nearer: Any) -> bool:
            """Whether it shows the same: about turns like this one, asked alone if possible, else in a list."""
            if alone and self._keeps(_case(game, nearer, tuple(similar(game, nearer, turn)), lists=False)):
                return True
            return self._keeps(_case(game, nearer))

        with suppress(Stopped):
            # To list all turns of a position with many pieces may take all the effort that there is.
            going = alone and self._keeps(_case(game, position, (turn,), lists=False))
            going = going or self._keeps(_case(game, position, (turn,) if turn else ()))
            while going:
                pairs = 0 if is_tiny(self.best.question, self._search.boards) else 100
                following = (nearer for nearer in self._nearby(game, position, pairs) if shows(nearer))
                position, going = next(((nearer, True) for nearer in following), (position, False))

    def _nearby(self, game: AnyGame, position: Any, pairs: int) -> Iterator[Any]:
        """Simpler positions, then some that are simpler in two respects, on boards that the engine plays.

        Positions of another board are also drawn on this one, if they are simpler there.
        """
        has_board = self._search.differential.session.about.has_board
        steps = list(simpler(game, position))
        further = islice((further for nearer in steps for further in simpler(game, nearer)), pairs)
        for nearer in chain(steps, further):
            if has_board(nearer.board):
                yield nearer
                continue
            for there, _ in embeddings(game, nearer, position.board):
                if features.of(game).extent(there)[1] < features.of(game).extent(position)[1]:
                    yield there

    def _begin(self, effort: float) -> None:
        """Begins a part of the work. Raises Stopped if there is no time left for it."""
        now = time.monotonic()
        if now > self._deadline:
            self.stopped_short = True
            raise Stopped
        self._search.begin("shrinking", min(now + MOST_SECONDS, self._deadline), effort)

    def _keeps(self, case: Case) -> bool:
        try:
            self._search.on_step()
            again = self._search.differential.first_difference(case, self._wanted.is_like)
        except Stopped:
            self.stopped_short |= self._search.late
            raise
        if again is not None:
            self.best = min(self.best, again, key=lambda found: found.question.size)
        return again is not None


def _case(game: AnyGame, position: Any, texts: tuple[str, ...] = (), lists: bool = True) -> Case:
    return Case(Question.at(game, position, do="turns"), tuple((text, None) for text in texts), lists)
