"""Cases that random search finds rarely, pinned."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from shatterproof import crumble
from shatterproof.crumble.position import Position, Turn
from shatterproof_properties.invariants.crumble import forms, notation

HEIGHTS_DIFFER = """5x3, Black to move
aXXXb
BXXXc
dXXXe
"""
"""A level line through the middles of two black pieces, of which the western one is the smaller and begins higher."""


@pytest.mark.parametrize(
    "law", [notation.turns_print_in_the_published_form, notation.printed_turns_read_back_to_themselves]
)
def test_a_level_cut_of_pieces_of_different_heights_is_said_from_the_western_one(
    law: Callable[[Position, Turn], None],
) -> None:
    position = crumble.from_diagram(HEIGHTS_DIFFER)
    for turn in crumble.turns(position):
        law(position, turn)


def test_after_a_level_cut_of_pieces_of_different_heights_json_reads_back_to_the_same_position() -> None:
    position = crumble.from_diagram(HEIGHTS_DIFFER)
    for _, after in crumble.results(position):
        forms.json_reads_back_to_the_same_position(after)
