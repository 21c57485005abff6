"""Positions in which little or nothing is left to decide, and all that can be claimed of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from puzzles.claim_truth import afters, is_true, mated
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED
from shatterproof_properties.puzzles.claims.claim import KINDS, Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.tree import solution_tree
from shatterproof_properties.puzzles.proof.verification import verify
from shatterproof_properties.puzzles.rating.rated import rate


def last_positions(name: str, board: str, games: int = 40, most: int = 3) -> list[Any]:
    """Undecided positions at the end of games or one turn before; mated ones come first."""
    game: Any = find_game(name)
    chance, found = Random(7), dict[Any, None]()
    for _ in range(games):
        position: Any = game.start(board)
        passed: list[Any] = []
        while game.outcome(position) is None:
            passed.append(position)
            position = chance.choice(afters(game, position))
        found |= dict.fromkeys(passed[-2:])
    return sorted(found, key=lambda each: not mated(game, each, 0))[:most]


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
