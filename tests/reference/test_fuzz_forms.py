"""Hostile input: whatever is read, either it is understood or one line says what is wrong with it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from hypothesis import assume, example, given
from hypothesis import strategies as st

from shatterproof import crumble, strict_json
from shatterproof.crumble.position import Position
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn
from shatterproof_properties import play

LONGEST_COMPLAINT = 500
TURN_CHARACTERS = "0123456789,,HVJNESW-+ x\u0663"
HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(("", "-1", "1/0", "1/3", "2/2", "1/2097152", "0.5", "999999999999", "١", "0x1", "1/", "/1", "1 ")),
    st.sampled_from(("17x17", "1x1", "2x2 ", "06x6", "crumble", "scrunch", "black", "Black", "white")),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=3),
)


def complains_in_one_line(read: Callable[[], Any]) -> Any:
    """What reading gives, or None if it is refused, in one line of a bounded length. Any other error comes out."""
    try:
        return read()
    except (InputError, IllegalTurn, AmbiguousTurn) as complaint:
        text = str(complaint)
        assert text, "a complaint that says nothing"
        assert len(text.splitlines()) == 1, f"a complaint of several lines: {text!r}"
        assert len(text) <= LONGEST_COMPLAINT, f"a complaint of {len(text)} characters"
        return None


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values inside a JSON value."""
    inside: list[tuple[Any, Any]] = []
    if isinstance(data, dict):
        inside = list(data.items())
    elif isinstance(data, list):
        inside = list(enumerate(data))
    return [path, *(found for key, value in inside for found in places(value, (*path, key)))]


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    """The JSON of a position with some values replaced, removed, or doubled."""
    position = draw(play.positions(crumble, max_plies=6, decided=True))
    data = copy.deepcopy(crumble.to_json(position))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(data)))
        if not path:
            return draw(HOSTILE)
        holder = data
        for key in path[:-1]:
            holder = holder[key]
        act = draw(st.sampled_from(("replace", "remove", "double", "add")))
        if act == "replace":
            holder[path[-1]] = draw(HOSTILE)
        elif act == "remove":
            del holder[path[-1]]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[path[-1]]) if act == "double" else draw(HOSTILE))
        else:
            holder[draw(st.sampled_from(("readings", "memory", "extra", "game ")))] = draw(HOSTILE)
    return data


@st.composite
def mutated(draw: st.DrawFn, text: str, characters: str) -> str:
    """A text with some of its characters replaced, removed, doubled or put in."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        new = draw(st.one_of(st.sampled_from(characters), st.characters()))
        gone = draw(st.integers(0, 2))
        text = text[:at] + draw(st.sampled_from((new, "", new * 3))) + text[at + gone :]
    return text


@given(data=spoiled())
def test_spoiled_json_is_read_or_refused_in_one_line(data: Any) -> None:
    position = complains_in_one_line(lambda: crumble.from_json(data))
    if position is not None:
        assert crumble.from_json(crumble.to_json(position)) == position


@given(data=st.recursive(HOSTILE, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner)))
@example(data={"board": "2x2", "game": "crumble", "memory": None, "pieces": [["0"] * 5] * 5, "to_move": "black"})
@example(data={"board": "2x2", "game": "crumble", "pieces": [], "to_move": ["black"], "memory": 3})
@example(data={"board": "2x2", "game": "crumble", "pieces": [["0", "0", "2", "2", {}]], "to_move": "black"})
@example(data={"board": "x" * 100_000, "game": "y" * 100_000, "pieces": [], "to_move": "z" * 100_000})
@example(data={"k" * 100_000: 1})
def test_any_json_is_read_or_refused_in_one_line(data: Any) -> None:
    complains_in_one_line(lambda: crumble.from_json(data))


@given(data=st.data())
def test_spoiled_json_text_is_read_or_refused_in_one_line(data: Any) -> None:
    position = data.draw(play.positions(crumble, max_plies=6))
    text = data.draw(mutated(strict_json.encode(crumble.to_json(position)), '{}[]",:/0123456789e.-\\u'))
    complains_in_one_line(lambda: crumble.from_json(strict_json.decode(text)))
    complains_in_one_line(lambda: crumble.from_json(strict_json.decode(text.encode("utf-8", "surrogatepass")[:-1])))


@given(data=st.data())
def test_a_spoiled_diagram_is_read_or_refused_in_one_line(data: Any) -> None:
    position = data.draw(play.positions(crumble, max_plies=6))
    try:
        text = crumble.to_diagram(position)
    except InputError:
        assume(False)
    broken = data.draw(mutated(text, "ABCabc\n ,x0123456789/perunitmemory={}"))
    found = complains_in_one_line(lambda: crumble.from_diagram(broken))
    if found is not None:
        assert crumble.from_json(crumble.to_json(found)) == found


@given(text=st.text(st.sampled_from("AaBb\n \t,x2361/ memory=readings{}[]:\"'per unit to move\x0b\x85\u2028")))
@example(text="999 per unit\nAB\nCD")
@example(text="2x2, 0 per unit\nAB\nCD")
@example(text="99x99\nAB\nCD")
@example(text="AB\nCD\nmemory [[[[")
@example(text="AB\nCD\nmemory " + "[" * 10_000)
@example(text="AB\nCD\nreadings a=b a=c")
@example(text="AB\nCD\nreadings crumble.draw")
@example(text="A" * 100_000)
@example(text="A\n" * 20_000)
@example(text="AB\nCD\n" + "memory {}\n" * 1000)
def test_any_diagram_is_read_or_refused_in_one_line(text: str) -> None:
    complains_in_one_line(lambda: crumble.from_diagram(text))


@given(data=st.data())
def test_a_spoiled_turn_is_read_or_refused_in_one_line(data: Any) -> None:
    position = data.draw(play.positions(crumble, max_plies=6))
    text, _ = data.draw(play.nearly_legal_turns(crumble, position))
    broken = data.draw(mutated(text, TURN_CHARACTERS))
    for published in (True, False):
        complains_in_one_line(lambda published=published: crumble.parse_turn(position, broken, published=published))  # type: ignore[misc]


START = crumble.start("3x3")


@given(text=st.one_of(st.text(), st.text(st.sampled_from(TURN_CHARACTERS))))
@example(text="")
@example(text="+")
@example(text="0" * 5000)
@example(text="0," * 2000 + "0V")
@example(text="1,1" * 1000)
@example(text="0V" + "9" * 4000)
@example(text="0V" + "1" * 4000 + "EE")
@example(text="0V" + "EW" * 2000)
@example(text="0J999999,999999")
@example(text="0VE\n")
@example(text="999999,999999V")
@example(text="\ud800")
def test_any_turn_is_read_or_refused_in_one_line(text: str) -> None:
    for position in (START, decided()):
        for published in (True, False):
            complains_in_one_line(lambda at=position, by=published: crumble.parse_turn(at, text, published=by))  # type: ignore[misc]


def decided() -> Position:
    """A position that Black has won."""
    return crumble.from_diagram("AB\nCd")
