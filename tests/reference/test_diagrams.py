"""Diagrams in every detail: they are printed as people type them, without what may be left out."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import Any

import pytest

from play.search import refused
from shatterproof import api, crumble, scrunch, splinter
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.diagrams import LARGEST_TEXT, game_shown
from shatterproof.errors import InputError

PRINTED = [
    (crumble, "2x2, Black to move\nAa\nbB\n"),
    (crumble, "2x2, White to move\nAABa\nAABa\nbbCC\nbbCC\n"),
    (crumble, "3x2, White to move\nAaB\nbCc\nreadings crumble.draw=draw-turns crumble.win-stops=end-of-turn\n"),
    (
        crumble,
        "2x2, White to move\nABaa\nABaa\nbbCC\nbbCC\n"
        'memory {"recent":[{"target":["1/2","1","1/2","1"],"worked":[["0","1","1","1"]]}],"renewals":0}\n',
    ),
    (scrunch, "Scrunch 2, Dark to move, creating Dark and Light\n . .\n. . .\n . .\n"),
    (scrunch, "Scrunch 2, Light to move, creating Light\n x .\n. . o\n x .\n"),
    (scrunch, "Scrunch 2, Dark to move, creating Dark\n x .\n. . o\n . .\n"),
    (
        scrunch,
        "Scrunch 3, Dark to move\n  . . o\n . x . .\n. . x . o\n . . . .\n  . . .\nreadings scrunch.loops=forbidden\n",
    ),
    (splinter, "Splinter 5x2, Blue to move\nSXOo.\n.sx..\n"),
    (splinter, "Splinter 3x2, White to move\nSXO\nsxo\nreadings splinter.tie=remove-one\n"),
    (splinter, 'Splinter 5x2, White to move\n.SXOo\n.sx..\nmemory [["b2","a2"],["c2","b2"],["d2","c2"],["e2","d2"]]\n'),
    (crumble, "3x2, White to move\nABB\naBB\n"),
    (crumble, "2x2, White to move\nAA\nAA\n"),
    (crumble, "3x3, White to move\n" + 3 * "AAAaaa\n" + 3 * "bbbBBB\n"),
]


@pytest.mark.parametrize(("game", "text"), PRINTED)
def test_a_diagram_in_full_reads_back_to_the_letter(game: Any, text: str) -> None:
    assert game.to_diagram(game.from_diagram(text)) == text


SAME = [
    (crumble, "Ab\naB", PRINTED[0][1]),
    (
        crumble,
        "# a comment\n\n  CRUMBLE 2X2, BLACK to move, 2 per unit\nAAbb\nAAbb\n# another\naaBB\naaBB",
        PRINTED[0][1],
    ),
    (crumble, "White to move\nAbC\naBc", "3x2, White to move\nAaB\nbCc\n"),
    (crumble, "Ab\naB\nAb", "2x3, Black to move\nAa\nbB\nCc\n"),
    (crumble, "2 per unit\nAAbb\nAAbb\naaBB\naaBB", PRINTED[0][1]),
    (crumble, "2x2\nAAbb\nAAbb\naaBB\naaBB", PRINTED[0][1]),
    (scrunch, "..\n...\n..", PRINTED[4][1]),
    (scrunch, "2\n. .\n. . .\n. .", PRINTED[4][1]),
    (scrunch, "scrunch, light to move creating: light\nx.\n..o\nx.", PRINTED[5][1]),
    (scrunch, "creating dark\nx.\n..o\n..", PRINTED[6][1]),
    (scrunch, "light to move\nx.\n..o\n..", "Scrunch 2, Light to move\n x .\n. . o\n . .\n"),
    (scrunch, "creating nobody\nx.\n..o\n..", "Scrunch 2, Dark to move\n x .\n. . o\n . .\n"),
    (splinter, "S X O o .\n. s x . .", PRINTED[8][1]),
    (splinter, "splinter, blue to move\nSXOo.\n.sx..", PRINTED[8][1]),
    (splinter, "White to move\nreadings tie=remove-one\nSXO\nsxo", PRINTED[9][1]),
]
"""Diagrams with parts left out or written otherwise, and their printed form."""


@pytest.mark.parametrize(("game", "text", "printed"), SAME)
def test_what_a_diagram_may_leave_out_is_understood(game: Any, text: str, printed: str) -> None:
    assert game.to_diagram(game.from_diagram(text)) == printed


REFUSED = [
    (crumble, "2x2\nAb\naBc", "line 3"),
    (crumble, "# no\nAb\naaB", "line 3"),
    (crumble, "2x2\nAAb\naaB", "line 1"),
    (crumble, "\n3 per unit\nAAb\nAAb\naaB", "line 2"),
    (crumble, "2x2\nAbb\nAAb\naBB", "line 1"),
    (crumble, "2x2, 3 per unit\nAAbb\nAAbb\naaBB\naaBB", "line 1"),
    (crumble, "3x3\nAAb\nacb\nacc", "line 4"),
    (crumble, "2x2\nAA\nbA", "line 3"),
    (crumble, "3x3\nAAb\nAcd\nefg", "line 3"),
    (crumble, 8 * "Ab" + "A\n" + 8 * "aB" + "a", "line 1"),
    (crumble, "# high\n" + 17 * "Ab\n", "line 2"),
    (crumble, "0 per unit\nAb\naB", "line 1"),
    (crumble, "2x2, 0 per unit\nAb\naB", "line 1"),
    (crumble, "3x3\nAb\naB", "line 1"),
    (crumble, "2x2\n" + 513 * "A", "line 2"),
    (crumble, "2x2\n" + 513 * "A" + "\n" + 513 * "A", "line 2"),
    (crumble, "2x2\nAb\na", "line 3"),
    (crumble, "3x2\nbAA\nccA", "line 3"),
    (crumble, "3x3\nAAb\ncAb\nddE", "line 3"),
    (crumble, "3x3\nabc\nAAA\ndef", "line 3"),
    (crumble, "3x3\nabc\ndef\nAAA", "line 4"),
    (crumble, "2x2\nAb\naB\nmemory {", "line 4, after memory, column 2"),
    (crumble, "2x2\nAb\naB\nmemory 7", "line 4, /memory"),
    (scrunch, "2\n. .\n. .\n. .", "line 3"),
    (scrunch, "2\n. .\n. . .\n. .\n. .", "line 1"),
    (scrunch, "# x\n3\n. .\n. . .\n. .", "line 2"),
    (scrunch, "x x\nx x .\no .", "line 1"),
    (scrunch, ".", "line 1"),
    (splinter, "3x3\nSXO\nsxo", "line 1"),
    (splinter, "SXO\nsx", "line 2"),
    (splinter, "\nS.O\nx..", "line 2"),
    (splinter, 'SXO\nsxo\nmemory [["a1"]]', "line 3, /0"),
    (splinter, "SXO\nsxo\nmemory [[", "line 3, after memory, column 3"),
    (splinter, "SXO\nsxo\nreadings tie=both", "line 3, readings"),
    (splinter, "SXO\nsxo\nreadings tie=keep-one\nreadings tie=keep-one", "line 4"),
    (splinter, "SXO\nwhat\nsxo", "line 2"),
    (splinter, "what\nSXO\nsxo", "line 1"),
    (splinter, "# nothing\n", "line 1"),
    (scrunch, "..", "line 1"),
    (scrunch, "2\n. . .\n. . .\n. .", "line 2"),
    (scrunch, "2\n. .\n. . . .\n. .", "line 3"),
    (splinter, "SXO\nBlue to move\nsxo\n", "line 2"),
    (splinter, "Blue to move\nWhite to move\nSXO\nsxo\n", "line 2"),
    (scrunch, "..\n...\n2, Dark to move\n..\n", "line 3"),
    (splinter, "3x2\nSXO\nsxo\n...\n", "line 1"),
    (splinter, "SXO\nsxo\nmemory 7", "line 3, memory"),
    (splinter, "SXO\nsxo\nmemory {}", "line 3, memory"),
    (splinter, "SXO\nsxo\nmemory null", "line 3, memory"),
    (scrunch, " . x\n. o .\n . .\nmemory []", "line 4"),
    (splinter, 'SXO\nsxo\nmemory [["a1","a9"]]', "line 3, memory"),
]


def test_a_diagram_as_wide_as_can_be_is_read() -> None:
    rows = [8 * (32 * "A" + 32 * "b"), 8 * (32 * "a" + 32 * "B")]
    assert crumble.from_diagram("\n".join(["16x2", *32 * rows[:1], *32 * rows[1:]])) == crumble.start("16x2")


def test_letters_go_through_the_alphabet_in_turn_for_either_colour() -> None:
    drawn = "".join(crumble.to_diagram(crumble.start("8x8")).splitlines()[1:])
    assert "".join(filter(str.islower, drawn)) == (ascii_lowercase * 2)[:32]
    assert "".join(filter(str.isupper, drawn)) == (ascii_uppercase * 2)[:32]


HALF = GRAIN // 2


def all_black(board: str, pieces: list[Piece]) -> Any:
    return crumble.position.set_up(board, dict.fromkeys(pieces, "black"), "white")


def test_a_piece_with_neighbours_of_all_letters_cannot_be_drawn() -> None:
    small = [Piece(x * HALF, 14 * HALF + y, HALF, HALF) for x in range(28) for y in (0, HALF)]
    with pytest.raises(InputError, match="too many for letters"):
        crumble.to_diagram(all_black("14x8", [Piece(0, 0, 14 * GRAIN, 7 * GRAIN), *small]))


SHOWN = [
    *PRINTED,
    (splinter, "Blue to move\nSXO\nsxo\n"),
    (splinter, "# Dark to move, it says here\nWhite to move\nS X O .\n s x o .\n"),
    (scrunch, "Dark to move\nx x\nx x x\no o\n"),
    (scrunch, "Light to move\nx x\nx x x\no o\n"),
    (scrunch, ". .\n. . .\n. .\n"),
    (scrunch, "\n# whatever\n# else\n\nSCRUNCH, light to move\nxx\n"),
    (crumble, "Black to move\n..\n..\n"),
    (crumble, "White to move\nxO\nOx\n"),
    # A dot in any row tells that places are empty.
    (splinter, "SX.\nsxo\n"),
    (scrunch, "..\n...\nxx\n"),
    (crumble, "xO\nOx\n# .\n"),
    (crumble, "SXO\nsxo\n"),
]
"""Diagrams and their most likely games."""


@pytest.mark.parametrize(("game", "text"), SHOWN)
def test_a_diagram_tells_its_game_by_name_or_side_or_rows(game: Any, text: str) -> None:
    assert game_shown(text) == game.NAME


def test_thirds_of_a_unit_cannot_be_drawn() -> None:
    rows = ["aBcDDD", "DaBDDD", "cDaDDD", "EEEfff", "EEEfff", "EEEfff"]
    assert refused(crumble.from_diagram, "\n".join(["2x2, 3 per unit", *rows])).clause == "crumble.board.limits"


@pytest.mark.parametrize(("game", "text", "where"), REFUSED)
def test_a_diagram_is_refused_with_the_line_that_is_wrong(game: Any, text: str, where: str) -> None:
    assert refused(game.from_diagram, text).where == where


A_KEPT_ROW = "3x3, Black to move\nAAb\nAAc\nBde\n"
KEPT = [
    (A_KEPT_ROW, "0,1H", "CCb\nDDc\nBde"),
    (A_KEPT_ROW, "0,1HN-E", "aaC\nDDc\nBde"),
    (A_KEPT_ROW, "0,1HS-ES", "CCb\naac\nBdE"),
    ("3x2, White to move\nABz\nABz\n", "2H", "ABa\nABb"),
    ("2x2, Black to move\nAb\naB\n", "0,1V", "CDbb\nCDbb\naaBB\naaBB"),
    ("3x2, Black to move\nABc\nABe\n", "0J2,2", "CCc\nCCe"),
]
"""A diagram, a turn, and the rows of the diagram after it."""


def rows(diagram: str) -> str:
    return "\n".join(line for line in diagram.splitlines() if line.isalpha())


@pytest.mark.parametrize(("text", "turn", "drawn"), KEPT)
def test_pieces_that_a_turn_does_not_touch_keep_their_letters(text: str, turn: str, drawn: str) -> None:
    before = crumble.from_diagram(text)
    after = crumble.play(before, crumble.parse_turn(before, turn))
    assert rows(crumble.to_diagram(after, text)) == drawn
    assert crumble.from_diagram(crumble.to_diagram(after, text)) == after


RECOLOURED = [
    ("ABc\nABd", "Abc\nAbd", "Abc\nAbd"),
    ("ABb\nABc", "ABb\nDBc", "CBb\nDBc"),
    ("ABb\nABc", "Axb\nAxc", "Aab\nAac"),
    ("ABA\nabc", "AdA\nabc", "AdA\nabc"),
    ("ABA\ncdd", "aBa\ncdd", "aBb\ncdd"),
]
"""Rows of a diagram, rows of a later one, and the letters that these get."""


@pytest.mark.parametrize(("earlier", "later", "drawn"), RECOLOURED)
def test_a_piece_that_changed_colour_keeps_its_letter_where_no_other_piece_has_it(
    earlier: str, later: str, drawn: str
) -> None:
    position = crumble.from_diagram(f"3x2, White to move\n{later}")
    assert rows(crumble.to_diagram(position, f"3x2, Black to move\n{earlier}")) == drawn


def test_where_kept_letters_leave_none_for_a_piece_all_are_chosen_anew() -> None:
    wide = Piece(0, GRAIN, 14 * GRAIN, 7 * GRAIN)
    small = [Piece(x * HALF, y, HALF, HALF) for x in range(28) for y in (0, HALF)]
    after = all_black("14x8", [wide, *small])
    before = crumble.position.set_up("14x8", dict.fromkeys(small, "black") | {wide: "white"}, "black")
    assert crumble.to_diagram(after, crumble.to_diagram(before)) == crumble.to_diagram(after)


SMALL = "2x2\nAb\naB\n# "


def test_a_diagram_has_a_megabyte_and_no_more() -> None:
    assert LARGEST_TEXT == 2**20
    assert crumble.from_diagram(SMALL.ljust(2**20, "x")).board == "2x2"
    assert refused(crumble.from_diagram, SMALL.ljust(2**20 + 1, "x")).what == "the diagram has 1048577 characters"


def test_a_diagram_has_five_hundred_and_twelve_rows_and_no_more() -> None:
    rows = [("a" if at // 32 % 2 else "B") * 64 for at in range(513)]
    high = "\n".join(["2x16", *(row[:32] + row[32:].swapcase() for row in rows)])
    assert crumble.from_diagram(high.rpartition("\n")[0]).board == "2x16"
    with pytest.raises(InputError, match="one row too many; expected at most 512") as refused:
        crumble.from_diagram(high)
    assert refused.value.where == "line 514"


@pytest.mark.parametrize("row", ["memory", "readings"])
def test_a_word_alone_is_a_row_of_letters(row: str) -> None:
    position = crumble.from_diagram(f"{row}\n{row.swapcase()}\n")
    assert position.board == f"{len(row)}x2"


def test_a_game_that_is_named_is_the_game_whatever_the_rows_look_like() -> None:
    assert api.parse_position("SXO\nsxo\n", "splinter") == splinter.from_diagram("SXO\nsxo\n")
    assert api.parse_position("SXO\nsxo\n") == crumble.from_diagram("SXO\nsxo\n")


def test_a_diagram_without_rows_is_reported_what_rows_hold() -> None:
    assert refused(crumble.from_diagram, "# nothing").expected == "rows of letters, one for each place"
    squares = "a dot, or S, X and O for Blue and s, x and o for White"
    assert refused(splinter.from_diagram, "# nothing").expected == f"rows of squares: {squares}"
