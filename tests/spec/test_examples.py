"""Every example of the spec comes out as the page says, and a wrong statement would be noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from shatterproof.examples import ExampleFailed, read_cases, run_example
from shatterproof.game import GAMES
from shatterproof.spec import Example, SpecError, page_examples

EXAMPLES = [example for game in GAMES for example in page_examples(game)]

REPLACEMENTS = [
    ("-> legal", "-> illegal crumble.cut.own"),
    ("-> goes on", "-> drawn"),
    ("-> drawn", "-> goes on"),
    ("-> wins Black", "-> wins White"),
    ("-> wins White", "-> wins Black"),
    ("-> malformed", "-> legal"),
    ("-> unreadable", "-> accepted"),
    ("-> accepted", "-> unreadable"),
    ("-> illegal crumble.", "-> illegal crumble.no-such."),
    ("-> refused crumble.", "-> refused crumble.no-such."),
    ("-> illegal crumble.", "-> illegal crumble.a-clause."),
    ("-> refused crumble.", "-> refused crumble.a-clause."),
    ("-> threatens nothing", "-> threatens"),
    ("-> crumblemate\n", "-> crumblemate no\n"),
    ("-> can-win no", "-> can-win"),
    ("-> reads ", "-> reads 0,"),
    ("-> reads ", "-> reads z"),
    ("-> ambiguous 1HNW", "-> ambiguous 1HSW"),
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


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_example_comes_out_as_the_page_says(example: Example) -> None:
    run_example(example)


@pytest.mark.parametrize(("said", "altered"), REPLACEMENTS, ids=lambda text: text.strip())
def test_an_altered_result_is_noticed(said: str, altered: str) -> None:
    example = next(example for example in EXAMPLES if said in example.text)
    changed = replace(example, text=example.text.replace(said, altered, 1))
    with pytest.raises(ExampleFailed, match=rf"{example.clause}, example {example.index}, {example.file}:\d+"):
        run_example(changed)


def test_a_piece_of_the_wrong_colour_in_a_result_is_noticed() -> None:
    text = "2x2, Black to move\nAb\naB\nturn 0,1V\n-> 2x2, White to move\nABcc\nABcc\naaCC\naaCC\n"
    example = Example("crumble.pieces.colours", 1, "crumble", "spec/crumble.md", 1, text)
    run_example(example)
    with pytest.raises(ExampleFailed, match=r"spec/crumble\.md:5: said 'this position', but it is"):
        run_example(replace(example, text=text.replace("ABcc", "Abcc")))


def test_the_wrong_side_to_move_in_a_result_is_noticed() -> None:
    text = "2x2, Black to move\nAb\naB\nturn 0,1V\n-> 2x2, Black to move\nABcc\nABcc\naaCC\naaCC\n"
    with pytest.raises(ExampleFailed):
        run_example(Example("crumble.turn.order", 1, "crumble", "spec/crumble.md", 1, text))


def test_a_wrong_memory_line_is_noticed() -> None:
    example = next(example for example in EXAMPLES if "\nmemory " in example.text)
    position, _ = read_cases(example)
    right = replace(example, text=f"{position}-> {position}")
    run_example(right)
    forgetful = position.replace('"renewals":1', '"renewals":0')
    with pytest.raises(ExampleFailed):
        run_example(replace(right, text=f"{position}-> {forgetful}"))


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
    example = Example("a.clause", 1, game, "spec/a.md", 1, f"{text}-> changed {changed}\n")
    run_example(example)
    for wrong in (f"{changed} z9", changed.partition(" ")[2], "nothing", f"{changed} ?"):
        with pytest.raises(ExampleFailed, match=f"it is {changed}$"):
            run_example(replace(example, text=f"{text}-> changed {wrong}\n"))


def test_letters_that_also_stand_for_pieces_unchanged_say_nothing() -> None:
    text = "3x3, Black to move\nAAb\nAAc\neBe\nturn 0,1H\n-> 3x3, White to move\nBBb\nCCc\neBe\n"
    for said in ("B C", "? C", "C"):
        with pytest.raises(ExampleFailed, match=r"it is \? C$"):
            run_example(Example("a.clause", 1, "crumble", "spec/a.md", 1, f"{text}-> changed {said}\n"))


def test_without_a_turn_nothing_has_changed() -> None:
    with pytest.raises(ExampleFailed, match="there is no turn"):
        run_example(Example("a.clause", 1, "crumble", "spec/a.md", 1, "start 2x2\n-> changed nothing\n"))


def test_a_refusal_before_the_last_turn_does_not_pass_for_the_last() -> None:
    text = "start 2x2\nturn 0V 0,1V\n-> illegal crumble.cut.own\n"
    with pytest.raises(ExampleFailed, match="an earlier turn is not legal"):
        run_example(Example("crumble.cut.own", 1, "crumble", "spec/crumble.md", 1, text))


@pytest.mark.parametrize(
    "text",
    ["", "start 2x2\n", "start 2x2\nturn 0,1V\n", "turn 0,1V\n-> legal\n", "start 2x2\nturn 0,1V\nAb\n-> legal\n"],
)
def test_a_block_that_is_no_example_is_an_error(text: str) -> None:
    with pytest.raises(SpecError, match=r"spec/crumble\.md"):
        run_example(Example("crumble.cut.own", 1, "crumble", "spec/crumble.md", 1, text))


def test_an_unknown_kind_of_result_is_an_error() -> None:
    with pytest.raises(SpecError, match="no result is called 'shines'"):
        run_example(Example("crumble.cut.own", 1, "crumble", "spec/crumble.md", 1, "start 2x2\n-> shines\n"))
