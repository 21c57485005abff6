"""The source of candidates: games in which one side plays for a win and the other at random, and small changes.

Now and then a solver composes positions on the arrangement of an early game. The work goes in rounds, each with its own
random numbers, and every question is asked of a new search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.common.interrupts import never
from shatterproof_properties.puzzles.checker.certificate import forgotten, to_json
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.kind import going_on
from shatterproof_properties.puzzles.compose.game_composer import COMPOSERS, Json, passed_usefully
from shatterproof_properties.solving.adapters import SearchAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

CHOICES = 8
"""The number of turns drawn at random, of which the most promising is played."""
PATIENCE = 0.5
"""How often a game goes on although the side to move could win at once, as a share."""
COMPOSED = 1 / 50
"""The share of rounds in which positions are composed instead of playing a game."""
EARLY = 4
"""Positions are composed on the arrangement after fewer turns than this."""
CHANGES = 12
"""The number of changes tried of each find, and of the finds that result."""
MOST_CHANGED = 2
"""Changed finds taken from one find."""
MOST_POSITIONS = 5_000
"""The most positions looked into for one question about up to two turns; beyond that, it is no candidate."""
MORE = 4
"""The factor for each further turn."""
KEPT = 300_000


class ComposingOver(Exception):
    """There is no more time."""


def claim_search(adapter: SearchAdapter, claim: Claim, on_progress: Callable[[Forcing], None] | None = None) -> Forcing:
    """A search for positions that may fit a claim. It calls `on_progress`, which may raise."""
    most = MOST_POSITIONS * MORE ** max(0, claim.depth - 2)
    return Forcing(adapter, SearchLimits(positions=most, kept=KEPT), on_progress)


def holds(forcing: Forcing, here: Any, question: Callable[[], bool]) -> bool:
    """Whether a position is undecided, and the answer to a question about it yes; no if it takes too long to tell."""
    forcing.looked_into = 0
    try:
        return forcing.adapter.verdict(here) is None and question()
    except OutOfLimits:
        return False


def fits(forcing: Forcing, claim: Claim, here: Any) -> bool:
    """Whether a claim holds, with no shorter solution and few solutions."""
    return holds(forcing, here, lambda: claim.meaning.is_worth_asking(forcing, here, claim.turns, claim.unique))


class CandidateSource:
    """Composes for one claim on one board, and remembers its finds by their images.

    Each candidate is legal, settled and undecided, remembers nothing, is no image of an earlier one, and satisfies the
    claim with no shorter solution, as far as the second engine's search can tell. `stop` is asked often; once it says
    yes, there are no more. Raises InputError or ValueError for an unknown game, board or reading.
    """

    def __init__(
        self,
        game: str,
        claim: Claim,
        board: str,
        seed: int,
        readings: Mapping[str, str] | None = None,
        stop: Callable[[], bool] = never,
    ) -> None:
        self.adapter = search_adapter(game, board, readings)
        self.rules, self.game = find_game(game), COMPOSERS.of(game)
        self.claim, self.board, self._seed, self._stop = claim, board, seed, stop
        self._found = set[Any]()

    def candidates(self) -> Iterator[Json]:
        """Positions for which the claim holds, without end and without repetition."""
        with suppress(ComposingOver):
            for number in count():
                self._end_if_stopped()
                self._chance = Random(f"{self.board} {self.claim} {self.claim.unique} {self._seed} {number}")
                # Its own, so that games go on alike where nothing is composed.
                self._composing = Random(f"composing {self.board} {self.claim} {self._seed} {number}")
                for here in self._composed() if self._composing.random() < COMPOSED else self._play():
                    if self._is_find(here):
                        found = self.adapter.write(here)
                        yield found
                        yield from self._changes(found)

    def _search(self) -> Forcing:
        """A new search, for one question."""
        return claim_search(self.adapter, self.claim, lambda _: self._end_if_stopped())

    def _end_if_stopped(self) -> None:
        if self._stop():
            raise ComposingOver

    def _is_find(self, here: Any) -> bool:
        key = self.adapter.key(here)
        is_new = key not in self._found and self.game.is_sensible(self.adapter.write(here))
        if not is_new or not fits(self._search(), self.claim, here):
            return False
        self._found.add(key)
        return True

    def _is_won(self, here: Any, turns: int) -> bool:
        forcing = self._search()
        return holds(forcing, here, lambda: forcing.is_won(here, turns))

    def _is_mated(self, here: Any, turns: int) -> bool:
        forcing = self._search()
        return holds(forcing, here, lambda: forcing.is_mated(here, turns))

    def _changes(self, found: Json) -> Iterator[Json]:
        kin = [found]
        for _ in range(CHANGES):
            changed = self._read(self.game.changed(self._chance.choice(kin), self._chance))
            if changed is not None and self._is_find(changed):
                kin.append(self.adapter.write(changed))
                yield kin[-1]
                if len(kin) > MOST_CHANGED:
                    return

    def _composed(self) -> Iterator[Any]:
        """Positions composed on an arrangement after a few random turns."""
        here = self.adapter.read(to_json(self.rules, self.rules.start(self.board)))
        for _ in range(self._composing.randrange(EARLY)):
            here = self._composing.choice(going_on(self.adapter, here) or [here])
        for value in self.game.composed(self.adapter.write(here), self.claim, self._composing):
            self._end_if_stopped()
            found = self._read(value)
            if found is not None:
                yield found

    def _play(self) -> Iterator[Any]:
        """The positions of a game for which the claim may hold, without their memories."""
        before, here = None, self.adapter.read(to_json(self.rules, self.rules.start(self.board)))
        strong = self._chance.randrange(2)
        for turn in range(self.game.most_turns(self.board)):
            self._end_if_stopped()
            found = self.claim.meaning.candidate(before, here, self.claim.turns, self._is_threatened, self._is_mated)
            plain = None if found is None else self._read(forgotten(self.rules, self.adapter.write(found)))
            if plain is not None:
                yield plain
            following = going_on(self.adapter, here)
            if not following or (self._chance.random() > PATIENCE and self._is_won(here, 1)):
                return
            choices = self._chance.sample(following, min(CHOICES if turn % 2 == strong else 1, len(following)))
            before, here = here, max(choices, key=lambda after: self.game.score(self.adapter, after))

    def _is_threatened(self, here: Any, turns: int) -> bool:
        """Whether the other side would win in n turns if it were to move; true if that shows nothing."""
        passed = self._read(passed_usefully(self.rules, self.adapter.write(here))) if turns else None
        return passed is None or self._is_won(passed, turns)

    def _read(self, value: Json | None) -> Any:
        """The position of a JSON value; None if the rules forbid it."""
        if value is None:
            return None
        try:
            return self.adapter.read(value)
        except ValueError:
            return None
