"""The second engine on its own: brute force by plain dicts on small boards, shortcuts against none, bad input."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from shatterproof.errors import InputError
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.second.splinter import Engine, Position
from shatterproof_properties.second.splinter.board import Squares
from shatterproof_properties.second.splinter.rules import READINGS

Json = dict[str, Any]
Square = tuple[int, int]
Piece = tuple[str, str]
PARTNER = {"blue": "white", "white": "blue"}
KINDS = ("square", "cross", "circle")
COMPASS = {
    "N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1),
}  # fmt: skip
DEPARTURES = [{reading: value} for reading, values in READINGS.items() for value in values[1:]]
READINGS_TRIED = [{}, *DEPARTURES, {reading: values[-1] for reading, values in READINGS.items()}]


# A brute force by plain dicts, straight from the rules


class State(NamedTuple):
    """The pieces by their squares, the side to move, and where remembered pieces stood before."""

    pieces: dict[Square, Piece]
    to_move: str
    memory: dict[Square, Square]


def ahead(square: Square, direction: str, steps: int = 1) -> Square:
    return square[0] + COMPASS[direction][0] * steps, square[1] + COMPASS[direction][1] * steps


def name(square: Square) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[square[0]] + str(square[1] + 1)


def parts(squares: set[Square]) -> list[set[Square]]:
    """The groups of some squares, that with the smallest square first."""
    rest, found = sorted(squares), []
    while rest:
        part = [rest.pop(0)]
        for square in part:
            beside = [other for other in rest if max(abs(other[0] - square[0]), abs(other[1] - square[1])) == 1]
            part += beside
            rest = [other for other in rest if other not in beside]
        found.append(set(part))
    return found


def ended(pieces: dict[Square, Piece]) -> Json | None:
    standing = list(pieces.values())
    out = [side for side in PARTNER if any((side, kind) not in standing for kind in KINDS)]
    blue, white = ([side for side, _ in standing].count(colour) for colour in PARTNER)
    if len(out) < 2:
        return {"winner": PARTNER[out[0]], "clause": "splinter.win.type-out"} if out else None
    if blue == white:
        return {"winner": None, "clause": "splinter.win.even"}
    return {"winner": "blue" if blue > white else "white", "clause": "splinter.win.both-out"}


class Brute:
    """All results of a state, by trying everything."""

    def __init__(self, columns: int, rows: int, readings: dict[str, str]) -> None:
        self.columns, self.rows = columns, rows
        self.readings = {reading: readings.get(reading, values[0]) for reading, values in READINGS.items()}

    def reads(self, reading: str, value: str) -> bool:
        assert value in READINGS[f"splinter.{reading}"]
        return self.readings[f"splinter.{reading}"] == value

    def is_on(self, square: Square) -> bool:
        return 0 <= square[0] < self.columns and 0 <= square[1] < self.rows

    def slides(self, state: State) -> Iterator[tuple[Square, str, dict[Square, Square]]]:
        """Each legal slide, with the squares that the moved pieces come to and those they come from."""
        for square in sorted(state.pieces):
            for direction in COMPASS if state.pieces[square][0] == state.to_move else ():
                run = [square]
                while ahead(run[-1], direction) in state.pieces:
                    run.append(ahead(run[-1], direction))
                moved = {ahead(each, direction): each for each in run}
                barred = run if self.reads("no-return", "any-piece") else run[:1]
                back = any(each in state.memory and state.memory[each] == ahead(each, direction) for each in barred)
                steps_off = len(run) == 1 and not self.is_on(ahead(square, direction))
                if not back and not (steps_off and self.reads("step-off", "forbidden")):
                    yield square, direction, moved

    def splinters(self, pieces: dict[Square, Piece]) -> Iterator[tuple[str, set[Square]]]:
        """The ways to go on after pushing off: what the mover writes, and what stays."""
        groups = parts(set(pieces))
        most = max(map(len, groups), default=0)
        tied = [group for group in groups if len(group) == most]
        if self.reads("both-out", "push-first") and ended(pieces):
            yield "", set(pieces)
        elif len(tied) < 2:
            yield "", set().union(*tied)
        elif self.reads("tie", "keep-one"):
            yield from (("=" + name(min(group)), group) for group in tied)
        else:
            yield from (("x" + name(min(group)), set().union(*tied) - group) for group in tied)

    def results(self, state: State) -> list[tuple[str, State, Json | None]]:
        found: list[tuple[str, State, Json | None]] = []
        for square, direction, moved in self.slides(state) if not ended(state.pieces) else ():
            pieces = {at: piece for at, piece in state.pieces.items() if at not in moved.values()}
            pieces |= {now: state.pieces[before] for now, before in moved.items() if self.is_on(now)}
            for choice, stays in self.splinters(pieces):
                left = {at: piece for at, piece in pieces.items() if at in stays}
                memory = {} if ended(left) else self.memory(state, left, moved)
                after = State(left, PARTNER[state.to_move], memory)
                if after not in [earlier for _, earlier, _ in found]:
                    found.append((name(square) + direction + choice, after, ended(left)))
        if self.reads("passing", "allowed") and not ended(state.pieces):
            found.append(("pass", State(state.pieces, PARTNER[state.to_move], {}), None))
        return found

    def memory(self, state: State, left: dict[Square, Piece], moved: dict[Square, Square]) -> dict[Square, Square]:
        standing = {now: before for now, before in moved.items() if now in left}
        if self.reads("no-return", "any-piece"):
            return standing
        theirs = {now: before for now, before in standing.items() if left[now][0] != state.to_move}
        if self.reads("no-return", "moved-piece"):
            return theirs
        foremost = list(moved)[-1]
        restorable = len(left) == len(state.pieces) and foremost in theirs
        return {foremost: moved[foremost]} if restorable else {}

    def to_json(self, state: State) -> Json:
        return {
            "board": f"{self.columns}x{self.rows}",
            "game": "splinter",
            "memory": [[name(now), name(before)] for now, before in sorted(state.memory.items())],
            "pieces": [[name(square), *piece] for square, piece in sorted(state.pieces.items())],
            "to_move": state.to_move,
        }

    def answers(self, state: State) -> list[Json]:
        results = self.results(state)
        return [{"turn": turn, "position": self.to_json(after), "outcome": end} for turn, after, end in results]


def random_state(columns: int, rows: int, chance: random.Random) -> State:
    """One group of pieces in which both sides have all kinds."""
    squares = [(chance.randrange(columns), chance.randrange(rows))]
    number = chance.randrange(6, min(columns * rows, 20))
    while len(squares) < number:
        square = ahead(chance.choice(squares), chance.choice(list(COMPASS)))
        if 0 <= square[0] < columns and 0 <= square[1] < rows and square not in squares:
            squares.append(square)
    every = [(side, kind) for side in PARTNER for kind in KINDS]
    kinds = every + [chance.choice(every) for _ in squares[6:]]
    chance.shuffle(kinds)
    return State(dict(zip(squares, kinds, strict=True)), chance.choice(list(PARTNER)), {})


@pytest.mark.parametrize("readings", READINGS_TRIED, ids=str)
def test_results_on_small_boards_are_those_of_brute_force(readings: dict[str, str]) -> None:
    chance = random.Random(1)
    for columns, rows in [(2, 4), (3, 3), (4, 3), (5, 2), (5, 5)] * 4:
        engine, brute = Engine(columns, rows, readings), Brute(columns, rows, readings)
        state = random_state(columns, rows, chance)
        for _ in range(4):
            answers, position = brute.answers(state), brute.to_json(state)
            assert list(engine.turns(position)) == answers
            assert engine.count(position, 1)["total"] == engine.leaves(engine.read(position), 1) == len(answers)
            going_on = [after for _, after, end in brute.results(state) if end is None]
            if not going_on:
                break
            state = chance.choice(going_on)


@pytest.mark.ci
def test_the_tree_from_the_start_is_that_of_brute_force() -> None:
    engine, brute = Engine(10, 9), Brute(10, 9, {})
    opening = engine.start()
    pieces = {(ord(at[0]) - ord("a"), int(at[1]) - 1): (side, kind) for at, side, kind in opening["pieces"]}
    assert len(pieces) == 30
    leaves = [[turn, len(brute.results(after))] for turn, after, _ in brute.results(State(pieces, "blue", {}))]
    assert engine.count(opening, 2) == {"total": 14241, "by": sorted(leaves)}
    assert engine.count(opening, 0) == {"total": 1, "by": []}


# Shortcuts


class InFull(Engine):
    """The same rules, but without any shortcut, because a method they rest on is overridden."""

    def may_push(self, own: int, run: int, off: bool) -> bool:
        return True


def random_position(engine: Engine, chance: random.Random, plies: int) -> Position:
    """A position reached by random play that does not end the game."""
    position = engine.opening()
    for _ in range(plies):
        going_on = [after for _, after in engine.results(position) if after.outcome is None]
        position = chance.choice(going_on) if going_on else position
    return position


@pytest.mark.parametrize("readings", READINGS_TRIED, ids=str)
def test_shortcuts_change_no_result(readings: dict[str, str]) -> None:
    chance = random.Random(7)
    for columns, rows in [(10, 9), (8, 3), (12, 12)]:
        engine, plain = Engine(columns, rows, readings), InFull(columns, rows, readings)
        assert engine.shortcuts
        assert not plain.shortcuts
        for _ in range(3):
            here = random_position(engine, chance, chance.randrange(50))
            assert list(engine.results(here)) == list(plain.results(here))
            assert engine.leaves(here, 1) == plain.leaves(here, 1)


# Turns as text


@pytest.mark.parametrize("readings", READINGS_TRIED, ids=str)
def test_printed_turns_lead_to_their_results(readings: dict[str, str]) -> None:
    chance = random.Random(3)
    engine = Engine(6, 5, readings)
    for _ in range(6):
        position = engine.write(random_position(engine, chance, chance.randrange(30)))
        for result in engine.turns(position):
            answer = engine.apply(position, result["turn"])
            assert answer == {"verdict": "legal", "position": result["position"], "outcome": result["outcome"]}


def drawn(rows: list[str], to_move: str = "blue", memory: list[list[str]] | None = None) -> Json:
    """A position from rows of letters, north first: square, x cross and o circle, upper case blue."""
    letters = {"s": "square", "x": "cross", "o": "circle"}
    pieces = [
        [name((column, row)), "blue" if row_of[column].isupper() else "white", letters[row_of[column].lower()]]
        for column in range(len(rows[0]))
        for row, row_of in enumerate(reversed(rows))
        if row_of[column] != "."
    ]
    board = f"{len(rows[0])}x{len(rows)}"
    return {"board": board, "game": "splinter", "memory": memory or [], "pieces": pieces, "to_move": to_move}


def table(position: Json, readings: dict[str, str] | None = None) -> Engine:
    columns, rows = map(int, position["board"].split("x"))
    return Engine(columns, rows, readings)


EMPTY = ".........."
WORKED = drawn(
    [EMPTY, EMPTY, "..OoOoOo..", "..oXxXxO..", "..OsSsSo..", "..oXx..x..", "........X.", ".....Ooo..", EMPTY]
)
BRIDGE = drawn(["sxO.OSX", "oO.X.oo", ".......", "......."])


def test_the_published_example_loses_the_three_circles() -> None:
    answer = Engine(10, 9).apply(WORKED, "i3N")
    assert answer["verdict"] == "legal"
    gone = [piece for piece in WORKED["pieces"] if piece not in answer["position"]["pieces"]]
    assert gone == [
        ["f2", "blue", "circle"],
        ["g2", "white", "circle"],
        ["h2", "white", "circle"],
        ["i3", "blue", "cross"],
    ]


def test_in_a_tie_the_mover_names_a_group_that_stays() -> None:
    engine = table(BRIDGE)
    assert engine.apply(BRIDGE, "d3N")["verdict"] == "legal"
    assert engine.apply(BRIDGE, "d3S")["means"] == ["d3S=a3", "d3S=e4"]
    kept = engine.apply(BRIDGE, "d3S=c4")
    assert kept["outcome"] == {"winner": "white", "clause": "splinter.win.type-out"}
    assert [piece[0] for piece in kept["position"]["pieces"]] == ["a3", "a4", "b3", "b4", "c4"]
    removed = table(BRIDGE, {"splinter.tie": "remove-one"}).apply(BRIDGE, "d3Sxf3")
    assert removed["position"] == kept["position"]


REFUSALS = [
    (BRIDGE, "h1N", {}, "splinter.notation.square"),
    (BRIDGE, "a10N", {}, "splinter.notation.square"),
    (BRIDGE, "a1N", {}, "splinter.turn.own"),
    (BRIDGE, "a3N", {}, "splinter.turn.own"),
    (BRIDGE, "g4N", {"splinter.step-off": "forbidden"}, "splinter.step-off"),
    (BRIDGE, "d3N=a3", {}, "splinter.group.tie"),
    (BRIDGE, "d3S=d2", {}, "splinter.group.tie"),
    (BRIDGE, "d3S=h1", {}, "splinter.notation.square"),
    (BRIDGE, "d3Sxa3", {}, "splinter.tie"),
    (BRIDGE, "d3S=a3", {"splinter.tie": "remove-one"}, "splinter.tie"),
    (BRIDGE, "d3Sxd2", {"splinter.tie": "remove-one"}, "splinter.group.tie"),
]
MALFORMED = ["", "d3", "D3N", "d3n", "d03N", "d0N", "d3NN", "d3N=", "d3N a4", "d3N=a4=a4", "d3N\n", "pass"]


def test_a_pass_is_a_turn_only_where_the_reading_has_it() -> None:
    assert table(BRIDGE, {"splinter.passing": "allowed"}).apply(BRIDGE, "pass")["verdict"] == "legal"
    over = drawn(["SXO", "sxx"])
    refused = {"verdict": "illegal", "clause": "splinter.turn.finished"}
    assert table(over, {"splinter.passing": "allowed"}).apply(over, "pass") == refused


def test_a_decided_game_has_no_turns() -> None:
    over = drawn(["SXO", "sxx"])
    assert list(table(over).turns(over)) == []
    assert table(over).count(over, 1) == {"total": 0, "by": []}
    assert table(over).apply(over, "z9N") == {"verdict": "illegal", "clause": "splinter.turn.finished"}


# The no-return rule

PUSHED = drawn(["sxOS", "ooXX", ".Xoo"], "white")
NO_RETURN = "splinter.no-return"
BOTH, OURS = [["b1", "a1"], ["c1", "b1"]], [["c1", "b1"]]


@pytest.mark.parametrize(
    ("reading", "memory", "barred"),
    [("any-piece", BOTH, ["c1W", "d1W"]), ("moved-piece", OURS, ["c1W"]), ("whole-position", OURS, ["c1W"])],
)
def test_no_piece_goes_straight_back(reading: str, memory: list[list[str]], barred: list[str]) -> None:
    engine, position = Engine(4, 3, {NO_RETURN: reading}), PUSHED | {"memory": memory}
    listed = [result["turn"] for result in engine.turns(position)]
    assert "c1NW" in listed
    for turn in ("c1W", "d1W"):
        answer = engine.apply(position, turn)
        assert (answer.get("clause") == "splinter.slide.return") == (turn in barred) == (turn not in listed)


MEMORIES = [
    ("any-piece", [["b1", "a1"]], True),
    ("any-piece", [*BOTH, ["d1", "c1"]], True),
    ("any-piece", OURS, False),
    ("any-piece", [["c1", "d1"]], False),
    ("any-piece", [["a2", "a1"]], False),
    ("any-piece", [["a1", "b1"]], False),
    ("any-piece", [["b1", "a1"], ["d1", "c1"]], False),
    ("any-piece", [["b1", "a1"], ["c1", "c2"]], False),
    ("any-piece", BOTH[::-1], False),
    ("any-piece", [BOTH[0], *BOTH], False),
    ("any-piece", [["b1", "d1"]], False),
    ("any-piece", [["b1", "b1"]], False),
    ("any-piece", [["b1", "b0"]], False),
    ("any-piece", [["b1"]], False),
    ("any-piece", ["b1"], False),
    ("any-piece", None, False),
    ("any-piece", {}, False),
    ("moved-piece", [["c1", "b1"], ["d1", "c1"]], True),
    ("moved-piece", [["d1", "c1"]], False),
    ("moved-piece", BOTH, False),
    ("whole-position", [["d1", "c1"]], True),
    ("whole-position", [["b1", "a1"]], False),
    ("whole-position", [["c1", "b1"], ["d1", "c1"]], False),
]


@pytest.mark.parametrize(("reading", "memory", "possible"), MEMORIES)
def test_a_memory_is_what_a_slide_of_the_other_side_leaves(reading: str, memory: Any, possible: bool) -> None:
    engine, position = Engine(4, 3, {NO_RETURN: reading}), PUSHED | {"memory": memory}
    if possible:
        assert engine.write(engine.read(position)) == position
    else:
        with pytest.raises(InputError) as refused:
            engine.read(position)
        assert refused.value.where.startswith("/memory")


# Positions from outside

APART = [["a1", "blue", "square"], ["a3", "white", "square"]]
BAD: list[tuple[Any, str, str]] = [
    ({"game": "scrunch"}, "/game", ""),
    ({"board": "3x4"}, "/board", ""),
    ({"board": "27x3"}, "/board", ""),
    ({"board": ["4x3"]}, "/board", ""),
    ({"to_move": "red"}, "/to_move", ""),
    ({"to_move": {}}, "/to_move", ""),
    ({"readings": {}}, "", ""),
    ({"pieces": None}, "/pieces", ""),
    ({"pieces": []}, "/pieces", ""),
    ({"pieces": APART}, "/pieces", ""),
    ({"pieces": PUSHED["pieces"][::-1]}, "/pieces/1", ""),
    ({"pieces": [*PUSHED["pieces"][:1], *PUSHED["pieces"]]}, "/pieces/1", ""),
    ({"pieces": [["e1", "blue", "square"]]}, "/pieces/0/0", ""),
    ({"pieces": [["a10", "blue", "square"]]}, "/pieces/0/0", ""),
    ({"pieces": [[1, "blue", "square"]]}, "/pieces/0/0", ""),
    ({"pieces": [["a1", "red", "square"]]}, "/pieces/0/1", ""),
    ({"pieces": [["a1", "blue", "triangle"]]}, "/pieces/0/2", ""),
    ({"pieces": [["a1", "blue", ["square"]]]}, "/pieces/0/2", ""),
    ({"pieces": [["a1", "blue"]]}, "/pieces/0", ""),
    ({"pieces": ["a1" * 9999]}, "/pieces/0", ""),
    ({"pieces": [["a1", "blue", "square"]], "memory": [["a1", "a2"]]}, "/memory", ""),
]


@pytest.mark.parametrize(
    ("readings", "pieces", "possible"),
    [
        ({}, APART, False),
        ({"splinter.tie": "remove-one"}, APART, True),
        ({"splinter.tie": "remove-one"}, [*APART, ["b1", "blue", "cross"]], False),
        ({"splinter.both-out": "push-first"}, [*APART, ["b1", "blue", "cross"]], True),
        ({"splinter.both-out": "push-first"}, [], False),
    ],
)
def test_several_groups_stand_only_where_readings_leave_them(
    readings: dict[str, str], pieces: list[list[str]], possible: bool
) -> None:
    engine, position = Engine(4, 3, readings), PUSHED | {"pieces": sorted(pieces)}
    if possible:
        assert engine.write(engine.read(position)) == position
    else:
        with pytest.raises(InputError, match=r"splinter\.group\.one"):
            engine.read(position)


def test_boards_without_room_for_all_kinds_have_no_opening() -> None:
    for columns, rows in [(2, 3), (4, 3), (4, 2)]:
        with pytest.raises(InputError, match=r"splinter\.start\.other-boards"):
            Engine(columns, rows).start()
    for columns, rows in [(2, 4), (5, 2), (26, 26)]:
        engine = Engine(columns, rows)
        assert list(engine.turns(engine.start()))


# Mutants


@pytest.mark.parametrize("mutant", self_check_mutants("splinter"), ids=lambda mutant: mutant.name)
def test_a_mutant_shows_in_few_positions(mutant: Any) -> None:
    chance = random.Random(5)
    for columns, rows in [(3, 3), (4, 3), (5, 2), (4, 4)] * 60:
        state, brute = random_state(columns, rows, chance), Brute(columns, rows, {})
        after = chance.choice(brute.results(state))[1]
        mistaken = mutant.engine(columns, rows)
        if list(mistaken.turns(brute.to_json(after))) != brute.answers(after):
            return
    pytest.fail("it plays by the rules")


def test_the_edge_is_every_square_that_lacks_a_neighbour() -> None:
    squares = Squares(4, 3)
    assert {name for name, bit in squares.bits.items() if not bit & squares.edge} == {"b2", "c2"}
