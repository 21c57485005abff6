"""The explorer's knowledge of each game: `KNOWLEDGE.of(game)`, with a plain default for a game that offers nothing.

A game from elsewhere offers it in the module `explorer` of its package. That module may begin with
`from shatterproof_properties.explorer.plain_game import *` and override only some names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from shatterproof.api import parse_position
from shatterproof.game import game_of
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.explorer import plain_game
from shatterproof_properties.explorer.turns_on_board import Phase, Shape, TurnBuilder

Json = dict[str, Any]


class Tool(NamedTuple):
    """A way to edit a position: the field of the edit, its value, and the words for it.

    The field `put` puts the value `what` on places, `halve` cuts a piece along the axis, and `unite` joins pieces. A
    switch has for its field a list of the position, and adds the value to it or takes it away.
    """

    field: str
    value: str
    text: str


class Lesson(NamedTuple):
    """A step of learning a game.

    `diagram` is the position, `text` the explanation, `task` the task, and `example` a turn that fulfils it. `is_done`
    says whether a legal turn fulfils it. It gets the position before the turn, the turn, and the position after it.
    """

    text: str
    task: str
    diagram: str
    example: str
    is_done: Callable[[Any, Any, Any], bool]

    @property
    def position(self) -> Any:
        return parse_position(self.diagram)


def wins(before: Any, turn: Any, after: Any) -> bool:
    """Whether a turn wins for its player."""
    ended = game_of(after).outcome(after)
    return ended is not None and ended.winner == before.to_move


class Knowledge(Protocol):
    """The knowledge of one game. Things are pieces, cells or squares, as tuples of the reference."""

    BOARD_FORM: str
    """The form of a board's name, in words."""
    BOARDS: tuple[str, ...]
    """Boards to offer besides the standard one."""
    MATERIAL: str
    """The material of its board, one of those in `pages/tokens.css`: walnut, sage or birch."""
    AIM: str
    """The aim of the game in a sentence. If it is "", the game's name and subject are shown instead."""
    LESSONS: tuple[Lesson, ...]
    """The lessons that teach the game on the board."""
    CALL: str
    """The word that a player calls when threatening to win; "" if the game has none."""
    TOOLS: tuple[Tool, ...]
    """The edits that a click can make."""
    SWITCHES: tuple[Tool, ...]
    """The switches of a position that an edit can set."""
    EDITS: Mapping[frozenset[str], Callable[[Any, Json], Any]]
    """The position after an edit, by the fields of the edit. The edit's names are passed as lists of things.

    They raise InputError for a bad value, IllegalTurn if the result would not be a piece.
    """
    CHECKS: tuple[Callable[[Any], object], ...]
    """The checks of an edited position, each raising InputError. Without any, the position is read again."""
    BREACHES: Mapping[str, Callable[[Any], list[Any]]]
    """The things that break a clause, by clause. For other clauses, the things named in the message count."""

    @property
    def SHOWN_GAME(self) -> tuple[str, tuple[str, ...]]:
        """A small board and some lively turns on it that show newcomers what the game is like."""

    def caption(self, position: Any) -> str:
        """A position in a few words."""

    def name_of(self, thing: Sequence[int]) -> str:
        """The name of a thing in the drawing."""

    def names_in(self, text: str) -> list[str]:
        """The names of the things that a message of the reference mentions, in its order, perhaps repeated."""

    def thing_named(self, position: Any, name: str) -> Any | None:
        """The thing of this name in a position; None if there is none."""

    def begin_turn(self, position: Any) -> TurnBuilder:
        """A turn with nothing chosen yet."""

    def arrow_of(self, position: Any, turn: Any) -> Shape | None:
        """An arrow or a line in the drawing for a turn; None if nothing moves."""

    def deciding(self, position: Any) -> Iterable[Any]:
        """The things that decided a finished game, as far as they are on the board."""

    def motion_of(self, position: Any, turn: Any) -> Iterable[Phase]:
        """The acts of a turn, in order. A turn may lack its end."""

    def in_words(self, position: Any, text: str, measured: bool = False) -> str:
        """A text of the reference, or a drawing, with things named as one sees them.

        If `measured`, the reference's own words follow each name.
        """


KNOWLEDGE = PerGame[Knowledge]("shatterproof_properties.explorer", plain_game)
