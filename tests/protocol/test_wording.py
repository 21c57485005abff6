"""Answers and positions for people."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shatterproof import crumble, scrunch
from shatterproof_properties.protocol.wording import Drawn, answer_diagram, answer_in_words

AAB = "3x2, Black to move\nAAb\nAAc\n"


def drawn_after(text: str, turn: str) -> tuple[Drawn, Drawn]:
    """A position of Crumble and the one after a turn, drawn one after the other."""
    begun = crumble.from_diagram(text)
    before = Drawn(crumble, begun, text)
    return before, Drawn.of(crumble, crumble.play(begun, crumble.parse_turn(begun, turn)), before)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"verdict": "legal", "position": {}, "outcome": None}, "legal, the game goes on"),
        ({"verdict": "legal", "position": {}, "outcome": {"winner": "white"}}, "legal, White wins"),
        ({"verdict": "legal", "position": {}, "outcome": {"winner": None}}, "legal, drawn"),
        ({"verdict": "illegal", "clause": "crumble.ring"}, "illegal, crumble.ring"),
        ({"verdict": "ambiguous", "means": ["1H", "2H"]}, "ambiguous, it can mean 1H or 2H"),
        ({"total": 1200, "depth": 2}, "1,200 leaves at depth 2"),
        ({"verdict": "illegal", "note": "at turn 2 of the game already"}, "illegal, at turn 2 of the game already"),
    ],
)
def test_an_answer_in_words(answer: dict[str, Any], words: str) -> None:
    assert answer_in_words(answer) == words


def test_a_position_is_drawn_with_the_letters_of_the_one_before_it_and_what_changed() -> None:
    _, after = drawn_after(AAB, "0V")
    assert after.text == "3x2, White to move\nBCb\nBCc\n# changed B C\n"
    assert crumble.from_diagram(after.text) == after.position
    assert after.indented() == ["    3x2, White to move", "    BCb", "    BCc", "    # changed B C"]
    assert after.results() == ["-> 3x2, White to move", "BCb", "BCc", "-> changed B C"]


def test_without_a_position_before_nothing_is_said_to_have_changed() -> None:
    before, _ = drawn_after(AAB, "0V")
    assert before.text == AAB
    assert before.results() == ["-> 3x2, Black to move", "AAb", "AAc"]
    assert Drawn.of(crumble, before.position, before).text == AAB
    assert Drawn.of(crumble, before.position, before).results()[-1] == "-> changed nothing"


def test_memory_and_readings_are_no_part_of_what_an_example_says_of_a_position() -> None:
    text = "3x3, Black to move\nAAb\nAAc\nBde\nreadings crumble.draw-target=any\n"
    _, after = drawn_after(text.replace("readings crumble.draw-target=any\n", ""), "0,1HN-E")
    assert "memory " in after.text
    assert after.results() == ["-> 3x3, White to move", "aaC", "DDc", "Bde", "-> changed C D a"]
    assert not [line for line in after.indented(("memory",)) if "memory" in line]


def test_letters_that_do_not_tell_mark_nothing() -> None:
    begun = crumble.start("8x8")
    position = next(after for _, after in crumble.results(begun))
    after = Drawn.of(crumble, position, Drawn.of(crumble, begun))
    assert after.changed is None
    assert crumble.from_diagram(after.text) == position
    assert not [line for line in after.results() if "changed" in line]


def test_an_answer_is_drawn_with_the_letters_of_what_was_asked() -> None:
    before, after = drawn_after(AAB, "0V")
    answer = {"verdict": "legal", "position": crumble.to_json(after.position), "outcome": None}
    assert answer_diagram(before, answer) == after.indented()


def test_cells_are_named_where_letters_say_the_side() -> None:
    begun = scrunch.from_diagram("2, Dark to move\n. o\n. . .\nx .\n")
    after = scrunch.play(begun, scrunch.parse_turn(begun, "a2 a1-b2"))
    assert Drawn.of(scrunch, after, Drawn.of(scrunch, begun)).text.endswith("\n# changed a1 a2 b2\n")


def test_pieces_too_fine_for_letters_in_proportion_are_drawn_not_to_scale() -> None:
    sides = [Fraction(1, 2**depth) for depth in range(1, 9)]
    corners = [(x, y, side) for side in sides for x, y in ((side, 0), (0, side), (side, side))]
    fine = [[str(x), str(y), str(side), str(side), "black"] for x, y, side in (*corners, (0, 0, sides[-1]))]
    units = [[x, y, "1", "1", "white"] for x, y in (("1", "0"), ("0", "1"), ("1", "1"))]
    position = crumble.from_json(
        {"game": "crumble", "board": "2x2", "to_move": "black", "memory": None, "pieces": [*fine, *units]}
    )
    header, *rows, scale = Drawn.of(crumble, position).indented()
    assert header == "    2x2, Black to move"
    assert [len(row) for row in rows] == [4 + 10] * 10
    letters = set("".join(rows)) - {" "}
    assert len(letters) == len(position.arrangement.pieces)
    for letter in letters:
        there = [(up, across) for up, row in enumerate(rows) for across, found in enumerate(row) if found == letter]
        (south, west), (north, east) = min(there), max(there)
        assert there == [(up, across) for up in range(south, north + 1) for across in range(west, east + 1)]
    assert scale.startswith("    not to scale: lines from the west at 0, 1/256, 1/128, ")
