"""Whether a claim holds of a position, and is worth asking: no shorter win, not too many solutions."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from shatterproof_properties.puzzles.claim import Claim
from shatterproof_properties.solving.forcing import DRAWN, LOST, WON, Face, Forcing, OutOfLimits, SearchLimits

MOST_POSITIONS = 5_000
"""Looked into for one question about two turns or fewer; what takes more is no candidate."""
MORE = 4
"""Times as many for each turn more."""
KEPT = 300_000
MOST_KEYS = 3
FEWEST_TRIES = 3
"""Turns that do not win."""
FEWEST_REPLIES = 2
"""To some key, that do not lose at once."""
FEWEST_DEFENCES = 3
"""Turns of a mated side that do not lose at once."""
MOST_ANSWERS = 6
"""As many different ones are found, and no single one is thought to win against everything."""
MOST_SAVING = 4
LEAST_LOSING = 3
"""Losing turns for each saving one."""


class Stopped(Exception):
    """There is no more time."""


class Judge:
    """Asks one search, which remembers, all questions about a claim. Methods raise Stopped when `stop` says so."""

    def __init__(self, face: Face, claim: Claim, stop: Callable[[], bool]) -> None:
        self.face, self.claim, self._stop = face, claim, stop
        most = MOST_POSITIONS * MORE ** max(0, claim.turns - 2)
        self.forcing = Forcing(face, SearchLimits(positions=most, kept=KEPT), self._listen)
        self._test = {"wins": self._wins, "mated": self._mated, "defends": self._defends}[claim.kind]

    def accepts(self, here: Any) -> bool:
        """Whether the claim holds, with no shorter solution and few enough; no where that takes too long to tell."""
        return self._told(self._test, here, self.claim.turns)

    def is_won(self, here: Any, turns: int) -> bool:
        """Whether the side to move wins in so many turns; no where that takes too long to tell."""
        return self._told(self.forcing.is_won, here, turns)

    def is_mated(self, here: Any, turns: int) -> bool:
        """Whether the side to move is mated in so many turns; no where that takes too long to tell."""
        return self._told(self.forcing.is_mated, here, turns)

    def _told(self, test: Callable[[Any, int], bool], here: Any, turns: int) -> bool:
        self.forcing.looked_into = 0
        try:
            return self.face.verdict(here) is None and test(here, turns)
        except OutOfLimits:
            return False

    def _wins(self, here: Any, turns: int) -> bool:
        most = 1 if self.claim.unique else MOST_KEYS
        if turns > 1 and self.forcing.is_won(here, turns - 1):
            return False
        keys, tries = [], 0
        for _, after in self.face.results(here):
            if self._achieves(after, turns):
                keys.append(after)
            else:
                tries += 1
            if len(keys) > most:
                return False
        is_open = turns == 1 or any(len(self._going_on(after)) >= FEWEST_REPLIES for after in keys)
        return bool(keys) and tries >= FEWEST_TRIES and is_open

    def _achieves(self, after: Any, turns: int) -> bool:
        verdict = self.face.verdict(after)
        return verdict == LOST if verdict is not None else self.forcing.is_mated(after, turns - 1)

    def _going_on(self, here: Any) -> list[Any]:
        return [after for _, after in self.face.results(here) if self.face.verdict(after) is None]

    def _mated(self, here: Any, turns: int) -> bool:
        if turns and self.forcing.is_mated(here, turns - 1):
            return False
        return self.forcing.is_mated(here, turns) and (not turns or self._is_shared_out(here, turns))

    def _is_shared_out(self, here: Any, turns: int) -> bool:
        """Whether the mated side has some choice, and no one answer wins against all of it."""
        open_to = self._going_on(here)
        if len(open_to) < FEWEST_DEFENCES:
            return False
        answers: set[Hashable] = set()
        for after in open_to:
            found = self.forcing.win(after, turns)
            assert found is not None
            answers.add(self.face.killer(after, found[0]))
            if len(answers) > MOST_ANSWERS:
                return True
        return not any(all(self._wins_by(after, answer, turns) for after in open_to) for answer in answers)

    def _wins_by(self, here: Any, answer: Hashable, turns: int) -> bool:
        found = self.face.retry(here, answer)
        return found is not None and self._achieves(found[1], turns)

    def _defends(self, here: Any, turns: int) -> bool:
        saving = losing = tried = 0
        most = 1 if self.claim.unique else MOST_SAVING
        for _, after in self.face.results(here):
            verdict = self.face.verdict(after)
            if verdict in (DRAWN, LOST):
                return False
            if verdict == WON or self.forcing.is_won(after, turns):
                losing += 1
                tried += verdict is None and not self.forcing.is_won(after, turns - 1)
            else:
                saving += 1
            if saving > most:
                return False
        return bool(saving and tried) and losing >= LEAST_LOSING * saving

    def _listen(self, _: Forcing) -> None:
        if self._stop():
            raise Stopped
