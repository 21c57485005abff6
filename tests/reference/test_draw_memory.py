"""The memory of a position of Crumble for draws: what is kept, what turns can leave, and its form in JSON."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from play.search import refused
from shatterproof import crumble
from shatterproof.crumble.draws import (
    Deed,
    Memory,
    descends,
    forget,
    is_draw,
    length_remembered,
    lists_targets,
    may_be_remembered,
    renewals_to_draw,
    renews,
)
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.errors import InputError
from shatterproof_properties.protocol.answers import canonical
from shatterproof_properties.second.crumble import Engine

ONE, TWO, WORKED, ELSEWHERE = (Piece(x * GRAIN, 0, GRAIN, GRAIN) for x in range(4))
A, B, AB, NONE = (Deed(targets, (WORKED,)) for targets in ((ONE,), (TWO,), (ONE, TWO), ()))
Recent = tuple[Deed | None, ...]

DEFAULT = crumble.Readings()
OWN = crumble.Readings(draw_target="own")
ANY = crumble.Readings(draw_into="any")
AGREED = crumble.Readings(draw="agreement-only")
DRAW_TURNS = crumble.Readings(draw="draw-turns")
SHARED = crumble.Readings(draw="draw-turns", draw_turn_target="shared")
PAIRS = crumble.Readings(draw="draw-turns", draw_turn="pair-of-turns", draw_turn_target="shared")


@pytest.mark.parametrize(
    ("readings", "limit"),
    [
        (DEFAULT, 2),
        (AGREED, None),
        (crumble.Readings(draw="agreement-only", draw_turn="pair-of-turns"), None),
        (DRAW_TURNS, 4),
        (crumble.Readings(draw="draw-turns", draw_turn="pair-of-turns"), 6),
        (crumble.Readings(draw_turn="pair-of-turns"), 2),
    ],
)
def test_a_draw_takes_so_many_turns_that_renew(readings: crumble.Readings, limit: int | None) -> None:
    assert renewals_to_draw(readings) == limit
    drawn = [is_draw(Memory((A,), renewals), readings) for renewals in range(9)]
    assert drawn == [limit is not None and renewals >= limit for renewals in range(9)]
    assert not is_draw(None, readings)


def test_targets_are_listed_where_any_of_them_can_be_the_one_that_turns_share() -> None:
    names = ("draw", "draw_into", "draw_turn_target")
    values = [crumble.Readings.choices()[f"crumble.{name.replace('_', '-')}"] for name in names]
    listing = {
        chosen
        for chosen in product(*values)
        if lists_targets(crumble.Readings(**dict(zip(names, chosen, strict=True))))
    }
    assert listing == {
        ("same-target", "any", "any"),
        ("same-target", "any", "shared"),
        ("draw-turns", "any", "shared"),
    }


@pytest.mark.parametrize(
    ("readings", "without", "renewing"),
    [
        (DEFAULT, 4, 4),
        (ANY, 4, 5),
        (crumble.Readings(draw_into="any", draw_target="own"), 4, 4),
        (crumble.Readings(draw="draw-turns", draw_into="any"), 4, 4),
    ],
)
def test_a_fifth_turn_is_remembered_where_its_targets_may_be_needed(
    readings: crumble.Readings, without: int, renewing: int
) -> None:
    assert length_remembered(0, readings) == without
    assert length_remembered(1, readings) == length_remembered(2, readings) == renewing


def test_a_piece_of_a_single_grain_descends_as_well() -> None:
    grain = Piece(0, 0, 1, 1)
    for descent in ("wholly", "partly"):
        assert descends(grain, [Deed((), (grain,))], crumble.Readings(draw_descent=descent))


def test_a_turn_renews_by_what_its_own_player_worked() -> None:
    other = A._replace(worked=(ELSEWHERE,))
    assert renews(A, Memory((other, A, other, A), 0), DEFAULT)
    assert not renews(A, Memory((A, other, A, other), 0), DEFAULT)
    assert not renews(B, Memory((A, A, A, A), 0), DEFAULT)
    assert renews(B, Memory((NONE, NONE, NONE, NONE), 0), DRAW_TURNS)
    assert not renews(A, None, DEFAULT)


@pytest.mark.parametrize(
    ("readings", "renewals", "recent", "kept"),
    [
        (DEFAULT, 0, (A, A, B, A), (A, A)),
        (DEFAULT, 0, (NONE, A), ()),
        (DEFAULT, 1, (A,) * 5, (A,) * 4),
        (ANY, 0, (AB, A, AB), (AB, A, A)),
        (OWN, 0, (A, B, A, B), (A, B, A, B)),
        (OWN, 0, (A, B, B, A), (A, B)),
        (OWN, 0, (NONE, A, A, A), (None, A, None, A)),
        (OWN, 0, (A, None, A, NONE), (A, None, A)),
        (DRAW_TURNS, 2, (A, B, A, NONE), (NONE,) * 4),
        (DRAW_TURNS, 0, (A, None), (NONE, None)),
        (SHARED, 2, (A, A, B, B), (A, A, NONE, NONE)),
        (PAIRS, 3, (A, B, B, B), (A, B, B, NONE)),
    ],
)
def test_of_the_latest_turns_so_much_is_kept(
    readings: crumble.Readings, renewals: int, recent: Recent, kept: Recent
) -> None:
    assert forget(recent, renewals, readings) == kept


@pytest.mark.parametrize(
    ("readings", "recent", "counts"),
    [
        (DEFAULT, (NONE,), []),
        (DEFAULT, (A,), [0]),
        (DEFAULT, (A, B), []),
        (DEFAULT, (A, A, A), [0]),
        (DEFAULT, (A, A, A, A), [0, 1, 2]),
        (ANY, (B, AB), []),
        (ANY, (A, A, A, A), [0]),
        (ANY, (A, A, A, A, A), [1, 2]),
        (OWN, (A,), [0]),
        (OWN, (A, B), [0]),
        (OWN, (None, A), [0]),
        (OWN, (A, None), []),
        (OWN, (A, None, A), [0, 1]),
        (OWN, (None, A, None, A), [0]),
        (OWN, (A, B, A, B), [0, 1, 2]),
        (crumble.Readings(draw_target="own", draw_turn_target="shared"), (A, B, A, B), [0, 1, 2]),
        (DRAW_TURNS, (NONE, None), []),
        (DRAW_TURNS, (NONE, NONE, NONE), [0]),
        (crumble.Readings(draw="draw-turns", draw_target="own"), (NONE, NONE, NONE), [0]),
        (DRAW_TURNS, (NONE,) * 4, [0, 1, 2, 3, 4]),
        (SHARED, (NONE,) * 4, [0]),
        (SHARED, (A, NONE, NONE, NONE), [1]),
        (SHARED, (A, A, NONE, NONE), [2]),
        (SHARED, (A, B, NONE, NONE), []),
        (SHARED, (A, A, B, NONE), []),
        (SHARED, (A, A, A, A), [4]),
        (PAIRS, (A, B, NONE, NONE), []),
        (PAIRS, (B, A, A, NONE), [3]),
        (PAIRS, (NONE, A, A, NONE), []),
        (PAIRS, (A, A, B, B), [4, 6]),
        (PAIRS, (A, B, B, A), [5]),
    ],
)
def test_turns_can_leave_a_memory_with_so_many_renewals(
    readings: crumble.Readings, recent: Recent, counts: list[int]
) -> None:
    limit = renewals_to_draw(readings)
    assert limit is not None
    assert [count for count in range(limit + 1) if may_be_remembered(Memory(recent, count), readings)] == counts


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
