"""Solution trees: the whole play of a certificate as data, and in the form of problemists."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from puzzles.certified import BARE, proved
from puzzles.samples import (
    CRUMBLEMATE,
    SCRUNCH_KEY,
    SCRUNCH_OPEN,
    SCRUNCH_THREATS,
    SPLINTER_KEYED,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    played,
)
from sampling import some
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles.checker.certificate import read_certificate
from shatterproof_properties.puzzles.checker.checker import check
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.text import (
    format_puzzle,
    parse_puzzle,
    puzzle_from_json,
    puzzle_to_json,
    read_puzzle,
)
from shatterproof_properties.puzzles.proof.analysis import analyse
from shatterproof_properties.puzzles.proof.proved_play import as_played, proved_play
from shatterproof_properties.puzzles.proof.tree import (
    Play,
    SolutionTree,
    Try,
    Variation,
    solution_tree,
    tree_to_json,
)
from shatterproof_properties.puzzles.proof.tree_text import tree_to_lines, tree_to_text
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.puzzles.rating.rated import rate

MIRRORED = """\
Splinter 5x4, Blue to move
..s..
.oXo.
OxsxO
S...S
"""
PUZZLES = spec_folder() / "puzzles"
IS_DEEP = ('"wins-3"', '"mated-2"')
DEEP = [file for file in sorted(PUZZLES.glob("*/*.puzzle")) if any(claim in file.read_text() for claim in IS_DEEP)]


def tree_of(file: Path) -> tuple[Puzzle, SolutionTree]:
    its = read_puzzle(file)
    beside = file.with_suffix(".certificate.json")
    return its, solution_tree(its, read_certificate(beside.read_text(encoding="utf-8")))


def lines_played_out(rules: Any, position: Any, play: Play) -> int:
    """Plays every variation to its end by the reference, and counts the ends."""
    if play.over:
        assert rules.outcome(position) is not None
        return 1
    replies = {rules.format_turn(position, turn) for turn, _ in rules.results(position)}
    listed = [*play.lost, *play.saving, *(text for each in play.variations for text in each.replies)]
    assert sorted(listed) == sorted(replies)
    ends = len(play.lost)
    for text in play.lost:
        assert rules.outcome(played(rules, position, text)).winner != position.to_move
    for each in play.variations:
        answered = played(rules, position, each.replies[0], each.answer)
        ends += lines_played_out(rules, answered, each.then)
    return ends


def deep(file: Path) -> Any:
    """A file as a parameter. If its variations take half a minute, only long runs play them."""
    return pytest.param(file, marks=pytest.mark.long) if file.stem.endswith("purl-before-swine") else file


@pytest.mark.parametrize("file", some(map(deep, DEEP), one_in=4), ids=lambda file: file.stem)
def test_every_variation_can_be_played_and_ends_the_game(file: Path) -> None:
    its, tree = tree_of(file)
    position = its.reference_position()
    begun = played(its.rules, position, tree.key) if tree.key else position
    assert lines_played_out(its.rules, begun, tree.play) > 1


def test_a_table_is_carried_over_to_the_images_of_its_position() -> None:
    its, certificate = proved("splinter", MIRRORED, "mated-2")
    referred = Counter(then for group in certificate["nodes"][0]["met"] for then in group["then"] or () if then)
    assert max(referred.values()) > 1
    tree = solution_tree(its, certificate)
    assert lines_played_out(its.rules, its.reference_position(), tree.play) > 1


def test_a_key_comes_with_its_threat_and_the_replies_that_meet_it() -> None:
    tree = solution_tree(*proved("splinter", SPLINTER_KEYED, "wins-2", True))
    first, *others = tree_to_text(tree).splitlines()
    assert first.startswith(f"1.{tree.key}! ")
    threat = tree.play.threat
    assert threat is not None
    assert f"threat: 2.{threat.answer}" in first
    assert sum(line.startswith("1...") for line in others) == len(tree.play.others)
    assert any(line.startswith("1.") and "? 1..." in line and line.endswith("!") for line in others)
    data = tree_to_json(tree)
    play = data["play"]
    listed = [*play["lose"], *play["save"], *(text for each in play["replies"] for text in each["turns"])]
    assert (data["key"], len(listed)) == (tree.key, tree.play.replies)
    scrunch = solution_tree(*proved("scrunch", SCRUNCH_KEY, "wins-2"))
    assert tree_to_text(scrunch).startswith(f"1.({scrunch.key})!")


def test_a_mate_is_reported_by_what_answers_the_mated_side() -> None:
    tree = solution_tree(*proved("crumble", CRUMBLEMATE, "mated-1"))
    lines = [line.text for line in tree_to_lines(tree, full=True)]
    assert tree.key == ""
    assert lines[0].startswith("1...")
    assert lines[0].endswith(" lose at once")
    assert sum(len(each.replies) for each in tree.play.variations) == 27
    assert all(line.startswith("1...") and " 2." in line for line in lines[1:])
    assert sum(line.count("; ") + 1 for line in lines[1:]) == 27


def test_tries_and_set_play_are_those_of_an_analysis_where_there_is_one() -> None:
    its, certificate = proved("splinter", SPLINTER_KEYED, "wins-2", True)
    analysis = analyse(its, search_for(its), tries=True, set_play=True)
    tree = solution_tree(its, certificate, analysis)
    assert sorted(turn for each in tree.tries for turn in each.turns) == sorted(each.turn for each in analysis.tries)
    text = tree_to_text(tree, full=True)
    assert text.startswith("set play:\n   1...")
    assert text.count("(the only refutation)") == len(tree.tries) > 0


def test_what_is_left_out_is_counted() -> None:
    turns = tuple(f"a{number}N" for number in range(30))
    listed = tuple(Variation((f"b{number}S",), f"c{number}S", Play(over=True)) for number in range(14))
    tree = SolutionTree("splinter", True, "a1N", Play(listed), (Try(turns, "b1S"),))
    lines = [line.text for line in tree_to_lines(tree)]
    assert lines[0] == "1.a1N!"
    assert lines[1] == "1...b0S 2.c0S"
    assert lines[13] == "and 2 more replies, answered by 2 other turns"
    assert lines[14].endswith(" and 20 more? 1...b1S!")
    full = [line.text for line in tree_to_lines(tree, full=True)]
    assert "more" not in "".join(full)
    assert len(full) == 16


def test_replies_whose_play_differs_below_the_threat_are_told_apart() -> None:
    deeper = Play((Variation(("d1N",), "e1N", Play(over=True)),))
    threat = Variation(("b1N", "b2N"), "c1N", Play(over=True))
    play = Play((threat, Variation(("b3N",), "c1N", deeper)))
    lines = tree_to_lines(SolutionTree("splinter", True, "a1N", play))
    assert [(line.depth, line.text) for line in lines] == [
        (0, "1.a1N! (threat: 2.c1N)"),
        (0, "1...b3N 2.c1N"),
        (1, "2...d1N 3.e1N"),
    ]


@pytest.mark.parametrize(
    ("game", "diagram", "claim", "unique"),
    [
        ("scrunch", SCRUNCH_THREATS, "threats-2", False),
        ("splinter", SPLINTER_WIN, "passes-1", True),
        ("scrunch", SCRUNCH_OPEN, "passes-2", False),
        ("splinter", SPLINTER_SERIES, "series-2", True),
        ("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}", False),
    ],
)
def test_every_kind_has_a_tree_a_rating_and_a_file(game: str, diagram: str, claim: str, unique: bool) -> None:
    its, data = proved(game, diagram, claim, unique)
    play, tree = proved_play(its, data), solution_tree(its, data)
    assert tree.key == (play.key.text if play.key else "")
    assert tree.play.replies == len(play.replies)
    rated = rate(its, data)
    assert rated.puzzle.difficulty in range(1, 6)
    assert rated.features.turns == its.claim.depth
    again = parse_puzzle(format_puzzle(rated.puzzle))
    assert (again.claim, again.solution) == (its.claim, rated.puzzle.solution)
    assert puzzle_from_json(puzzle_to_json(rated.puzzle)) == rated.puzzle


def test_a_win_elsewhere_has_a_certificate_of_its_own() -> None:
    played, shown = as_played(*proved("splinter", SPLINTER_WIN, "passes-1", unique=True))
    checked = check(shown)
    assert (checked.claim, checked.position) == ("wins-1", played.position)
    itself = proved("splinter", SPLINTER_SERIES, "series-2", unique=True)
    assert as_played(*itself) == itself
