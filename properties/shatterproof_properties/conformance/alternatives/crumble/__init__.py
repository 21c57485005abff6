"""Alternatives of Crumble: ways to read a turn, then turns that go too far or do two things, captures and ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from shatterproof import crumble
from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.crumble import steps, turns
from shatterproof_properties.conformance.alternatives.text_frame import Rewritten, TextFrame, as_it_is, substituted
from shatterproof_properties.invariants.crumble.symmetry import SYMMETRIES, CrumbleSymmetry
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.protocol.table import Table

LOCATION, CUT, PATH, HALF, MANY, JOIN, HYPHENS = (
    f"crumble.notation.{name}"
    for name in ("location", "cut", "cut-swap", "cut-half", "multi-cut-swap", "join", "hyphens")
)
LINES, OPPOSITE = str.maketrans("HV", "VH"), str.maketrans("NESW", "SWNE")
CORNER = ("lower left", "lower right"), ("upper left", "upper right")
ALONG = {"E": "east", "N": "north", "W": "west", "S": "south"}


class SeenTable:
    """A table that sees the board from another side, and answers about the board as it is."""

    def __init__(self, table: Table, readings: Mapping[str, str], seen: CrumbleSymmetry, back: CrumbleSymmetry) -> None:
        self._table, self._seen, self._back = table, seen, back
        self._readings = crumble.Readings.from_mapping(dict(readings))

    def start(self) -> Any:
        return self._looked_at(self._table.start(), self._back)

    def apply(self, position: Any, turn: str) -> dict[str, Any]:
        return self._of_the_board(self._table.apply(self._looked_at(position, self._seen), turn))

    def turns(self, position: Any) -> Iterator[dict[str, Any]]:
        return map(self._of_the_board, self._table.turns(self._looked_at(position, self._seen)))

    def count(self, position: Any, depth: int) -> dict[str, Any]:
        return self._table.count(self._looked_at(position, self._seen), depth)

    def _looked_at(self, position: Any, seen: CrumbleSymmetry) -> Any:
        return position_to_json(crumble, seen.position(crumble.from_json(position, self._readings)))

    def _of_the_board(self, answer: dict[str, Any]) -> dict[str, Any]:
        if "position" not in answer:
            return answer
        return {**answer, "position": self._looked_at(answer["position"], self._back)}


def _from_another_side(seen: CrumbleSymmetry) -> Iterator[Alternative]:
    open_plainly, back = second_engine("crumble").on_board, seen.inverse()

    def open_seen(board: str, readings: Mapping[str, str]) -> Table:
        name = "x".join(map(str, seen.board(*map(int, board.split("x")))))
        return SeenTable(open_plainly(name, readings), readings, seen, back)

    ways, ways_back = _directions(seen, lines=True), _directions(back, lines=True)
    where = _locations_in_words(seen)
    yield TextFrame(f"{where}.", LOCATION, ways, ways_back).alternative(open_seen)
    yield Alternative(f"{where}, and directions are seen from there.", LOCATION, open_seen)
    meant = ", ".join(f"{way} means {to}" for way, to in zip("NE", "NE".translate(seen.directions()), strict=True))
    frame = TextFrame(f"In directions, {meant}.", PATH, _directions(seen), _directions(back))
    yield frame.alternative(open_plainly)


def _directions(seen: CrumbleSymmetry, lines: bool = False) -> Rewritten:
    """Rewrites the directions as seen from another side; with `lines` also the letters H and V of cuts."""
    table = seen.directions() | (LINES if lines and seen.diagonal else {})
    return lambda text, board: text.translate(table)


def _locations_in_words(seen: CrumbleSymmetry) -> str:
    back = seen.inverse().directions()
    first, second = (ALONG[way] for way in "EN".translate(back))
    corner = CORNER["south" in (first, second)]["west" in (first, second)]
    return f"Locations begin at the {corner} corner and count {first}, then {second}"


def _with_numbers(says: str, clause: str, exchanged: Any) -> TextFrame:
    def rewritten(text: str, board: tuple[int, ...]) -> str:
        return re.sub(r"^[0-9,]+", lambda found: ",".join(exchanged(found[0].split(","))), text)

    return TextFrame(says, clause, rewritten)


def _north_first(numbers: list[str]) -> list[str]:
    """The numbers of a location for the same way, counted north first. The function is its own inverse."""
    if numbers == ["0"]:
        return numbers
    return numbers[1:] if numbers[0] == "0" and len(numbers) > 1 else ["0", *numbers]


def _shifted(says: str, clause: str, form: str, by: int) -> TextFrame:
    """A frame that writes numbers higher by `by`, which may be negative. Below 0 the text is malformed."""

    def moved(by: int) -> Rewritten:
        def number(found: re.Match[str]) -> str:
            return str(int(found[0]) + by) if int(found[0]) + by >= 0 else "-"

        return lambda text, _: re.sub(form, lambda found: re.sub("[0-9]+", number, found[0]), text)

    return TextFrame(says, clause, moved(-by), moved(by))


def _read(says: str, form: str, instead: str) -> TextFrame:
    """A frame that reads texts without hyphens; it writes them as usual."""
    return TextFrame(says, HYPHENS, substituted(form, instead)[0], as_it_is)


def _from_the_other_end(text: str, board: tuple[int, ...]) -> str:
    def counted(found: re.Match[str]) -> str:
        count, place = int(found[2]), int(found[3])
        return f"{found[1]}{count}-{count + 1 - place if place <= count else place}"

    return re.sub(r"([HV])([0-9]+)-([0-9]+)", counted, text)


FRAMES = (
    _with_numbers("The numbers of a location count north first, those of a corner east.", LOCATION, _north_first),
    _with_numbers("The numbers of a location stand in the opposite order.", LOCATION, lambda numbers: numbers[::-1]),
    _shifted("The numbers of a location begin with 1.", LOCATION, r"^[0-9,]+", 1),
    TextFrame("The corner of a join counts north, then east.", JOIN, *substituted(r"J([0-9]+),([0-9]+)", r"J\2,\1")),
    TextFrame("H is a vertical line and V a horizontal one.", CUT, lambda text, _: text.translate(LINES)),
    TextFrame("A half written before a hyphen means the opposite half.", HALF,
              lambda text, _: re.sub("[NESW]-(?=[NESW])", lambda found: found[0].translate(OPPOSITE), text)),
    TextFrame("When a cut halves several pieces, the one that walks is counted from the other end.", MANY,
              _from_the_other_end),
    _shifted("When a cut halves several pieces, the first has number 0.", MANY, r"(?<=[HV][0-9]-)[0-9]+", -1),
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
    *(frame.alternative(second_engine("crumble").on_board) for frame in FRAMES),
    *turns.ALTERNATIVES,
    *steps.ALTERNATIVES,
)
