"""Near misses made from texts alone: most are refused, for many reasons, and none is a listed turn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from shatterproof.game import GAMES
from shatterproof_properties.conformance.generate.variants import NearMisses
from shatterproof_properties.protocol.served import second_engine

BOARDS = {"crumble": "4x4", "scrunch": "4", "splinter": "6x5"}


def verdicts(game: str, plies: int = 60, seed: int = 1) -> tuple[Counter[str], int]:
    """The verdicts on near misses in random games, illegal ones by their clause, and the number of listed ones."""
    random, makes, met, listed = Random(seed), NearMisses(), Counter[str](), 0
    engine = second_engine(game).on_board(BOARDS[game])
    here = engine.opening()
    for _ in range(plies):
        results = [(engine.turn_text(here, turn), after) for turn, after in engine.results(here)]
        legal = [text for text, _ in results]
        for text in makes.texts(random, legal, 10):
            verdict = engine.verdict(here, text)
            met[verdict.get("clause", verdict["verdict"])] += 1
            listed += text in legal
        here = random.choice(results)[1] if results else engine.opening()
    return met, listed


@pytest.mark.parametrize("game", GAMES)
def test_most_are_refused_for_many_reasons(game: str) -> None:
    met, listed = verdicts(game)
    assert listed == 0
    assert met.total() > 300
    assert met["legal"] < met.total() / 2
    assert met["malformed"] < met.total() * 2 / 3
    assert sum("." in clause for clause in met) >= 4


def test_the_same_random_numbers_make_the_same_texts() -> None:
    assert verdicts("splinter") == verdicts("splinter")


def test_without_a_legal_turn_earlier_ones_are_tried() -> None:
    makes = NearMisses()
    assert makes.texts(Random(1), [], 3) == []
    makes.texts(Random(1), ["a1N", "b2E"], 0)
    assert makes.texts(Random(1), [], 3)
