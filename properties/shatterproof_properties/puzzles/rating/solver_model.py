"""A model of a person who solves a puzzle: which turns are tried before the key, and how long each takes to refute.

First turns are tried in the order of how good they look: what takes material from the other side or threatens to win at
once comes first, what gives material away last; among equals what is shorter to write, takes more, leaves fewer
replies, and brings the mover's pieces further. Of each try the replies are looked at in such an order too, until one
refutes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, pairwise
from math import erf, log, sqrt
from typing import Any, NamedTuple

from shatterproof_properties.puzzles.checker.certificate import forgotten
from shatterproof_properties.puzzles.claims.kind import distinct, saves
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.compose.game_composer import GameComposer, composer_of, passed_usefully
from shatterproof_properties.solving.adapters import LOST, search_adapter
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


def solving(puzzle: Puzzle) -> Solving:
    """How a puzzle whose claim holds is solved by trying. Its whole solution must be given."""
    return SolverModel(puzzle).solve()


class SolverModel:
    """The model at work on one puzzle, with its own search, so that earlier questions do not matter."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle, self._claim = puzzle, puzzle.claim
        self._turns = puzzle.claim.depth
        self._game: GameComposer = composer_of(puzzle.game)
        self.adapter = search_adapter(puzzle.game, puzzle.board, puzzle.readings)
        self._forcing = Forcing(self.adapter, LIMITS)
        self.here = self.adapter.read(dict(puzzle.position))

    def solve(self) -> Solving:
        """See `solving`."""
        meaning, turns = self._claim.meaning, self._turns
        if meaning.no_solution is not None:
            choices = sum(1 for _ in self.adapter.results(self.here))
            return Solving(2 * turns - 1, choices, None, (), 0, self._answers(self.here, turns))
        foreseen = 2 * turns - 2 - meaning.attacker_begins
        wanted = set(self._puzzle.solution)
        first = self._first_turns()
        at = next((index for index, each in enumerate(first) if self._is_key(each, wanted)), 0)
        before = first[:at]
        answers: tuple[int, ...] = ()
        if not meaning.has_replies:
            return Solving(foreseen, len(first), first[at].gains, (), len(before), ())
        if meaning.attacker_begins and self.adapter.verdict(first[at].after) is None and turns > 1:
            answers = self._answers(first[at].after, turns - 1)
        tries = tuple(self._tried(each) for each in before[:MOST_TRIES]) if turns > meaning.attacker_begins else ()
        is_long = meaning.attacker_begins and turns > 1
        denied = is_long and self._is_denied(first[at].after)
        threatens = self._would_win(first[at].after) if is_long else None
        glances = len(before) - len(tries)
        return Solving(foreseen, len(first), first[at].gains, tries, glances, answers, denied, threatens)

    def _would_win(self, after: Any) -> bool | None:
        """Whether a key would win in time if the other side passed; None if nobody can know."""
        if self.adapter.verdict(after) is not None:
            return None
        passed = passed_usefully(self._puzzle.rules, self.adapter.write(after))
        self._forcing.looked_into = 0
        try:
            return None if passed is None else self._forcing.is_won(self.adapter.read(passed), self._turns - 1)
        except (ValueError, OutOfLimits):
            return None

    def _is_denied(self, after: Any) -> bool:
        """Whether a key would fail if nothing were remembered; false if that takes too long."""
        if not self._game.USES_MEMORY or self.adapter.verdict(after) is not None:
            return False
        plain = forgotten(self._puzzle.rules, self.adapter.write(after))
        self._forcing.looked_into = 0
        try:
            return not self._forcing.is_mated(self.adapter.read(plain), self._turns - 1)
        except OutOfLimits:
            return False

    def _is_key(self, each: ConsideredTurn, wanted: set[str]) -> bool:
        return self.adapter.text(self.here, each.turn) in wanted

    def _first_turns(self) -> list[ConsideredTurn]:
        adapter, here = self.adapter, self.here
        every = sorted(adapter.results(here), key=lambda each: adapter.text(here, each[0]) not in self._puzzle.solution)
        return self.looked_at(here, distinct(adapter, every), closely=True)

    def looked_at(self, here: Any, found: Iterable[tuple[Any, Any]], closely: bool) -> list[ConsideredTurn]:
        """Turns in the order in which a person looks at them; `closely` sees threats and counts replies as well."""
        balance, score = self._game.balance, self._game.score
        had, listed = balance(self.adapter, here), []
        for turn, after in found:
            gained = balance(self.adapter, after) + had
            looks = 2 * (gained > 0) - 2 * (gained < 0)
            replies = 0
            if closely and self.adapter.verdict(after) is None:
                looks += 2 * self._threatens(after)
                replies = sum(1 for _ in islice(self.adapter.results(after), MOST_REPLIES))
            text = self.adapter.text(here, turn)
            far = score(self.adapter, after) if self.adapter.verdict(after) is None else 0.0
            listed.append(
                ConsideredTurn((-looks, len(text) // LENGTH, -gained, replies, -far, text), gained, turn, after)
            )
        return sorted(listed, key=lambda each: each.order)

    def _threatens(self, after: Any) -> bool:
        """Whether the mover would win at once with another turn; false if nobody can know."""
        passed = passed_usefully(self._puzzle.rules, self.adapter.write(after))
        try:
            return passed is not None and self._forcing.is_won(self.adapter.read(passed), 1)
        except ValueError:
            return False

    def _tried(self, each: ConsideredTurn) -> FailedTry:
        """The failure of a first turn. If the search takes too long, a person has to look at all replies."""
        text = self.adapter.text(self.here, each.turn)
        if self.adapter.verdict(each.after) is not None:
            return FailedTry(text, 0, one_defence=False, gains=each.gains)
        replies = self.looked_at(each.after, self.adapter.results(each.after), closely=False)[:MOST_REPLIES]
        refuted = self._refuted_by()
        self._forcing.looked_into = 0
        found = list[int]()
        with suppress(OutOfLimits):
            found = list(islice((at for at, reply in enumerate(replies) if refuted(reply)), 2))
        if not found:
            return FailedTry(text, len(replies), one_defence=False, gains=each.gains)
        refutation = self.adapter.text(each.after, replies[found[0]].turn)
        return FailedTry(text, found[0] + 1, len(found) == 1, each.gains, refutation)

    def _refuted_by(self) -> Callable[[ConsideredTurn], bool]:
        """Whether a reply shows that a first turn does not achieve the claim."""
        forcing, turns = self._forcing, self._turns
        if self._claim.meaning.attacker_begins:
            return lambda reply: saves(forcing, reply.after, turns - 1)
        return lambda reply: forcing.achieves(reply.after, turns)

    def _answers(self, here: Any, turns: int) -> tuple[int, ...]:
        """For each different answer to a reply, the number of turns looked at until it is found."""
        met: dict[Any, int] = {}
        for _, after in self.adapter.results(here):
            if self.adapter.verdict(after) is None and not any(self._wins_by(after, known, turns) for known in met):
                self._forcing.looked_into = 0
                found = self._found_at(after, turns)
                if found is not None:
                    met[found[0]] = found[1]
        return tuple(sorted(met.values()))

    def _wins_by(self, after: Any, known: Any, turns: int) -> bool:
        found = self.adapter.retry(after, known)
        return found is not None and self._achieves(found[1], turns)

    def _found_at(self, here: Any, turns: int) -> tuple[Any, int] | None:
        """The first winning turn to try again, and its place; None if there is none within limits."""
        every = self.looked_at(here, self.adapter.results(here), closely=False)
        for at, each in enumerate(every, start=1):
            if self._achieves(each.after, turns):
                return self.adapter.killer(here, each.turn), at
        return None

    def _achieves(self, after: Any, turns: int) -> bool:
        verdict = self.adapter.verdict(after)
        if verdict is not None:
            return verdict == LOST
        try:
            return self._forcing.achieves(after, turns)
        except OutOfLimits:
            return False
