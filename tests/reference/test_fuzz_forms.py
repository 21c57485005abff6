"""Hostile input is understood, or one line says what is wrong with it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from shatterproof.errors import InputError
from shatterproof.game import GAMES, AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof_properties import play

LONGEST_COMPLAINT = 500
TURN_CHARACTERS = {
    "crumble": "0123456789,,HVJNESW-+ x\u0663",
    "scrunch": "abcdefgs0123456789-x; pas\u0663",
    "splinter": "abcdefgz0123456789NESW=x \u0663",
}
DIAGRAM_CHARACTERS = {
    "crumble": "ABCabc\n ,x0123456789/perunitmemory={}",
    "scrunch": "xo. \n,0123456789creatingDarkLightand/readings=",
    "splinter": 'sxoSXO.\n ,x0123456789memory={}[]"abc/',
}
HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**12), 10**12),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(("", "-1", "1/0", "1/3", "2/2", "1/2097152", "0.5", "999999999999", "١", "0x1", "1/", "/1", "1 ")),
    st.sampled_from(
        ("17x17", "1x1", "2x2 ", "06x6", "11", "07", "27x2", "crumble", "scrunch", "black", "Black", "white")
    ),
    st.sampled_from(("a1", "a0", "t1", "a20", "A1", "z27", "dark", "light", "blue", "square", "c3 ")),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=3),
)


def complains_in_one_line(read: Callable[[], Any]) -> Any:
    """The value read, or None if a bounded line refuses it. Any other error passes."""
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


each_game = pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in GAMES])


@st.composite
def spoiled(draw: st.DrawFn, game: AnyGame) -> Any:
    """The JSON of a position with some values replaced, removed, or doubled."""
    position = draw(play.positions(game, max_plies=6, decided=True))
    data: Any = copy.deepcopy(game.to_json(position))
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
    """A text with some characters replaced, removed, doubled or inserted."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        new = draw(st.one_of(st.sampled_from(characters), st.characters()))
        gone = draw(st.integers(0, 2))
        text = text[:at] + draw(st.sampled_from((new, "", new * 3))) + text[at + gone :]
    return text


@each_game
@given(data=st.data())
def test_spoiled_json_is_read_or_refused_in_one_line(game: AnyGame, data: Any) -> None:
    spoilt = data.draw(spoiled(game))
    position = complains_in_one_line(lambda: game.from_json(spoilt))
    if position is not None:
        assert game.from_json(game.to_json(position)) == position
    shown = complains_in_one_line(lambda: game.from_json(spoilt, strict=False))
    if shown is not None:
        assert "<svg" in game.to_svg(shown)


@each_game
@given(data=st.recursive(HOSTILE, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner)))
@example(data={"board": "2x2", "game": "crumble", "memory": None, "pieces": [["0"] * 5] * 5, "to_move": "black"})
@example(data={"board": "2x2", "game": "crumble", "pieces": [], "to_move": ["black"], "memory": 3})
@example(data={"board": "2x2", "game": "crumble", "pieces": [["0", "0", "2", "2", {}]], "to_move": "black"})
@example(data={"board": "3", "game": "scrunch", "dark": [{}], "light": 3, "creating": [[]], "to_move": "dark"})
@example(data={"board": "3", "game": "scrunch", "dark": [], "light": [], "creating": [{}, []], "to_move": "dark"})
@example(data={"board": "3x3", "game": "splinter", "pieces": [[[], {}, []]], "memory": [[]], "to_move": "blue"})
@example(data={"board": "3x3", "game": "splinter", "pieces": [["a1", "blue", []]], "memory": {}, "to_move": "blue"})
@example(data={"board": "x" * 100_000, "game": "y" * 100_000, "pieces": [], "to_move": "z" * 100_000})
@example(data={"k" * 100_000: 1})
def test_any_json_is_read_or_refused_in_one_line(game: AnyGame, data: Any) -> None:
    complains_in_one_line(lambda: game.from_json(data))


@each_game
@given(data=st.data())
def test_a_spoiled_diagram_is_read_or_refused_in_one_line(game: AnyGame, data: Any) -> None:
    position = data.draw(play.positions(game, max_plies=6))
    try:
        text = game.to_diagram(position)
    except InputError:
        assume(False)
    broken = data.draw(mutated(text, DIAGRAM_CHARACTERS[game.NAME]))
    found = complains_in_one_line(lambda: game.from_diagram(broken))
    if found is not None:
        assert game.from_json(game.to_json(found)) == found


@each_game
@given(text=st.text(st.sampled_from("AaBbSXOsxo.\n \t,x2361/ memory=readings{}[]:\"'per unit to move\x0b\x85\u2028")))
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
@example(text="x.\no.x\n..")
@example(text="2, Dark to move, creating\n..\n...\n..")
@example(text="x" * 100_000)
@example(text="x x " * 20_000 + "?")
@example(text=".\n" * 20_000)
@example(text='sx\nSX\nmemory [["a1"]]')
@example(text="sx\nSX\nmemory {}")
@example(text="sxo\nSX\n")
def test_any_diagram_is_read_or_refused_in_one_line(game: AnyGame, text: str) -> None:
    complains_in_one_line(lambda: game.from_diagram(text))


@each_game
@given(data=st.data())
def test_a_spoiled_turn_is_read_or_refused_in_one_line(game: AnyGame, data: Any) -> None:
    position = data.draw(play.positions(game, max_plies=6))
    text, _ = data.draw(play.near_misses(game, position))
    broken = data.draw(mutated(text, TURN_CHARACTERS[game.NAME]))
    for published in (True, False):
        complains_in_one_line(lambda published=published: game.parse_turn(position, broken, published=published))  # type: ignore[misc]


SMALL = {"crumble": "3x3", "scrunch": "3", "splinter": "3x4"}
DECIDED = {"crumble": "AB\nCd", "scrunch": "2, Light to move\n..\no..\n..", "splinter": "2x2\nsx\n.o"}
"""Decided positions."""


@each_game
@given(text=st.one_of(st.text(), st.text(st.sampled_from("".join(TURN_CHARACTERS.values())))))
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
@example(text="x" + " a1" * 2000)
@example(text="x a1; ")
@example(text="a1 a2-")
@example(text="a1\n")
@example(text="pass ")
@example(text="z99NE=z99")
@example(text="a1NE=")
@example(text="a1N" + "E" * 5000)
@example(text="\ud800")
def test_any_turn_is_read_or_refused_in_one_line(game: AnyGame, text: str) -> None:
    decided = game.from_diagram(DECIDED[game.NAME])
    assert game.outcome(decided)
    for position in (game.start(SMALL[game.NAME]), decided):
        for published in (True, False):
            complains_in_one_line(lambda at=position, by=published: game.parse_turn(at, text, published=by))  # type: ignore[misc]
