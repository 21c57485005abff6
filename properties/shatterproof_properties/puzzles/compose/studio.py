"""Games between a side that plays for a win and one that plays at random, and what small changes make of their ends.

Now and then a solver composes positions on what lies on the board early in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.puzzles.compose.craft import Craft, Json
from shatterproof_properties.puzzles.compose.judge import Judge, Stopped
from shatterproof_properties.solving.forcing import Face

CHOICES = 8
"""Turns taken at random, the most promising of which is played."""
DIRECT = 2
"""Up to so many turns a win is looked for in every position; a longer one where the other side has come to be mated."""
PATIENCE = 0.5
"""How often a game goes on although the side to move could win at once."""
PAINTED = 1 / 50
"""How often positions are composed instead of playing a game."""
EARLY = 4
"""Composed on what lies there after fewer turns."""
CHANGES = 12
"""Tried of each find, and of what came of it."""
OFFSPRING = 2
"""Changed finds taken from one find."""


def never() -> bool:
    """No."""
    return False


class Studio:
    """Composes for one claim on one board. What has been found is remembered by its images."""

    def __init__(self, craft: Craft, face: Face, claim: Claim, board: str, seed: int, stop: Callable[[], bool]) -> None:
        self.craft, self.face, self.claim, self.board = craft, face, claim, board
        self.judge = Judge(face, claim, stop)
        self._stop = stop
        self._chance = Random(f"{board} {claim} {claim.unique} {seed}")
        # Of its own, so that games go on alike where nothing is painted.
        self._painting = Random(f"painting {board} {claim} {seed}")
        self._found: set[Any] = set()

    def candidates(self) -> Iterator[Json]:
        """See `shatterproof_properties.puzzles.compose.candidates`."""
        try:
            while not self._stop():
                source = self._painted if self._painting.random() < PAINTED else self._game
                for here in source():
                    if self._is_find(here):
                        found = self.face.write(here)
                        yield found
                        yield from self._changes(found)
        except Stopped:
            return

    def _is_find(self, here: Any) -> bool:
        key = self.face.key(here)
        if key in self._found or not self.craft.is_sensible(self.face.write(here)) or not self.judge.accepts(here):
            return False
        self._found.add(key)
        return True

    def _changes(self, found: Json) -> Iterator[Json]:
        """Finds a few small changes away."""
        kin = [found]
        for _ in range(CHANGES):
            changed = self._read(self.craft.changed(self._chance.choice(kin), self._chance))
            if changed is not None and self._is_find(changed):
                kin.append(self.face.write(changed))
                yield kin[-1]
                if len(kin) > OFFSPRING:
                    return

    def _painted(self) -> Iterator[Any]:
        """Positions composed on an arrangement that came about in a few turns at random."""
        here = self.face.read(self.craft.opening(self.board))
        for _ in range(self._painting.randrange(EARLY)):
            here = self._painting.choice(self._going_on(here) or [here])
        for value in self.craft.painted(self.face.write(here), self.claim, self._painting):
            if self._stop():
                raise Stopped
            found = self._read(value)
            if found is not None:
                yield found

    def _going_on(self, here: Any) -> list[Any]:
        return [after for _, after in self.face.results(here) if self.face.verdict(after) is None]

    def _game(self) -> Iterator[Any]:
        """The positions of a game for which the claim may hold, without what they remember."""
        before, here = None, self.face.read(self.craft.opening(self.board))
        strong = self._chance.randrange(2)
        for turn in range(self.craft.most_turns(self.board)):
            if self._stop():
                raise Stopped
            yield from self._worth_a_look(here, before)
            going_on = self._going_on(here)
            if not going_on or (self._chance.random() > PATIENCE and self.judge.is_won(here, 1)):
                return
            choices = self._chance.sample(going_on, min(CHOICES if turn % 2 == strong else 1, len(going_on)))
            before, here = here, max(choices, key=lambda after: self.craft.promise(self.face, after))

    def _worth_a_look(self, here: Any, before: Any) -> Iterator[Any]:
        """This position, or the one before it, if it may be what is wanted."""
        kind, turns = self.claim.kind, self.claim.turns
        if kind == "wins" and turns <= DIRECT:
            found = here
        elif kind == "wins":
            is_lost = self._is_threatened(here, turns - 1) and self.judge.is_mated(here, turns - 1)
            found = before if is_lost else None
        else:
            found = here if self._is_threatened(here, turns) else None
        plain = None if found is None else self._read(self.craft.plain(self.face.write(found)))
        if plain is not None:
            yield plain

    def _is_threatened(self, here: Any, turns: int) -> bool:
        """Whether the other side would win in so many turns if it were to move; yes where that says nothing."""
        passed = self._read(self.craft.passed(self.face.write(here))) if turns else None
        return passed is None or self.judge.is_won(passed, turns)

    def _read(self, value: Json | None) -> Any:
        """A position from its value; None where the rules forbid it."""
        if value is None:
            return None
        try:
            return self.face.read(value)
        except ValueError:
            return None
