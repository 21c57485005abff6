"""Helpers for tests of strategies: drawing, searching, and asking the reference about a text."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample
from hypothesis.strategies import SearchStrategy

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, MalformedTurn
from shatterproof_properties import play

T = TypeVar("T")

SEARCH = settings(
    max_examples=3000, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
FOUND_ANYHOW = settings(SEARCH, phases=[Phase.generate])
SEEDS = 4
"""The most searches. Each begins differently, since Hypothesis takes constants from imported modules."""


class Enough(KeyboardInterrupt):
    """Ends a search that Hypothesis would continue."""


def first_found(drawn: SearchStrategy[T], is_such: Callable[[T], object]) -> T:
    """A value of some kind that a strategy draws. Raises NoSuchExample if none of the searches finds one."""
    for chance in map(Random, range(SEEDS)):
        try:
            return find(drawn, lambda value: bool(is_such(value)), settings=FOUND_ANYHOW, random=chance)
        except NoSuchExample as missed:
            last = missed
    raise last


def shrinks_to(drawn: SearchStrategy[T], is_such: Callable[[T], object], enough: Callable[[T], bool]) -> bool:
    """Whether a search for such values comes to a small enough one. It ends there: the smallest would take long."""

    def condition(value: T) -> bool:
        if not is_such(value):
            return False
        if enough(value):
            raise Enough
        return True

    for chance in map(Random, range(SEEDS)):
        try:
            find(drawn, condition, settings=SEARCH, random=chance)
        except Enough:
            return True
        except NoSuchExample:
            continue
    return False


def some_readings(game: AnyGame) -> SearchStrategy[Any]:
    """The defaults as often as all other readings together."""
    return st.one_of(st.just(game.Readings()), play.readings(game))


def refused(ask: Callable[..., object], *arguments: Any, **named: Any) -> Any:
    """The error by which something is refused. Fails if it is not."""
    with pytest.raises((InputError, IllegalTurn, AmbiguousTurn)) as caught:
        ask(*arguments, **named)
    return caught.value


def clause_broken(game: AnyGame, position: Any, text: str) -> str | None:
    """The clause that a text breaks; None if the grammar excludes it."""
    try:
        game.parse_turn(position, text)
    except IllegalTurn as refused:
        return refused.clause
    except MalformedTurn:
        return None
    return "none: it is legal"
