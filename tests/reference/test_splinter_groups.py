"""Groups of Splinter, asked for directly: their order, the largest, and the choice in a tie."""

from __future__ import annotations

import pytest

from shatterproof.game import IllegalTurn
from shatterproof.splinter.groups import Group, check_choice, groups, largest
from shatterproof.splinter.squares import Piece, Square, square_named

PIECE = Piece("blue", "square")


def group(squares: str) -> Group:
    return frozenset(square_named(name) for name in squares.split())


LONG, SHORT, PAIR = group("a1 b1 c1 d2"), group("b4 b5"), group("c7 d7")
"""Groups in the order of their smallest squares, which is not the order of their largest."""


def test_groups_come_in_the_order_of_their_smallest_squares() -> None:
    for order in ((SHORT, PAIR, LONG), (PAIR, LONG, SHORT), (LONG, SHORT, PAIR)):
        pieces = {square: PIECE for each in order for square in sorted(each, reverse=True)}
        assert groups(pieces) == [LONG, SHORT, PAIR]


def test_of_no_groups_none_is_the_largest() -> None:
    assert groups({}) == largest([]) == []
    assert largest([SHORT, LONG, PAIR]) == [LONG]
    assert largest([SHORT, PAIR]) == [SHORT, PAIR]


def refused(tied: list[Group], choice: Square | None) -> str:
    with pytest.raises(IllegalTurn) as caught:
        check_choice(tied, choice)
    assert caught.value.clause == "splinter.group.tie"
    return caught.value.reason


def test_a_choice_is_made_in_a_tie_and_of_a_tied_group() -> None:
    for choice in ("b4", "b5", "c7"):
        check_choice([SHORT, PAIR], square_named(choice))
    check_choice([LONG], None)
    check_choice([], None)
    assert "names none" in refused([SHORT, PAIR], None)
    assert "names none" in refused([SHORT, PAIR, LONG], None)
    assert refused([LONG], square_named("a1")) == refused([], square_named("a1")) == "there is no tie to decide"
    assert refused([SHORT, PAIR], square_named("a1")) == "no tied group is on a1"
