"""Examples of the spec: how they are read, that each comes out as its page says, and that wrong ones are noticed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from shatterproof import crumble
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.examples import Case, Claim, ExampleFailed, Scene, read_cases, read_position, run_example, set_ups
from shatterproof.game import GAMES
from shatterproof.spec import Clause, Example, SpecError, page_examples

EXAMPLES = [example for game in GAMES for example in page_examples(game)]

REPLACEMENTS = [
    ("-> unreadable", "-> accepted"),
    ("-> accepted", "-> unreadable"),
    ("-> illegal crumble.", "-> illegal crumble.no-such."),
    ("-> refused crumble.", "-> refused crumble.no-such."),
    ("-> refused crumble.", "-> refused crumble.a-clause."),
    ("-> crumblemate\n", "-> crumblemate no\n"),
    ("-> can-win no", "-> can-win"),
    ("-> neighbours A ", "-> neighbours A z "),
    ("-> complete-sides A ", "-> complete-sides A z "),
    ("-> chain ", "-> chain z "),
    ("-> changed ", "-> changed z "),
    ("-> ring a A ", "-> ring a "),
    ("-> enclosed d", "-> enclosed nothing"),
    ("-> locates 3,1,1 K", "-> locates 3,1,1 m"),
    ("-> shortest 3,1,1 K", "-> shortest 3,2,1 K"),
]
"""Statements of examples, and wrong ones in their place."""


def example(text: str, game: str = "crumble", line: int = 10) -> Example:
    return Example("a.clause", 1, game, "spec/a.md", line, text)


@pytest.mark.parametrize("each", EXAMPLES, ids=lambda each: each.name)
def test_the_example_comes_out_as_the_page_says(each: Example) -> None:
    run_example(each)


@pytest.mark.parametrize(("said", "altered"), REPLACEMENTS, ids=lambda text: text.strip())
def test_an_altered_result_is_noticed(said: str, altered: str) -> None:
    found = next(each for each in EXAMPLES if said in each.text)
    with pytest.raises(ExampleFailed, match=rf"{found.clause}, example {found.index}, {found.file}:\d+"):
        run_example(replace(found, text=found.text.replace(said, altered, 1)))


def test_a_piece_of_the_wrong_colour_in_a_result_is_noticed() -> None:
    text = "2x2, Black to move\nAb\naB\nturn 0,1V\n-> 2x2, White to move\nABcc\nABcc\naaCC\naaCC\n"
    run_example(example(text))
    with pytest.raises(ExampleFailed, match=r"spec/a\.md:14: said 'this position', but it is"):
        run_example(example(text.replace("ABcc", "Abcc")))


SPLIT = "3x2, Black to move\nAAb\nAAc\nturn 0V\n-> 3x2, White to move\nBCb\nBCc\n"
LATER = "3x2, Black to move\nAAb\nAAc\nturn 0V 2J1,2W\n-> 3x2, Black to move\nBaC\nBaC\n"


@pytest.mark.parametrize(
    ("game", "text", "changed"),
    [
        ("crumble", SPLIT, "B C"),
        ("crumble", SPLIT.replace("BC", "BA"), "A B"),
        ("crumble", LATER, "B C a"),
        ("crumble", "2x2, Black to move\nAb\ncD\nturn 0,1V\n-> 2x2, White to move\nEFbb\nEFbb\nccDD\nccDD\n", "E F"),
        ("scrunch", "2, Dark to move\n. o\n. . .\nx .\nturn a2 a1-b2\n", "a1 a2 b2"),
        ("splinter", "5x3, Blue to move\nSXO..\n...O.\n..sxo\nturn d2W\n", "c2 d2"),
    ],
)
def test_what_changed_since_the_start_of_the_example_is_said_exactly(game: str, text: str, changed: str) -> None:
    run_example(example(f"{text}-> changed {changed}\n", game))
    for wrong in (f"{changed} z9", changed.partition(" ")[2], "nothing", f"{changed} ?"):
        with pytest.raises(ExampleFailed, match=f"it is {changed}$"):
            run_example(example(f"{text}-> changed {wrong}\n", game))


def test_letters_that_also_stand_for_pieces_unchanged_say_nothing() -> None:
    text = "3x3, Black to move\nAAb\nAAc\neBe\nturn 0,1H\n-> 3x3, White to move\nBBb\nCCc\neBe\n"
    for said in ("B C", "? C", "C"):
        with pytest.raises(ExampleFailed, match=r"it is \? C$"):
            run_example(example(f"{text}-> changed {said}\n"))


def test_a_refusal_before_the_last_turn_does_not_pass_for_the_last() -> None:
    with pytest.raises(ExampleFailed, match="an earlier turn is not legal"):
        run_example(example("start 2x2\nturn 0V 0,1V\n-> illegal crumble.cut.own\n"))


def test_an_unknown_kind_of_result_is_an_error() -> None:
    with pytest.raises(SpecError, match="no result is called 'shines'"):
        run_example(example("start 2x2\n-> shines\n"))


TEXT = """2x2, Black to move

Ab
aB
-> goes on
-> chain A
turn 0,1V 0H

text 1V
turn (0H)
-> illegal crumble.cut.own
-> 2x2, White to move
ABcc

ABcc
-> changed A B
turn 0V
-> Crumble 2x2, Black to move
Ab
aB
"""


def test_an_example_is_a_position_and_cases_of_turns_and_claims() -> None:
    setup, cases = read_cases(example(TEXT))
    assert setup == "2x2, Black to move\nAb\naB\n"
    assert cases == [
        Case([], [Claim(14, "goes on", ""), Claim(15, "chain A", "")]),
        Case(
            [("0,1V", "published"), ("0H", "published"), ("1V", "any"), ("0H", "published")],
            [
                Claim(20, "illegal crumble.cut.own", ""),
                Claim(21, "", "2x2, White to move\nABcc\nABcc\n"),
                Claim(25, "changed A B", ""),
            ],
        ),
        Case([("0V", "published")], [Claim(27, "", "Crumble 2x2, Black to move\nAb\naB\n")]),
    ]


def test_what_is_left_out_is_empty() -> None:
    assert (Claim(1, "goes on").diagram, Scene(crumble).picture, Scene(crumble).shown) == ("", "", "")


@pytest.mark.parametrize(
    "text", [TEXT + "turn 0H\n", "start 2x2\n-> goes on\nturn 0,1V\n", "-> goes on\n", "", "start 2x2\n"]
)
def test_a_case_without_a_claim_or_a_position_is_an_error(text: str) -> None:
    with pytest.raises(SpecError, match=r"^spec/a\.md:10: an example is a position, turns and results$"):
        read_cases(example(text))


def test_a_line_between_a_turn_and_its_result_is_an_error() -> None:
    with pytest.raises(SpecError, match=r"^spec/a\.md:12: a turn and no result stands before 'Ab'$"):
        read_cases(example("start 2x2\nturn 0,1V\nAb\n-> legal\n"))
    with pytest.raises(SpecError, match=r"^spec/a\.md:14: a turn and no result stands before 'Ab'$"):
        read_cases(example("start 2x2\nturn 0,1V\n-> legal\nturn 1V\nAb\n-> legal\n"))


def test_of_a_clause_the_positions_that_can_be_set_up_are_played() -> None:
    texts = (
        "2x2\nAAb\naaB\n-> unreadable\n",
        "start 2x2\n-> goes on\n",
        "3x2\nAA\n-> unreadable\n",
        "start 3x2\nturn 1V\n-> legal\n",
    )
    clause = Clause("a.clause", "", 0, "", "", "", "", (), (), tuple(map(example, texts)))
    assert list(set_ups(crumble, clause)) == [
        (crumble.start("2x2"), [Case([], [Claim(11, "goes on")])]),
        (crumble.start("3x2"), [Case([("1V", "published")], [Claim(12, "legal")])]),
    ]


def test_a_position_is_a_diagram_json_or_an_opening_with_readings() -> None:
    begun = crumble.start("3x2")
    assert read_position(crumble, "AbC\ndEf\n") == begun
    assert read_position(crumble, json.dumps(crumble.to_json(begun)) + "\n") == begun
    assert read_position(crumble, "start 3x2\n") == begun
    readings = crumble.Readings(draw="draw-turns", win_stops="end-of-turn")
    said = "start 3x2\nreadings crumble.draw=draw-turns crumble.win-stops=end-of-turn\n"
    assert read_position(crumble, said) == crumble.start("3x2", readings)


def test_letters_are_those_of_the_last_diagram_that_was_shown() -> None:
    run_example(example(f"{SPLIT}-> goes on\n-> legal\n-> changed B C\n"))


# What comes out otherwise is reported


WON = "2x2, White to move\nAB\nCd\n"
TIE = "7x4\n.......\n...O...\nSXO.SXO\nsxo.sxo\nturn d3N\n"
EVEN = "Blue to move\nSs\n..\n"


@pytest.mark.parametrize(
    ("game", "text", "reported"),
    [
        ("crumble", f"{WON}-> wins White", "the outcome is Outcome"),
        ("crumble", f"{WON}-> drawn", "the outcome is Outcome"),
        ("crumble", f"{WON}-> goes on", "the outcome is Outcome"),
        ("splinter", f"{EVEN}-> wins Blue", "the outcome is Outcome"),
        ("splinter", f"{EVEN}-> goes on", "the outcome is Outcome"),
        ("crumble", "start 2x2\n-> wins Black", "the outcome is None"),
        ("crumble", "start 2x2\n-> drawn", "the outcome is None"),
        ("crumble", "start 2x2\n-> threatens", "threatens is False"),
        ("crumble", "start 2x2\n-> reads 0H", "there is no turn"),
        ("crumble", "start 2x2\n-> changed nothing", "there is no turn"),
        ("splinter", "start 5x2\nturn a1N\n-> changed nothing", "it is "),
        ("crumble", "start 2x2\nturn 1V\n-> reads 0H", "it is printed 1V"),
        ("crumble", "start 2x2\nturn 1V\n-> illegal crumble.cut.own", "it is allowed and leads to\n"),
        ("crumble", "start 2x2\nturn 0V\n-> illegal crumble.cut", "it is refused: IllegalTurn: piece"),
        ("crumble", "start 2x2\nturn 0V\n-> legal", "it is refused: IllegalTurn: piece"),
        ("crumble", "start 2x2\nturn 0V\n-> malformed", "it is refused: IllegalTurn: piece"),
        ("crumble", "start 2x2\nturn x\n-> illegal crumble.cut.own", "it is refused: MalformedTurn: 'x' is no turn"),
        ("crumble", "start 2x2\nturn x\n-> unreadable", "it is refused: MalformedTurn: 'x' is no turn"),
        ("crumble", "2x2\nAAb\naaB\n-> refused crumble.pieces.shape", "it is refused: InputError: "),
        ("crumble", "2x2\nAAb\naaB\n-> legal", "it is refused: InputError: "),
        ("crumble", "3x2\nAAA\nbcd\n-> unreadable", "it is refused: IllegalPosition: "),
        ("crumble", "3x2\nAAA\nbcd\n-> refused crumble.pieces", "it is refused: IllegalPosition: "),
        ("crumble", "3x2\nAAA\nbcd\n-> refused crumble.pieces.zeal", "it is refused: IllegalPosition: "),
        ("splinter", f"{TIE}-> ambiguous d3N=e1 | d3N=a1 | d3N=b1", "it is refused: AmbiguousTurn: "),
        ("splinter", f"{TIE}-> ambiguous d3N=e1", "it is refused: AmbiguousTurn: "),
        ("splinter", "SxOs\no.oX\n-> threatens nothing", "threatens is True"),
        ("crumble", "start 2x2\nturn 1V\n-> ambiguous 1V | 0V", "it is allowed and leads to\n"),
        ("crumble", "start 2x2\n-> 2x2, White to move\nAb\naB", "it is\n2x2, Black to move\n"),
    ],
)
def test_a_claim_that_is_not_so_is_reported_with_what_is(game: str, text: str, reported: str) -> None:
    with pytest.raises(ExampleFailed) as failed:
        run_example(example(f"{text}\n", game))
    assert f", but {reported}" in str(failed.value)
    if reported == "there is no turn":
        assert str(failed.value).endswith(reported)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("crumble", f"{WON}-> wins Black"),
        ("splinter", f"{EVEN}-> drawn"),
        ("crumble", "start 2x2\n-> goes on\n-> threatens nothing\n-> legal\n-> accepted"),
        ("crumble", "start 2x2\nturn 1V\n-> reads 1V"),
        ("crumble", "start 2x2\nturn 0V\n-> illegal crumble.cut.own"),
        ("crumble", "start 2x2\nturn x\n-> malformed"),
        ("crumble", "2x2\nAAb\naaB\n-> unreadable"),
        ("crumble", "3x2\nAAA\nbcd\n-> refused crumble.pieces.shape"),
        ("splinter", f"{TIE}-> ambiguous d3N=e1 | d3N=a1"),
        ("splinter", "SxOs\no.oX\n-> threatens"),
        ("splinter", "SXO.\nsxo.\nreadings passing=allowed\nturn pass\n-> changed nothing"),
        ("crumble", f"{SPLIT}-> changed C B"),
        ("splinter", "...\n...\n...\nSXO\nsxo\n" + "...\n" * 7 + "turn a9N\n-> changed a9 a10"),
    ],
)
def test_a_claim_that_is_so_passes(game: str, text: str) -> None:
    run_example(example(f"{text}\n", game))


def test_what_is_remembered_counts_only_where_it_is_written() -> None:
    begun = "3x2, Black to move\nAbC\ndEf\n"
    after = next(each for _, each in crumble.results(crumble.start("3x2")) if each.memory)
    turn = next(turn for turn, each in crumble.results(crumble.start("3x2")) if each == after)
    text = f"{begun}turn {crumble.format_turn(crumble.start('3x2'), turn)}\n-> "
    full = crumble.to_diagram(after)
    rows, _, remembered = full.partition("memory ")
    assert remembered
    run_example(example(text + full))
    run_example(example(text + rows))
    assert after.memory
    deed = after.memory.recent[0]
    assert deed
    target, other = deed.targets[0], deed.worked[0]
    forgetful = replace(after, memory=after.memory._replace(recent=(deed._replace(targets=(other,)),)))
    assert target != other
    with pytest.raises(ExampleFailed):
        run_example(example(text + crumble.to_diagram(forgetful)))


def test_a_position_that_cannot_be_drawn_is_reported_as_json() -> None:
    small = [Piece(x * GRAIN // 2, 7 * GRAIN + y, GRAIN // 2, GRAIN // 2) for x in range(28) for y in (0, GRAIN // 2)]
    colours = {piece: "black" if piece.y > 7 * GRAIN else "white" for piece in small}
    colours[Piece(0, 0, 14 * GRAIN, 7 * GRAIN)] = "white"
    text = json.dumps(crumble.to_json(crumble.position.set_up("14x8", colours, "black")))
    with pytest.raises(ExampleFailed, match=r'leads to\n\{"board": "14x8"'):
        run_example(example(f"{text}\n-> malformed\n"))
