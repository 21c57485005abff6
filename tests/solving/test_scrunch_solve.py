"""The solver compared with a plain one that visits every position, without symmetry or a clever order."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sampling import some
from shatterproof.errors import InputError
from shatterproof_properties.second.scrunch import Engine
from shatterproof_properties.second.scrunch.position import SIDES, Position
from shatterproof_properties.second.scrunch.rules import READINGS
from shatterproof_properties.solving.exact.scrunch import (
    GameSolver,
    GameValue,
    MoveTable,
    SolveBar,
    TooLarge,
    solve,
)
from shatterproof_properties.solving.forcing import TranspositionTable

OTHER = {"dark": "light", "light": "dark"}
SINGLY = [(), *((name,) for name in READINGS)]
PASSING = {"scrunch.first-wriggle": "bare-placement", "scrunch.stuck-creator": "pass"}
STUCK_BOTH = {
    "board": "2",
    "creating": ["dark", "light"],
    "dark": ["a1", "b3"],
    "game": "scrunch",
    "light": ["b1", "c2"],
    "to_move": "dark",
}


def departing(names: tuple[str, ...]) -> dict[str, str]:
    """The second value of these readings."""
    return {name: READINGS[name][1] for name in names}


def reached(engine: Engine, here: Position, most: int) -> dict[Position, list[Position]] | None:
    """Every position that play can reach, with its successors; None if there are too many."""
    after: dict[Position, list[Position]] = {}
    waiting = [here]
    while waiting:
        position = waiting.pop()
        if position not in after:
            if len(after) == most:
                return None
            after[position] = [result for _, result in engine.results(position)]
            waiting += after[position]
    return after


def plain_winners(engine: Engine, after: Mapping[Position, list[Position]]) -> dict[Position, str]:
    """The winner of each position, worked out backwards from decided ones. The rest goes round for ever."""
    winners = {position: str(end.winner) for position in after if (end := engine.outcome(position))}
    while True:
        known = len(winners)
        for position, results in after.items():
            if position not in winners:
                mover = SIDES[not position.dark_moves]
                ends = {winners.get(result) for result in results}
                if mover in ends:
                    winners[position] = mover
                elif ends == {OTHER[mover]}:
                    winners[position] = OTHER[mover]
        if len(winners) == known:
            return winners


def check(engine: Engine, here: Position, winners: Mapping[Position, str]) -> GameValue:
    """Fails unless the solver finds the winner, and a turn that keeps the value if the mover has not lost."""
    solution = solve(engine.write(here), engine.readings)
    assert solution.winner == winners.get(here), (engine.readings, here)
    mover = SIDES[not here.dark_moves]
    assert (solution.turn is None) == (engine.outcome(here) is not None or solution.winner == OTHER[mover])
    if solution.turn is not None:
        played = engine.apply(engine.write(here), solution.turn)
        ended = played["outcome"]
        assert solution.winner == (ended["winner"] if ended else winners.get(engine.read(played["position"])))
    return solution


ENDLESS = ("scrunch.removal-ends-turn", "scrunch.removal-count")
"""Readings whose second values together let play go round past creation. `solve` refuses them."""


@pytest.mark.parametrize(
    "names",
    [*SINGLY, *some([pytest.param(pair) for pair in combinations(READINGS, 2) if pair != ENDLESS], one_in=5)],
    ids=" ".join,
)
def test_side_2_is_solved_as_by_looking_at_every_position(names: tuple[str, ...]) -> None:
    engine = Engine(2, departing(names))
    after = reached(engine, engine.opening(), 100_000)
    assert after is not None
    winners, search = plain_winners(engine, after), GameSolver(engine, lambda _: None)
    for here in after if len(names) < 2 else ():
        if engine.end(here) is None:
            winner = winners.get(here)
            assert search.value(here) is (None if winner is None else winner == SIDES[not here.dark_moves])
    for here in [engine.opening(), *random.Random(str(names)).sample(sorted(after), 5)]:
        check(engine, here, winners)


@pytest.mark.parametrize("names", some(map(pytest.param, SINGLY), one_in=3), ids=" ".join)
def test_late_positions_of_side_3_are_solved_as_by_looking_at_every_position(names: tuple[str, ...]) -> None:
    engine, rng = Engine(3, departing(names)), random.Random(str(names))
    here, after = engine.opening(), None
    while after is None:
        here = rng.choice([result for _, result in engine.results(here)] or [engine.opening()])
        after = reached(engine, here, 400)
    winners = plain_winners(engine, after)
    for position in [here, *rng.sample(sorted(after), min(5, len(after)))]:
        check(engine, position, winners)


def test_a_stuck_creator_who_loses_all_has_lost() -> None:
    found = solve(STUCK_BOTH, {"scrunch.stuck-creator": "loses-all"})
    assert (found.winner, found.turn) == ("light", None)


def test_two_stuck_creators_who_pass_go_round_for_ever() -> None:
    engine = Engine(2, PASSING)
    after = reached(engine, engine.read(STUCK_BOTH), 1000)
    assert after is not None
    assert check(engine, engine.read(STUCK_BOTH), plain_winners(engine, after)).winner is None


class RandomGame:
    """Random turns between pairs of numbers, as a stand-in for `MoveTable`, with many cycles."""

    def __init__(self, rng: random.Random) -> None:
        size = rng.randint(3, 7)
        pairs = [(own, other) for own in range(size) for other in range(size)]
        self.won = {pair: rng.choice((None, None, None, None, None, None, True, False)) for pair in pairs}
        self.turns = {pair: [(after, True) for after in rng.sample(range(size), rng.randint(1, 3))] for pair in pairs}

    def winner(self, own: int, other: int, *_: bool) -> bool | None:
        return self.won[own, other]

    def results(self, own: int, other: int, *_: bool) -> list[tuple[int, bool]]:
        return self.turns[own, other]

    def promise(self, own: int, other: int, *_: bool) -> tuple[bool, int, int]:
        return False, 0, (own * 7 + other * 3) % 5

    def stones_key(self, own: int, other: int) -> int:
        return own * 100 + other

    def values(self) -> dict[tuple[int, int], bool]:
        """For each position whether the side to move wins, if either side does."""
        values = {pair: won for pair, won in self.won.items() if won is not None}
        known = -1
        while len(values) > known:
            known = len(values)
            for (own, other), turns in self.turns.items():
                ends = {values.get((other, after)) for after, _ in turns}
                if (own, other) not in values and (False in ends or ends == {True}):
                    values[own, other] = False in ends
        return values


@pytest.mark.parametrize("seed", range(100))
def test_games_that_go_round_are_won_only_where_a_win_can_be_forced(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = RandomGame(random.Random(seed))
    values = game.values()
    search = GameSolver(Engine(2), lambda _: None)
    monkeypatch.setattr(search, "_moves", game)
    monkeypatch.setattr(search, "_symmetry", game)
    for (own, other), won in game.won.items():
        if won is None:
            value = search.value(Position(own, other, True, True, True))
            assert value is values.get((own, other))
            if value is not False:
                places = [Position(other, after, True, True, False) for after, _ in game.turns[own, other]]
                kept = [place for place in places if search.is_kept_by(place, value)]
                assert kept
                assert {values.get((place.own, place.other)) for place in kept} == {None if value is None else False}


def phases_of(engine: Engine, here: Position) -> list[Position]:
    """A position in all phases that its stones allow."""
    beside = engine.board.beside
    choices = [(True, False) if stones and not stones & beside(stones) else (False,) for stones in here[:2]]
    if not (here.own and here.other):
        return [here]
    return [Position(here.own, here.other, mine, theirs, True) for mine, theirs in product(*choices)]


@pytest.mark.parametrize("side", [2, 3])
def test_moves_are_those_of_the_engine(side: int) -> None:
    rng = random.Random(side)
    for _ in range(60):
        engine = Engine(side, departing(tuple(name for name in READINGS if rng.random() < 0.3)))
        moves, here = MoveTable(engine), engine.opening()
        while engine.end(here) is None and rng.random() > 0.05:
            for position in phases_of(engine, here):
                state = position[:4]
                after = [result for _, result in engine.results(position)]
                assert set(moves.results(*state)) == {(result.other, result.other_creating) for result in after}
                assert moves.winner(*state) is None
            here = rng.choice([result for _, result in engine.results(here)])
        won = engine.mover_wins(here) if engine.end(here) else None
        assert moves.winner(*here[:4]) is won


def test_a_table_far_too_small_changes_nothing_but_the_work() -> None:
    engine, rng = Engine(3), random.Random(4)
    repeated = 0
    for _ in range(6):
        here = engine.opening()
        while here.creating or here.other_creating:
            here = rng.choice([result for _, result in engine.results(here)])
        wide, narrow = (solve(engine.write(here), limit=limit) for limit in (100_000, 50))
        assert (narrow.winner, narrow.turn is None) == (wide.winner, wide.turn is None)
        assert narrow.kept <= 50
        repeated += narrow.searched - wide.searched
    assert repeated > 0


def test_a_table_keeps_what_is_asked_for_and_forgets_the_rest() -> None:
    table: TranspositionTable[int, bool] = TranspositionTable(6)
    for key in range(9):
        table.put(key, key % 2 == 0)
        assert table.get(0) is True
        assert len(table) <= 6
    assert table.get(8) is True
    assert table.get(1) is None


def test_too_many_positions_of_the_creation_phase_are_refused() -> None:
    with pytest.raises(TooLarge):
        solve("3", limit=20)


def test_progress_is_reported_and_can_stop_the_search() -> None:
    seen: list[tuple[int, int, float]] = []

    def tell(search: GameSolver) -> None:
        seen.append((search.searched, search.kept, search.share))
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve("3", on_progress=tell)
    assert [searched for searched, _, _ in seen] == sorted({searched for searched, _, _ in seen})
    assert all(0 <= share < 1 and kept <= searched for searched, kept, share in seen)


def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    half = cast(GameSolver, SimpleNamespace(searched=12345, kept=6789, share=0.5))
    shown = []
    for compatible in ("0", "1"):
        monkeypatch.setenv("TTY_COMPATIBLE", compatible)
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=compatible == "1": terminal)
        with SolveBar() as bar:
            bar.update(half)
        printed = capsys.readouterr()
        assert printed.out == ""
        shown.append(printed.err)
    assert shown[0] == ""
    assert "50%" in shown[1]
    assert "12,345 positions searched, 6,789 kept" in shown[1]


def test_a_decided_position_needs_no_search() -> None:
    lost = dict(STUCK_BOTH, creating=["dark"], light=[])
    solution = solve(lost)
    assert (solution.winner, solution.turn, solution.searched) == ("dark", None, 0)
    assert solution.to_json()["position"] == lost


BESIDE = dict(STUCK_BOTH, dark=["a1", "a2"])
NO_POSITION: list[Any] = ["1", "11", "03", "x", "", [], {}, dict(STUCK_BOTH, board="3x3"), BESIDE]


@pytest.mark.parametrize(
    ("position", "readings", "why"),
    [
        *((position, {}, None) for position in NO_POSITION),
        ("2", {"scrunch.isolated": "sometimes"}, None),
        ("2", departing(ENDLESS), "go round"),
    ],
)
def test_what_is_no_position_or_could_go_round_for_ever_is_refused(
    position: Any, readings: dict[str, str], why: str | None
) -> None:
    with pytest.raises(InputError, match=why):
        solve(position, readings)
