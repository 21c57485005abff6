"""The memory of a position of Crumble in JSON: what reads back, and what is refused, and where."""

from __future__ import annotations

from typing import Any

import pytest

from play.search import refused
from shatterproof import crumble
from shatterproof.errors import InputError
from shatterproof_properties.protocol.answers import canonical
from shatterproof_properties.second.crumble import Engine

LOW, HIGH = ["1", "0", "1", "1"], ["0", "1", "1", "1"]
"""Two places: the second lies further west, but higher."""


def deed(target: Any = LOW, worked: Any = (LOW, HIGH)) -> dict[str, Any]:
    return {"target": target, "worked": list(worked)}


def remembering(recent: list[Any], renewals: Any = 0, rows: str = "aBc\ndEf", **readings: str) -> dict[str, Any]:
    chosen = crumble.Readings(**readings)
    data = crumble.to_json(crumble.from_diagram(rows, chosen))
    return {**data, "memory": {"recent": recent, "renewals": renewals}}


NO_TARGET = deed(None)


@pytest.mark.parametrize(
    "data",
    [
        remembering([deed()]),
        remembering([deed()] * 2),
        remembering([deed()] * 4, 1),
        remembering([deed()] * 4, 2),
        remembering([deed(["2", "1", "1", "1"])]),
        remembering([deed(["1", "2", "1", "1"])], rows="aB\nCd\neF"),
        remembering([NO_TARGET] * 4, 4, draw="draw-turns"),
        remembering([deed(), None, deed()], 1, draw_target="own"),
        remembering([deed([LOW, HIGH])] * 5, 2, draw_into="any"),
    ],
)
def test_what_is_remembered_reads_back(data: dict[str, Any]) -> None:
    assert crumble.to_json(crumble.from_json(data)) == data


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (remembering([deed()] * 4, 3), "/memory/renewals"),
        (remembering([deed()] * 4, 1.0), "/memory/renewals"),
        (remembering([deed()], rows="ABC\ndEf"), "/memory"),
        (remembering([deed()], draw="agreement-only"), "/memory"),
        (remembering([deed(["1", "2", "1", "1"])]), "/memory/recent/0/target"),
        (remembering([deed(["2", "1", "1", "1"])], rows="aB\nCd\neF"), "/memory/recent/0/target"),
        (remembering([deed(), deed(["0", "0", "3", "1"])]), "/memory/recent/1/target"),
        (remembering([deed([HIGH, LOW])], draw_into="any"), "/memory/recent/0/target"),
    ],
)
def test_what_no_turn_leaves_is_refused_where_it_is_wrong(data: dict[str, Any], where: str) -> None:
    assert refused(crumble.from_json, data).where == where


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (remembering([deed(worked=[HIGH, LOW])]), "worked"),
        (remembering([deed([HIGH, LOW])], draw_into="any"), "swapped into"),
    ],
)
def test_it_is_reported_which_pieces_are_not_in_order(data: dict[str, Any], what: str) -> None:
    with pytest.raises(InputError, match=f"the pieces {what} are not in order"):
        crumble.from_json(data)


CORNER = ["1", "1", "1", "1"]
SMALL = "Ab\naB"


@pytest.mark.parametrize(
    "worked",
    [
        [["0", "0", "1", "1"], ["0", "0", "2", "2"]],
        [["0", "0", "2", "1"], ["1", "0", "1", "1"]],
        [["0", "0", "2", "2"], ["1/2", "1", "1", "1"]],
    ],
)
def test_pieces_worked_that_overlap_are_refused(worked: list[list[str]]) -> None:
    data = remembering([deed(CORNER, worked)], rows=SMALL)
    with pytest.raises(InputError, match="overlap") as caught:
        crumble.from_json(data)
    assert caught.value.where == "/memory/recent/0/worked"
    with pytest.raises(ValueError, match="overlap"):
        list(Engine(2, 2).turns(data))


def test_all_pieces_swapped_into_are_listed_where_any_of_them_counts() -> None:
    data = remembering([deed([HIGH, CORNER], [LOW])], rows=SMALL, draw_into="any")
    position = crumble.from_json(data)
    assert crumble.to_json(position) == data
    assert crumble.to_json(crumble.from_diagram(crumble.to_diagram(position))) == data
    engine = Engine(2, 2, data.pop("readings"))
    assert engine.write(engine.read(data)) == data


def test_an_order_of_targets_is_free() -> None:
    one, another = (
        canonical(remembering([deed(targets, [LOW])], draw_into="any")) for targets in ([HIGH, LOW], [LOW, HIGH])
    )
    assert one == another
    flat = ["1", "1", "1", "1/2"]
    assert canonical(remembering([]) | {"memory": {"target": flat}})["memory"]["target"] == flat
