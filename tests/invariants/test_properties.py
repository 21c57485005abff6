"""Every property of every game, over positions reached and set up, turns of all styles, and whole games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from play.search import some_readings
from shatterproof import crumble, scrunch, splinter
from shatterproof.game import GAMES, AnyGame
from shatterproof_properties import play
from shatterproof_properties.invariants import invariants, registry
from shatterproof_properties.play import crumble as crumble_play

Parameters = tuple[str, ...]
POSITION, TURN, TEXT = ("position",), ("position", "turn"), ("position", "text")
GAME, BOARD = ("start", "turns"), ("board",)
COLOURING, ORDER = ("arrangement", "black"), ("arrangement", "black", "random")

CRUMBLEMATE = """3x3, White to move
AABBCC
AABBDD
EEFFDD
aabbcc
ddGGHH
IJeeKK
"""


MOST_KEPT = 2_000
"""The most arguments that are drawn once for all properties with the same parameters.

`--long` has this many examples; with more, each property draws its own.
"""


class Drawn(NamedTuple):
    """The arguments to try a property on: drawn at random, or all of a list.

    Their number follows the examples of the profile, with a minimum. `keeps` says whether they may be used again.
    """

    arguments: SearchStrategy[tuple[Any, ...]] | Sequence[tuple[Any, ...]]
    share: float = 1.0
    least: int = 1
    keeps: bool = True

    def examples(self) -> int:
        return max(self.least, int(self.share * settings().max_examples))


class Tried(NamedTuple):
    """How the properties of a game are tried: by their parameters; slow ones separately, by name."""

    by_parameters: dict[Parameters, Drawn]
    apart: dict[str, Drawn]


@st.composite
def moves(
    draw: st.DrawFn, game: AnyGame, positions: SearchStrategy[Any], styles: Sequence[str | None] = (None,)
) -> Any:
    """A position and a legal turn of it, in some style."""
    position = draw(positions)
    assume(game is not crumble or crumble_play.can_move(position))
    return position, draw(play.turns(game, position, draw(st.sampled_from(styles))))


def texts(game: AnyGame, positions: SearchStrategy[Any]) -> SearchStrategy[tuple[Any, str]]:
    """A position and a near miss in it."""
    return positions.flatmap(
        lambda position: st.tuples(st.just(position), play.near_misses(game, position).map(lambda broken: broken[0]))
    )


def tried_of_crumble() -> Tried:
    readings = some_readings(crumble)
    small = play.boards(crumble, 3)
    positions = play.positions(crumble, max_plies=12, readings=readings, decided=True)
    coloured = play.boards(crumble).flatmap(crumble_play.coloured)
    ordered = st.builds(lambda of, random: (*of, random), coloured, st.randoms(use_true_random=False))
    games = play.games(crumble, boards=small, readings=readings, max_plies=12)
    repetitive = play.games(crumble, boards=small, readings=readings, max_plies=16, style="repeating")
    middling = play.positions(crumble, boards=play.boards(crumble, 4), max_plies=6, readings=readings, decided=True)
    tiny = play.positions(crumble, boards=small, max_plies=4, readings=readings, decided=True)
    few = tiny.filter(lambda position: len(position.own) <= 6 and len(position.arrangement.pieces) <= 9)
    all_turns = Drawn(st.tuples(middling), 1 / 3, 6)
    everything = Drawn(st.tuples(few), 1 / 3, 6)
    return Tried(
        {
            POSITION: Drawn(st.tuples(positions)),
            TURN: Drawn(moves(crumble, play.positions(crumble, max_plies=12, readings=readings))),
            TEXT: Drawn(texts(crumble, play.positions(crumble, max_plies=6))),
            GAME: Drawn(st.one_of(repetitive, games)),
            BOARD: Drawn(st.tuples(play.boards(crumble, 16))),
            COLOURING: Drawn(coloured),
            ORDER: Drawn(ordered, keeps=False),
        },
        {
            "crumble.captures.a_winning_turn_is_one_that_results_list": everything,
            "crumble.captures.crumble_is_said_when_a_second_turn_would_win": everything,
            "crumble.captures.crumblemate_is_said_when_no_turn_saves": everything,
            # Play hardly ever leads to one, and on larger boards a near one takes minutes: all replies to all turns.
            "crumble.captures.crumblemate_leaves_only_turns_that_lose": Drawn(
                moves(crumble, st.one_of(few, st.just(crumble.from_diagram(CRUMBLEMATE))))
            ),
            "crumble.cover.pieces_of_any_size_can_be_cut_down_to_one_grain": all_turns,
            "crumble.enumeration.cuts_and_joins_are_those_found_by_trying_everything": everything,
            "crumble.enumeration.leaves_are_the_sum_of_the_leaves_below": all_turns,
            "crumble.enumeration.turns_are_complete": everything,
            "crumble.enumeration.turns_are_sound": all_turns,
            "crumble.symmetry.turns_commute_with_symmetries": Drawn(st.tuples(tiny), 1 / 3, 6),
        },
    )


def tried_of_scrunch() -> Tried:
    def positions(largest: int, **more: Any) -> SearchStrategy[Any]:
        boards, readings = play.boards(scrunch, largest), some_readings(scrunch)
        return play.positions(scrunch, boards=boards, max_plies=12, readings=readings, **more)

    games = play.games(scrunch, boards=play.boards(scrunch, 4), readings=some_readings(scrunch))
    small = positions(3, decided=True)
    all_turns = Drawn(st.tuples(small))
    everything = Drawn(st.tuples(small.filter(lambda position: len(position.mover.snakes) <= 5)))
    return Tried(
        {
            POSITION: Drawn(st.tuples(positions(5, decided=True))),
            # Often with snakes that have to be removed.
            TURN: Drawn(moves(scrunch, positions(5), (None, "crowding")), 2.0),
            TEXT: Drawn(texts(scrunch, positions(4, decided=True))),
            GAME: Drawn(games),
            BOARD: Drawn([(str(side),) for side in range(2, 11)]),
        },
        {
            "scrunch.death.each_kind_of_turn_is_there_when_it_should_be": all_turns,
            "scrunch.death.a_threat_is_a_turn_that_would_win_if_the_mover_could_move_again": everything,
            "scrunch.enumeration.each_result_is_listed_once_by_its_first_turn": everything,
            "scrunch.enumeration.leaves_are_the_sum_of_the_leaves_below": all_turns,
            "scrunch.enumeration.turns_are_complete": everything,
            "scrunch.enumeration.turns_are_sound": all_turns,
            "scrunch.stones.a_stone_more_may_stand_unless_it_makes_a_mutant_or_a_creators_snake": all_turns,
            "scrunch.symmetry.turns_commute_with_symmetries": everything,
        },
    )


def tried_of_splinter() -> Tried:
    readings = some_readings(splinter)
    without_opening = st.sampled_from(("3x2", "2x3", "3x3", "4x3", "4x2"))
    small = st.one_of(play.boards(splinter, 4), without_opening)
    boards = st.one_of(play.boards(splinter), small)
    positions = st.one_of(
        play.positions_set_up(splinter, boards, readings, decided=True),
        play.positions_reached(splinter, None, 12, readings, decided=True),
    )
    undecided = st.one_of(
        play.positions_set_up(splinter, readings=readings),
        play.positions_set_up(splinter, boards, readings),
        play.positions_reached(splinter, None, 12, readings),
    )
    games_set_up = play.games(splinter, starts=play.positions_set_up(splinter, small, readings), max_plies=6)
    any_board = st.builds("{}x{}".format, st.integers(2, 26), st.integers(2, 26)) | st.sampled_from(("10x9", "6x5"))
    all_turns = Drawn(st.tuples(positions), 1 / 2, 8)
    return Tried(
        {
            POSITION: Drawn(st.tuples(positions)),
            TURN: Drawn(moves(splinter, undecided, ("splintering", "splintering", None))),
            TEXT: Drawn(texts(splinter, positions)),
            GAME: Drawn(st.one_of(games_set_up, play.games(splinter, readings=readings, max_plies=12))),
            BOARD: Drawn(st.tuples(any_board)),
        },
        {
            "splinter.enumeration.each_result_is_listed_once_by_its_first_turn": all_turns,
            "splinter.enumeration.leaves_are_the_sum_of_the_leaves_below": all_turns,
            "splinter.enumeration.turns_are_sound": all_turns,
            "splinter.enumeration.turns_are_those_found_by_trying_everything": all_turns,
            "splinter.symmetry.turns_commute_with_symmetries": all_turns,
            "splinter.turns.a_threat_is_a_win_in_one_more_turn": all_turns,
        },
    )


TRIED = {"crumble": tried_of_crumble(), "scrunch": tried_of_scrunch(), "splinter": tried_of_splinter()}
LAWS = {
    name: (law, TRIED[game].apart.get(name, drawn))
    for game in GAMES
    for parameters, drawn in TRIED[game].by_parameters.items()
    for name, law in invariants(game, *parameters).items()
}


@pytest.mark.parametrize("name", sorted(LAWS))
def test_the_property_holds_of_all_that_is_drawn(name: str) -> None:
    law, drawn = LAWS[name]
    if not isinstance(drawn.arguments, SearchStrategy):
        for arguments in drawn.arguments:
            law(*arguments)
    elif drawn.keeps and drawn.examples() <= MOST_KEPT:
        for arguments in kept(drawn):
            try:
                law(*arguments)
            except Exception as failed:
                search(name, law, drawn)
                failed.add_note(f"{name} fails of {arguments}, and of nothing smaller that was found")
                raise
    else:
        search(name, law, drawn)


@cache
def kept(drawn: Drawn) -> list[tuple[Any, ...]]:
    """Arguments drawn once: drawing them takes longer than trying a property on them."""
    found: list[tuple[Any, ...]] = []
    assert isinstance(drawn.arguments, SearchStrategy)

    @settings(max_examples=drawn.examples(), phases=[Phase.generate], database=None)
    @given(arguments=drawn.arguments)
    def note(arguments: tuple[Any, ...]) -> None:
        found.append(arguments)

    note()
    return found


def search(name: str, law: Callable[..., None], drawn: Drawn) -> None:
    """Tries a property on arguments drawn for it alone. A failure is shrunk."""

    def holds(arguments: tuple[Any, ...]) -> None:
        law(*arguments)

    assert isinstance(drawn.arguments, SearchStrategy)
    # Examples are kept, and drawn by the profile `ci`, by the name of the function.
    holds.__name__ = holds.__qualname__ = name.replace(".", "_")
    settings(max_examples=drawn.examples())(given(arguments=drawn.arguments)(holds))()


def test_every_property_is_tried() -> None:
    guarding = {name for names in registry().values() for name in names}
    assert set(LAWS) == guarding
    assert guarding >= {name for game in GAMES for name in TRIED[game].apart}
