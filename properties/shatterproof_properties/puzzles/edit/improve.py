"""Makes a draft sound: changes of few pieces that make its claim true, its key unique, or its position lighter.

`Improver` tries changes one by one, those of one piece first, and can be stopped after any of them; `best` are those
that help, the best first. `lightened` removes needless pieces until no more can go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from shatterproof_properties.common.interrupts import never
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.edit.editor import FAILS, HOLDS, LIMITS, Editor, Effect
from shatterproof_properties.puzzles.edit.piece_changes import PieceChange
from shatterproof_properties.solving.forcing import SearchLimits

NOTHING, COOKED, SOUND = range(3)
"""The state of a claim: no turn achieves it, several do, or it holds as it should."""
WORDS = ("no solution", "{} keys", "sound")
NEAREST = 60
"""The most changes of one piece that are tried in pairs, and the most improvements that get a further change."""
Changes = tuple[PieceChange, ...]


class Improvement(NamedTuple):
    """Changes that help: the state of the claim after them, its keys, and the number of pieces saved."""

    changes: Changes
    reached: int
    keys: tuple[str, ...]
    lighter: int

    @property
    def rank(self) -> tuple[int, ...]:
        """The smaller the better: sound first, then few keys, few changes, few pieces."""
        return -self.reached, len(self.keys), len(self.changes), -self.lighter

    @property
    def becomes(self) -> str:
        """The state of the claim, with the keys if it is sound."""
        reached = WORDS[self.reached].format(len(self.keys))
        return reached + (f", {', '.join(self.keys)}" if self.reached == SOUND and self.keys else "")

    @property
    def words(self) -> str:
        return f"{' and '.join(change.words for change in self.changes)}: {self.becomes}"


class Improver:
    """Tries changes of a puzzle, which is to have one key if its kind can.

    `places` limits them to these places, by name or in the form of the game. `begun` is the state of the unchanged
    puzzle.
    """

    def __init__(
        self, puzzle: Puzzle, limits: SearchLimits = LIMITS, diagram: str = "", places: Sequence[Any] = ()
    ) -> None:
        is_unique = not puzzle.claim.meaning.no_unique
        self.puzzle = replace(puzzle, claim=replace(puzzle.claim, unique=is_unique), solution=())
        self._editor = Editor(self.puzzle, limits, diagram)
        changes = self._editor.changes
        self.singles = [each for place in places for each in changes.of(place)] if places else changes.possible()
        self._tried: list[tuple[Improvement, bool]] = []
        nothing = PieceChange((), "nothing changed", False, lambda position: position)
        self.begun = self._reached((), self._editor.effect(nothing))

    @property
    def best(self) -> list[Improvement]:
        """The changes found to help so far, the best first."""
        return sorted((found for found, helps in self._tried if helps), key=lambda found: found.rank)

    def changed(self, found: Improvement) -> Puzzle:
        """The puzzle after an improvement. Raises InputError."""
        return _with_keys(self._editor.edited(*found.changes), found.keys)

    def result(self, is_over: Callable[[], bool] = never) -> Puzzle | None:
        """The best sound puzzle, without needless pieces as far as `is_over` allows; None if no change makes one."""
        best = next(iter(self.best), self.begun)
        return lightened(self.changed(best), is_over=is_over) if best.reached == SOUND else None

    def tries(self) -> Iterator[int]:
        """Tries changes, first one, then several at once. Yields the number tried so far.

        If no change of one piece makes the puzzle sound, the NEAREST are tried in pairs. If no pair does either, each
        of the best gets a further change, until one is sound.
        """
        was = self.begun.reached, -len(self.begun.keys)
        for number, changes in enumerate(self._every(), start=1):
            if all(one.pieces != other.pieces for one, other in combinations(changes, 2)):
                found = self._reached(changes, self._editor.effect(*changes))
                is_better = (found.reached, -len(found.keys)) > was and found.reached > NOTHING
                is_same = found.reached == SOUND and found.keys == self.begun.keys
                self._tried.append((found, is_better or (is_same and found.lighter > 0)))
            yield number

    def _every(self) -> Iterator[Changes]:
        """The changes to try. Later ones depend on the results of earlier ones."""
        yield from ((change,) for change in self.singles)
        if not self._is_sound:
            nearest = sorted((found for found, _ in self._tried), key=lambda found: found.rank)[:NEAREST]
            yield from combinations((found.changes[0] for found in nearest), 2)
        for found in self.best[:NEAREST]:
            if self._is_sound:
                return
            yield from ((*found.changes, change) for change in self.singles)

    @property
    def _is_sound(self) -> bool:
        return self.begun.reached == SOUND or any(found.reached == SOUND for found, _ in self._tried)

    def _reached(self, changes: Changes, effect: Effect) -> Improvement:
        lighter = sum(change.is_fewer for change in changes)
        if effect.verdict == HOLDS:
            return Improvement(changes, SOUND, effect.keys, lighter)
        is_cooked = effect.verdict == FAILS and len(effect.keys) > 1
        return Improvement(changes, COOKED if is_cooked else NOTHING, effect.keys, lighter)


def lightened(
    puzzle: Puzzle,
    is_worth_it: Callable[[Json], bool] = lambda position: True,
    limits: SearchLimits = LIMITS,
    is_over: Callable[[], bool] = never,
) -> Puzzle:
    """A puzzle whose claim holds, without needless pieces: no more can go without another solution.

    A piece stays if the limits do not suffice to decide, or if `is_worth_it` refuses the position without it. Once
    `is_over`, the result so far comes back.
    """
    at, kept = 0, 0
    editor = Editor(puzzle, limits)
    changes = editor.changes.fewer()
    while kept < len(changes) and not is_over():
        at %= len(changes)
        effect = editor.effect(changes[at])
        if effect.is_needless and effect.position is not None and is_worth_it(effect.position):
            puzzle, kept = _with_keys(editor.edited(changes[at]), effect.keys), 0
            editor = Editor(puzzle, limits)
            changes = editor.changes.fewer()
        else:
            at, kept = at + 1, kept + 1
    return puzzle


def _with_keys(puzzle: Puzzle, keys: tuple[str, ...]) -> Puzzle:
    return replace(puzzle, solution=keys if puzzle.claim.meaning.no_solution is None else ())
