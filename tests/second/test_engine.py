"""Engines: results as texts, and a reference in the role of a second engine; its copies differ in one function."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.second import second_engine
from shatterproof_properties.second.engine import ResultTexts
from shatterproof_properties.second.reference_engine import mutants, reference_engine

BOARDS = {"crumble": "2x2", "scrunch": "2", "splinter": "2x4"}
SMALL = '''"""A reference of two functions."""

def limit():
    return 3

def takes(number):
    return number <= limit()
'''


@pytest.mark.parametrize("game", GAMES)
def test_it_answers_as_the_second_engine_does(game: str) -> None:
    reference, second = (kind.on_board(BOARDS[game]) for kind in (reference_engine(game), second_engine(game)))
    start = second.start()
    assert reference.start() == start
    assert reference.count(start, 2) == second.count(start, 2)
    turn = next(second.turns(start))["turn"]
    for text in (turn, "?", ""):
        assert reference.apply(start, text) == second.apply(start, text)
    assert reference.readings == second.readings
    assert reference.to_move(reference.read(start)) == start["to_move"]


def test_an_unknown_board_and_an_unknown_reading_are_refused() -> None:
    engine = reference_engine("splinter")
    with pytest.raises(InputError):
        engine.on_board("no board")
    with pytest.raises(InputError):
        engine.on_board("2x4", {"splinter.no-such": "value"})


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    (tmp_path / "small_reference.py").write_text(SMALL, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "small_reference", raising=False)
    return __import__("small_reference")


def test_a_mutant_is_a_copy_in_which_one_function_is_another(small: ModuleType) -> None:
    def no_limit() -> int:
        """Nothing is too much."""
        return 99

    ((name, engine, clauses),) = mutants(small, ("limit", no_limit, "small.turn.limit"))
    assert (name, engine.__doc__, clauses) == ("no-limit", "Nothing is too much.", ("small.turn.limit", "small"))
    assert engine.GAME.takes(50)  # type: ignore[attr-defined]
    assert not small.takes(50)


@pytest.mark.parametrize("name", ["no_such", "__doc__"])
def test_what_is_no_function_of_the_reference_cannot_be_another(small: ModuleType, name: str) -> None:
    with pytest.raises(ValueError, match=f"has no function {name}"):
        mutants(small, (name, lambda: None, "small.turn.limit"))


@pytest.mark.parametrize("game", GAMES)
def test_results_are_the_same_as_one_text(game: str) -> None:
    found: Any = second_engine(game).on_board(BOARDS[game])
    results = [result for _, result in found.result_texts(found.opening())]
    texts = ResultTexts.of(results)
    assert list(ResultTexts(texts.entries, len(texts))) == results
    assert texts.turns() == [result.turn for result in results]
    assert (texts[0], texts[1:3]) == (results[0], results[1:3])


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_that_lists_otherwise_tells_its_own_list(game: str) -> None:
    usual: Any = second_engine(game)

    class Short(usual):  # type: ignore[misc]
        def turns(self, position: Any) -> Iterator[Any]:
            return islice(super().turns(position), 2)

    short = Short.on_board(BOARDS[game])
    listed = [json.loads(entry) for entry in short.turn_entries(short.start())]
    assert len(listed) == 2
    assert listed == list(short.turns(short.start()))
