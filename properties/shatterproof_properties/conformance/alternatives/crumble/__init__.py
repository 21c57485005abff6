"""Alternatives of Crumble: ways to read a turn, then turns that go too far or do two things, captures and ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from shatterproof import crumble
from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.crumble import steps, turns
from shatterproof_properties.conformance.alternatives.text_frame import (
    FramedTable,
    Rewritten,
    TextFrame,
    as_it_is,
    substituted,
)
from shatterproof_properties.invariants.crumble.symmetry import SYMMETRIES, CrumbleSymmetry
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.table import Table
from shatterproof_properties.second.crumble import Engine

LOCATION, CUT, PATH, HALF, MANY, JOIN, HYPHENS = (
    f"crumble.notation.{name}"
    for name in ("location", "cut", "cut-swap", "cut-half", "multi-cut-swap", "join", "hyphens")
)
LINES, OPPOSITE = str.maketrans("HV", "VH"), str.maketrans("NESW", "SWNE")
CORNER = ("lower left", "lower right"), ("upper left", "upper right")
ALONG = {"E": "east", "N": "north", "W": "west", "S": "south"}


def _from_another_side(seen: CrumbleSymmetry) -> Iterator[Alternative]:
    open_plainly, back = Engine.on_board, seen.inverse()

    def open_seen(board: str, readings: Mapping[str, str]) -> Table:
        rules = crumble.Readings.from_mapping(dict(readings))

        def looked_at(side: CrumbleSymmetry, position: Any) -> Any:
            return position_to_json(crumble, side.position(crumble.from_json(position, rules)))

        name = "x".join(map(str, seen.board(*map(int, board.split("x")))))
        table = open_plainly(name, readings)
        return FramedTable(table, seen=partial(looked_at, seen), back=partial(looked_at, back))

    ways, ways_back = _directions(seen, lines=True), _directions(back, lines=True)
    first, second = (ALONG[way] for way in "EN".translate(back.directions()))
    corner = CORNER["south" in (first, second)]["west" in (first, second)]
    where = f"Locations begin at the {corner} corner and count {first}, then {second}"
    yield TextFrame(f"{where}.", LOCATION, ways, ways_back).alternative(open_seen)
    yield Alternative(f"{where}, and directions are seen from there.", LOCATION, open_seen)
    meant = ", ".join(f"{way} means {to}" for way, to in zip("NE", "NE".translate(seen.directions()), strict=True))
    frame = TextFrame(f"In directions, {meant}.", PATH, _directions(seen), _directions(back))
    yield frame.alternative(open_plainly)


def _directions(seen: CrumbleSymmetry, lines: bool = False) -> Rewritten:
    """Rewrites the directions as seen from another side; with `lines` also the letters H and V of cuts."""
    table = seen.directions() | (LINES if lines and seen.diagonal else {})
    return lambda text, board: text.translate(table)


def _north_first(location: re.Match[str]) -> str:
    """A location for the same way, counted north first. The function is its own inverse."""
    numbers = location[0]
    return numbers[2:] if numbers.startswith("0,") else numbers if numbers == "0" else f"0,{numbers}"


def _from_the_other_end(found: re.Match[str]) -> str:
    count, place = int(found[2]), int(found[3])
    return f"{found[1]}{count}-{count + 1 - place if place <= count else place}"


def _moved(by: int) -> Callable[[re.Match[str]], str]:
    """Numbers that are higher by `by`, which may be negative. Below 0 the text is malformed."""

    def number(found: re.Match[str]) -> str:
        return str(int(found[0]) + by) if int(found[0]) + by >= 0 else "-"

    return lambda found: re.sub("[0-9]+", number, found[0])


def _read(says: str, form: str, instead: str) -> TextFrame:
    """A frame that reads texts without hyphens; it writes them as usual."""
    return TextFrame(says, HYPHENS, substituted(form, instead)[0], as_it_is)


FRAMES = (
    TextFrame("The numbers of a location count north first, those of a corner east.", LOCATION,
              *substituted("^[0-9,]+", _north_first)),
    TextFrame("The numbers of a location stand in the opposite order.", LOCATION,
              *substituted("^[0-9,]+", lambda found: ",".join(found[0].split(",")[::-1]))),
    TextFrame("The numbers of a location begin with 1.", LOCATION, *substituted("^[0-9,]+", _moved(-1), _moved(1))),
    TextFrame("The corner of a join counts north, then east.", JOIN, *substituted(r"J([0-9]+),([0-9]+)", r"J\2,\1")),
    TextFrame("H is a vertical line and V a horizontal one.", CUT, lambda text, _: text.translate(LINES)),
    TextFrame("A half written before a hyphen means the opposite half.", HALF,
              *substituted("[NESW]-(?=[NESW])", lambda found: found[0].translate(OPPOSITE))),
    TextFrame("When a cut halves several pieces, the one that walks is counted from the other end.", MANY,
              *substituted("([HV])([0-9]+)-([0-9]+)", _from_the_other_end)),
    TextFrame("When a cut halves several pieces, the first has number 0.", MANY,
              *substituted("(?<=[HV][0-9]-)[0-9]+", _moved(1), _moved(-1))),
    TextFrame("A cut of several pieces names the one that walks first, then their number.", MANY,
              *substituted(r"([HV])([0-9]+)-([0-9]+)", r"\1\3-\2")),
    _read("Without a hyphen, the first digit names the piece that walks.", r"([HV])([0-9])([0-9])", r"\1\3-\2"),
    _read("Without a hyphen, all digits together say how many pieces are cut.", r"([HV][0-9]{2,})(?=[NESW])", r"\1-1"),
    _read("Without a hyphen, all digits but the last are ignored.", r"([HV])[0-9]+([0-9])(?=[NESW])", r"\1\2-1"),
    _read("Without a hyphen, all digits but the first are ignored.", r"([HV][0-9])[0-9]+(?=[NESW])", r"\1-1"),
    _read("Without a hyphen, all digits are ignored.", r"([HV])[0-9]+(?=[NESW]{2,}$)", r"\1"),
    _read("A text whose digits lack a hyphen is malformed.", r"^(.*[HV][0-9]+[NESW].*)$", ""),
    _read("A half without a hyphen is also the first step.", r"([HV][0-9]+-?[0-9]*)([NESW])([NESW])", r"\1\2-\2\3"),
    _read("Without hyphens, the letters are the path and the digits are ignored.",
          r"([HV])([0-9]+-?[0-9]+)([NESW]+)$", r"\1\3"),
)  # fmt: skip
ALTERNATIVES = (
    *(each for seen in SYMMETRIES[1:8] for each in _from_another_side(seen)),
    *(frame.alternative(Engine.on_board) for frame in FRAMES),
    *turns.ALTERNATIVES,
    *steps.ALTERNATIVES,
)
