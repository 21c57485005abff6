"""Records that cannot be read, played on or understood: each is refused with its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands.test_bad_input import check_refused
from running import refusal, run
from shatterproof.crumble import start, to_json

CRUMBLE = '[Game "crumble"]\n'
BOARD_BY_BOARD = CRUMBLE + '[Board "2x2"]\n'
RECORDS = {
    "empty": ("\n \n", "the file is empty"),
    "position": (json.dumps(to_json(start("2x2"))), "line 1", "no game record", '[Game "crumble"]'),
    "diagram": ("2x2\nAb\nbA\n", "the tag Game is missing", '[Game "crumble"]'),
    "no game": ('[Board "2x2"]\n\n*\n', "line 1", "the tag Game is missing"),
    "wrong game": ('[Game "chess"]\n', "line 1, tag Game", "unknown game 'chess'", "crumble"),
    "open tag": (CRUMBLE + '[Board "2x2"\n', "line 2", "the tag cannot be read", '[Name "value"]'),
    "open string": ('[Game "crumble]\n', "line 1", "the tag cannot be read"),
    "tag twice": (CRUMBLE + '[Game "crumble"]\n', "line 2", "the tag Game is given twice"),
    "misspelt tag": (CRUMBLE + '[Boards "2x2"]\n', "line 2", "unknown tag Boards", "the tag Board"),
    "small tag": (CRUMBLE + '[readings "draw=draw-turns"]\n', "line 2", "unknown tag readings", "Readings"),
    "board": (CRUMBLE + '[Board "17x2"]\n', "line 2, tag Board", "2x2 to 16x16", "crumble.board.rectangle"),
    "no board": (CRUMBLE + '[Board "six"]\n', "line 2, tag Board", "'six' names no board"),
    "two boards": (CRUMBLE + '[Position "Ab/bA"]\n[Board "3x3"]\n', "line 3, tag Board", "is on 2x2"),
    "reading": (CRUMBLE + '[Readings "colour=x"]\n', "line 2, tag Readings", "'crumble.colour'", "one of"),
    "value": (CRUMBLE + '[Readings "draw=x"]\n', "line 2, tag Readings", "has no value 'x'", "same-target"),
    "reading twice": (CRUMBLE + '[Readings "draw=draw-turns crumble.draw=draw-turns"]\n', "line 2", "set twice"),
    "no reading": (CRUMBLE + '[Readings ""]\n', "line 2, tag Readings", "sets no reading", "draw=agreement-only"),
    "notation": (CRUMBLE + '[Notation "algebraic"]\n', "line 2, tag Notation", "'algebraic'", "published or any"),
    "gap": (CRUMBLE + '[Position "AAb/bAb"]\n', "line 2, tag Position, part ", "no rectangle"),
    "row": (CRUMBLE + '[Position "Ab/bAb"]\n', "line 2, tag Position, part 2", "the row has 3 places"),
    "json": (CRUMBLE + '[Position "{"]\n', "line 2, tag Position, column 2", "not JSON"),
    "pointer": (CRUMBLE + '[Position "{}"]\n', "line 2, tag Position", "field 'board' is missing"),
    "unsettled": (CRUMBLE + '[Position "ABC/DaE/FGH"]\n', "line 2, tag Position", "stands inside a ring"),
    "decided": (CRUMBLE + '[Position "AB/Cd"]\n', "line 2, tag Position", "the game is over: Black wins"),
    "open comment": (BOARD_BY_BOARD + "\n1) 1V {and\nso on\n", "line 4", "a comment is not closed"),
    "closed comment": (BOARD_BY_BOARD + "\n1) 1V } 0H\n", "line 4", "a comment is not closed"),
    "no number": (BOARD_BY_BOARD + "1V\n", "line 3", "'1V' has no turn number", "1) before it"),
    "three turns": (BOARD_BY_BOARD + "1) 1V 0H 2H\n", "line 3", "'2H' has no turn number", "2) before it"),
    "numbering": (BOARD_BY_BOARD + "1) 1V 0H\n3) 2H\n", "line 4", "'3)' is out of order", "2) after both turns of 1)"),
    "early number": (BOARD_BY_BOARD + "1) 1V 2) 0H\n", "line 3", "'2)' is out of order"),
    "from two": (BOARD_BY_BOARD + "2) 1V\n", "line 3", "'2)' is out of order", "1) before the first turn"),
    "huge number": (BOARD_BY_BOARD + "9" * 100_000 + ") 1V\n", "line 3", "has no turn number"),
    "wrong side": (BOARD_BY_BOARD + "1) ... 1V\n", "line 3", "'...' stands for Black", "Black to begin"),
    "white begins": (
        CRUMBLE + '[Position "2x2, White to move/Ab/bA"]\n1) 0H\n',
        "line 3",
        "'0H' stands for Black",
        "1) ... turn",
    ),
    "no turn": (BOARD_BY_BOARD + "1) e4\n", "line 3, move 1 (Black)", "'e4' is no turn", "a form like 2,1V"),
    "second no turn": (BOARD_BY_BOARD + "1) 1V\nxyz\n", "line 4, move 1 (White)", "'xyz' is no turn"),
    "rude turn": (BOARD_BY_BOARD + "1) 1V\x1b[2J\n", "line 3, move 1 (Black)", "is no turn"),
    "endless turn": (BOARD_BY_BOARD + "1) 1V" + "W" * 4_000_000 + "\n", "line 3, move 1 (Black)", "is no turn"),
    "endless location": (BOARD_BY_BOARD + "1) " + "0," * 3_000_000 + "\n", "line 3, move 1 (Black)", "is no turn"),
    "after the result": (BOARD_BY_BOARD + "1) 1V *\n0H\n", "line 4", "'0H' follows the result *"),
    "two results": (BOARD_BY_BOARD + "1) 1V 1-0 0-1\n", "line 3", "'0-1' follows the result 1-0"),
}


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("json_too", [False, True])
def test_a_record_that_cannot_be_read_is_refused_with_its_line(name: str, json_too: bool, file: Path) -> None:
    check_refused(["judge", *(["--json"] if json_too else [])], file, *RECORDS[name])


def test_an_ambiguous_turn_is_refused_with_all_it_can_mean(file: Path) -> None:
    record = CRUMBLE + '[Position "3x3/aabbcc/aabbcc/ddEEFF/hhEEFF/GGHHII/GGHHII"]\n'
    file.write_text(record + "1) 1,1HNW\n")
    line = refusal("judge", file)
    assert line.startswith(f"{file}, line 3, move 1 (Black): '1,1HNW' is ambiguous")
    assert "; expected 1,1HNW or 1,1HN-W" in line
    file.write_text(record + '[Notation "published"]\n1) 1,1HNW\n')
    assert "legal: 1 turn" in run("judge", file)
