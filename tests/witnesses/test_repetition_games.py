"""The search for drawn games has the turns and the draws of the reference."""

from __future__ import annotations

import pytest

from sampling import some
from shatterproof import crumble
from shatterproof.crumble.pieces import Piece
from shatterproof.crumble.position import Position
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.witnesses.crumble.repetition_games import Placement, Repetition, steps, symmetry_class
from shatterproof_properties.witnesses.distinctions import Clock
from shatterproof_properties.witnesses.pair import Pair, shipped

DIAGRAMS = [
    "2x2, Black to move\nAb\naB\n",
    "2x2, White to move\nABab\nABab\nccCC\nccCC\n",
    "2x2, Black to move\nAABC\nAABC\naaDb\naacE\n",
    "2x2, White to move\nBa\ncD\n",
]
MOST_PIECES = 12
DRAWN = [
    pair
    for pair in shipped("crumble")
    if pair.reading.startswith("crumble.draw")
    and pair.witness
    and len(pair.witness.question.data["pieces"]) <= MOST_PIECES
]
each_diagram = pytest.mark.parametrize("diagram", DIAGRAMS)


def placement(position: Position) -> Placement:
    """A position of the reference in the form of the search."""
    rects = {piece: (piece.x, piece.y, piece.east, piece.north) for piece in position.arrangement.pieces}
    black = frozenset(rects[piece] for piece in position.black)
    return Placement(tuple(rects.values()), black, position.to_move == "black")


@each_diagram
def test_turns_are_those_of_the_reference(diagram: str) -> None:
    position = crumble.from_diagram(diagram)
    expected = {
        (placement(after), None if after.memory is None else after.memory.recent[0])
        for _, after in crumble.results(position)
        if not after.winner
    }
    found = set()
    for text, after, worked, (targets,) in steps([Engine(2, 2)], placement(position)):
        played = crumble.play(position, crumble.parse_turn(position, text))
        assert placement(played) == after
        recent = played.memory.recent[0] if played.memory else None
        assert (recent is None) == (not targets)
        if recent is not None:
            assert [rect(piece) for piece in recent.worked] == list(worked)
            assert [rect(target) for target in recent.targets] == list(targets)
        found.add((after, recent))
    assert found == expected


def rect(piece: Piece) -> tuple[int, int, int, int]:
    """The sides of a piece: west, south, east, north."""
    return piece.x, piece.y, piece.east, piece.north


@pytest.mark.parametrize("pair", some(DRAWN, one_in=4), ids=lambda pair: "-".join((pair.reading, *pair.values)))
def test_a_shipped_game_is_found_from_where_it_starts(pair: Pair) -> None:
    assert pair.witness is not None
    one, two = pair.compared.readings(pair.given)
    position = pair.witness.question.begun
    drawing, other = (one, two) if pair.witness.answers[pair.values[0]]["outcome"] else (two, one)
    columns, rows = position.arrangement.columns, position.arrangement.rows
    engines = [Engine(columns, rows, each.departures()) for each in (drawing, other)]
    most = pair.witness.question.size.pieces
    said = Repetition(engines[0], engines[1], most, Clock(60.0)).shortest([("", placement(position))])
    assert said is not None
    texts = " ".join(pair.witness.question.texts)
    assert (said[0], said[1].strip()) <= (sum(map(len, texts.split())), texts)


def test_images_are_eight_of_a_square_board_each_with_the_sides_changed_over() -> None:
    position = placement(crumble.from_diagram(DIAGRAMS[2]))
    assert len(set(symmetry_class(position, 2, 2))) == 16
    assert position in symmetry_class(position, 2, 2)
    assert {like.black_moves for like in symmetry_class(position, 2, 2)} == {True, False}
