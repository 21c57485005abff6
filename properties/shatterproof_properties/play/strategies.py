"""The common parts of all strategies, the names that a game offers, and plain strategies for a game without them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar, cast

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, MalformedTurn
from shatterproof_properties.common.per_game import PerGame

Option = TypeVar("Option")
NearMiss = tuple[str, str | None]
"""The text of a turn, and the clause that it breaks; None if the grammar excludes the text."""
Embedding = tuple[Any, Callable[[str], str]]
"""A position set into a larger board, and a function that renames the texts of its turns."""


@dataclass(frozen=True)
class Family:
    """Positions set up on one board: `position(number)` for 0 <= number < `count`; None where the rules forbid it."""

    board: str
    count: int
    position: Callable[[int], Any | None]


def from_one_on(options: Sequence[Option], first: int) -> list[Option]:
    """All options, from the one numbered `first` on and around to the one before it. `first` may be any number."""
    at = first % len(options) if options else 0
    return [*options[at:], *options[:at]]


def renamed(names: str, rename: Callable[[str], str], text: str) -> str:
    """A text in which each match of the pattern `names` is replaced by what `rename` gives for it."""
    return re.sub(names, lambda found: rename(found.group()), text)


def clauses_in_turn(
    draw: st.DrawFn, game: AnyGame, position: object, known: Iterable[str], asked: tuple[str | None, ...]
) -> list[str | None]:
    """Clauses to try to break in a position, in order; None stands for the grammar.

    One drawn at random comes first. Clauses that were `asked` for come before the others that are `known`. Once the
    game is over only the clause about that can be broken; before, it cannot be.
    """
    finished = f"{game.NAME}.turn.finished"
    over = game.outcome(position) is not None
    wanted: list[str | None] = [*(clause for clause in known if (clause == finished) == over), None]
    chosen = [clause for clause in wanted if clause in asked] or wanted
    return [*from_one_on(chosen, draw(st.integers(0, len(chosen) - 1))), *wanted]


MOST_PLIES = 30
NO_TURNS = ("", "?")


class GameStrategies(Protocol):
    """The functions that a game's module offers.

    The functions of `shatterproof_properties.play` with the same names say what each is. A game from elsewhere may
    leave out any of these names, or all: `PlainStrategies` has something for each. A game whose turns can begin with
    shorter turns offers `prefixes` too.
    """

    @property
    def BIASES(self) -> tuple[str, ...]: ...

    @property
    def STYLES(self) -> tuple[str, ...]: ...

    @property
    def CLAUSES(self) -> tuple[str, ...]: ...

    @property
    def AT_LIMITS(self) -> tuple[NearMiss, ...]: ...

    def boards(self, largest: int) -> SearchStrategy[str]: ...

    def set_up(
        self, board: str, readings: Any, decided: bool, bias: str | None = None, besides: str | None = None
    ) -> SearchStrategy[Any]: ...

    def can_move(self, position: Any) -> bool: ...

    def turns(self, position: Any, style: str | None = None) -> SearchStrategy[Any]: ...

    def spellings(self, position: Any, turn: Any) -> Iterator[NearMiss]: ...

    def near_misses(self, position: Any, clauses: tuple[str | None, ...] = ()) -> SearchStrategy[NearMiss]: ...

    def families(self, readings: Any) -> Iterator[Family]: ...

    def simpler(self, position: Any) -> Iterator[Any]: ...

    def similar(self, position: Any, text: str) -> list[str]: ...

    def embeddings(self, position: Any, board: str) -> Iterator[Embedding]: ...


class PlainStrategies:
    """Strategies for any game, by its reference alone: its standard board, positions that play reaches, legal turns."""

    BIASES: tuple[str, ...] = ()
    STYLES = ("plain",)
    CLAUSES: tuple[str, ...] = ()
    AT_LIMITS: tuple[NearMiss, ...] = ()

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def boards(self, largest: int) -> SearchStrategy[str]:
        """The standard board, however large."""
        return st.just(self._game.start().board)

    def set_up(
        self, board: str, readings: Any, decided: bool, bias: str | None = None, besides: str | None = None
    ) -> SearchStrategy[Any]:
        """Positions that play reaches: which others the rules allow is not known."""
        return _reached(self._game, self._game.start(board, readings), decided)

    def can_move(self, position: Any) -> bool:
        """Whether any turn is legal."""
        return next(self._game.turns(position), None) is not None

    def turns(self, position: Any, style: str | None = None) -> SearchStrategy[Any]:
        """The legal turns, all of them."""
        found = list(self._game.turns(position))
        return st.sampled_from(found) if found else st.nothing()

    def prefixes(self, position: Any, turn: Any) -> Iterator[Any]:
        """None: no turn begins another."""
        yield from ()

    def spellings(self, position: Any, turn: Any) -> Iterator[NearMiss]:
        """None: a turn has one text."""
        yield from ()

    def near_misses(self, position: Any, clauses: tuple[str | None, ...] = ()) -> SearchStrategy[NearMiss]:
        """Texts that are no turns, and turns of the opening that are not legal in this position."""
        opening = self._game.start(position.board, position.readings)
        texts = (self._game.format_turn(opening, turn) for turn in islice(self._game.turns(opening), 40))
        refused: list[NearMiss] = []
        for text in (*NO_TURNS, *texts):
            with suppress(AmbiguousTurn):
                try:
                    self._game.parse_turn(position, text)
                except MalformedTurn:
                    refused.append((text, None))
                except IllegalTurn as illegal:
                    refused.append((text, illegal.clause))
        return st.sampled_from(refused)

    def families(self, readings: Any) -> Iterator[Family]:
        """None."""
        yield from ()

    def simpler(self, position: Any) -> Iterator[Any]:
        """None."""
        yield from ()

    def similar(self, position: Any, text: str) -> list[str]:
        """The text itself."""
        return [text]

    def embeddings(self, position: Any, board: str) -> Iterator[Embedding]:
        """None."""
        yield from ()


@st.composite
def _reached(draw: st.DrawFn, game: AnyGame, position: Any, decided: bool) -> Any:
    for _ in range(draw(st.integers(0, MOST_PLIES))):
        turns = list(game.turns(position))
        after = game.play(position, draw(st.sampled_from(turns))) if turns else None
        if after is None or not (decided or game.outcome(after) is None):
            break
        position = after
    return position


class _Completed:
    """The strategies that a game offers, with plain ones for the rest."""

    def __init__(self, *offers: object) -> None:
        self._offers = offers

    def __getattr__(self, name: str) -> Any:
        return next(getattr(offer, name) for offer in self._offers if hasattr(offer, name))


STRATEGIES = PerGame[GameStrategies]("shatterproof_properties.play")


def strategies_of(game: AnyGame) -> PlainStrategies:
    """The strategies of a game, with plain ones for whatever its module lacks."""
    return cast(PlainStrategies, _Completed(STRATEGIES.find(game), PlainStrategies(game)))
