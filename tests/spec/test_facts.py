"""Statements about positions in examples are exact: a word more or less, or another number, would be noticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from sampling import only_in_ci
from shatterproof import crumble, scrunch, splinter
from shatterproof.crumble import facts as crumble_facts
from shatterproof.examples import ExampleFailed, run_example
from shatterproof.scrunch import cells, facts
from shatterproof.spec import Example, clauses
from shatterproof.splinter import facts as splinter_facts

LISTS = {
    **dict.fromkeys(("neighbours", "complete-sides", "ring", "moves", "lacks", "locates"), 2),
    **dict.fromkeys(
        ("chain", "enclosed", "snake", "smallest", "isolated", "placements", "dead", "group", "changed"), 1
    ),
}
"""Facts that are lists, with the number of words that must stay."""
NUMBERS = {"snakes": 0, "actions": 0, "groups": 0, "has": 1}
"""Facts that are numbers, with the place of the number."""


def otherwise(kind: str, words: list[str]) -> Iterator[list[str]]:
    """Wrong statements in place of a fact."""
    if kind in LISTS:
        yield [*words, "?"]
        if len(words) > LISTS[kind]:
            yield words[:-1]
            yield [*words[:-1], "?"]
    if kind in NUMBERS:
        at = NUMBERS[kind]
        for number in (int(words[at]) - 1, int(words[at]) + 1):
            yield [*words[:at], str(number), *words[at + 1 :]]
    if kind in ("crumblemate", "can-win"):
        yield [] if words else ["no"]


def altered(game: str) -> Iterator[Example]:
    """Every example of a game with one fact altered."""
    for example in (example for clause in clauses(game) for example in clause.examples):
        for line in example.text.splitlines():
            arrow, *said = line.split() or [""]
            if arrow == "->" and said:
                for words in otherwise(said[0], said[1:]):
                    yield replace(
                        example, text=f"{example.text}\n".replace(f"{line}\n", f"-> {said[0]} {' '.join(words)}\n", 1)
                    )


def is_noticed(example: Example) -> bool:
    try:
        run_example(example)
    except ExampleFailed:
        return True
    return False


@pytest.mark.parametrize(("game", "least"), [only_in_ci(("crumble", 60)), ("scrunch", 60), ("splinter", 40)])
def test_a_fact_that_is_not_so_is_noticed(game: str, least: int) -> None:
    found = list(altered(game))
    assert len(found) > least
    assert [(example.name, example.text) for example in found if not is_noticed(example)] == []


def test_a_group_is_the_one_that_its_first_square_is_in() -> None:
    for squares in ("a2 b2 c2", "e2 f2 g2"):
        run_example(Example("splinter.group.touch", 1, "splinter", "", 1, f"{TWO_GROUPS}-> group {squares}\n"))


def complaint(game: str, text: str) -> str:
    with pytest.raises(ExampleFailed) as failed:
        run_example(Example("any", 1, game, "", 1, text))
    return str(failed.value)


TALL = "Splinter 3x10, Blue to move\nSXO\nsxo\n" + "...\n" * 8
APART = "2, Dark to move\nx .\n. . o\n. x\n"
SMALL = "Blue to move\nSXO.\nsxo.\n"
TWO_GROUPS = "Blue to move\nSXO.sxo\n.......\nreadings tie=remove-one\n"
REPORTED = [
    # A letter of several pieces names none of them, and what no letter tells alone is shown by a question mark.
    ("crumble", "3x2\nAaA\nbBb\n-> neighbours A a b", "no single piece is lettered 'A'"),
    ("crumble", "3x2\nabc\nbBd\n-> neighbours B nothing", "it is ? d"),
    *(("crumble", f"2x2\nAb\naB\n-> shortest {said} B", "it is 1") for said in ("0", "2", "0,1", "1,1")),
    # A chain, a group or a snake is the one that its first piece, square or cell is in.
    ("crumble", "3x2\nAcd\nBef\n-> chain A c", "it is A B"),
    ("splinter", f"{TWO_GROUPS}-> group a2 e2", "it is a2 b2 c2"),
    ("splinter", f"{SMALL}-> group d2", "it is nothing"),
    ("scrunch", f"{APART}-> snake a2 c1", "it is a2"),
    ("scrunch", f"{APART}-> snake c1 a2", "it is c1"),
    *(("splinter", f"{SMALL}-> group {said}", "it is nothing") for said in ("~1", "none", "11")),
    *(("scrunch", f"{APART}-> snake {said}", "it is nothing") for said in ("b1", "~1", "none", "11")),
    # What moves is said by a slide of a piece.
    *(
        ("splinter", f"{SMALL}-> moves {said}", f"but {said.split()[0]} is no slide of a piece")
        for said in ("11E 11", "~1E ~1", "a2 a2", "a2Q a2", "d1E d1", "a2NESW a2")
    ),
]
"""Games, examples with a statement that is not so, and the end of what is reported."""


@pytest.mark.parametrize(("game", "text", "reported"), REPORTED)
def test_what_is_not_so_is_reported_with_what_is(game: str, text: str, reported: str) -> None:
    assert complaint(game, f"{text}\n").endswith(reported)


@pytest.mark.parametrize("kind", ["can-win", "crumblemate"])
def test_of_questions_of_yes_or_no_only_no_denies(kind: str) -> None:
    follows = "only the word no may follow"
    for words, said in (("", "that is False"), (" yes", follows), (" no no", follows)):
        assert complaint("crumble", f"3x3\nAbC\ndEf\nGhI\n-> {kind}{words}\n").endswith(said)
    run_example(Example("any", 1, "crumble", "", 1, f"3x3\nAbC\ndEf\nGhI\n-> {kind} no\n"))


CHANGES = [
    ("3x2\nAbC\nDeF", "3x2\nAbc\nDeF", ["c"]),
    ("5x2\nabcde\nfghij", "5x2\naBCDE\nfGHIJ", list("BCDEGHIJ")),
    ("3x2\nabc\ndef", "3x2\nAbc\ndeA", ["A"]),
    ("3x2\nabc\nAef", "3x2\nabA\nAef", ["?"]),
]
"""Diagrams, later ones, and the letters of their changes."""


@pytest.mark.parametrize(("earlier", "later", "letters"), CHANGES)
def test_what_has_changed_is_named_by_the_letters_that_tell_it(earlier: str, later: str, letters: list[str]) -> None:
    before, after = crumble.from_diagram(earlier), crumble.from_diagram(later)
    assert crumble_facts.changed(before, after, later) == letters
    assert crumble_facts.changed(before, after, "") == ["?"]


def test_what_has_changed_is_named_in_the_order_of_cells() -> None:
    empty = scrunch.start("3")
    full = replace(empty, dark=frozenset(cells.board(3)))
    named = facts.changed(empty, full, "")
    assert named == sorted(named, key=cells.cell_named)
    assert len(named) == 19


def test_squares_that_have_changed_are_reported_in_the_order_of_the_board() -> None:
    begun = splinter.start("6x2")
    named = splinter_facts.changed(begun, splinter.from_diagram("SXO...\nsxo...\n"), "")
    assert named == sorted(named) == splinter_facts.changed(splinter.from_diagram("SXO...\nsxo...\n"), begun, "")
    assert len(named) > 6


def test_the_pieces_that_a_slide_moves_may_be_said_in_any_order() -> None:
    for said in ("a2 b2 c2", "c2 b2 a2"):
        run_example(Example("any", 1, "splinter", "", 1, f"Blue to move\nSXO.\nsxo.\n-> moves a2E {said}\n"))


def test_a_cell_that_changes_hands_has_changed() -> None:
    empty, centre = scrunch.start("2"), frozenset([cells.cell_named("b2")])
    assert facts.changed(replace(empty, dark=centre), replace(empty, light=centre), "") == ["b2"]


def test_places_may_be_said_in_any_order_and_are_reported_in_that_of_the_board() -> None:
    for squares in ("a9 a10 b9 b10 c9 c10", "c10 a9 b10 b9 a10 c9"):
        run_example(Example("any", 1, "splinter", "", 1, f"{TALL}-> group {squares}\n"))
    assert "it is a9 a10 b9 b10 c9 c10" in complaint("splinter", f"{TALL}-> group a9\n")
    every = [cells.describe(cell) for cell in sorted(cells.board(6))]
    for named in (every, every[::-1]):
        run_example(Example("any", 1, "scrunch", "", 1, f"start 6\n-> isolated {' '.join(named)}\n"))
    assert every != sorted(every)
    lengths = (*range(6, 12), *range(10, 5, -1))
    row = "6, Dark to move\n" + "\n".join(("x " if count == 11 else ". ") * count for count in lengths)
    row_f = " ".join(f"f{column}" for column in range(1, 12))
    assert f"it is {row_f}" in complaint("scrunch", f"{row}\n-> snake f1\n")
