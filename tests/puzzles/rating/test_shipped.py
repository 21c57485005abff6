"""The puzzles under spec/puzzles: their certificates hold, and their tags are what is measured."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, starmap
from pathlib import Path
from typing import Any

import pytest

from puzzles.collect import PICTURE, PUZZLES, example, files_of, measured, puzzle_in
from shatterproof.game import GAMES
from shatterproof_properties.puzzles.checker.certificate import PROVED, Json, read_certificate
from shatterproof_properties.puzzles.checker.checker import check
from shatterproof_properties.puzzles.claims.puzzle import svg
from shatterproof_properties.puzzles.files.collection import check_about, name_of
from shatterproof_properties.puzzles.files.folders import certificate_beside
from shatterproof_properties.puzzles.files.statement import DIFFICULTIES
from shatterproof_properties.puzzles.files.text import format_puzzle
from shatterproof_properties.puzzles.proof.acceptances import LIST, list_of
from shatterproof_properties.puzzles.rating.selection import HARD, LEAST_HARD, MOST_EASY, is_alike, outline

LEAST = 40
LONG = ("purl-before-swine", "lace", "ouroboros", "hand-saw", "mitre-box", "cats-cradle")
"""Puzzles whose certificates take the checker ten seconds and more, by the ends of their file names."""


@cache
def of_every_run() -> set[Path]:
    """For each kind of claim and each game, the puzzle of fewest turns with the smallest certificate."""
    every = [file for game in GAMES for file in files_of(game)]
    by_size = sorted(
        every, key=lambda file: (puzzle_in(file).claim.turns, certificate_beside(file).stat().st_size), reverse=True
    )
    kinds, games = {puzzle_in(file).claim.kind: file for file in by_size}, {file.parent.name: file for file in by_size}
    return {*kinds.values(), *games.values()}


def each_file(marks: Callable[[Path], Any] = lambda file: ()) -> pytest.MarkDecorator:
    """Every puzzle as a parameter, with its mark."""
    files = [
        pytest.param(file, id=f"{game} {file.stem}", marks=marks(file)) for game in GAMES for file in files_of(game)
    ]
    return pytest.mark.parametrize("file", files)


def ci_but_some(file: Path) -> Any:
    if file in of_every_run():
        return ()
    is_even = int(file.stem[:2]) % 2 == 0
    return pytest.mark.long if is_even or file.stem.endswith(LONG) else pytest.mark.ci


@cache
def certified(file: Path) -> Json:
    return read_certificate(certificate_beside(file).read_bytes())


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_accepted_certificates_has_those_of_the_files(game: str) -> None:
    accepted = list_of(game, map(certified, files_of(game))).split()
    assert listed(game)[1:] == accepted[1:]


@pytest.mark.ci
@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_accepted_certificates_is_that_of_this_checker_and_these_rules(game: str) -> None:
    assert listed(game)[:1] == list_of(game, ()).split(), "make it anew: python tests/puzzles/collect.py --accepted"


def listed(game: str) -> list[str]:
    return (PUZZLES / game / LIST).read_text(encoding="ascii").split()


@each_file(ci_but_some)
def test_the_certificate_proves_the_claim_and_solution_themes_difficulty_and_comment_are_those_measured(
    file: Path,
) -> None:
    puzzle, certificate = puzzle_in(file), certified(file)
    check_about(certificate, puzzle)
    assert check(certificate).verdict == PROVED
    assert measured(puzzle, certificate) == puzzle


@each_file()
def test_a_file_is_as_it_would_be_printed_and_says_where_it_comes_from(file: Path) -> None:
    puzzle = puzzle_in(file)
    assert file.read_text() == format_puzzle(puzzle)
    assert puzzle.author == "shatterproof"
    assert re.fullmatch(r"shatterproof puzzle generate .*--seed \d+, unit \d+(, after its key)?", puzzle.source)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_forty_puzzles_a_game_of_every_difficulty_and_several_kinds_and_they_get_harder(game: str) -> None:
    puzzles = [puzzle_in(file) for file in files_of(game)]
    assert len(puzzles) >= LEAST
    difficulties = [puzzle.difficulty or 0 for puzzle in puzzles]
    assert difficulties == sorted(difficulties)
    assert set(difficulties) == set(DIFFICULTIES)
    assert difficulties.count(1) <= MOST_EASY * len(puzzles)
    assert sum(difficulty >= HARD for difficulty in difficulties) >= LEAST_HARD * len(puzzles)
    assert max(Counter(puzzle.claim.kind for puzzle in puzzles).values()) <= len(puzzles) / 2
    assert all(puzzle.claim.unique or puzzle.claim.meaning.no_unique for puzzle in puzzles)


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_holds_puzzles_named_by_number_and_title_and_their_certificates(game: str) -> None:
    files = files_of(game)
    titles = [puzzle_in(file).title for file in files]
    assert [file.stem for file in files] == list(starmap(name_of, enumerate(titles, 1)))
    assert len({title.lower() for title in titles}) == len(titles)
    assert {*files, *map(certificate_beside, files), PUZZLES / game / LIST} == set((PUZZLES / game).iterdir())


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_are_alike(game: str) -> None:
    outlines = [(file.stem, outline(puzzle_in(file))) for file in files_of(game)]
    alike = [(one, other) for (one, first), (other, second) in combinations(outlines, 2) if is_alike(first, second)]
    assert alike == []


def test_the_example_is_drawn_as_it_stands() -> None:
    assert PICTURE.read_text() == svg(puzzle_in(example()))
