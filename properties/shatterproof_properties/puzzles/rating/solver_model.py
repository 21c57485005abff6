"""A model of a person who solves a puzzle: which turns are tried before the key, and how long each takes to refute.

First turns are tried in the order of how good they look: what takes material from the other side or threatens to win at
once comes first, what gives material away last; among equals what is shorter to write, takes more, leaves fewer
replies, and brings the mover's pieces further. Of each try the replies are looked at in such an order too, until one
refutes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, pairwise, product
from math import erf, log, sqrt
from typing import Any, NamedTuple

from shatterproof_properties.puzzles.checker.certificate import forgotten
from shatterproof_properties.puzzles.claims.kind import distinct, saves
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.compose.game_composer import COMPOSERS, GameComposer, passed_usefully
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

LIMITS = SearchLimits(positions=20_000, kept=300_000)
"""The limits for one try. No seconds, so that a puzzle is as hard on a slower machine."""
MOST_TRIES = 60
"""The most tries that are refuted reply by reply; a person gives each later one a glance."""
DEEPER = 3
"""The factor of the time to foresee two turns more, one of each side."""
MOST_REPLIES = 100
"""The most replies to a try that are looked at. After these the solver takes it as refuted."""
LENGTH = 3
"""A difference of this many characters makes a turn less simple: a walk of some more steps."""


class FailedTry(NamedTuple):
    """A first turn that fails: the replies looked at until one refutes it, and whether that is the only one.

    `gains` is the material that it takes, `refutation` that reply, "" where none was found.
    """

    turn: str
    replies: int
    one_defence: bool
    gains: float = 0.0
    refutation: str = ""


class Solvers(NamedTuple):
    """Model solvers: how many replies to a turn half of them look at, how much they differ, and how often they slip.

    The numbers of replies are spread as their logarithms are, in a bell curve; `spread` is its width. `slip` is the
    chance to miss the refutation of a turn though it is within reach. `calibrated` finds them from attempts.
    """

    median: float = 5.0
    spread: float = 1.2
    slip: float = 0.02

    def share_below(self, replies: float) -> float:
        """The share of solvers who look at fewer replies."""
        return 0.5 * (1 + erf(log(max(replies, 1e-9) / self.median) / (self.spread * sqrt(2))))


SOLVERS = Solvers()
EASIER = 4
"""How many more turns a solver looks at to find an answer or a key than to refute a turn, as a factor."""


@dataclass(frozen=True)
class Solving:
    """How a puzzle is solved by trying.

    `foreseen` is the number of turns of both sides, after a reply, until its effect is seen: one in a win in two, two
    in a defence of two turns, three in a win in three or a mate in two. `choices` counts different first turns. `gains`
    is the material that the key takes from the other side, None without a key. `tries` are first turns before the key
    that take replies to refute, and `glances` counts the others. `answers` are to be found after the key, or in the
    diagram of a mate: for each different answer the turns looked at until it is found. `denied` says whether the key
    would fail if the position after it remembered nothing. `threatens` says whether it would win if the other side
    passed, None if nobody can know.
    """

    foreseen: int
    choices: int
    gains: float | None
    tries: tuple[FailedTry, ...]
    glances: int
    answers: tuple[int, ...]
    denied: bool = False
    threatens: bool | None = None

    def failing(self, solvers: Solvers = SOLVERS) -> float:
        """The share of solvers who fail, 0 to 1.

        A solver who looks at enough replies sees that a turn fails; among the turns left, the key is a guess. One who
        looks at too few turns does not come to the key, or does not find the answers after it.
        """
        deeper = DEEPER ** (max(0, self.foreseen - 1) / 2)
        least = max((*self.answers, self.glances)) / EASIER * deeper
        needed = sorted((each.replies * deeper for each in self.tries), reverse=True)
        shares = [1.0, *(solvers.share_below(max(replies, least)) for replies in needed), solvers.share_below(least)]
        solved = sum((share - next_one) / (1 + left) for left, (share, next_one) in enumerate(pairwise(shares)))
        return 1 - solved * (1 - solvers.slip) ** len(self.tries)

    @property
    def surprise(self) -> float:
        """The share of first turns that look better than the key, 0 to 1; 0 without a key."""
        return (len(self.tries) + self.glances) / max(1, self.choices - 1)

    @property
    def near_tries(self) -> int:
        """The tries before the key that only one defence refutes."""
        return sum(each.one_defence for each in self.tries)


class ConsideredTurn(NamedTuple):
    """A turn and the position after it. `order` is the sort key in which turns are looked at, `gains` its material."""

    order: tuple[Any, ...]
    gains: float
    turn: Any
    after: Any


MEDIANS = tuple(2 ** (step / 4) for step in range(29))
SPREADS = (0.6, 0.9, 1.2, 1.6, 2.0)
SLIPS = (0.0, 0.01, 0.02, 0.05, 0.1)
UNSURE = 1e-3
"""The least uncertainty of an attempt."""


def calibrated(attempts: Sequence[tuple[Solving, bool]]) -> Solvers:
    """The solvers on a grid for which these attempts are most likely; of equal ones the first.

    An attempt is a puzzle, and whether somebody solved it at once, without a failed try or a hint.
    """

    def likelihood(solvers: Solvers) -> float:
        failing = [(min(1 - UNSURE, max(UNSURE, puzzle.failing(solvers))), solved) for puzzle, solved in attempts]
        return sum((log(1 - share if solved else share) for share, solved in failing), 0.0)

    return max((Solvers(*values) for values in product(MEDIANS, SPREADS, SLIPS)), key=likelihood)


class SolverModel:
    """The model at work on one puzzle, with its own search, so that earlier questions do not matter."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle, self._meaning, self._turns = puzzle, puzzle.claim.meaning, puzzle.claim.depth
        self._game: GameComposer = COMPOSERS.of(puzzle.game)
        self.adapter = search_adapter(puzzle.game, puzzle.board, puzzle.readings)
        self._forcing = Forcing(self.adapter, LIMITS)
        self.here = self.adapter.read(dict(puzzle.position))

    def solve(self) -> Solving:
        """How the puzzle, whose claim holds, is solved by trying. Its whole solution must be given."""
        adapter, here, meaning, turns = self.adapter, self.here, self._meaning, self._turns
        if meaning.no_solution is not None:
            choices = sum(1 for _ in adapter.results(here))
            return Solving(2 * turns - 1, choices, None, (), 0, self._answers(here, turns))
        foreseen = 2 * turns - 2 - meaning.attacker_begins
        wanted = set(self._puzzle.solution)
        keys_first = sorted(adapter.results(here), key=lambda each: adapter.text(here, each[0]) not in wanted)
        first = self.looked_at(here, distinct(adapter, keys_first), closely=True)
        at = next((index for index, each in enumerate(first) if adapter.text(here, each.turn) in wanted), 0)
        key, before = first[at], first[:at]
        if not meaning.has_replies:
            return Solving(foreseen, len(first), key.gains, (), len(before), ())
        is_long = meaning.attacker_begins and turns > 1
        goes_on = is_long and adapter.verdict(key.after) is None
        answers = self._answers(key.after, turns - 1) if goes_on else ()
        tries = tuple(self._tried(each) for each in before[:MOST_TRIES]) if turns > meaning.attacker_begins else ()
        denied = goes_on and self._game.USES_MEMORY and self._is_denied(key.after)
        threatens = self._would_win(key.after, turns - 1) if goes_on else None
        glances = len(before) - len(tries)
        return Solving(foreseen, len(first), key.gains, tries, glances, answers, denied, threatens)

    def _is_denied(self, after: Any) -> bool:
        """Whether a key would fail if nothing were remembered; false if that takes too long."""
        plain = forgotten(self._puzzle.rules, self.adapter.write(after))
        self._forcing.looked_into = 0
        try:
            return not self._forcing.is_mated(self.adapter.read(plain), self._turns - 1)
        except OutOfLimits:
            return False

    def _would_win(self, after: Any, turns: int) -> bool | None:
        """Whether the mover would win in n more turns if the other side passed; None if nobody can know."""
        passed = passed_usefully(self._puzzle.rules, self.adapter.write(after))
        self._forcing.looked_into = 0
        try:
            return None if passed is None else self._forcing.is_won(self.adapter.read(passed), turns)
        except (ValueError, OutOfLimits):
            return None

    def looked_at(self, here: Any, found: Iterable[tuple[Any, Any]], closely: bool) -> list[ConsideredTurn]:
        """Turns in the order in which a person looks at them; `closely` sees threats and counts replies as well."""
        adapter, balance = self.adapter, self._game.balance
        had, listed = balance(adapter, here), []
        for turn, after in found:
            gained = balance(adapter, after) + had
            looks, replies, far = 2 * (gained > 0) - 2 * (gained < 0), 0, 0.0
            if adapter.verdict(after) is None:
                far = self._game.score(adapter, after)
                if closely:
                    looks += 2 * bool(self._would_win(after, 1))
                    replies = sum(1 for _ in islice(adapter.results(after), MOST_REPLIES))
            text = adapter.text(here, turn)
            order = (-looks, len(text) // LENGTH, -gained, replies, -far, text)
            listed.append(ConsideredTurn(order, gained, turn, after))
        return sorted(listed, key=lambda each: each.order)

    def _tried(self, each: ConsideredTurn) -> FailedTry:
        """The failure of a first turn. If the search takes too long, a person has to look at all replies."""
        adapter, forcing, turns = self.adapter, self._forcing, self._turns
        text = adapter.text(self.here, each.turn)
        if adapter.verdict(each.after) is not None:
            return FailedTry(text, 0, one_defence=False, gains=each.gains)
        replies = self.looked_at(each.after, adapter.results(each.after), closely=False)[:MOST_REPLIES]

        def refutes(reply: ConsideredTurn) -> bool:
            if self._meaning.attacker_begins:
                return saves(forcing, reply.after, turns - 1)
            return forcing.achieves(reply.after, turns)

        forcing.looked_into = 0
        found = list[int]()
        with suppress(OutOfLimits):
            found = list(islice((at for at, reply in enumerate(replies) if refutes(reply)), 2))
        if not found:
            return FailedTry(text, len(replies), one_defence=False, gains=each.gains)
        refutation = adapter.text(each.after, replies[found[0]].turn)
        return FailedTry(text, found[0] + 1, len(found) == 1, each.gains, refutation)

    def _answers(self, here: Any, turns: int) -> tuple[int, ...]:
        """For each different answer to a reply, the number of turns looked at until it is found."""
        adapter, met = self.adapter, dict[Any, int]()
        for _, after in adapter.results(here):
            if adapter.verdict(after) is not None:
                continue
            known = (adapter.retry(after, killer) for killer in met)
            if any(found is not None and self._achieves(found[1], turns) for found in known):
                continue
            self._forcing.looked_into = 0
            every = self.looked_at(after, adapter.results(after), closely=False)
            for at, each in enumerate(every, start=1):
                if self._achieves(each.after, turns):
                    met[adapter.killer(after, each.turn)] = at
                    break
        return tuple(sorted(met.values()))

    def _achieves(self, after: Any, turns: int) -> bool:
        try:
            return self._forcing.achieves(after, turns)
        except OutOfLimits:
            return False
