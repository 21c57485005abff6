"""Game records: reading, printing, replaying and judging them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.search import refused
from shatterproof import crumble
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AnyGame, describe_outcome, find_game
from shatterproof.judging import Judgement, judge, replay
from shatterproof.record import format_record, parse_record
from shatterproof_properties import play

WON = "1) 0,1H 1,1HS-WN"
"""On 3x2: White's walk makes Black win."""


def record(turns: str, board: str = "3x2", tags: str = "") -> str:
    return f'[Game "crumble"]\n[Board "{board}"]\n{tags}\n{turns}\n'


def judged(turns: str, board: str = "3x2", tags: str = "") -> Judgement:
    return judge(parse_record(record(turns, board, tags)))


def test_a_record_without_tags_but_the_game_starts_on_the_standard_board() -> None:
    found = parse_record('[Game "crumble"]\n')
    assert found.position == crumble.start("6x6")
    assert (found.turns, found.result, found.published) == ((), None, False)


def test_every_turn_knows_its_number_side_and_line() -> None:
    found = parse_record(record("1) 1V {a note\nof two lines}{} 0H\n\n2)2H 5H *"))
    assert [(turn.text, turn.number, turn.side, turn.line) for turn in found.turns] == [
        ("1V", 1, "black", 4),
        ("0H", 1, "white", 5),
        ("2H", 2, "black", 7),
        ("5H", 2, "white", 7),
    ]
    assert found.turns[1].where == "line 5, move 1 (White)"
    assert found.result == "*"


def test_white_may_begin_and_says_so_by_three_dots() -> None:
    tags = '[Position "3x2, White to move/BaB/aBa"]'
    found = parse_record(record("1) ... 0H\n2) 1V", tags=tags))
    assert [(turn.text, turn.number, turn.side) for turn in found.turns] == [("0H", 1, "white"), ("1V", 2, "black")]
    with pytest.raises(InputError, match=r"line 4: '1V' stands for Black; expected White to begin, as 1\) \.\.\. turn"):
        parse_record(record("1) 1V", tags=tags))


def test_other_tags_are_kept_with_their_quotes() -> None:
    found = parse_record(record("*", tags='[Event "say \\"crumble\\" \\\\ or not"]\n[White "nobody"]'))
    assert found.tags["Event"] == 'say "crumble" \\ or not'
    assert found.tags["White"] == "nobody"


@pytest.mark.parametrize("name", ["Boards", "board", "Reading", "POSITION", "Notations"])
def test_a_misspelt_tag_is_no_other_tag(name: str) -> None:
    with pytest.raises(InputError, match=rf"line 3: unknown tag {name}; expected the tag "):
        parse_record(record("*", tags=f'[{name} "x"]'))


def test_readings_come_from_their_tag_with_or_without_the_name_of_the_game() -> None:
    found = parse_record(record("*", tags='[Readings "draw=agreement-only, crumble.win-stops=end-of-turn"]'))
    assert found.position.readings == crumble.Readings(draw="agreement-only", win_stops="end-of-turn")


def test_a_legal_record_is_judged_by_the_board() -> None:
    verdict = judged(WON)
    assert (verdict.legal, verdict.played, verdict.at, verdict.remarks) == (True, 2, None, ())
    assert isinstance(verdict.position, crumble.Position)
    assert verdict.outcome == crumble.outcome(verdict.position)
    assert describe_outcome(verdict.outcome) == "Black wins (crumble.win.four-sides)"


def test_an_illegal_turn_is_named_with_its_clause_and_the_position_before_it() -> None:
    verdict = judged("1) 0,1H 0V\n2) 2,1H")
    assert not verdict.legal
    assert verdict.at is not None
    assert verdict.at.where == "line 5, move 2 (Black)"
    assert (verdict.clause, verdict.played) == ("crumble.cut.own", 2)
    assert verdict.reason == "piece 1x1 at (1, 1) is not the mover's to cut"
    assert verdict.position == list(replay(parse_record(record("1) 0,1H 0V"))))[-1][2]


SHOULD_BE = "but should be 1-0: Black wins (crumble.win.four-sides)"
REMARKED = [
    (f"{WON} 1-0", "3x2", []),
    (WON, "3x2", []),
    (f"{WON} 0-1", "3x2", [f"the result is 0-1, {SHOULD_BE}"]),
    (f"{WON} 1/2-1/2", "3x2", [f"the result is 1/2-1/2, {SHOULD_BE}"]),
    (f"{WON} *", "3x2", [f"the result is *, {SHOULD_BE}"]),
    ("1) 1V *", "3x2", []),
    ("1) 1V 1/2-1/2", "3x2", []),
    ("1) 1V 1-0", "3x2", ["the result 1-0 is not reached on the board: the game is undecided"]),
    # Marks that announce a threat.
    ("1) 0HN+", "3x3", []),
    ("1) 1V 0H+ 2) 2H", "3x2", ["line 4, move 1 (White): 0H+ is marked +, but threatens no win"]),
    (
        f"{WON}+",
        "3x2",
        [
            "line 4, move 1 (White): 1,1HS-WN+ is marked +, but the game is over: Black wins (crumble.win.four-sides)",
        ],
    ),
    ("1) 0HN++", "3x3", ["line 4, move 1 (Black): 0HN++ is marked ++, which is read as +"]),
    (
        "1) 1V 0H++ 2) 2H",
        "3x2",
        [
            "line 4, move 1 (White): 0H++ is marked ++, which is read as +",
            "line 4, move 1 (White): 0H++ is marked +, but threatens no win",
        ],
    ),
]


@pytest.mark.parametrize(("turns", "board", "remarks"), REMARKED)
def test_a_result_or_a_mark_that_the_board_does_not_bear_out_is_remarked_on(
    turns: str, board: str, remarks: list[str]
) -> None:
    verdict = judged(turns, board)
    assert verdict.legal
    assert list(verdict.remarks) == remarks
    assert verdict.agreed == (turns == "1) 1V 1/2-1/2")


def test_lost_hyphens_are_looked_for_unless_the_notation_is_published() -> None:
    position = '[Game "crumble"]\n[Position "3x3/aaBBcc/aaBBcc/ddEEFF/hhEEFF/ggHHII/ggHHII"]\n{}\n1) {}\n'
    assert judge(parse_record(position.format("", "1,1HNW"))).legal
    assert judge(parse_record(position.format('[Notation "any"]', "1,1HNW"))).legal
    assert not judge(parse_record(position.format('[Notation "published"]', "1,1HNW"))).legal
    with pytest.raises(InputError, match="is no turn"):
        judge(parse_record(position.format('[Notation "published"]', "1,1HN++")))
    assert judge(parse_record(position.format('[Notation "published"]', "1,1HN-W"))).legal


def test_what_is_printed_reads_back() -> None:
    position = crumble.start("3x2", crumble.Readings(draw="draw-turns"))
    turns: list[Any] = []
    after = position
    for text in ("0,1H", "1,1HS-WN"):
        turns.append(crumble.parse_turn(after, text))
        after = crumble.play(after, turns[-1])
    text = format_record(position, turns, {"Event": 'a "test"\nof two lines', "Notation": "any"})
    assert text == (
        '[Game "crumble"]\n[Board "3x2"]\n[Notation "published"]\n[Readings "crumble.draw=draw-turns"]\n'
        '[Event "a \\"test\\" of two lines"]\n\n1) 0,1H 1,1HS-WN\n1-0\n'
    )
    found = parse_record(text)
    assert (found.position, found.published, found.result) == (position, True, "1-0")
    assert judge(found).position == after


def test_a_game_from_a_set_up_position_of_white_reads_back() -> None:
    position = crumble.from_diagram("3x2, White to move\nBaB\naBa\n")
    turn = next(iter(crumble.turns(position)))
    text = format_record(position, [turn], result="1/2-1/2")
    assert '[Position "3x2, White to move/AaB/bCc"]\n\n1) ... 0H\n1/2-1/2\n' in text
    found = parse_record(text)
    assert found.position == position
    assert judge(found).agreed


# All games


@pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in GAMES])
@given(data=st.data())
def test_a_game_written_down_reads_back(game: AnyGame, data: st.DataObject) -> None:
    start, turns = data.draw(play.games(game, boards=play.boards(game, 4), readings=play.readings(game), max_plies=12))
    found = parse_record(format_record(start, turns))
    assert found.position == start
    assert [turn for _, turn, _ in replay(found)] == turns


# Scrunch: turns of several words


@pytest.mark.parametrize(
    ("turns", "texts"),
    [
        ("1) a1 b1 2) (a2 a1-b2) (c1 b1-c2)", ["a1", "b1", "a2 a1-b2", "c1 b1-c2"]),
        ("1) a1 b1 2) a2 a1-b2 c1 b1-c2", ["a1", "b1", "a2 a1-b2", "c1 b1-c2"]),
        ("1)a1 b1\n2) a2 {a comment}\n a1-b2 *", ["a1", "b1", "a2 a1-b2"]),
        ("1) (x a1 b2) x c1 d2", ["x a1 b2", "x c1 d2"]),
        ("1) x a1 b2 c3 c2-c1", ["x a1 b2", "c3 c2-c1"]),
        ("1) x a1; b2 c3-c4 pass 2) x a1; b2 c3", ["x a1; b2 c3-c4", "pass", "x a1; b2", "c3"]),
        ("1) (x a1;  b2\nc3-c4) a1 1-0", ["x a1; b2 c3-c4", "a1"]),
    ],
)
def test_the_words_of_a_turn_are_put_together(turns: str, texts: list[str]) -> None:
    assert [turn.text for turn in parse_record(f'[Game "scrunch"]\n[Board "3"]\n\n{turns}\n').turns] == texts


# Splinter: either side may begin


@pytest.mark.parametrize(
    ("turns", "what"),
    [
        ("1V", "'1V' has no turn number"),
        ("1) 1V 0H 2H", "'2H' has no turn number"),
        ("1) 1V * 0H", "'0H' follows the result *"),
        ("* 1) 1V", "'1)' follows the result *"),
        ("2) 1V", "'2)' is out of order"),
    ],
)
def test_turns_out_of_order_are_refused(turns: str, what: str) -> None:
    error = refused(parse_record, record(turns))
    assert (error.what, error.where) == (what, "line 4")


def test_an_ambiguous_turn_of_a_record_is_reported_with_its_place_and_meanings() -> None:
    tags = '[Game "splinter"]\n[Position "Splinter 7x4, Blue to move/......./...O.../SXO.SXO/sxo.sxo"]\n'
    error = refused(judge, parse_record(f"{tags}1) d3N"))
    assert error.where == "line 3, move 1 (Blue)"
    assert error.what == "'d3N' is ambiguous without its hyphens"
    assert len(error.expected.split(" or ")) == 2


def test_a_start_that_remembers_fractions_of_units_reads_back_from_its_tag() -> None:
    memory = '{"recent":[{"target":["1/2","1","1/2","1"],"worked":[["0","1","1","1"]]}],"renewals":0}'
    position = crumble.from_diagram(f"2x2, White to move\nABaa\nABaa\nbbCC\nbbCC\nmemory {memory}\n")
    assert parse_record(format_record(position, [])).position == position
