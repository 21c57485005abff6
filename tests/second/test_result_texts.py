"""Results as texts: those of an engine as one text, and those that come one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from shatterproof.game import GAMES
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.second.engine import ResultTexts

BOARDS = {"crumble": "2x2", "scrunch": "2", "splinter": "2x4"}


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
