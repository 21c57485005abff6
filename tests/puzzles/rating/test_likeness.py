"""Which puzzles are alike: the same under a map of the board, or nearly so, with the same motif."""

from __future__ import annotations

import pytest

from puzzles.samples import puzzle
from puzzles.showcase import SAMPLES, proved
from shatterproof_properties.puzzles.rating.selection import ALIKE, Outline, is_alike, likeness, outline

SPLINTER = """\
Splinter 6x5, Blue to move
......
.X....
o.Xx.O
xs.Xo.
oS....
"""
SPLINTER_KIN = """\
Splinter 6x5, Blue to move
......
.X....
oxX..O
.s.Xo.
oS....
"""
SPLINTER_TURNED = """\
Splinter 6x5, White to move
....sO
.Ox.SX
o.Xx.O
....x.
......
"""
SPLINTER_SHIFTED = """\
Splinter 6x5, Blue to move
.X....
o.Xx.O
xs.Xo.
oS....
......
"""
REPOINTING = """\
Crumble 6x6, White to move
AAaaBBCCDDEE
AAaaBBCCDDEE
bbFFcdGGHHII
bbFFcdGGHHII
JJeeKKLLMMNN
JJeeffOOMMNN
PPPPgghhhhhh
PPPPgghhhhhh
QQQQiihhhhhh
QQQQiihhhhhh
QQQQjjhhhhhh
QQQQjjhhhhhh
"""
A_CRACK = """\
Crumble 6x6, White to move
AAaaBBCCDDEE
AAaaBBCCDDEE
bbFFGGHHIIJJ
bbFFGGHHIIJJ
KKccLLMMNNOO
KKccddPPNNOO
KKQQeeffffff
KKRReeffffff
SSSSggffffff
SSSSggffffff
SSSShhffffff
SSSShhffffff
"""
OPEN = "Scrunch 3, Dark to move\n  . x .\n o o x .\no x x o x\n . o o x\n  o x .\n"
OPEN_TURNED = "Scrunch 3, Light to move\n  . o x\n o x x .\no x o o x\n . o x x\n  . o .\n"


def drawn(diagram: str, claim: str = "mated-1", solution: tuple[str, ...] = ()) -> Outline:
    return outline(puzzle(diagram.split()[0].lower(), diagram, claim, solution=solution))


@pytest.mark.parametrize("name", SAMPLES)
def test_every_puzzle_is_like_itself(name: str) -> None:
    one = outline(proved(name)[0])
    assert likeness(one, one) == 1


def test_a_puzzle_is_like_its_image_in_other_colours_turned_and_shifted() -> None:
    for image in (SPLINTER_TURNED, SPLINTER_SHIFTED):
        assert likeness(drawn(SPLINTER), drawn(image)) == 1
    assert likeness(drawn(OPEN), drawn(OPEN_TURNED)) == 1
    mirrored = "Crumble 2x2, White to move\nAAaa\nBBaa\nCccb\nCccb\n"
    assert likeness(drawn("Crumble 2x2, Black to move\nAAaa\nAAbb\nBCCc\nBCCc\n"), drawn(mirrored)) == 1


def test_colours_count_as_the_side_to_move_sees_them() -> None:
    assert likeness(drawn(SPLINTER), drawn(SPLINTER.replace("Blue", "White"))) < ALIKE


def test_two_finds_of_one_run_with_nine_pieces_of_eleven_in_common_are_one() -> None:
    one, other = drawn(SPLINTER), drawn(SPLINTER_KIN)
    assert likeness(one, other) == likeness(other, one) == pytest.approx(0.9 * 9 / 11 + 0.1)
    assert is_alike(one, other)


def test_a_piece_that_stands_elsewhere_or_is_another_counts_once() -> None:
    for other in (SPLINTER.replace("O", "X"), SPLINTER.replace("O\n", ".\n").replace("......", "O.....")):
        assert likeness(drawn(SPLINTER), drawn(other)) == pytest.approx(0.9 * 10 / 11 + 0.1)


def test_eight_ninths_of_the_area_in_common_and_keys_that_meet_are_one() -> None:
    one, other = drawn(REPOINTING, "wins-1", ("1,5J2,1W",)), drawn(A_CRACK, "wins-1", ("0,3,1VESW",))
    assert likeness(one, other) == pytest.approx(0.9 * 8 / 9 + 0.1)
    assert is_alike(one, other)


def test_nine_tenths_in_common_are_one_puzzle_whatever_the_keys_and_less_with_keys_that_meet() -> None:
    diagram = "Splinter 6x6, Blue to move\n..oxo.\n.sSO..\n..Xx..\nSx.XX.\nsX....\n.Oo...\n"
    one, other, third = (drawn(diagram, "wins-2", (key,)) for key in ("b1W", "d5E", "b1E"))
    assert likeness(one, third) == 1 > likeness(one, other) >= ALIKE
    fewer = drawn(diagram.replace(".Oo...", "......").replace("sX....", ".X...."), "wins-2", ("d5E",))
    assert likeness(one, fewer) < ALIKE


def test_six_tenths_in_common_and_the_same_key_are_one() -> None:
    whole = "Splinter 6x6, Blue to move\n..oxo.\n.sSO..\n..Xx..\nSx.XX.\nsX....\n.Oo...\n"
    part = whole.replace("..oxo.", "......").replace(".sSO..", "......")
    one, same, other = (
        drawn(diagram, "wins-2", (key,)) for diagram, key in ((whole, "b1W"), (part, "b1W"), (part, "b1E"))
    )
    assert likeness(one, same) == pytest.approx(0.5 * 10 / 16 + 0.5)
    assert is_alike(one, same)
    assert not is_alike(one, other)


def test_boards_of_two_sizes_have_nothing_in_common_in_crumble_alone() -> None:
    small, large = drawn("Crumble 2x2, Black to move\nAAaa\nAAbb\nBCCc\nBCCc\n"), drawn(REPOINTING)
    assert likeness(small, large) == 0
    wider = SPLINTER.replace("6x5", "7x5").replace("\n", ".\n").replace("move.", "move")
    assert likeness(drawn(SPLINTER), drawn(wider)) == 1


def test_puzzles_of_two_games_have_nothing_in_common() -> None:
    assert likeness(drawn(SPLINTER), drawn(OPEN)) == 0
