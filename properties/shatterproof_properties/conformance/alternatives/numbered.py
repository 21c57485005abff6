"""Alternatives made from a few classes: each puts in a number, or refuses turns by a measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.protocol.served import opened
from shatterproof_properties.second.engine import RefusedTurn

NUMBERS = (*range(1, 17), 20, 24, 30, 31, 32, 63, 64)
"""The numbers tried as limits."""


class UpTo:
    """A limit of `most`. Mix it in before a second engine."""

    most = 0


def of_class(engine: type[Any], clause: str, says: str = "", acts: int = 1) -> Alternative:
    """The alternative that an engine plays. Its docstring states the rule."""
    return Alternative(engine.__name__, says or engine.__doc__ or "", clause, partial(opened, engine), acts)


def each_number(says: str, numbers: Iterable[int] = NUMBERS) -> Iterator[tuple[int, str]]:
    """Each number, with the sentence that has it instead of {n}. For a sentence without {n}, only 0."""
    for number in numbers if "{n}" in says else (0,):
        yield number, says.format(n=number)


def numbered(engine: type[Any], clause: str, numbers: Iterable[int] = NUMBERS) -> Iterator[Alternative]:
    """The alternatives of an engine with each number as its `most`. Its docstring has {n} for the number."""
    for number, says in each_number(engine.__doc__ or "", numbers):
        made = type(f"{engine.__name__}{number}", (engine,), {"most": number})
        yield of_class(made, clause, says)


class Measure(NamedTuple):
    """A measure of a legal turn by which an engine might refuse it.

    `says` is a sentence with {n} for the most that is allowed. Without {n} the engine refuses every turn that has any.
    The measure gets the engine, the position, the text of the turn and the position after it.
    """

    says: str
    clause: str
    of: Callable[[Any, Any, str, Any], int]
    numbers: Iterable[int] = NUMBERS
    acts: int = 1


def refusing(engine: type[Any], measure: Measure) -> Iterator[Alternative]:
    """The engines that refuse turns above each limit of a measure."""
    for number, says in each_number(measure.says, measure.numbers):
        made = type(says, (Refusing, engine), {"measure": measure.of, "most": number, "refused_by": measure.clause})
        yield of_class(made, measure.clause, says, measure.acts)


class Refusing:
    """Refuses legal turns with more than `most` of a measure. Mix it in before a second engine."""

    measure: Callable[[Any, Any, str, Any], int]
    most: int
    refused_by: str

    def _is_refused(self, here: Any, text: str, after: Any) -> bool:
        return type(self).measure(self, here, text, after) > self.most

    def meanings(self, here: Any, text: str) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = super().meanings(here, text)  # type: ignore[misc]
        taken = [(meaning, after) for meaning, after in found if not self._is_refused(here, meaning, after)]
        if found and not taken:
            raise RefusedTurn(self.refused_by)
        return taken

    def results(self, here: Any) -> Iterator[tuple[Any, Any]]:
        for turn, after in super().results(here):  # type: ignore[misc]
            if not self._is_refused(here, self.turn_text(here, turn), after):  # type: ignore[attr-defined]
                yield turn, after

    def breadth(self, here: Any) -> int:
        return sum(1 for _ in self.results(here))
