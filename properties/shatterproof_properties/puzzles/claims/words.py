"""Positions and turns in the words of puzzles; what is known of one game stands in the module of that game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from shatterproof.game import AnyGame
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.protocol.wording import Drawn
from shatterproof_properties.puzzles.claims import plain


class GameWords(Protocol):
    """The functions that a game's module offers; `plain` stands for it where there is none."""

    @property
    def LEGEND(self) -> str:
        """How its diagrams are to be read."""

    @property
    def NOTATION(self) -> str:
        """How its turns are written, for a printed sheet; "" for nothing."""

    @property
    def BETWEEN_TURNS(self) -> str:
        """What stands between turns in a row of text: a semicolon where turns have commas."""

    @property
    def NICKNAMES(self) -> Mapping[str, str]:
        """Words of its own for claims in one turn, each with the kind of claim."""

    @property
    def IMPOSSIBLE(self) -> Mapping[str, str]:
        """Claims in their short form that no position can satisfy, and why."""

    def labelled(self, position: Any, rows: list[str]) -> list[str]:
        """The rows of a diagram with what turns name at their edges."""

    def described(self, position: Any, turn: Any) -> tuple[str, tuple[Any, ...]]:
        """What kind of turn it is, and the pieces, cells or squares that it is about."""

    def places(self, position: Any, about: Iterable[Any]) -> str:
        """Where pieces, cells or squares are, as turns name them."""

    def not_won(self, position: Any, attacker: str, defender: str) -> str:
        """What keeps the attacker from having won in a position in which the game goes on, in a sentence."""


WORDS = PerGame[GameWords](__package__, plain)


def board_to_text(drawn: Drawn, without: tuple[str, ...] = ("readings", "memory")) -> str:
    """A diagram with what turns name at its edges, such as rows and columns.

    Lines that begin with a word of `without` are left out.
    """
    header, *lines = [line[4:] for line in drawn.indented(without)]
    is_row = [not line.startswith(("#", "readings ", "memory ")) for line in lines]
    count = is_row.index(False) if False in is_row else len(lines)
    return "\n".join([header, *WORDS.of(drawn.game).labelled(drawn.position, lines[:count]), *lines[count:]])


def not_won(game: AnyGame, position: Any, attacker: str) -> str:
    """What keeps a side from having won in a position in which the game goes on, in a sentence."""
    defender = next(side for side in game.SIDES if side != attacker)
    return WORDS.of(game).not_won(position, attacker, defender)
