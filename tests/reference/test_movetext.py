"""The turns of a record as people write them: marks, comments, variations, layouts, several games in one file."""

from __future__ import annotations

import contextlib

import pytest

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof.judging import judge
from shatterproof.movetext import MOST_NESTED, MOST_NOTES, RecordedTurn
from shatterproof.record import Record, parse_record, split_games

TAGS = '[Game "crumble"]\n[Board "3x2"]\n\n'


def read(turns: str) -> Record:
    return parse_record(TAGS + turns)


def shown(turns: tuple[RecordedTurn, ...]) -> list[str]:
    return [f"{turn.number} {turn.side} {turn.text}" for turn in turns]


@pytest.mark.parametrize(
    "turns",
    [
        "1) 0,1H ...\n1) ... 1,1H\n2) 0H",
        "1) 0,1H ... {White thinks.}\n1) ... 1,1H\n2) 0H",
        "1) 0,1H {Black cuts.}\n1) ... 1,1H\n2) 0H",
        "1) 0,1H\n1) ... 1,1H 2) 0H ...",
    ],
    ids=["dots", "dots and a comment", "a comment", "at the end"],
)
def test_each_turn_may_stand_on_a_line_of_its_own(turns: str) -> None:
    assert shown(read(turns).turns) == ["1 black 0,1H", "1 white 1,1H", "2 black 0H"]


def test_marks_and_comments_are_kept_with_their_turn() -> None:
    found = read("{Before.} 1) 0,1H!? $14 {First.} {Second.} 1,1H ?")
    assert found.comments == ("Before.",)
    assert [(turn.text, turn.marks, turn.comments) for turn in found.turns] == [
        ("0,1H", ("!?", "$14"), ("First.", "Second.")),
        ("1,1H", ("?",), ()),
    ]


def test_variations_stand_beside_the_turn_before_them() -> None:
    found = read("1) 0,1H (1) 1V! 0H (1) ... 5H)) 1,1H (1) ... 0H {A variation.} 2) 2H) (1) ... 5H) 2) 0H")
    assert shown(found.turns) == ["1 black 0,1H", "1 white 1,1H", "2 black 0H"]
    (first,), second = found.turns[0].variations, found.turns[1].variations
    assert shown(first) == ["1 black 1V", "1 white 0H"]
    assert [shown(each) for each in first[1].variations] == [["1 white 5H"]]
    assert [shown(each) for each in second] == [["1 white 0H", "2 black 2H"], ["1 white 5H"]]


def test_a_turn_in_parentheses_is_no_variation() -> None:
    found = parse_record('[Game "scrunch"]\n[Board "2"]\n1) a1 a2 2) c2 (b2 a2-b3)! (2) ... (b2 c1)) 3) (x a1 c2)?')
    assert [turn.text for turn in found.turns] == ["a1", "a2", "c2", "b2 a2-b3", "x a1 c2"]
    assert [shown(each) for each in found.turns[3].variations] == [["2 light b2 c1"]]


@pytest.mark.parametrize(
    ("turns", "error"),
    [
        ("$3 1) 0H", r"line 4: the mark \$3 has no turn; expected marks after a turn"),
        ("1) 0H (1) 1V", r"line 4: a variation is not closed; expected every \( matched by one \)"),
        ("(1) 1V)", "line 4: a variation stands before any turn; expected variations after a turn"),
        ("1) 0,1H\n(1) ... 0H)", "line 5: the variation begins with White; expected another turn of Black, as 0,1H is"),
        ("1) 0,1H 1,1H (2) 0H)", r"line 4: '2\)' is out of order; expected 1\) before the first turn"),
        ("1) 0,1H\n1) 1,1H", r"line 5: '1,1H' stands for Black; expected White to begin, as 1\) \.\.\. turn"),
        ("1) 0,1H ... 1,1H ...", "line 4: '...' has no turn number"),
        ("1) 0H * 1V", r"follows the result \*; expected nothing after the result, or the tags of another game"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(turns: str, error: str) -> None:
    with pytest.raises(InputError, match=error):
        read(turns)


def test_variations_and_notes_have_limits() -> None:
    nested = "1) 0,1H" + " (1) 1V" * (MOST_NESTED + 1) + ")" * (MOST_NESTED + 1)
    with pytest.raises(InputError, match=f"too many variations are inside one another; expected at most {MOST_NESTED}"):
        read(nested)
    for note in ("{}", " !", " (1) 1V)"):
        read("1) 0,1H" + note * MOST_NOTES)
        with pytest.raises(InputError, match=f"too many notes at one turn; expected at most {MOST_NOTES}"):
            read("1) 0,1H" + note * (MOST_NOTES + 1))


def test_comments_may_stand_before_the_tags() -> None:
    found = parse_record("{From an archive,\nof 2019.}\n{Second.}\n" + TAGS + "1) 0,1H 9,9H")
    assert judge(found).at == RecordedTurn("9,9H", 1, "white", 7)


def test_a_tag_that_says_another_result_than_the_end_is_remarked_on() -> None:
    verdict = judge(parse_record('[Game "crumble"]\n[Board "3x2"]\n[Result "1-0"]\n\n1) 1V 1/2-1/2'))
    assert verdict.remarks == ("the tag Result says 1-0, the end of the record 1/2-1/2",)
    assert judge(parse_record('[Game "crumble"]\n[Board "3x2"]\n[Result "1/2-1/2"]\n\n1) 1V 1/2-1/2')).remarks == ()


def test_a_text_may_hold_several_games() -> None:
    games = [TAGS + "1) 0,1H {[Event}\n1,1H *\n\n", "{Between.}\n" + TAGS + "*\n", TAGS + "1) 9H"]
    text = "".join([games[0], TAGS, "*\n", games[2]])
    found = list(split_games(text))
    assert "".join(part for _, part in found) == text
    assert [first for first, _ in found] == [1, 7, 11]
    verdict = judge(parse_record(found[2][1], first_line=found[2][0]))
    assert verdict.at == RecordedTurn("9H", 1, "black", 14)


HOSTILE = ("{", "}", "(", ")", "(1)", "{}", "!", " !", "$1 ", "1", " x a1", "[", '[A "', "\n[Game", " ...", "(1) x ")


@pytest.mark.parametrize("part", HOSTILE)
@pytest.mark.parametrize("game", GAMES)
def test_reading_takes_a_time_that_grows_as_the_text_does(game: str, part: str) -> None:
    # A reader whose time grows with the square of the length would take hours for this.
    text = f'[Game "{game}"]\n1) a1 ' + part * (strict_json.SIZE_LIMIT // 64 // len(part))
    assert "".join(game for _, game in split_games(text)) == text
    with contextlib.suppress(InputError):
        parse_record(text)
