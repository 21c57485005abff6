"""The results of positions, made by the reference, and what they show by themselves."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, MalformedTurn, Outcome
from shatterproof_properties.puzzles.checker.certificate import (
    line_of,
    look_of,
    outcome_to_json,
    passed,
    replies_seen,
    to_json,
)
from shatterproof_properties.puzzles.checker.symmetry_class import image_key

MOST_RESULTS = 5_000_000
"""The most results made for one certificate by default, since a hostile one may ask for any number."""


class Refused(Exception):
    """A certificate does not show its claim: the place, as a JSON pointer, and the reason."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}" if where else why)
        self.where = where
        self.why = why


class TooManyResults(Refused):
    """A certificate asks for more results than the checker makes, so nobody knows whether it holds."""


class CheckedResult(NamedTuple):
    """A result of a position, and the outcome of the game there, if it has one."""

    position: Any
    outcome: Outcome | None

    def loses(self, side: str) -> bool:
        """Whether the game is over and lost for a side."""
        return self.outcome is not None and self.outcome.winner not in (None, side)

    def wins(self, side: str) -> bool:
        """Whether the game is over and won for a side."""
        return self.outcome is not None and self.outcome.winner == side


class Results:
    """Makes and counts the results of positions of one game. Methods raise Refused beyond `most`.

    `watch` is called with the number so far; an exception from it ends everything.
    """

    def __init__(self, game: AnyGame, watch: Callable[[int], None] | None = None, most: int = MOST_RESULTS) -> None:
        self.game = game
        self.regenerated = 0
        self.most = most
        self._watch = watch
        self._diagram: Any = None
        self._of_diagram: list[CheckedResult] = []
        self._not_won_now: set[Hashable] = set()

    def count_in(self, diagram: Any) -> int:
        """The number of results of the diagram, which are made once and kept."""
        self._of_diagram = list(self.of(diagram))
        self._diagram = diagram
        return len(self._of_diagram)

    def of(self, position: Any) -> Iterator[CheckedResult]:
        """The results of an undecided position, one by one. There is at least one."""
        if position is self._diagram:
            yield from self._of_diagram
            return
        before = self.regenerated
        for _, after in self.counted(self.game.results(position)):
            yield CheckedResult(after, self.game.outcome(after))
        if self.regenerated == before:
            raise Refused("/nodes", "a position without turns")

    def counted(self, found: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
        """The same turns and results. Each counts as made."""
        for each in found:
            self.regenerated += 1
            if self.regenerated > self.most:
                raise TooManyResults("/nodes", f"more than {self.most:,} results to regenerate")
            if self._watch is not None:
                self._watch(self.regenerated)
            yield each

    def listed(self, position: Any) -> list[CheckedResult]:
        """The results of a position in the order of certificates."""
        return sorted(self.of(position), key=self.line)

    def line(self, result: CheckedResult) -> str:
        """A result as a line of JSON."""
        return line_of(self.game, result.position, result.outcome)

    def after(self, position: Any, text: Any, where: str) -> CheckedResult:
        """The result of a named turn. Raises Refused if it is not legal."""
        if not isinstance(text, str):
            raise Refused(where, "a turn is text")
        try:
            after = self.game.play(position, self.game.parse_turn(position, text))
        except (MalformedTurn, IllegalTurn, AmbiguousTurn) as error:
            raise Refused(where, str(error)) from None
        return CheckedResult(after, self.game.outcome(after))

    def look(self, result: CheckedResult) -> str:
        """The board of a result as it looks, and the outcome there."""
        return look_of({**to_json(self.game, result.position), "outcome": outcome_to_json(result.outcome)})

    def is_mated_now(self, position: Any) -> bool:
        """Whether every result loses at once."""
        return all(result.loses(position.to_move) for result in self.of(position))

    def is_won_now(self, position: Any) -> bool:
        """Whether a turn wins at once or leaves only turns that lose at once."""
        key = position.readings, image_key(self.game, position)
        if key in self._not_won_now:
            return False
        for result in self.of(position):
            if result.wins(position.to_move) or (result.outcome is None and self.is_mated_now(result.position)):
                return True
        self._not_won_now.add(key)
        return False

    def wins_now(self, position: Any) -> Iterator[tuple[Any, CheckedResult]]:
        """Every turn that wins at once or leaves only turns that lose at once, those with equal results included.

        If turns are endless, one for each result.
        """
        try:
            every = self.game.actions(position)
        except InputError:
            every = self.game.results(position)
        for turn, after in self.counted(every):
            result = CheckedResult(after, self.game.outcome(after))
            if result.wins(position.to_move) or (result.outcome is None and self.is_mated_now(after)):
                yield turn, result

    def passed(self, position: Any, where: str) -> Any:
        """The position after a pass. Raises Refused if the rules accept no such position, or if the game is over."""
        try:
            after = self.game.from_json(passed(self.game, to_json(self.game, position)), position.readings)
        except InputError as error:
            raise Refused(where, f"no position comes of a pass: {error}") from None
        if self.game.outcome(after) is not None:
            raise Refused(where, "after a pass the game is over")
        return after

    def alike(self, one: CheckedResult, two: CheckedResult) -> bool:
        """Whether two results look alike, on the board and in their possible next boards."""
        looks = [look_of(to_json(self.game, each.position)) for each in (one, two)]
        if one == two or looks[0] != looks[1] or one.outcome != two.outcome:
            return one == two
        if one.outcome is not None:
            return True
        first, second = (
            replies_seen(
                (to_json(self.game, after.position), outcome_to_json(after.outcome)) for after in self.of(each.position)
            )
            for each in (one, two)
        )
        return first == second
