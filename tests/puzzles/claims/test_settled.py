"""All claims about positions at the end of games, some that are decided before a turn is made, and about others."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fourth_game_installed import NAME, install
from puzzles.samples import afters, is_true, mated, puzzle
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED
from shatterproof_properties.puzzles.claims.claim import KINDS, Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.tree import solution_tree
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.puzzles.rating.rated import rate

STRANGLED = "Scrunch 2, Dark to move, creating Light\n x o\no x x\n . o\n"
SMALL_WALL = "2x2, White to move\nAb\nBa\n"


def last_positions(name: str, board: str, others: int = 0) -> list[Any]:
    """Undecided positions at the end of games or one turn before, mated ones first; and some from all of the games."""
    game: Any = find_game(name)
    chance, last, every = Random(7), dict[Any, None](), dict[Any, None]()
    for _ in range(40):
        position: Any = game.start(board)
        passed: list[Any] = []
        while game.outcome(position) is None:
            passed.append(position)
            position = chance.choice(afters(game, position))
        last |= dict.fromkeys(passed[-2:])
        every |= dict.fromkeys(passed)
    return [*sorted(last, key=lambda each: not mated(game, each, 0))[:3], *chance.sample(list(every), others)]


def claims(name: str, deepest: int) -> Iterator[Claim]:
    """Claims of every kind about a game, with one reading that can differ."""
    reading, values = next(iter(find_game(name).Readings.choices().items()))
    for kind, meaning in KINDS.items():
        about = f"{reading}={values[-1]}" if meaning.names_reading else ""
        for turns in range(deepest + 1):
            for unique in (False, True):
                is_possible = turns >= meaning.least and not meaning.is_impossible(name, turns)
                if is_possible and not (unique and meaning.no_unique):
                    yield Claim(kind, turns, unique, about)


def wrong_verdicts(name: str, positions: Iterable[Any], deepest: int = 2) -> tuple[int, list[str]]:
    """The number of verified claims, and those whose verdict is not that of the definitions.

    Proved ones are shown and rated as well.
    """
    asked, wrong = 0, []
    for position in positions:
        for claim in claims(name, deepest):
            puzzle = Puzzle(name, position_to_json(find_game(name), position), claim)
            try:
                found = verify(puzzle)
            except InputError:
                assert KINDS[claim.kind].is_win_elsewhere, claim
                continue
            asked += 1
            if found.verdict != (PROVED if is_true(puzzle) else REFUTED):
                wrong.append(f"{claim}: {found.verdict}\n{puzzle.rules.to_diagram(position)}")
            elif found.verdict == PROVED and found.certificate is not None:
                solution_tree(puzzle, found.certificate)
                rate(puzzle, found.certificate)
    return asked, wrong


@pytest.mark.parametrize("claim", ["mated-0", "mated-1", "mated-2", "mated-9"])
def test_who_is_mated_already_is_mated_in_any_number_of_turns(claim: str) -> None:
    assert verify(puzzle("scrunch", STRANGLED, claim)).verdict == PROVED


@pytest.mark.parametrize(("game", "board", "others"), [("scrunch", "2", 4), ("splinter", "2x4", 0)])
def test_all_that_can_be_claimed_of_positions_of_games_is_decided_right(game: str, board: str, others: int) -> None:
    positions = last_positions(game, board, others)
    rules: Any = find_game(game)
    assert game != "scrunch" or all(mated(rules, each, 0) for each in positions[:3])
    asked, wrong = wrong_verdicts(game, positions)
    assert asked > 50
    assert not wrong


def test_all_that_can_be_claimed_of_one_turn_on_the_smallest_wall_is_decided_right() -> None:
    asked, wrong = wrong_verdicts("crumble", [find_game("crumble").from_diagram(SMALL_WALL)], 1)
    assert asked > 10
    assert not wrong


def test_all_that_can_be_claimed_of_a_game_from_elsewhere_is_decided_right(tmp_path: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(Path(sys.modules['fourth_game_installed'].__file__ or '').parent)!r})\n"
        "from puzzles.claims.test_settled import last_positions, wrong_verdicts\n"
        f"asked, wrong = wrong_verdicts({NAME!r}, last_positions({NAME!r}, '3x3'))\n"
        "print(asked > 50, wrong)"
    )
    assert install(tmp_path / "site").python("-c", program) == "True []\n"
