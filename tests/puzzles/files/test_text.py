"""The hand-written form of puzzle files, and its errors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.showcase import halved_board
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import IllegalPosition
from shatterproof_properties.common.files import is_puzzle
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import credit
from shatterproof_properties.puzzles.files.text import (
    format_puzzle,
    parse_puzzle,
    puzzle_to_json,
    read_puzzle,
)

CRUMBLE = "2x2, Black to move\nAa\nBb\n"
SPLINTER = "Splinter 4x3, Blue to move\nSsOo\nXxSs\nOoXx\n"
TIE = "Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo\n"
FOUR = "Splinter 2x4, Blue to move\no.\nSs\nX.\nOx\n"
SLID = {"game": "splinter", "diagram": SPLINTER}
SCRUNCH = "Scrunch 2, Light to move\n x .\no x\n . .\n".replace("o x", "o . x")


def file(claim: str, *tags: str, game: str = "crumble", diagram: str = CRUMBLE, title: str = "Small") -> str:
    return "\n".join([f'[Puzzle "{title}"]', f'[Game "{game}"]', f'[Claim "{claim}"]', *tags, "", diagram])


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_puzzle(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_puzzle_has_what_its_tags_and_its_diagram_say() -> None:
    puzzle = parse_puzzle(
        file(
            "wins-1", '[Unique "yes"]', '[Side "black"]', '[Readings "draw=agreement-only"]', '[Author "Anna"]',
            '[Date "1999"]', '[Source "a letter"]', '[Dedication "to Ben"]', '[Comment "It is quiet."]',
            '[Themes "two  threats, ring"]', '[Difficulty "3"]',
            '[Solution "0,1H"]',
        ) + "{ A note\n  of two lines. }\n"
    )  # fmt: skip
    assert puzzle.claim == Claim("wins", 1, unique=True)
    assert (puzzle.game, puzzle.board, puzzle.to_move) == ("crumble", "2x2", "black")
    assert puzzle.readings == {"crumble.draw": "agreement-only"}
    assert puzzle.solution == ("0,1H",)
    assert (puzzle.title, puzzle.author, puzzle.date, puzzle.source) == ("Small", "Anna", "1999", "a letter")
    assert (puzzle.dedication, puzzle.comment) == ("to Ben", "It is quiet.")
    assert puzzle.note == "A note\nof two lines."
    assert (puzzle.themes, puzzle.difficulty) == (("two threats", "ring"), 3)
    assert puzzle.reference_position().readings.draw == "agreement-only"


def test_several_authors_have_semicolons_between_them() -> None:
    puzzle = parse_puzzle(file("wins-1", '[Author "Anna Lang;  Ben ;Carl"]'))
    assert credit(puzzle) == "Anna Lang, Ben and Carl"
    assert '[Author "Anna Lang; Ben; Carl"]' in format_puzzle(puzzle)
    assert credit(parse_puzzle(file("wins-1"))) == ""


def test_a_position_stands_with_its_readings_or_as_json_and_notes_anywhere_after_the_tags() -> None:
    puzzle = parse_puzzle(file("wins-1", diagram=CRUMBLE + "readings draw=agreement-only\n"))
    assert puzzle.readings == {"crumble.draw": "agreement-only"}
    assert "readings" not in format_puzzle(puzzle)
    puzzle = parse_puzzle(file("wins-1"))
    assert parse_puzzle(file("wins-1", diagram=strict_json.encode(puzzle.position))) == puzzle
    noted = parse_puzzle(file("wins-1", diagram="{ One }\n2x2, Black to move\nAa\n{ Two,\nthree }\nBb\n"))
    assert noted == replace(puzzle, note="One\nTwo,\nthree")
    too_fine = format_puzzle(halved_board())
    assert too_fine.rstrip().endswith("}")
    assert parse_puzzle(too_fine) == halved_board()
    slid = parse_puzzle(file("wins-1", '[Solution "a3E or   a2E"]', game="splinter", diagram=SPLINTER))
    assert slid.solution == ("a3E", "a2E")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'line 1: the puzzle is empty; expected a first line like [Puzzle "First blood"]'),
        ('[Game "crumble"]\n', "line 1: the tag Puzzle is missing; expected a first line"),
        ('[Puzzle ""]\n', "line 1: the tag Game is missing"),
        ('[Puzzle ""]\n[Game "crumble"]\n', "line 1: the tag Claim is missing"),
        ('[Puzzle ""]\n[Game "chess"]\n[Claim "wins-1"]', "line 2, tag Game: unknown game 'chess'; expected one of"),
        (file("wins-1", '[Colour "red"]'), "line 4: unknown tag Colour; expected one of Puzzle, Game"),
        (file("wins-1", '[Autor "me"]'), "line 4: unknown tag Autor; expected the tag Author"),
        (file("wins-1", '[Claim "wins-2"]'), "line 4: the tag Claim is given twice; expected every tag once"),
        (file("wins-1", "[Unique yes]"), 'line 4: the tag cannot be read; expected [Name "value"]'),
        (file("wins-1", '[Unique "maybe"]'), "line 4, tag Unique: 'maybe' is no answer; expected one of yes, no"),
        (file("wins-1", '[Side "white"]'), "line 4, tag Side: the position has black to move; expected black"),
        (file("wins-1", '[Side "dark"]'), "line 4, tag Side: 'dark' is no side of crumble; expected black or white"),
        (file("mated-1", '[Unique "yes"]'), "line 4, tag Unique: a mate cannot be unique"),
        (file("mated-1", '[Solution "0,1H"]'), "line 4, tag Solution: a solution to a mate; expected none"),
        (file("wins-1", '[Difficulty "6"]'), "line 4, tag Difficulty: '6' is no answer; expected one of 1, 2, 3, 4, 5"),
        (file("wins-1", '[Themes "ring, ring"]'), "line 4, tag Themes: the theme ring is given twice"),
        (file("wins-1", '[Themes "ring,"]'), "line 4, tag Themes: '' is no theme; expected words without a comma"),
        (file("wins-1", '[Themes "ring; tie"]'), "line 4, tag Themes: 'ring; tie' is no theme"),
        (file("wins-1", '[Date "soon"]'), "line 4, tag Date: 'soon' is no date; expected a year, or a date like"),
        (file("wins-1", '[Date "2026-02-30"]'), "line 4, tag Date: '2026-02-30' is no date"),
        (file("wins-1", '[Date "20261122"]'), "line 4, tag Date: '20261122' is no date"),
        (file("wins-1", '[Readings "draw=often"]'), "line 4, tag Readings: crumble.draw has no value 'often'"),
        (file("wins-1", '[Readings "colour=red"]'), "line 4, tag Readings: unknown reading 'crumble.colour'"),
        (file("wins-1", title="\x1b[2J"), "line 1, tag Puzzle: a character that cannot be printed, U+001B"),
        (file("wins-1", '[Author "Anna;; Ben"]'), "line 4, tag Author: an author without a name; expected names"),
        (file("wins-1", '[Author "A; B; A"]'), "line 4, tag Author: the author A is named twice; expected every"),
        (file("wins-1", '[Author "A"]', '[Author "B"]'), "line 5: the tag Author is given twice"),
        (file("wins-1", '[Coment "a"]'), "line 4: unknown tag Coment; expected the tag Comment"),
        (file("wins-1", title="x" * 301), "line 1, tag Puzzle: 301 characters; expected at most 300"),
        pytest.param("x" * (strict_json.SIZE_LIMIT + 1), "the puzzle has 8388609 characters; expected", id="too large"),
        # Claims
        (file("checkmate"), "line 3, tag Claim: 'checkmate' is no claim; expected a claim like"),
        (file("wins in zero"), "line 3, tag Claim: 'wins in zero' counts no turns; expected a number up to 9"),
        (file("wins-0"), "line 3, tag Claim: a claim wins-0; expected 1 to 9 turns"),
        (file("wins in ten"), "line 3, tag Claim: 'wins in ten' counts no turns"),
        (file("mated-0"), "line 3, tag Claim: the claim mated-0 can never hold: no turn of Crumble loses at once"),
        (file("White to play wins in two"), "line 3, tag Claim: the claim is about White, and Black is to move"),
        (file("Dark is mated in 1"), "line 3, tag Claim: 'dark' is no side of crumble; expected Black or White"),
        (file("crumblemate", **SLID), "line 3, tag Claim: a crumblemate in splinter"),
        (file("Blue is in crumblemate", **SLID), "line 3, tag Claim: a crumblemate in splinter"),
        # Solutions
        (file("wins-1", '[Solution "0,1Q"]'), "line 4, tag Solution: '0,1Q' is no turn"),
        (file("wins-1", '[Solution "0,0H0,0V"]'), "line 4, tag Solution: '0,0H0,0V' is"),
        (file("wins-1", '[Solution "1,1H"]'), "line 4, tag Solution: '1,1H' is illegal: ... (crumble.cut.own)"),
        (file("wins-1", '[Solution "0,1H or 0,1H"]'), "line 4, tag Solution: the turn 0,1H is given twice; exp"),
        (file("wins-1", '[Solution "0,1H or"]'), "line 4, tag Solution: '0,1H or' is no turn"),
        (
            file("wins-1", '[Solution "d3N"]', game="splinter", diagram=TIE),
            "line 4, tag Solution: 'd3N' can mean d3N=a1 or d3N=e1 (splinter.",
        ),
        (
            file("wins-1", '[Solution "b4N"]', game="splinter", diagram=FOUR),
            "line 4, tag Solution: 'b4N' is illegal ... a turn that Blue can make in this position, like ",
        ),
        (
            file("wins-1", '[Unique "yes"]', '[Solution "0,1H or 0,1V"]'),
            "line 5, tag Solution: several key turns where the key is unique",
        ),
        # Diagrams and notes
        (
            file("wins-1", diagram="2x2, White to move\nAA\nAA\n"),
            "line 5: the game is over: Black wins (crumble.win.four-sides); expected a position in which it goes on",
        ),
        (file("wins-1", diagram="2x2, Black to move\nAa\nBbb\n"), "line 7: the row has 3 places"),
        (file("wins-1", diagram=""), "line 5: there is no diagram"),
        (file("wins-1", diagram='{"game":\n'), "line 5, column 9: not JSON"),
        (file("wins-1", diagram='{"board":"1x1","game":"crumble","pieces":[],"to_move":"black"}'), "line 5, /board: "),
        (file("wins-1", diagram=CRUMBLE + "{ open\n"), "line 8: the note is not closed"),
        (file("wins-1", diagram=CRUMBLE + "{ shut } x\n"), "line 8: text follows the note"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported_with_its_line(text: str, message: str) -> None:
    begins, *has = message.split(" ... ")
    refused = refusal(text)
    assert refused.startswith(begins)
    assert all(part in refused for part in has)


@pytest.mark.parametrize(
    ("diagram", "clause"),
    [
        ("3x3, Black to move\nAAA\nAbA\nAAA\n", ""),
        ("3x3, Black to move\nABC\nDeF\nGHI\n", "crumble.standing-enclosure"),
        ("3x2, Black to move\nAAA\nbcd\n", "crumble.piece"),
    ],
)
def test_positions_that_the_rules_refuse_are_refused_with_their_clause(diagram: str, clause: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_puzzle(file("wins-1", diagram=diagram))
    assert caught.value.where.startswith("line ")
    assert isinstance(caught.value, IllegalPosition) == bool(clause)
    assert clause in str(caught.value)


@pytest.mark.parametrize("tag", ["Unique", "Side", "Readings", "Solution", "Author", "Themes", "Difficulty", "Colour"])
@pytest.mark.parametrize("value", [" ", "0,1", "or ", ",", "x=y ", "\\\\"])
def test_long_values_of_tags_are_read_or_refused_without_delay(tag: str, value: str) -> None:
    text = file("wins-1", f'[{tag} "{value * (200_000 // len(value))}"]')
    if not (tag == "Author" and value == " "):
        assert refusal(text).startswith("line 4")


@pytest.mark.parametrize("text", ["{" * 200_000, "{\n" * 100_000, "[A " * 100_000, "\n" * 200_000, "x\n" * 100_000])
def test_long_texts_of_one_thing_are_refused_without_delay(text: str) -> None:
    assert refusal(text)
    assert refusal(file("wins-1", diagram=text))
    assert not is_puzzle(text)


def test_puzzles_are_told_from_records_and_positions() -> None:
    assert is_puzzle(file("wins-1"))
    assert is_puzzle('[Game "crumble"]\n\n[Puzzle "x"]\n')
    assert not is_puzzle('[Game "crumble"]\n[Title "[Puzzle"]\n1) 0H\n[Puzzle "x"]')
    assert not is_puzzle(CRUMBLE)


def test_files_of_either_form_are_read(tmp_path: Path) -> None:
    puzzle = parse_puzzle(file("wins-1", '[Solution "0,1H"]'))
    written, data = tmp_path / "a.puzzle", tmp_path / "a.json"
    written.write_text(format_puzzle(puzzle))
    data.write_text(strict_json.encode(puzzle_to_json(puzzle)))
    assert read_puzzle(written) == read_puzzle(data) == puzzle


def test_errors_of_files_name_the_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.puzzle"
    bad.write_bytes(b'[Puzzle "\xff"]')
    with pytest.raises(InputError, match=r"bad\.puzzle, line 1, byte 10: the text is not UTF-8"):
        read_puzzle(bad)
    bad.write_text('{"format":"shatterproof-puzzle","version":2}')
    with pytest.raises(InputError, match=r"bad\.puzzle, /version: version is 2; expected 1"):
        read_puzzle(bad)
    with pytest.raises(InputError, match="cannot be read"):
        read_puzzle(tmp_path / "none")
    with pytest.raises(InputError, match=r"^box\.puzzle, line 1: the tag Puzzle is missing"):
        parse_puzzle('[Game "crumble"]', "box.puzzle")
