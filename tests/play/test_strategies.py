"""The strategies keep their promise: draws are legal, or break the named clause.

Other spellings of a turn mean the same turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from play.search import clause_broken, first_found, some_readings
from sampling import some
from shatterproof import crumble, scrunch, splinter
from shatterproof.game import GAMES, AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof.scrunch.cells import cell_named, describe
from shatterproof_properties import play
from shatterproof_properties.invariants.every_game import refusal
from shatterproof_properties.play.scrunch.relatives import MOST_SIMILAR, cell_at, place
from shatterproof_properties.play.strategies import PlainStrategies

UNDER = {
    "scrunch.loops": {"scrunch.loops": "forbidden"},
    "scrunch.first-wriggle": {"scrunch.first-wriggle": "bare-placement"},
    "scrunch.growth.both": {"scrunch.removal-ends-turn": "then-wriggle"},
    "scrunch.stuck-creator": {"scrunch.stuck-creator": "pass"},
    "splinter.step-off": {"splinter.step-off": "forbidden"},
}
"""For each clause that needs them, readings under which it can be broken."""
LARGEST = {"crumble": 4, "scrunch": 3, "splinter": 4}
"""The largest board for texts that break a clause."""

CELL = re.compile(r"[a-s][1-9][0-9]?")

each_game = pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in GAMES])


def drawn(game: AnyGame, max_plies: int, decided: bool = False) -> SearchStrategy[Any]:
    """Positions under readings of all kinds."""
    return play.positions(game, max_plies=max_plies, readings=some_readings(game), decided=decided)


@each_game
@settings(max_examples=3 * settings().max_examples)
@given(data=st.data())
def test_a_near_miss_breaks_the_clause_it_names(game: AnyGame, data: Any) -> None:
    position = data.draw(drawn(game, 12, decided=True))
    text, clause = data.draw(play.near_misses(game, position))
    assert clause_broken(game, position, text) == clause


@pytest.mark.parametrize(
    ("game", "clause"),
    some(
        [
            pytest.param(find_game(name), clause, id=f"{name}-{clause}")
            for name in GAMES
            for clause in (*play.breakable(find_game(name)), None)
        ],
        one_in=7,
    ),
)
def test_every_clause_can_be_broken_by_a_near_miss(game: AnyGame, clause: str | None) -> None:
    readings = game.Readings.from_mapping(UNDER.get(clause or "", {}))
    boards = play.boards(game, LARGEST[game.NAME])
    positions = play.positions_set_up(game, boards, readings, decided=clause == f"{game.NAME}.turn.finished")
    texts = positions.flatmap(
        lambda position: st.tuples(st.just(position), play.near_misses(game, position, (clause,)))
    )
    position, (text, broken) = first_found(texts, lambda found: found[1][1] == clause)
    assert clause_broken(game, position, text) == broken == clause


@each_game
@given(data=st.data())
def test_games_are_legal_to_the_last_turn(game: AnyGame, data: Any) -> None:
    position, turns = data.draw(play.games(game, max_plies=12, readings=some_readings(game)))
    for turn in turns:
        assert game.outcome(position) is None
        position = game.play(position, turn)


@each_game
@given(data=st.data())
def test_turns_of_every_style_are_legal(game: AnyGame, data: Any) -> None:
    position = data.draw(drawn(game, 8))
    style = data.draw(st.sampled_from(play.styles(game)))
    assume(play.can_move(game, position))
    assert refusal(game.play, position, data.draw(play.turns(game, position, style))) is None


@each_game
@given(data=st.data())
def test_positions_are_undecided_unless_asked_otherwise(game: AnyGame, data: Any) -> None:
    position = data.draw(drawn(game, 8))
    assert game.outcome(position) is None
    # In Crumble single grains alone may be left, which nobody can cut.
    assert play.can_move(game, position) or game.NAME == "crumble"


# Games of which nothing but the rules is known


@pytest.mark.parametrize("name", ["scrunch", "splinter"])
@given(data=st.data())
def test_of_a_game_that_offers_nothing_what_play_reaches_is_drawn(name: str, data: Any) -> None:
    game = find_game(name)
    plain, board = PlainStrategies(game), {"scrunch": "2", "splinter": "2x4"}[name]
    position = data.draw(plain.set_up(board, data.draw(some_readings(game)), decided=False))
    assert game.outcome(position) is None
    assert refusal(game.play, position, data.draw(plain.turns(position))) is None
    text, clause = data.draw(plain.near_misses(position))
    assert clause_broken(game, position, text) == clause
    assert plain.similar(position, text) == [text]
    assert [*plain.simpler(position), *plain.embeddings(position, board), *plain.families(position.readings)] == []
    assert data.draw(plain.boards(1)) == game.start().board


# Simpler positions


def size(position: Any) -> tuple[int, ...]:
    """The size that a simpler position lowers: cells, stones and creators; squares, pieces, kinds and memory."""
    if position.readings.game == "scrunch":
        return position.side, len(position.dark | position.light), len(position.creating)
    plain = sum(piece.kind == "circle" for piece in position.pieces.values())
    return position.columns * position.rows, len(position.pieces), -plain, len(position.memory)


@pytest.mark.parametrize("name", ["scrunch", "splinter"])
@given(data=st.data())
def test_simpler_positions_are_valid_and_have_less_of_something(name: str, data: Any) -> None:
    game = find_game(name)
    position = data.draw(drawn(game, 8, decided=True))
    for nearer in play.simpler(game, position):
        assert game.from_json(game.to_json(nearer)) == nearer
        assert nearer.readings == position.readings
        assert nearer.to_move == position.to_move
        assert size(nearer) < size(position)


# Similar turns


@given(data=st.data())
def test_a_turn_of_scrunch_said_on_a_larger_board_is_among_those_similar_on_a_smaller_one(data: Any) -> None:
    position = data.draw(
        play.positions_set_up(scrunch, boards=play.boards(scrunch, 3), readings=play.readings(scrunch))
    )
    text = scrunch.format_turn(position, data.draw(play.turns(scrunch, position)))
    larger = data.draw(st.integers(position.side, 5))
    cells = (cell_at(larger, place(position.side, cell_named(name))) for name in CELL.findall(text))
    names = map(describe, cells)
    assert text in play.similar(scrunch, position, CELL.sub(lambda _: next(names), text))


@given(data=st.data())
def test_similar_turns_of_scrunch_are_distinct_and_stay_on_the_board(data: Any) -> None:
    boards = st.sampled_from(("2", "3", "4"))
    position = data.draw(play.positions_set_up(scrunch, boards=boards, readings=some_readings(scrunch)))
    text = scrunch.format_turn(position, data.draw(play.turns(scrunch, position)))
    for nearer in play.simpler(scrunch, position):
        similar = play.similar(scrunch, nearer, text)
        assert 0 < len(similar) == len(set(similar)) <= MOST_SIMILAR
        if similar != [text]:
            assert all(clause_broken(scrunch, nearer, said) not in (None, "scrunch.notation.cell") for said in similar)


@given(data=st.data())
def test_a_turn_of_splinter_itself_is_among_those_similar_to_it(data: Any) -> None:
    position = data.draw(drawn(splinter, 12))
    assume(len(position.pieces) < 15)
    turn = data.draw(play.turns(splinter, position))
    text = splinter.format_turn(position, turn)
    # A pass is no piece's turn.
    assert turn.square is None or text in play.similar(splinter, position, text)


def test_a_text_that_is_no_turn_of_splinter_is_similar_to_nothing() -> None:
    assert play.similar(splinter, splinter.start("2x4"), "pass") == []


# Other spellings


TIE = """Splinter 7x4, Blue to move
.......
...O...
SXO.SXO
sxo.sxo
"""
TWO_DEAD = """Scrunch 3, Dark to move
   . . .
  . . x x
 . . . . .
  o o o o
   x . x
"""


def accepted(game: AnyGame, position: Any, turn: Any) -> Iterator[tuple[str, Any]]:
    """The other spellings of a turn that the rules accept, with the position after each."""
    for text, _ in play.spellings(game, position, turn):
        try:
            yield text, game.play(position, game.parse_turn(position, text))
        except (IllegalTurn, AmbiguousTurn):
            continue


@each_game
@given(data=st.data())
def test_whatever_the_rules_take_leads_to_the_same_position(game: AnyGame, data: Any) -> None:
    position = data.draw(play.positions_set_up(game, bias=data.draw(st.sampled_from(play.biases(game)))))
    turn = next(iter(game.turns(position)), None)
    if turn is not None:
        assert {after for _, after in accepted(game, position, turn)} <= {game.play(position, turn)}


@pytest.mark.parametrize(
    ("game", "diagram", "text", "others"),
    [
        pytest.param(crumble, "Crumble 2x2, Black to move\naB\nCd\n", "1,1H", {"0,1,1H"}, id="a longer way"),
        pytest.param(
            splinter, TIE, "d3N=a1", {f"d3N={square}" for square in ("a2", "b1", "b2", "c1", "c2")}, id="a tie"
        ),
        pytest.param(scrunch, TWO_DEAD, "x a1 a3", {"x a3 a1"}, id="dead snakes in another order"),
        pytest.param(
            scrunch, "Scrunch 2, Dark to move\n  . o\n . . .\n  x .\n", "a2 a1-b2", {"b2 a1-a2"}, id="cells exchanged"
        ),
    ],
)
def test_other_spellings_are_accepted(game: Any, diagram: str, text: str, others: set[str]) -> None:
    position = game.from_diagram(diagram)
    assert others <= {other for other, _ in accepted(game, position, game.parse_turn(position, text))}
