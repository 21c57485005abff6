"""What the explorer knows of each game: `KNOWLEDGE.of(game)`, with a plain default for a game that offers nothing.

A game from elsewhere offers it in the module `explorer` of its package. That module may begin with
`from shatterproof_properties.explorer.plain_game import *`, and say only what it knows better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.explorer import plain_game
from shatterproof_properties.explorer.acts import Phase
from shatterproof_properties.explorer.builders import Shape, TurnBuilder
from shatterproof_properties.explorer.lesson import Lesson

Json = dict[str, Any]


class Tool(NamedTuple):
    """A way to change a position by hand: the field of an edit that it fills, the value that goes with it, its words.

    The field `put` puts the value `what` on places, `halve` cuts a piece along the axis, `unite` makes pieces one.
    Of a switch the field is a list of the position, which has the value or has it not.
    """

    field: str
    value: str
    text: str


class Knowledge(Protocol):
    """What the explorer has to know of one game. Things are pieces, cells or squares, as tuples of the reference."""

    @property
    def BOARD_FORM(self) -> str:
        """How its boards are named, in words."""

    @property
    def BOARDS(self) -> tuple[str, ...]:
        """Boards to offer besides the standard one."""

    @property
    def MATERIAL(self) -> str:
        """What its board is made of, one of the materials of `pages/tokens.css`: walnut, sage or birch."""

    @property
    def AIM(self) -> str:
        """How one wins, in a sentence; "" where its name and what it is about have to do."""

    @property
    def SHOWN_GAME(self) -> tuple[str, tuple[str, ...]]:
        """A board, small and soon full of life, and turns on it that show newcomers what the game is like."""

    @property
    def LESSONS(self) -> tuple[Lesson, ...]:
        """Steps in which the game is learnt on the board."""

    @property
    def CALL(self) -> str:
        """What a player calls who threatens to win, "" where the game has no word for it."""

    @property
    def TOOLS(self) -> tuple[Tool, ...]:
        """What a click can do to a position by hand."""

    @property
    def SWITCHES(self) -> tuple[Tool, ...]:
        """What else of a position can be switched on and off."""

    @property
    def EDITS(self) -> Mapping[frozenset[str], Callable[[Any, Json], Any]]:
        """The position after an edit, by the fields of the edit; what they name is handed over as lists of things.

        Raises InputError for a value that is none, IllegalTurn where no piece would come of it.
        """

    @property
    def CHECKS(self) -> tuple[Callable[[Any], object], ...]:
        """What a position set up by hand has to pass, each raising InputError; without any it is read again."""

    @property
    def BREACHES(self) -> Mapping[str, Callable[[Any], list[Any]]]:
        """The things that break a clause, by the clause; of others those count that the message names."""

    def caption(self, position: Any) -> str:
        """A position in a few words."""

    def name_of(self, thing: Sequence[int]) -> str:
        """What the drawing calls a thing."""

    def names_in(self, text: str) -> list[str]:
        """The names of what a message of the reference speaks of, in its order, perhaps more than once."""

    def thing_named(self, position: Any, name: str) -> Any | None:
        """The thing of that name in a position, or None where there is none."""

    def begin_turn(self, position: Any) -> TurnBuilder:
        """A turn of which nothing is chosen yet."""

    def arrow_of(self, position: Any, turn: Any) -> Shape | None:
        """Where a turn goes, as an arrow or a line in the drawing; None where nothing moves."""

    def deciding(self, position: Any) -> Iterable[Any]:
        """The things by which a game that is over was won, as far as they are on the board."""

    def motion_of(self, position: Any, turn: Any) -> Iterable[Phase]:
        """What a turn does on the board, one thing after the other; of a turn that lacks its end, up to there."""

    def in_words(self, position: Any, text: str, measured: bool = False) -> str:
        """A text of the reference, or a drawing, with what it speaks of named as one sees it.

        Where `measured`, what the reference calls it stands behind.
        """


KNOWLEDGE = PerGame[Knowledge]("shatterproof_properties.explorer", plain_game)
