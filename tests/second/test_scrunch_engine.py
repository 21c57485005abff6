"""The second engine on its own: brute force by sets of cells on small boards, shortcuts against none, bad input."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import pytest

from sampling import some
from shatterproof.errors import InputError
from shatterproof_properties.conformance.mutants import EngineMutant, self_check_mutants
from shatterproof_properties.second.scrunch import Engine, Position
from shatterproof_properties.second.scrunch.rules import READINGS

Json = dict[str, Any]
Cell = tuple[int, int]
Stones = frozenset[Cell]
Order = tuple[int, tuple[Cell, ...], tuple[Cell, ...], tuple[Cell, ...]]
PARTNER = {"dark": "light", "light": "dark"}


# A brute force by sets of cells, straight from the rules


@cache
def board(side: int) -> dict[Cell, Stones]:
    """Each cell (row, column) with its neighbours."""
    rows = {row: side + min(row, 2 * side - 2 - row) for row in range(2 * side - 1)}
    slanted = {(row, column - min(row, side - 1)): (row, column) for row in rows for column in range(rows[row])}
    steps = ((0, 1), (0, -1), (1, 0), (1, -1), (-1, 0), (-1, 1))
    return {
        cell: frozenset(slanted[row + up, s + right] for up, right in steps if (row + up, s + right) in slanted)
        for (row, s), cell in slanted.items()
    }


class State(NamedTuple):
    """Both sides' stones and phases, the side to move first."""

    own: Stones
    other: Stones
    creating: bool
    other_creating: bool


class Brute:
    """All legal turns of a state, by trying everything."""

    def __init__(self, side: int, readings: dict[str, str]) -> None:
        self.near = board(side)
        self.cells = frozenset(self.near)
        self.readings = {name: readings.get(name, values[0]) for name, values in READINGS.items()}

    def reads(self, name: str, value: str) -> bool:
        assert value in READINGS[f"scrunch.{name}"]
        return self.readings[f"scrunch.{name}"] == value

    def snakes(self, stones: Stones) -> list[Stones]:
        rest, found = set(stones), []
        while rest:
            front = {rest.pop()}
            snake = set(front)
            while front:
                front = {cell for stone in front for cell in self.near[stone] if cell in rest}
                rest -= front
                snake |= front
            found.append(frozenset(snake))
        return found

    def smallest(self, stones: Stones) -> list[Stones]:
        snakes = self.snakes(stones)
        return [snake for snake in snakes if len(snake) == min(map(len, snakes))]

    def is_shaped(self, stones: Stones) -> bool:
        if any(len(self.near[stone] & stones) > 2 for stone in stones):
            return False
        links = sum(len(self.near[stone] & stones) for stone in stones) // 2
        return self.reads("loops", "allowed") or links == len(stones) - len(self.snakes(stones))

    def isolated(self, own: Stones, other: Stones) -> Stones:
        hostile = own if self.reads("isolated", "from-own") else own | other
        return frozenset(cell for cell in self.cells - own - other if not self.near[cell] & hostile)

    def growths(
        self, own: Stones, other: Stones, creating: bool, beside: list[Stones], before: int = 0
    ) -> Iterator[tuple[tuple[Cell, ...], tuple[Cell, ...], Stones]]:
        """Placed, moved and own stones after, for placements beside one of some snakes; `before` snakes were there
        before a removal in the same turn."""
        exempt = creating and self.reads("first-count", "exempt")
        for placed in self.cells - own - other:
            held = own | {placed}
            if not any(self.near[placed] & snake for snake in beside):
                continue
            if creating and self.reads("first-wriggle", "bare-placement"):
                if self.is_shaped(held):
                    yield (placed,), (), held
                continue
            limit = len(self.snakes(own if self.reads("snake-count", "before-placement") else held))
            if self.reads("snake-count", "before-placement") and self.reads("removal-count", "before-removal"):
                limit = max(limit, before)
            grown = next(snake for snake in self.snakes(held) if placed in snake)
            for moved in grown - {placed}:
                for target in self.near[moved] - held - other:
                    after = held - {moved} | {target}
                    if self.is_shaped(after) and (exempt or len(self.snakes(after)) <= limit):
                        yield (placed,), (moved, target), after

    def can_grow(self, own: Stones, other: Stones, creating: bool, beside: list[Stones], before: int = 0) -> bool:
        return any(True for _ in self.growths(own, other, creating, beside, before))

    def loses_all(self, creating: bool) -> bool:
        return creating and self.reads("stuck-creator", "loses-all")

    def may_remove(self, state: State) -> bool:
        own, other, creating, _ = state
        if not own or (creating and (self.isolated(own, other) or self.reads("stuck-creator", "pass"))):
            return False
        growing = [self.can_grow(own, other, creating, [snake]) for snake in self.smallest(own)]
        all_stuck = self.reads("tied-death", "all-stuck") or self.loses_all(creating)
        return not (any(growing) if all_stuck else all(growing))

    def removals(
        self, own: Stones, other: Stones, creating: bool, after: bool, before: int
    ) -> Iterator[tuple[tuple[Cell, ...], Stones]]:
        """The snakes removed, by their first cells, and the stones left; `after` is the phase after the first, `before`
        how many snakes were there at first if a growth follows."""
        if self.loses_all(creating):
            yield in_order(own), frozenset()
            return
        pool = self.smallest(own) if self.reads("removal-scope", "smallest") else self.snakes(own)
        for snake in pool:
            if not self.can_grow(own, other, creating, [snake], before):
                rest = own - snake
                if rest and not self.can_grow(rest, other, after, self.smallest(rest), before):
                    for more, left in self.removals(rest, other, after, after, before):
                        yield (min(snake), *more), left
                else:
                    yield (min(snake),), rest

    def actions(self, state: State) -> Iterator[tuple[Order, State]]:
        """Every legal turn, as what it is ordered by, and the state after it."""
        own, other, creating, other_creating = state
        if self.loser(state):
            return
        isolated = self.isolated(own, other)
        for cell in isolated if creating else ():
            full = self.reads("creation-end", "own-growth-or-full") and not self.isolated(own | {cell}, other)
            yield (0, (), (cell,), ()), State(other, own | {cell}, other_creating, not full)
        for placed, moved, after in self.growths(own, other, creating, self.smallest(own) if own else []):
            yield (1 if moved else 0, (), placed, moved), State(other, after, other_creating, False)
        if self.may_remove(state):
            phase = creating and self.reads("forced-removal", "stays")
            before = len(self.snakes(own)) if self.reads("removal-ends-turn", "then-wriggle") else 0
            for removed, rest in self.removals(own, other, creating, phase, before):
                if not rest or self.reads("removal-ends-turn", "yes"):
                    yield (2, removed, (), ()), State(other, rest, other_creating, phase and rest != frozenset())
                else:
                    for placed, moved, after in self.growths(rest, other, phase, self.smallest(rest), before):
                        yield (2, removed, placed, moved), State(other, after, other_creating, False)
        may_pass = self.reads("stuck-creator", "pass") if own else self.reads("shut-out", "pass")
        stuck = not own or not self.can_grow(own, other, creating, self.smallest(own))
        if creating and not isolated and stuck and may_pass:
            yield (3, (), (), ()), State(other, own, other_creating, creating)

    def turns(self, state: State) -> list[tuple[Order, State]]:
        """The first turn for each distinct result, in order."""
        first: dict[State, Order] = {}
        for order, after in sorted(self.actions(state), key=lambda action: action[0]):
            first.setdefault(after, order)
        return [(order, after) for after, order in first.items()]

    def loser(self, state: State) -> tuple[str, str] | None:
        """Which of "own" and "other" has lost, and the clause."""
        if not state.other and not state.other_creating:
            return "other", "scrunch.end.last-snake"
        shut = state.creating and not state.own and not self.isolated(state.own, state.other)
        return ("own", "scrunch.shut-out") if shut and self.reads("shut-out", "loses") else None


def written(stones: tuple[Cell, ...] | Stones) -> list[str]:
    return [f"{'abcdefghijklmnopqrs'[row]}{column + 1}" for row, column in stones]


def in_order(stones: Stones) -> tuple[Cell, ...]:
    return tuple(sorted(stones))


def position_of(side: int, state: State, to_move: str) -> Json:
    creates = {to_move: state.creating, PARTNER[to_move]: state.other_creating}
    return {
        "board": str(side),
        "creating": [name for name in PARTNER if creates[name]],
        "game": "scrunch",
        "to_move": to_move,
        to_move: written(in_order(state.own)),
        PARTNER[to_move]: written(in_order(state.other)),
    }


def text_of(order: Order) -> str:
    rank, removed, placed, moved = order
    if rank == 3:
        return "pass"
    growth = " ".join([*written(placed), *(["-".join(written(moved))] if moved else [])])
    removal = " ".join(["x", *written(removed)]) if removed else ""
    return "; ".join(part for part in (removal, growth) if part)


def expected_turns(brute: Brute, side: int, state: State, to_move: str) -> list[Json]:
    """What the engine should list."""
    found = []
    for order, after in brute.turns(state):
        lost = brute.loser(after)
        sides = {"own": PARTNER[to_move], "other": to_move}
        outcome = lost and {"winner": PARTNER[sides[lost[0]]], "clause": lost[1]}
        found.append(
            {"turn": text_of(order), "position": position_of(side, after, PARTNER[to_move]), "outcome": outcome}
        )
    return found


def set_up(brute: Brute, chance: random.Random) -> State:
    """A position that the rules allow, whether or not play leads there."""
    while True:
        full = chance.random()
        dark: set[Cell] = set()
        light: set[Cell] = set()
        phases = [chance.random() < 0.4, chance.random() < 0.4]
        for cell in chance.sample(sorted(brute.cells), len(brute.cells)):
            if chance.random() < full:
                stones, creating = chance.choice([(dark, phases[0]), (light, phases[1])])
                grown = frozenset(stones | {cell})
                if brute.is_shaped(grown) and not (creating and brute.near[cell] & stones):
                    stones.add(cell)
        if dark or phases[0]:
            return State(frozenset(dark), frozenset(light), *phases)


def walk(brute: Brute, chance: random.Random) -> Iterator[State]:
    """The states of a random game, up to a number of plies."""
    state = State(frozenset(), frozenset(), True, True)
    for _ in range(14):
        yield state
        turns = brute.turns(state)
        if not turns:
            return
        state = chance.choice(turns)[1]


DEPARTURES = [{}, *({name: value} for name, values in READINGS.items() for value in values[1:])]
TOGETHER = [
    {"scrunch.isolated": "from-all", "scrunch.shut-out": "loses"},
    {"scrunch.isolated": "from-all", "scrunch.stuck-creator": "pass", "scrunch.creation-end": "own-growth-or-full"},
    {
        "scrunch.first-wriggle": "bare-placement",
        "scrunch.forced-removal": "stays",
        "scrunch.removal-ends-turn": "then-wriggle",
    },
    {"scrunch.removal-scope": "any-dead", "scrunch.tied-death": "each-stuck", "scrunch.loops": "forbidden"},
    {"scrunch.forced-removal": "stays", "scrunch.first-count": "exempt", "scrunch.removal-ends-turn": "then-wriggle"},
    {"scrunch.removal-count": "before-removal", "scrunch.removal-ends-turn": "then-wriggle"},
    {
        "scrunch.removal-count": "before-removal",
        "scrunch.removal-ends-turn": "then-wriggle",
        "scrunch.removal-scope": "any-dead",
        "scrunch.tied-death": "each-stuck",
        "scrunch.stuck-creator": "loses-all",
    },
]


@pytest.mark.parametrize(
    "readings", some([*DEPARTURES, *TOGETHER], one_in=3), ids=lambda chosen: " ".join(chosen.values()) or "defaults"
)
def test_the_turns_are_those_of_brute_force(readings: dict[str, str]) -> None:
    chance = random.Random(1)
    for side, games, set_ups in ((2, 12, 100), (3, 3, 40)):
        engine, brute = Engine(side, readings), Brute(side, readings)
        states = [set_up(brute, chance) for _ in range(set_ups)]
        for _ in range(games):
            states += walk(brute, chance)
        for number, state in enumerate(states):
            to_move = "dark" if number % 2 else "light"
            position = position_of(side, state, to_move)
            assert list(engine.turns(position)) == expected_turns(brute, side, state, to_move), position
            assert engine.leaves(engine.read(position), 1) == len(brute.turns(state))


@pytest.mark.parametrize("readings", some([*DEPARTURES, *TOGETHER], one_in=3))
def test_a_written_turn_is_legal_only_if_brute_force_finds_it(readings: dict[str, str]) -> None:
    chance = random.Random(2)
    engine, brute = Engine(2, readings), Brute(2, readings)
    names = written(in_order(brute.cells))
    growths = [f"{placed} {moved}-{target}" for placed in names for moved in names for target in names]
    for state in [set_up(brute, chance) for _ in range(12)]:
        position = position_of(2, state, "dark")
        after = {text_of(order): position_of(2, left, "light") for order, left in brute.actions(state)}
        removals = [f"x {text}" for text in [*names, *(" ".join(pair) for pair in permutations(names, 2))]]
        joined = [f"x {names[0]}; {growth}" for growth in [*names, *growths]]
        for text in {"pass", *names, *growths, *removals, *chance.sample(joined, 50), *after}:
            answer = engine.apply(position, text)
            # A snake may be named by any of its cells.
            read = text if text[0] != "x" else renamed(brute, state, text)
            assert (answer["verdict"] == "legal") == (read in after), (position, text, answer)
            assert read not in after or answer["position"] == after[read]


def renamed(brute: Brute, state: State, text: str) -> str:
    """A removal with each snake named by its first cell, and in order if it takes all eggs at once."""
    removal, *growth = text.split("; ")
    first = {name: written((min(snake),))[0] for snake in brute.snakes(state.own) for name in written(in_order(snake))}
    named = [first.get(name, name) for name in removal.split()[1:]]
    named = sorted(named) if brute.loses_all(state.creating) else named
    return "; ".join([" ".join(["x", *named]), *growth])


@pytest.mark.parametrize(("side", "totals"), [(2, [1, 7, 42, 162, 432]), (3, [1, 19, 342])])
def test_the_tree_from_the_start_is_that_of_brute_force(side: int, totals: list[int]) -> None:
    engine, brute = Engine(side), Brute(side, {})
    layer = [State(frozenset(), frozenset(), True, True)]
    for depth, total in enumerate(totals):
        answer = engine.count(engine.start(), depth)
        assert answer["total"] == len(layer) == total
        assert answer["by"] == sorted(answer["by"])
        assert depth == 0 or sum(leaves for _, leaves in answer["by"]) == total
        layer = [after for state in layer for _, after in brute.turns(state)]


# Shortcuts


class StepByStep(Engine):
    """The same rules, but without any shortcut, because a method they rest on is overridden."""

    def steps(self, held: int, moved: int, placed: int) -> int:
        return super().steps(held, moved, placed)


def positions_of_play(engine: Engine, chance: random.Random, eggs: int, plies: int) -> list[Position]:
    """The positions of a game that is wriggled as soon as some eggs are laid."""
    here, found = engine.opening(), []
    for ply in range(plies):
        results = list(engine.results(here))
        if not results:
            break
        growths = [after for turn, after in results if turn.moved]
        here = chance.choice(growths) if growths and ply >= eggs else chance.choice(results)[1]
        found.append(here)
    return found


@pytest.mark.parametrize("readings", [*DEPARTURES, *TOGETHER])
def test_shortcuts_change_no_result(readings: dict[str, str]) -> None:
    chance = random.Random(7)
    for side, plies in ((4, 40), (6, 70)):
        engine, plain = Engine(side, readings), StepByStep(side, readings)
        assert engine.shortcuts
        assert not plain.shortcuts
        played = positions_of_play(engine, chance, 2 * side, plies)
        for here in chance.sample(played, min(4, len(played))):
            position = engine.write(here)
            assert engine.read(position) == here
            assert list(engine.turns(position)) == list(plain.turns(position))
            assert engine.leaves(here, 1) == plain.leaves(here, 1)


def test_eggs_walled_in_for_good_go_in_one_order_only() -> None:
    engine = Engine(10)
    board = engine.board
    dark = light = 0
    for cell, walls in board.near.items():
        if not board.beside(walls) & light:
            dark |= cell
            light |= walls
    assert dark.bit_count() >= 20
    eggs = " ".join(board.written(dark))
    turns = list(engine.turns(engine.write(Position(dark, light, False, False, True))))
    assert [result["turn"] for result in turns] == [f"x {eggs}"]
    assert turns[0]["outcome"] == {"winner": "light", "clause": "scrunch.end.last-snake"}


# Refusals


def at(side: int, dark: str, light: str = "", creating: str = "", to_move: str = "dark") -> Json:
    """A position from names of cells."""
    return {
        "board": str(side),
        "creating": creating.split(),
        "dark": dark.split(),
        "game": "scrunch",
        "light": light.split(),
        "to_move": to_move,
    }


BARE = {"scrunch.first-wriggle": "bare-placement"}
THEN = {"scrunch.removal-ends-turn": "then-wriggle"}
PASSING = {"scrunch.stuck-creator": "pass"}
STRAIGHT = {"scrunch.loops": "forbidden"}
LONE = at(3, "c3", "e2")
LAYING = at(3, "c3", "b2 e2", "dark")
FLANKED = at(3, "b3 c2 d3", "e1")
WALLED = at(3, "a1 a2 e3", "d3 d4 e2")
HUDDLED = at(3, "d1 e3", "b1 c1 d2 d3")
REFUSALS = [
    (at(3, "", "c3", "", "light"), "c3", {}, "scrunch.turn.finished"),
    (LONE, "a4", {}, "scrunch.notation.cell"),
    (LONE, "c2 c3-s19", {}, "scrunch.notation.cell"),
    (LAYING, "e2", {}, "scrunch.board.one-stone"),
    (LONE, "a1", {}, "scrunch.creation.over"),
    (LAYING, "c2", {}, "scrunch.creation.egg"),
    (LONE, "e2 c3-c2", {}, "scrunch.board.one-stone"),
    (LAYING, "c2 c3-d2", BARE, "scrunch.first-wriggle"),
    (LONE, "a1 c3-c2", {}, "scrunch.growth.place"),
    (at(3, "a1 c3 c4", "e1"), "d3 c3-c2", {}, "scrunch.growth.smallest"),
    (LONE, "c2 c2-d2", {}, "scrunch.growth.move"),
    (at(3, "a1 c3", "e1"), "c2 a1-a2", {}, "scrunch.growth.move"),
    (LONE, "c2 c3-e1", {}, "scrunch.growth.step"),
    (LAYING, "c2 c3-b2", {}, "scrunch.board.one-stone"),
    (LONE, "c2 c3-c2", {}, "scrunch.board.one-stone"),
    (FLANKED, "c3 c2-d2", {}, "scrunch.growth.cure"),
    (at(3, "c2 c3", "e1"), "d3 c2-d2", STRAIGHT, "scrunch.loops"),
    (LONE, "c2 c3-c4", {}, "scrunch.growth.count"),
    (LAYING, "x c3", {}, "scrunch.death.creator"),
    (at(2, "b2", "", "dark light"), "x b2", PASSING, "scrunch.stuck-creator"),
    (LONE, "x c4", {}, "scrunch.death.which"),
    (LONE, "x c3", {}, "scrunch.death.when"),
    (HUDDLED, "x d1", {}, "scrunch.death.until"),
    (WALLED, "x e3 a1", {}, "scrunch.death.until"),
    (at(2, "a1 a2 c2", "b3"), "x a1", {}, "scrunch.death.which"),
    (WALLED, "x e3; b1 a1-b2", {}, "scrunch.removal-ends-turn"),
    (WALLED, "x e3", THEN, "scrunch.removal-ends-turn"),
    (HUDDLED, "x d1 e3; a1 d1-d2", THEN, "scrunch.removal-ends-turn"),
    (WALLED, "x e3; b1", THEN, "scrunch.growth.both"),
    (at(3, "", "", "dark light"), "pass", {}, "scrunch.turn.no-pass"),
]


MALFORMED = [
    "", " ", "d", "4", "a0", "a01", "a20", "t1", "A1", "a1 ", " a1", "a1  b1-b2", "a1 b1", "a1 b1-", "a1 b1-b2 c1-c2",
    "a1-b1", "x", "x ", "x a1;", "x a1 ; b1", "x a1;b1", "x; b1", "xa1", "x a1; pass", "pass ", "Pass", "a1\n",
    "x a1\n", "a\u0661", "x" + 1400 * " a1",
]  # fmt: skip


# Positions from outside


BAD = [
    ({"game": "crumble"}, "/game", "scrunch"),
    ({"board": "4"}, "/board", '"3"'),
    ({"board": 3}, "/board", '"3"'),
    ({"to_move": "black"}, "/to_move", "dark"),
    ({"to_move": ["dark"]}, "/to_move", "dark"),
    ({"readings": {}}, "", "unknown field"),
    ({"dark": None}, "/dark", "list"),
    ({"dark": ["c3", "c3"]}, "/dark/1", "scrunch.board.one-stone"),
    ({"dark": ["c3", "a1"]}, "/dark/1", "order"),
    ({"light": ["a1", "c6"]}, "/light/1", "scrunch.notation.cell"),
    ({"light": ["a01"]}, "/light/0", "scrunch.notation.cell"),
    ({"light": [["a1"]]}, "/light/0", "scrunch.notation.cell"),
    ({"light": ["c3"]}, "/light", "scrunch.board.one-stone"),
    ({"creating": "dark"}, "/creating", "dark"),
    ({"creating": ["light", "dark"]}, "/creating", "order"),
    ({"creating": ["dark", "dark"]}, "/creating", "order"),
    ({"creating": [0]}, "/creating", "list"),
    ({"creating": ["light"], "light": ["a1", "a2"]}, "/light", "scrunch.start.eggs"),
    ({"light": ["b2", "c2", "c4", "c1", "d2"]}, "/light/3", "order"),
    ({"light": ["d1", "d2", "d3", "e2"]}, "/light", "scrunch.start.mutants"),
    ({"dark": []}, "/to_move", "scrunch.start.phases"),
]


def test_loops_are_refused_where_they_are_forbidden() -> None:
    triangle = at(3, "c3", "a1 a2 b2")
    assert Engine(3).read(triangle).creating is False
    with pytest.raises(InputError, match=r"scrunch\.start\.mutants"):
        Engine(3, STRAIGHT).read(triangle)


# Mutants


@pytest.mark.parametrize("mutant", self_check_mutants("scrunch"), ids=lambda mutant: mutant.name)
def test_a_mutant_shows_on_a_small_board(mutant: EngineMutant) -> None:
    chance = random.Random(3)
    for side in (2, 3):
        engine, mistaken, brute = Engine(side), mutant.engine(side), Brute(side, {})
        for _ in range(300):
            position = position_of(side, set_up(brute, chance), "dark")
            results = [{**result, "turn": ""} for result in engine.turns(position)]
            theirs = list(mistaken.turns(position))
            # What it lists it must also allow: one mistake, made everywhere.
            assert all(mistaken.apply(position, result["turn"])["verdict"] == "legal" for result in theirs)
            if sorted(map(str, results)) != sorted(str({**result, "turn": ""}) for result in theirs):
                return
    raise AssertionError("no difference found")
