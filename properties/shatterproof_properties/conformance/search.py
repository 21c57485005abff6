"""Searching for a difference, and shrinking it: Hypothesis does both, the harness only says what differs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any
from unittest import SkipTest

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.errors import Flaky, FlakyStrategyDefinition, NoSuchExample, Unsatisfiable

from shatterproof.game import AnyGame
from shatterproof_properties.conformance.cases import SIZES, Case, cases, playable_boards, steering
from shatterproof_properties.conformance.difference import Difference
from shatterproof_properties.conformance.exhaustive import Exhaustive, Share
from shatterproof_properties.conformance.lockstep import Lockstep
from shatterproof_properties.engines.engine import GaveUp
from shatterproof_properties.engines.window import TimeUp
from shatterproof_properties.play import similar, simpler
from shatterproof_properties.protocol import features

CASES_IN_A_BATCH = 10
SHRINKING = 25_000
SMALL_WORLD = 4_000
SIMPLIFYING = 15_000
"""Results of the rules and questions that shrinking may take: of the same difference it makes the same witness."""
MOST_SECONDS = 45.0
"""How long each of them may take on a slow machine."""
SHORT = 2
"""Turns of a tiny witness that need not be fewer."""
WALKED = 0.25
"""Share of all compared results that comes from going through small boards, as long as there are some left."""
MOST_SIMPLIFICATIONS = 3
GRACE = 1.0
"""Seconds after the end of its time for which a search waits for an answer."""
PAIRS_OF_STEPS = 100
"""Positions two steps away that are looked at where no simpler one will do."""
ASKED_ALONE = {"allows", "refuses", "result", "outcome", "verdict"}
"""Kinds of differences that one turn shows; for others all turns have to be listed."""
KEY = b"difference"


class Failed(KeyboardInterrupt):
    """Carries an exception past Hypothesis, which would take it for something to shrink."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


class Hunt:
    """Looks for cases in which an engine and the reference differ, and makes them small.

    `heard` is told what goes on ("searching", "asking again", "shrinking") before every question; if it returns true
    the search is over, as it is at the deadline. `over` tells whether it is. `share` says which of several processes
    this is. `exhaustive` knows how far small boards have been gone through, `steering` what is drawn next.
    """

    def __init__(
        self, lockstep: Lockstep, heard: Callable[[str], bool] = lambda doing: False, share: tuple[int, int] = (0, 1)
    ) -> None:
        self.lockstep = lockstep
        self.heard = heard
        self.over = False
        self._set_up = lockstep.seat.from_position
        self.boards = playable_boards(lockstep.seat)
        self.steering = steering(lockstep.game, self.boards, self._set_up)
        self.exhaustive = Exhaustive(lockstep.game, self.boards, lockstep.seat.readings, self._set_up, Share(*share))
        self._walk = iter(self.exhaustive)
        self._walked = 0
        self._strategy = self._cases()
        self._database = InMemoryExampleDatabase()
        self._doing = "searching"
        self._deadline = self._left = float("inf")
        lockstep.pulse = self._pulse

    def search(self, seed: int, deadline: float) -> Difference | None:
        """The first difference among some cases of small boards and a batch of random ones, or None.

        Stops at `deadline` (time.monotonic).
        """
        shown = self.try_out(self._small_cases(), deadline)
        if shown or self.over:
            return shown
        found: list[Difference] = []
        self._begin("searching", deadline)
        # What an earlier batch has found is of no use to another strategy.
        self._database = InMemoryExampleDatabase()

        def differs(case: Case) -> bool:
            self._pulse()
            found.extend(self._learned(case))
            return bool(found)

        self._strategy = self._cases(aims=self.steering.aims())
        self.over = not self._find(differs, seed, CASES_IN_A_BATCH, (Phase.generate,), self._strategy)
        return found[0] if found else None

    def _small_cases(self) -> Iterator[Case]:
        """The next cases of small boards, until they have their share."""
        census = self.lockstep.census
        while self._walked <= WALKED * census.results:
            before = census.results
            case = next(self._walk, None)
            if case is None:
                return
            yield case
            self._walked += census.results - before

    def _learned(self, case: Case) -> list[Difference]:
        """The first difference that a case shows; the steering learns what the case met."""
        census, counts = self.lockstep.census, self.lockstep.seat.counts
        before, cost = census.clauses.copy(), census.results + counts.total()
        found = self._first(case)
        broken = [clause for _, clause in case.probes]
        # An answer takes the longer to check, the larger the board and the more pieces there are.
        weight = sum(features.extent(self.lockstep.game, case.start))
        self.steering.learn(case.drawn, zip(case.aims, broken, strict=True), census.clauses - before,
                            weight * (census.results + counts.total() - cost))  # fmt: skip
        return found

    def try_out(self, known: Iterable[Case], deadline: float) -> Difference | None:
        """The first difference among given cases, or None. Stops at `deadline` (time.monotonic)."""
        self._begin("searching", deadline)
        try:
            return next((found for case in known for found in self._first(case)), None)
        except TimeUp:
            self.over = True
            return None

    def shows_again(self, difference: Difference) -> bool:
        """Whether asking the same question once more shows the same difference."""
        self._begin("asking again", float("inf"))
        return self.lockstep.first_difference(as_case(difference), difference.signature) is not None

    def shrink(self, difference: Difference) -> Difference:
        """The smallest difference found with the same clause and the same pair of verdicts."""
        best = [difference]
        with suppress(GaveUp):
            self._shrink(difference, best)
        return best[0]

    def _shrink(self, difference: Difference, best: list[Difference]) -> None:
        self._set_up_nearer(best)
        if best[0].size <= SIZES[difference.game].tiny and best[0].turns <= SHORT:
            return
        nearest = best[0]
        self._search_smaller(difference, best)
        if best[0] is not nearest:
            self._set_up_nearer(best)

    def _set_up_nearer(self, best: list[Difference]) -> None:
        """Simplifies what is best, once more where turns still lead to the position asked about."""
        for _ in range(MOST_SIMPLIFICATIONS if self._set_up else 0):
            before = best[0]
            self._simplify(before, best)
            if not best[0].played or best[0] is before:
                return

    def _search_smaller(self, difference: Difference, best: list[Difference]) -> None:
        """Lets Hypothesis shrink what it has found, or look for the same among random small positions."""
        keeps = self._keeps(difference, best)
        if best[0].played:
            self._begin("shrinking", time.monotonic() + MOST_SECONDS, SHRINKING)
            self._find(keeps, 0, 500, (Phase.reuse, Phase.generate, Phase.shrink), self._strategy)
        else:
            self._begin("shrinking", time.monotonic() + MOST_SECONDS, SMALL_WORLD)
            small = self._cases(set_up=True, most_plies=0, small=True)
            self._find(keeps, 0, 300, (Phase.generate, Phase.shrink), small)

    def _begin(self, doing: str, deadline: float, effort: float = float("inf")) -> None:
        self._doing, self._deadline, self._left = doing, deadline, effort
        engine = self.lockstep.seat.engine
        # An answer that is late only because time is up should not be waited for.
        engine.until = deadline + GRACE if deadline < float("inf") else None
        self.lockstep.seat.revive()

    def _pulse(self) -> None:
        self._left -= 1
        over = self.heard(self._doing) and self._doing == "searching"
        if over or self._left < 0 or time.monotonic() > self._deadline:
            raise TimeUp

    def _first(self, case: Case) -> list[Difference]:
        found = self.lockstep.first_difference(case)
        return [found] if found else []

    def _cases(self, **limits: Any) -> Any:
        seat = self.lockstep.seat
        return cases(seat.game, self.boards, seat.readings, **{"set_up": self._set_up, **limits})

    def _simplify(self, difference: Difference, best: list[Difference]) -> None:
        """Takes the position asked about as one set up, and steps to a simpler one for as long as one will do."""
        self._begin("shrinking", time.monotonic() + MOST_SECONDS, SIMPLIFYING)
        game = self.lockstep.game
        keeps = self._keeps(difference, best)
        turn = difference.turn
        alone = turn and difference.kind in ASKED_ALONE
        probes = ((turn, None),) if turn else ()

        def shows(nearer: Any) -> bool:
            like = tuple((text, None) for text in (similar(game, nearer, turn) if turn else ()))
            return bool(alone and keeps(Case(nearer, (), like, lists=False))) or keeps(Case(nearer, ()))

        position = difference.position
        with suppress(TimeUp):
            going = keeps(Case(position, (), probes))
            while going:
                tiny = best[0].size <= SIZES[game.NAME].tiny
                following = (
                    nearer for nearer in _nearby(game, position, 0 if tiny else PAIRS_OF_STEPS) if shows(nearer)
                )
                position, going = next(((nearer, True) for nearer in following), (position, False))

    def _keeps(self, difference: Difference, best: list[Difference]) -> Callable[[Case], bool]:
        def keeps(case: Case) -> bool:
            self._pulse()
            again = self.lockstep.first_difference(case, difference.signature)
            if again is None:
                return False
            best[0] = min(best[0], again, key=lambda found: found.size)
            return True

        return keeps

    def _find(
        self, condition: Callable[[Case], bool], seed: int, examples: int, phases: tuple[Phase, ...], strategy: Any
    ) -> bool:
        """Runs Hypothesis's search; what it finds, the condition has noted. False if time was up before its end."""
        chosen = settings(
            max_examples=examples,
            database=self._database if Phase.reuse in phases or Phase.shrink not in phases else None,
            deadline=None,
            phases=phases,
            suppress_health_check=list(HealthCheck),
        )
        try:
            find(strategy, _unshrinkable(condition), settings=chosen, random=Random(seed), database_key=KEY)
        except TimeUp:
            return False
        except Failed as carried:
            raise carried.error from None
        except FlakyStrategyDefinition:
            raise
        except (NoSuchExample, Unsatisfiable, Flaky, SkipTest):
            return True
        return True


def _unshrinkable(condition: Callable[[Case], bool]) -> Callable[[Case], bool]:
    """The condition, with what it raises made an interrupt."""

    def guarded(case: Case) -> bool:
        try:
            return condition(case)
        except Exception as error:
            raise Failed(error) from None

    return guarded


def as_case(difference: Difference) -> Case:
    """The case that asks the question of a difference."""
    game = difference.face
    position, turns = difference.start, []
    for text in difference.played:
        turns.append(game.parse_turn(position, text))
        position = game.play(position, turns[-1])
    return Case(difference.start, tuple(turns), ((difference.turn, None),) if difference.turn else ())


def _nearby(game: AnyGame, position: Any, pairs: int) -> Iterator[Any]:
    """Simpler positions, then some that are simpler in two respects at once."""
    steps = list(simpler(game, position))
    yield from steps
    yield from islice((further for nearer in steps for further in simpler(game, nearer)), pairs)
