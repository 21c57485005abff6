"""Where candidates come from: games in which one side plays for a win and the other at random, and small changes.

Now and then a solver composes positions on what lies on the board early in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.compose.game_face import GameFace, Json
from shatterproof_properties.puzzles.kinds import going_on
from shatterproof_properties.solving.forcing import Face, Forcing, OutOfLimits, SearchLimits

CHOICES = 8
"""Turns taken at random, the most promising of which is played."""
PATIENCE = 0.5
"""How often a game goes on although the side to move could win at once."""
COMPOSED = 1 / 50
"""How often positions are composed instead of playing a game."""
EARLY = 4
"""Composed on what lies there after fewer turns."""
CHANGES = 12
"""Tried of each find, and of what came of it."""
OFFSPRING = 2
"""Changed finds taken from one find."""
MOST_POSITIONS = 5_000
"""Looked into for one question about two turns or fewer; what takes more is no candidate."""
MORE = 4
"""Times as many for each turn more."""
KEPT = 300_000


def never() -> bool:
    """No."""
    return False


class Stopped(Exception):
    """There is no more time."""


class ClaimTest:
    """Whether a claim holds and is worth asking, asked of one search. Methods raise Stopped when `stop` says so."""

    def __init__(self, face: Face, claim: Claim, stop: Callable[[], bool]) -> None:
        self.face, self.claim, self._stop = face, claim, stop
        most = MOST_POSITIONS * MORE ** max(0, claim.turns - 2)
        self.forcing = Forcing(face, SearchLimits(positions=most, kept=KEPT), self._on_progress)

    def accepts(self, here: Any) -> bool:
        """Whether the claim holds, with no shorter solution and few enough; no where that takes too long to tell."""
        claim = self.claim
        return self._within_limits(
            lambda: claim.meaning.is_worth_asking(self.forcing, here, claim.turns, claim.unique), here
        )

    def is_won(self, here: Any, turns: int) -> bool:
        """Whether the side to move wins in so many turns; no where that takes too long to tell."""
        return self._within_limits(lambda: self.forcing.is_won(here, turns), here)

    def is_mated(self, here: Any, turns: int) -> bool:
        """Whether the side to move is mated in so many turns; no where that takes too long to tell."""
        return self._within_limits(lambda: self.forcing.is_mated(here, turns), here)

    def _within_limits(self, test: Callable[[], bool], here: Any) -> bool:
        self.forcing.looked_into = 0
        try:
            return self.face.verdict(here) is None and test()
        except OutOfLimits:
            return False

    def _on_progress(self, _: Forcing) -> None:
        if self._stop():
            raise Stopped


class CandidateSource:
    """Composes for one claim on one board. What has been found is remembered by its images."""

    def __init__(
        self, game: GameFace, face: Face, claim: Claim, board: str, seed: int, stop: Callable[[], bool]
    ) -> None:
        self.game, self.face, self.claim, self.board = game, face, claim, board
        self.test = ClaimTest(face, claim, stop)
        self._stop = stop
        self._chance = Random(f"{board} {claim} {claim.unique} {seed}")
        # Its own, so that games go on alike where nothing is composed.
        self._composing = Random(f"painting {board} {claim} {seed}")
        self._found: set[Any] = set()

    def candidates(self) -> Iterator[Json]:
        """See `shatterproof_properties.puzzles.compose.candidates`."""
        try:
            while not self._stop():
                source = self._composed if self._composing.random() < COMPOSED else self._play
                for here in source():
                    if self._is_find(here):
                        found = self.face.write(here)
                        yield found
                        yield from self._changes(found)
        except Stopped:
            return

    def _is_find(self, here: Any) -> bool:
        key = self.face.key(here)
        if key in self._found or not self.game.is_sensible(self.face.write(here)) or not self.test.accepts(here):
            return False
        self._found.add(key)
        return True

    def _changes(self, found: Json) -> Iterator[Json]:
        """Finds a few small changes away."""
        kin = [found]
        for _ in range(CHANGES):
            changed = self._read(self.game.changed(self._chance.choice(kin), self._chance))
            if changed is not None and self._is_find(changed):
                kin.append(self.face.write(changed))
                yield kin[-1]
                if len(kin) > OFFSPRING:
                    return

    def _composed(self) -> Iterator[Any]:
        """Positions composed on an arrangement that came about in a few turns at random."""
        here = self.face.read(self.game.opening(self.board))
        for _ in range(self._composing.randrange(EARLY)):
            here = self._composing.choice(going_on(self.face, here) or [here])
        for value in self.game.composed(self.face.write(here), self.claim, self._composing):
            if self._stop():
                raise Stopped
            found = self._read(value)
            if found is not None:
                yield found

    def _play(self) -> Iterator[Any]:
        """The positions of a game for which the claim may hold, without what they remember."""
        before, here = None, self.face.read(self.game.opening(self.board))
        strong = self._chance.randrange(2)
        for turn in range(self.game.most_turns(self.board)):
            if self._stop():
                raise Stopped
            yield from self._candidates_at(here, before)
            following = going_on(self.face, here)
            if not following or (self._chance.random() > PATIENCE and self.test.is_won(here, 1)):
                return
            choices = self._chance.sample(following, min(CHOICES if turn % 2 == strong else 1, len(following)))
            before, here = here, max(choices, key=lambda after: self.game.score(self.face, after))

    def _candidates_at(self, here: Any, before: Any) -> Iterator[Any]:
        """This position, or the one before it, if it may be what is wanted."""
        claim = self.claim
        found = claim.meaning.candidate(before, here, claim.turns, self._is_threatened, self.test.is_mated)
        plain = None if found is None else self._read(self.game.without_memory(self.face.write(found)))
        if plain is not None:
            yield plain

    def _is_threatened(self, here: Any, turns: int) -> bool:
        """Whether the other side would win in so many turns if it were to move; yes where that says nothing."""
        passed = self._read(self.game.passed(self.face.write(here))) if turns else None
        return passed is None or self.test.is_won(passed, turns)

    def _read(self, value: Json | None) -> Any:
        """A position from its value; None where the rules forbid it."""
        if value is None:
            return None
        try:
            return self.face.read(value)
        except ValueError:
            return None
