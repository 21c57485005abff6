from __future__ import annotations

from typing import Any

import pytest

from shatterproof import crumble
from shatterproof.errors import InputError
from shatterproof_properties.second.crumble import Engine

BEFORE = {"board": "2x2", "game": "crumble", "memory": None, "to_move": "black",
          "pieces": [["0", "0", "1", "1", "white"], ["1", "0", "1", "1", "black"],
                     ["0", "1", "1", "1", "black"], ["1", "1", "1", "1", "white"]]}  # fmt: skip


def remembering(*worked: list[str]) -> dict[str, Any]:
    deed = {"target": ["1", "1", "1", "1"], "worked": list(worked)}
    return {**BEFORE, "memory": {"recent": [deed], "renewals": 0}}


def test_the_pieces_worked_in_a_turn_stood_side_by_side() -> None:
    data = remembering(["0", "0", "1", "1"], ["1", "0", "1", "1"])
    assert crumble.to_json(crumble.from_json(data, crumble.Readings())) == data


@pytest.mark.parametrize(
    "worked",
    [
        [["0", "0", "1", "1"], ["0", "0", "2", "2"]],
        [["0", "0", "2", "1"], ["1", "0", "1", "1"]],
        [["0", "0", "2", "2"], ["1/2", "1", "1", "1"]],
    ],
)
def test_pieces_worked_that_overlap_are_refused(worked: list[list[str]]) -> None:
    with pytest.raises(InputError, match="overlap") as refused:
        crumble.from_json(remembering(*worked), crumble.Readings())
    assert refused.value.where == "/memory/recent/0/worked"
    with pytest.raises(ValueError, match="overlap"):
        list(Engine(2, 2, crumble.Readings().to_mapping()).turns(remembering(*worked)))
