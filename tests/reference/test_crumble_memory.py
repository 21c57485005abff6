from __future__ import annotations

from typing import Any

import pytest

from shatterproof import crumble
from shatterproof.errors import InputError
from shatterproof_properties.protocol.answers import canonical
from shatterproof_properties.second.crumble import Engine

BEFORE = {"board": "2x2", "game": "crumble", "memory": None, "to_move": "black",
          "pieces": [["0", "0", "1", "1", "white"], ["1", "0", "1", "1", "black"],
                     ["0", "1", "1", "1", "black"], ["1", "1", "1", "1", "white"]]}  # fmt: skip


def remembering(*worked: list[str]) -> dict[str, Any]:
    deed = {"target": ["1", "1", "1", "1"], "worked": list(worked)}
    return {**BEFORE, "memory": {"recent": [deed], "renewals": 0}}


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


ANY = crumble.Readings(draw_into="any")
TARGETS = [["0", "1", "1", "1"], ["1", "1", "1", "1"]]


def listing(targets: Any) -> dict[str, Any]:
    deed = {"target": targets, "worked": [["1", "0", "1", "1"]]}
    return {**BEFORE, "memory": {"recent": [deed], "renewals": 0}, "readings": ANY.departures()}


def test_all_pieces_swapped_into_are_listed_where_any_of_them_counts() -> None:
    data = listing(TARGETS)
    position = crumble.from_json(data, ANY)
    assert crumble.to_json(position) == data
    assert crumble.to_json(crumble.from_diagram(crumble.to_diagram(position))) == data
    engine = Engine(2, 2, ANY.to_mapping())
    bare = {name: value for name, value in data.items() if name != "readings"}
    assert engine.write(engine.read(bare)) == bare


def test_an_order_of_targets_is_free() -> None:
    assert canonical(listing(TARGETS[::-1])) == canonical(listing(TARGETS))
    one = ["1", "1", "1", "1/2"]
    assert canonical(remembering(["0", "0", "1", "1"]) | {"memory": {"target": one}})["memory"]["target"] == one
