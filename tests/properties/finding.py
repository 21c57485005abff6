"""Values looked for among what strategies draw, whatever a search begins with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TypeVar

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")

SEARCH = settings(
    max_examples=3000, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
FOUND_ANYHOW = settings(SEARCH, phases=[Phase.generate])
SEEDS = 4
"""Searches at most: what one begins with depends on what is imported, for Hypothesis takes constants from it."""


class Enough(KeyboardInterrupt):
    """Ends a search that Hypothesis would go on with."""


def first_found(drawn: SearchStrategy[T], is_such: Callable[[T], object]) -> T:
    """A value of such a kind that a strategy draws; NoSuchExample if none of the searches finds one."""
    for chance in _chances():
        try:
            return find(drawn, lambda value: bool(is_such(value)), settings=FOUND_ANYHOW, random=chance)
        except NoSuchExample as missed:
            last = missed
    raise last


def shrinks_to(drawn: SearchStrategy[T], is_such: Callable[[T], object], enough: Callable[[T], bool]) -> bool:
    """Whether a search for such values comes to a small enough one; it ends there, for the smallest takes long."""

    def condition(value: T) -> bool:
        if not is_such(value):
            return False
        if enough(value):
            raise Enough
        return True

    for chance in _chances():
        try:
            find(drawn, condition, settings=SEARCH, random=chance)
        except Enough:
            return True
        except NoSuchExample:
            continue
    return False


def _chances() -> Iterator[Random]:
    return map(Random, range(SEEDS))
