"""The tables of an accepted certificate, read in every position that they stand for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, Outcome
from shatterproof_properties.puzzles.checker.certificate import Json, hash_of, line_of
from shatterproof_properties.puzzles.checker.symmetry_class import image_key

ROOT = -1
"""The number that stands for the groups at the beginning of a proof."""


class NamedAnswer(NamedTuple):
    """The turn that a certificate names against a result, as text, and the table for what follows, if any."""

    by: str
    then: int | None


class ListedResult(NamedTuple):
    """A result of a position: the turn as text, the position after it, the outcome there, and its line."""

    turn: str
    after: Any
    outcome: Outcome | None
    line: str

    def loses(self, side: str) -> bool:
        """Whether the game is over and lost for a side."""
        return self.outcome is not None and self.outcome.winner not in (None, side)


class MetResult(NamedTuple):
    """A result of a position, and the turn named against it; None if there is none."""

    result: ListedResult
    answer: NamedAnswer | None


class Tables:
    """The mates that a certificate shows. `groups` begin the proof, and `start` is their position.

    A table is written for one position and stands for its images as well: its turns are carried over to them. `watch`
    is called with the number of results so far; an exception from it ends everything. The checker must have accepted
    the certificate; methods raise InputError if they notice that it cannot have.
    """

    def __init__(
        self,
        game: AnyGame,
        nodes: Sequence[Json],
        start: Any,
        groups: Sequence[Json],
        watch: Callable[[int], None] | None = None,
    ) -> None:
        self.game = game
        self.made = 0
        self._start = start
        self._watch = watch
        self._named = {ROOT: _named(groups)} | {at: _named(node["met"]) for at, node in enumerate(nodes)}
        self._hashes = {at: node["hash"] for at, node in enumerate(nodes)}
        self._first = self._first_references()
        self.results = cache(self._results)
        self._place = cache(self._find_place)
        self._by_image = cache(self._find_images)

    def met(self, position: Any, at: int) -> list[MetResult]:
        """All results of a position that a table stands for, in the order of certificates, with what meets each."""
        written_for, named = self._place(at), self._named[at]
        if position == written_for:
            return [MetResult(result, named.get(index)) for index, result in enumerate(self.results(position))]
        images = self._by_image(at)
        return [
            MetResult(result, None if result.outcome is not None else self._carried(result.after, images))
            for result in self.results(position)
        ]

    def after(self, position: Any, text: str) -> Any:
        """The position after a turn given as text."""
        return self.game.play(position, self.game.parse_turn(position, text))

    def _results(self, position: Any) -> tuple[ListedResult, ...]:
        return tuple(sorted(self._each(position), key=lambda result: result.line))

    def _each(self, position: Any) -> Iterator[ListedResult]:
        game = self.game
        for turn, after in game.results(position):
            self.made += 1
            if self._watch is not None:
                self._watch(self.made)
            outcome = game.outcome(after)
            yield ListedResult(game.format_turn(position, turn), after, outcome, line_of(game, after, outcome))

    def _first_references(self) -> dict[int, tuple[int, int]]:
        """The first reference to each table, in the order of the checker: from which table, and for which result."""
        first: dict[int, tuple[int, int]] = {}
        waiting = deque([ROOT])
        while waiting:
            at = waiting.popleft()
            for index, answer in sorted(self._named[at].items()):
                if answer.then is not None and answer.then not in first:
                    first[answer.then] = at, index
                    waiting.append(answer.then)
        return first

    def _find_place(self, at: int) -> Any:
        if at == ROOT:
            return self._start
        above, index = self._first[at]
        position = self.after(self.results(self._place(above))[index].after, self._named[above][index].by)
        if hash_of(result.line for result in self.results(position)) != self._hashes[at]:
            raise InputError("the table is about another position", f"/nodes/{at}/hash", "a certificate that holds")
        return position

    def _find_images(self, at: int) -> dict[Any, tuple[Any, NamedAnswer]]:
        """The named turns of a table, by the images of the positions in which they are named."""
        found = {}
        for index, result in enumerate(self.results(self._place(at))):
            answer = self._named[at].get(index)
            if answer is not None:
                wanted = image_key(self.game, self.after(result.after, answer.by))
                found[image_key(self.game, result.after)] = wanted, answer
        return found

    def _carried(self, here: Any, images: dict[Any, tuple[Any, NamedAnswer]]) -> NamedAnswer:
        """An entry for an image of a position: the turn that does the same here."""
        wanted, answer = images[image_key(self.game, here)]
        for turn, after in self.game.results(here):
            if image_key(self.game, after) == wanted:
                return NamedAnswer(self.game.format_turn(here, turn), answer.then)
        raise InputError("a table stands for what is no image of its position", expected="a certificate that holds")


def _named(groups: Sequence[Json]) -> dict[int, NamedAnswer]:
    """The entries of groups, by the index of the result."""
    return {
        index: NamedAnswer(group["by"], group["then"][number] if group["then"] else None)
        for group in groups
        for number, index in enumerate(group["results"])
    }
