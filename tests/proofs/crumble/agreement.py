"""z3 and the second engine on Crumble: do both see a win in one, and do the winning turns win?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from random import Random
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from proofs.crumble.wins import find_win
from shatterproof import crumble
from shatterproof_properties.play.crumble.positions import set_up
from shatterproof_properties.proofs.crumble.verdicts import reprove_win
from shatterproof_properties.second.crumble.engine import Engine

Json = dict[str, Any]
LONGEST_GAME = 8
MOST_PIECES = 18
"""The most pieces of a position set up."""
REPROVED = 3
"""The most turns of a position that z3 is asked about one by one: winning ones, and as many others with a walk."""


def played(random: Random, boards: Sequence[str]) -> Iterator[Json]:
    """Undecided positions of random games, without end. Turns with longer walks are preferred."""
    while True:
        board = random.choice(boards)
        engine = Engine(*crumble.board_size(board))
        position, length = engine.start(), random.randrange(LONGEST_GAME)
        for _ in range(length):
            going_on = [one for one in engine.turns(position) if one["outcome"] is None]
            if not going_on:
                break
            tried = random.sample(going_on, min(3, len(going_on)))
            position = max(tried, key=lambda one: len(one["turn"]))["position"]
        yield position


def arranged(number: int, random: Random, boards: Sequence[str]) -> list[Json]:
    """Up to so many positions set up, undecided."""
    found: list[Json] = []
    biases = st.sampled_from((None, "rings", "rings", "chains", "walks"))
    drawn = st.tuples(st.sampled_from(boards), biases).flatmap(
        lambda chosen: set_up(chosen[0], crumble.Readings(), decided=False, bias=chosen[1])
    )

    @seed(random.randrange(1 << 32))
    @settings(
        max_examples=2 * number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(drawn)
    def note(position: crumble.Position) -> None:
        if len(position.arrangement.pieces) <= MOST_PIECES and len(found) < number:
            found.append(crumble.to_json(position))

    note()
    return found


def positions(number: int, random: Random, boards: Sequence[str]) -> list[Json]:
    """Some positions, half of them from random play."""
    there = arranged(number // 2, random, boards)
    return [*there, *islice(played(random, boards), number - len(there))]


class Survey(NamedTuple):
    """The second engine's view of a position: the turns with a walk that win, with their steps; and the others."""

    winning: dict[str, int]
    others: list[str]
    captures: int
    wins_by_capture: int


def survey(position: Json) -> Survey:
    """All results with a walk. A walk that changes more than two pieces captures."""
    engine = Engine(*crumble.board_size(position["board"]))
    here = engine.read(position)
    found = Survey({}, [], 0, 0)
    for _, results in groupby(engine.results(here), key=lambda one: one[0].work):
        (_, plain), *walked = results
        for turn, after in walked:
            takes = (plain.black ^ after.black).bit_count() > 2
            wins = after.outcome is not None and after.outcome.winner == position["to_move"]
            text = engine.turn_text(here, turn)
            if wins:
                found.winning[text] = len(turn.path)
            else:
                found.others.append(text)
            found = found._replace(
                captures=found.captures + takes, wins_by_capture=found.wins_by_capture + (takes and wins)
            )
    return found


def compared(position: Json, longest: int | None, random: Random) -> tuple[Counter[str], list[str]]:
    """The features of a position, and the points on which z3 and the engine disagree."""
    seen = survey(position)
    met, apart = Counter(positions=1), list[str]()
    met["won in one"] += bool(seen.winning)
    met["with a capture"] += bool(seen.captures)
    met["won by a capture"] += bool(seen.wins_by_capture)
    found = find_win(position, longest)
    if found is not None and not _is_win(position, found, longest):
        apart.append(f"z3 has {found}, no win for the engine")
    if found is None and any(longest is None or steps <= longest for steps in seen.winning.values()):
        apart.append(f"the engine has {list(seen.winning)}, z3 nothing within {longest} steps")
    for texts, wins in (([*seen.winning], True), (seen.others, False)):
        for text in random.sample(texts, min(REPROVED, len(texts))):
            met["turns asked about"] += 1
            if reprove_win(position, text) != wins:
                apart.append(f"{text} wins: {wins} says the engine, {not wins} says z3")
    return met, apart


def _is_win(position: Json, text: str, longest: int | None) -> bool:
    answer = Engine(*crumble.board_size(position["board"])).apply(position, text)
    walk = crumble.parse_turn(crumble.from_json(position), text).walk
    short = walk is not None and (longest is None or len(walk.path) <= longest)
    return short and answer.get("outcome", {}).get("winner") == position["to_move"]
