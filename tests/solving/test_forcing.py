"""The search for forced wins: against brute force from the definitions, and how it keeps to its limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any
from weakref import ref

import pytest

from sampling import some
from shatterproof.game import find_game
from shatterproof_properties.solving.adapters import DRAWN, LOST, WON, SearchAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

Readings = dict[str, str]
Listed = Iterable[tuple[Any, int | None]]
"""Results of a position, each with how the game ended for the side to move then, as in `SearchAdapter.verdict`."""
SCRUNCH: list[tuple[str, Readings]] = [
    ("2", {}),
    ("3", {}),
    ("2", {"scrunch.isolated": "from-all", "scrunch.shut-out": "loses"}),
    ("3", {"scrunch.stuck-creator": "pass", "scrunch.tied-death": "each-stuck"}),
    ("3", {"scrunch.forced-removal": "stays", "scrunch.removal-ends-turn": "then-wriggle"}),
    ("3", {"scrunch.first-wriggle": "bare-placement", "scrunch.removal-scope": "any-dead"}),
    ("3", {"scrunch.stuck-creator": "loses-all"}),
]
ENDLESS: tuple[str, Readings] = (
    "3",
    {"scrunch.removal-count": "before-removal", "scrunch.removal-ends-turn": "then-wriggle"},
)
"""Under these play can go round past creation, so that only wins in so many turns are looked for."""
SPLINTER: list[tuple[str, Readings]] = [
    ("3x4", {}),
    ("3x4", {"splinter.no-return": "moved-piece", "splinter.step-off": "forbidden"}),
    ("3x4", {"splinter.no-return": "whole-position", "splinter.both-out": "push-first"}),
    ("3x4", {"splinter.tie": "remove-one"}),
    ("3x4", {"splinter.passing": "allowed"}),
]
CASES = [("scrunch", *case) for case in (*SCRUNCH, ENDLESS)] + [("splinter", *case) for case in SPLINTER]
NEITHER = 9
DEEPEST = {"scrunch": 3, "splinter": 2}
"""Turns within which wins are looked for."""


class Brute:
    """Who wins in so many turns, straight from the definitions."""

    def __init__(self, listed: Callable[[Any], Listed]) -> None:
        self.won, self.mated, self._listed = cache(self._won), cache(self._mated), listed

    def _won(self, here: Any, turns: int) -> bool:
        return any(end == LOST or (end is None and self.mated(to, turns - 1)) for to, end in self._listed(here))

    def _mated(self, here: Any, turns: int) -> bool:
        """No turn saves: each loses at once, or leaves a win."""
        return all(end == WON or (end is None and turns > 0 and self.won(to, turns)) for to, end in self._listed(here))


def by_reference(name: str) -> Brute:
    game = find_game(name)

    def verdict(after: Any) -> int | None:
        end = game.outcome(after)
        if end is None or end.winner is None:
            return None if end is None else DRAWN
        return WON if end.winner == game.to_json(after)["to_move"] else LOST

    return Brute(lambda here: ((after, verdict(after)) for _, after in game.results(here)))


def by_engine(adapter: SearchAdapter) -> Brute:
    return Brute(lambda here: ((after, adapter.verdict(after)) for _, after in adapter.results(here)))


def late_positions(adapter: SearchAdapter, name: str, board: str, games: int) -> Iterator[Any]:
    """Undecided positions from the last turns of games of random turns."""
    opening = find_game(name).to_json(find_game(name).start(board))
    for number in range(games):
        chance, game = Random(number), [adapter.read(opening)]
        while adapter.verdict(game[-1]) is None and len(game) < 80:
            game.append(chance.choice([after for _, after in adapter.results(game[-1])]))
        yield from game[-5:-1]


def found(adapter: SearchAdapter, here: Any, deepest: int, limits: SearchLimits | None = None) -> tuple[int, int]:
    """In how many turns a position is won, up to the deepest, and in how many it is mated, up to one less."""
    search = Forcing(adapter, limits)
    won = next((turns for turns in range(1, deepest + 1) if search.is_won(here, turns)), NEITHER)
    return won, next((turns for turns in range(deepest) if search.is_mated(here, turns)), NEITHER)


def expected(brute: Brute, here: Any, deepest: int) -> tuple[int, int]:
    won = next((turns for turns in range(1, deepest + 1) if brute.won(here, turns)), NEITHER)
    return won, next((turns for turns in range(deepest) if brute.mated(here, turns)), NEITHER)


def varied(name: str, board: str, readings: Readings, each: int = 2) -> dict[tuple[int, int], list[Any]]:
    """Late positions by what the search finds within DEEPEST, a few of each kind."""
    kinds = _varied(name, board, tuple(readings.items()))
    return {kind: positions[:each] for kind, positions in kinds.items()}


@cache
def _varied(name: str, board: str, readings: tuple[tuple[str, str], ...]) -> dict[tuple[int, int], list[Any]]:
    adapter = search_adapter(name, board, dict(readings))
    kinds: dict[tuple[int, int], list[Any]] = {}
    for here in late_positions(adapter, name, board, 40):
        kind = kinds.setdefault(found(adapter, here, DEEPEST[name]), [])
        if len(kind) < 2 and here not in kind:
            kind.append(here)
    return kinds


AGAINST_THE_REFERENCE = [*CASES[: len(SCRUNCH)], *(("splinter", "2x5", readings) for _, readings in SPLINTER)]


@pytest.mark.parametrize(("name", "board", "readings"), some(AGAINST_THE_REFERENCE, one_in=3), ids=str)
def test_wins_and_mates_are_those_of_the_reference(name: str, board: str, readings: Readings) -> None:
    game, adapter = find_game(name), search_adapter(name, board, readings)
    brute, kinds = by_reference(name), varied(name, board, readings, each=1)
    for kind, (here,) in kinds.items():
        known = game.from_json(adapter.write(here), game.Readings.from_mapping(readings))
        assert expected(brute, known, DEEPEST[name]) == kind
    assert (1, NEITHER) in kinds
    assert len(kinds) >= {"scrunch": 4, "splinter": 1}[name]


@pytest.mark.parametrize("readings", some([readings for _, readings in SPLINTER], one_in=3), ids=str)
def test_wins_and_mates_of_splinter_are_those_of_trying_everything(readings: Readings) -> None:
    adapter = search_adapter("splinter", "3x4", readings)
    brute, kinds = by_engine(adapter), varied("splinter", "3x4", readings, each=1)
    assert {kind: expected(brute, here, deepest=2) for kind, (here,) in kinds.items()} == {kind: kind for kind in kinds}
    assert len(kinds) >= 3


@pytest.mark.parametrize(("name", "board", "readings"), some(CASES, one_in=3), ids=str)
def test_what_is_found_keeps_its_promise(name: str, board: str, readings: Readings) -> None:
    adapter = search_adapter(name, board, readings)
    for (won, mated), positions in varied(name, board, readings).items():
        search = Forcing(adapter)
        for here in positions:
            key = search.win(here, 2)
            assert (key is not None) == (won <= 2)
            if key is not None:
                assert key[1] in [after for _, after in adapter.results(here)]
                assert adapter.verdict(key[1]) == LOST or search.is_mated(key[1], won - 1)
            escape = search.escape(here, 1)
            assert (escape is None) == (mated <= 1)
            if escape is not None:
                assert escape[1] in [after for _, after in adapter.results(here)]
                assert adapter.verdict(escape[1]) != WON
                assert adapter.verdict(escape[1]) is not None or not search.is_won(escape[1], 1)


@pytest.mark.parametrize(("name", "board"), [("scrunch", "3"), ("splinter", "3x4")])
def test_a_table_far_too_small_changes_no_answer(name: str, board: str) -> None:
    adapter = search_adapter(name, board)
    for (won, mated), positions in varied(name, board, {}).items():
        kind = won if won <= 2 else NEITHER, mated if mated <= 1 else NEITHER
        assert [found(adapter, here, 2, SearchLimits(kept=2)) for here in positions] == [kind] * len(positions)


def test_what_is_tried_first_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = search_adapter("splinter", "6x5")
    some = list(late_positions(adapter, "splinter", "6x5", 3))[::2]
    found = [Forcing(adapter).is_won(here, 3) for here in some]
    monkeypatch.setattr(adapter, "is_threatened", lambda here: False)
    assert [Forcing(adapter).is_won(here, 3) for here in some] == found
    assert set(found) == {True, False}


@pytest.mark.parametrize(("name", "board"), [("scrunch", "4"), ("splinter", "6x5")])
def test_a_search_beyond_its_limits_says_so(name: str, board: str) -> None:
    adapter = search_adapter(name, board)
    opening = adapter.read(find_game(name).to_json(find_game(name).start(board)))
    some, later = Forcing(adapter, SearchLimits(positions=5)), Forcing(adapter, SearchLimits(seconds=0))
    with pytest.raises(OutOfLimits, match="within 5 positions"):
        some.is_won(opening, 3)
    assert some.looked_into == 6
    with pytest.raises(OutOfLimits, match="within 0 seconds"):
        later.is_mated(opening, 2)


def test_searches_beside_one_another_share_their_limit() -> None:
    one, other = (search_adapter("scrunch", "4", {"scrunch.loops": value}) for value in ("allowed", "forbidden"))
    search = Forcing(one, SearchLimits(positions=5))
    beside = search.beside(other)
    assert search.beside(other) is beside
    opening = find_game("scrunch").to_json(find_game("scrunch").start("4"))
    for _ in range(5):
        search.look_into()
    with pytest.raises(OutOfLimits, match="within 5 positions"):
        beside.is_won(other.read({name: value for name, value in opening.items() if name != "readings"}), 3)
    assert search.looked_into == beside.looked_into == 6


def test_a_search_goes_with_its_table_as_soon_as_nobody_has_it() -> None:
    search = Forcing(search_adapter("scrunch", "2"))
    kept = ref(search)
    del search
    assert kept() is None


def test_a_search_tells_of_each_position() -> None:
    adapter, seen = search_adapter("scrunch", "3"), list[int]()
    search = Forcing(adapter, on_progress=lambda search: seen.append(search.looked_into))
    here = next(late_positions(adapter, "scrunch", "3", 1))
    search.is_won(here, 3)
    assert seen == list(range(1, search.looked_into + 1))
