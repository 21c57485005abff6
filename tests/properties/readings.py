"""Readings to try things under."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.game import AnyGame
from shatterproof_properties import play


def some_readings(game: AnyGame) -> SearchStrategy[Any]:
    """The defaults as often as all others together."""
    return st.one_of(st.just(game.Readings()), play.readings(game))
