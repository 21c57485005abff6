"""Hypothesis strategies for boards, positions, turns and whole games: for anyone's tests.

Each function takes a game, and often a position; what enters and leaves are the game's own positions and turns.
Everything shrinks towards small boards, few pieces, few turns, and turns early in their order. The package named after
a game offers the names of `strategies.GameStrategies`. For a game without one, `strategies.PlainStrategies` asks the
reference alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.game import AnyGame
from shatterproof_properties.play.strategies import MOST_PLIES, strategies_of
from shatterproof_properties.play.strategies import Embedding as Embedding
from shatterproof_properties.play.strategies import Family as Family
from shatterproof_properties.play.strategies import NearMiss as NearMiss


def boards(game: AnyGame, largest: int = 6) -> SearchStrategy[str]:
    """Draw names of boards of a game, up to `largest` units a side, smaller ones first."""
    return strategies_of(game).boards(largest)


def readings(game: AnyGame) -> SearchStrategy[Any]:
    """Draw readings of a game, every combination of values; the defaults first."""
    values = {name: st.sampled_from(choices) for name, choices in game.Readings.choices().items()}
    return st.fixed_dictionaries(values).map(game.Readings.from_mapping)


def positions_set_up(
    game: AnyGame,
    boards: SearchStrategy[str] | None = None,
    readings: SearchStrategy[Any] | Any = None,
    decided: bool = False,
    bias: str | None = None,
    besides: str | None = None,
) -> SearchStrategy[Any]:
    """Draw positions that need not come from play: any that the rules let players set up, both sides to move.

    Args:
        game: The game, from `shatterproof.game.find_game`.
        boards: Names of boards; small ones without it.
        readings: Fixed readings, a strategy for them, or None for the defaults.
        decided: Whether decided positions may be drawn too.
        bias: What the positions are rich in, one of those that `biases` lists; None mixes everything.
        besides: What they are rich in as well, another of those, as far as the two go together.

    Returns:
        A strategy for positions.
    """
    # A game that knows one bias at a time need not know of others.
    more = {"besides": besides} if besides else {}
    drawn = st.tuples(_boards(game, boards), _readings(game, readings))
    return drawn.flatmap(lambda given: strategies_of(game).set_up(*given, decided, bias, **more))


def biases(game: AnyGame) -> tuple[str, ...]:
    """List what positions set up may be rich in, by name: rings, ties, and so on, depending on the game."""
    return strategies_of(game).BIASES


def starts(
    game: AnyGame, boards: SearchStrategy[str] | None = None, readings: SearchStrategy[Any] | Any = None
) -> SearchStrategy[Any]:
    """Draw starting positions."""
    return st.builds(game.start, _boards(game, boards), _readings(game, readings))


def turns(game: AnyGame, position: Any, style: str | None = None) -> SearchStrategy[Any]:
    """Draw legal turns of an undecided position, without enumerating them all.

    Args:
        game: The game of the position.
        position: An undecided position that has a legal turn.
        style: A way of playing, one of those that `styles` lists; None mixes them.

    Returns:
        A strategy for turns.
    """
    return strategies_of(game).turns(position, style)


def styles(game: AnyGame) -> tuple[str, ...]:
    """List the ways of playing that `turns` and `games` know for a game, the plain one first."""
    return strategies_of(game).STYLES


@st.composite
def games(
    draw: st.DrawFn,
    game: AnyGame,
    starts: SearchStrategy[Any] | None = None,
    boards: SearchStrategy[str] | None = None,
    readings: SearchStrategy[Any] | Any = None,
    max_plies: int = MOST_PLIES,
    style: str | None = None,
) -> tuple[Any, list[Any]]:
    """Draw games, legal to the last turn, over or broken off anywhere.

    Args:
        draw: Given by Hypothesis.
        game: The game.
        starts: A strategy for starting positions; the openings of `boards` without it.
        boards: Names of boards; small ones without it.
        readings: Fixed readings, a strategy for them, or None for the defaults.
        max_plies: The longest game.
        style: The way both sides play; None draws one for each game, or a mixture.

    Returns:
        The starting position, and the turns played from it.
    """
    position = beginning = draw(_starts(game, boards, readings) if starts is None else starts)
    manner = style or draw(st.sampled_from((None, *styles(game))))
    played: list[Any] = []
    for _ in range(draw(st.integers(0, max_plies))):
        if game.outcome(position) is not None or not strategies_of(game).can_move(position):
            break
        turn = draw(turns(game, position, manner))
        played.append(turn)
        position = game.play(position, turn)
    return beginning, played


_starts = starts


def positions_reached(
    game: AnyGame,
    boards: SearchStrategy[str] | None = None,
    max_plies: int = MOST_PLIES,
    readings: SearchStrategy[Any] | Any = None,
    style: str | None = None,
    decided: bool = False,
) -> SearchStrategy[Any]:
    """Draw positions reached by legal play from the start.

    Args:
        game: The game.
        boards: Names of boards; small ones without it.
        max_plies: The longest game.
        readings: Fixed readings, a strategy for them, or None for the defaults.
        style: The way both sides play; None draws one for each game, or a mixture.
        decided: Whether decided positions may be drawn too; if not, a last turn that decided the game is taken back.

    Returns:
        A strategy for positions.
    """

    def last(played: tuple[Any, list[Any]]) -> Any:
        position, turns = played
        before = position
        for turn in turns:
            before, position = position, game.play(position, turn)
        return position if decided or game.outcome(position) is None else before

    return games(game, boards=boards, readings=readings, max_plies=max_plies, style=style).map(last)


def positions(
    game: AnyGame,
    boards: SearchStrategy[str] | None = None,
    max_plies: int = MOST_PLIES,
    readings: SearchStrategy[Any] | Any = None,
    decided: bool = False,
) -> SearchStrategy[Any]:
    """Draw positions reached by play, or set up; the arguments are those of `positions_reached`."""
    return positions_reached(game, boards, max_plies, readings, decided=decided) | positions_set_up(
        game, boards, readings, decided
    )


def near_misses(game: AnyGame, position: Any, clauses: tuple[str | None, ...] = ()) -> SearchStrategy[NearMiss]:
    """Draw texts of turns that break exactly one condition, in the published notation.

    Args:
        game: The game of the position.
        position: An undecided position.
        clauses: The clauses to break, None for the grammar; where a position has no room for one, another is broken.

    Returns:
        A strategy for texts, each with the clause that it breaks.
    """
    return strategies_of(game).near_misses(position, clauses)


def breakable(game: AnyGame) -> tuple[str, ...]:
    """List the clauses that `near_misses` can break, each in at least one position."""
    return strategies_of(game).CLAUSES


def families(game: AnyGame, readings: Any = None) -> Iterator[Family]:
    """List finite families of positions on tiny boards, for tests that go through all of them; some are decided."""
    return strategies_of(game).families(game.Readings() if readings is None else readings)


def simpler(game: AnyGame, position: Any) -> Iterator[Any]:
    """List valid positions near `position` that are simpler in one respect: a smaller board, fewer pieces."""
    return strategies_of(game).simpler(position)


def similar(game: AnyGame, position: Any, text: str) -> list[str]:
    """List texts of turns that do to another piece what `text` does to one; they need not be legal."""
    return strategies_of(game).similar(position, text)


def spellings(game: AnyGame, position: Any, turn: Any) -> Iterator[NearMiss]:
    """List other texts of a legal turn, each with the clause of the notation that it exercises; not all are legal."""
    return strategies_of(game).spellings(position, turn)


def at_limits(game: AnyGame) -> tuple[NearMiss, ...]:
    """List texts at the limits of the grammar and beyond, each with a clause it may break, None for the grammar."""
    return strategies_of(game).AT_LIMITS


def prefixes(game: AnyGame, position: Any, turn: Any) -> Iterator[Any]:
    """List shorter legal turns that a legal turn begins with: in Crumble those whose walks end earlier."""
    return strategies_of(game).prefixes(position, turn)


def embeddings(game: AnyGame, position: Any, board: str) -> Iterator[Embedding]:
    """List ways to set a position into a larger board, each with a function that renames turns for that board."""
    return strategies_of(game).embeddings(position, board)


def can_move(game: AnyGame, position: Any) -> bool:
    """Say whether the side to move of an undecided position has a legal turn."""
    return strategies_of(game).can_move(position)


def _boards(game: AnyGame, given: SearchStrategy[str] | None) -> SearchStrategy[str]:
    return boards(game) if given is None else given


def _readings(game: AnyGame, given: SearchStrategy[Any] | Any) -> SearchStrategy[Any]:
    if isinstance(given, SearchStrategy):
        return given
    return st.just(game.Readings() if given is None else given)
