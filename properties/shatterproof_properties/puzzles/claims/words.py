"""Positions and turns in the words of puzzles. What is known of one game stands in its module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from shatterproof.game import AnyGame
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.protocol.wording import Drawn


class GameWords(Protocol):
    """The words that a game's module offers; those here are for a game without words of its own."""

    LEGEND: str = ""
    """How its diagrams are to be read."""
    NOTATION: str = ""
    """How turns are written, for a printed sheet; "" for nothing."""
    BETWEEN_TURNS: str = ", "
    """The separator of turns in a row of text: a semicolon if turns have commas."""
    NICKNAMES: Mapping[str, str] = MappingProxyType({})
    """The game's own words for claims in one turn, each with the kind of claim."""
    IMPOSSIBLE: Mapping[str, str] = MappingProxyType({})
    """Short forms of claims that no position can satisfy, and the reason."""

    def labelled(self, position: Any, rows: list[str]) -> list[str]:
        """The rows of a diagram with coordinates at their edges."""
        return rows

    def described(self, position: Any, turn: Any) -> tuple[str, tuple[Any, ...]]:
        """The kind of a turn, and its pieces, cells or squares."""
        return "a turn", ()

    def places(self, position: Any, about: Iterable[Any]) -> str:
        """The places of pieces, cells or squares, as turns name them."""
        return ", ".join(map(str, about))

    def not_won(self, position: Any, attacker: str, defender: str) -> str:
        """What keeps the attacker from having won in an undecided position, in a sentence."""
        return f"{attacker.capitalize()} has not won."


class _PlainWords(GameWords):
    """The words for a game without words of its own."""


WORDS = PerGame[GameWords](__package__, _PlainWords())


def board_to_text(drawn: Drawn, without: tuple[str, ...] = ("readings", "memory")) -> str:
    """A diagram with coordinates at its edges.

    Lines that begin with a word of `without` are left out.
    """
    header, *lines = [line[4:] for line in drawn.indented(without)]
    is_row = [not line.startswith(("#", "readings ", "memory ")) for line in lines]
    count = is_row.index(False) if False in is_row else len(lines)
    return "\n".join([header, *WORDS.of(drawn.game).labelled(drawn.position, lines[:count]), *lines[count:]])


def not_won(game: AnyGame, position: Any, attacker: str) -> str:
    """What keeps a side from having won in an undecided position, in a sentence."""
    defender = next(side for side in game.SIDES if side != attacker)
    return WORDS.of(game).not_won(position, attacker, defender)


def listed(turns: Iterable[str]) -> str:
    """Turns in a row of text, with semicolons between them if some have commas."""
    every = list(turns)
    return ("; " if any("," in each for each in every) else ", ").join(every)


def within(turns: int) -> str:
    """In how many turns a side wins."""
    return "at once" if turns == 1 else f"in {turns} turns"
