"""Wins in one that z3 finds by itself, walk by walk, held against the reference and the second engine."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import groupby, islice, pairwise
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from proofs.answers import set_ups
from shatterproof import crumble
from shatterproof.crumble.cuts import cuts
from shatterproof.crumble.joins import joins
from shatterproof.crumble.pieces import BLACK, Piece
from shatterproof.crumble.position import new_pieces
from shatterproof.crumble.swaps import Walk
from shatterproof_properties.play.crumble.positions import set_up
from shatterproof_properties.proofs import Json
from shatterproof_properties.proofs.crumble.verdicts import (
    Black,
    Given,
    Work,
    colours_after,
    flipped,
    reprove_win,
    steps_on,
    taken_if_stated,
)
from shatterproof_properties.second.crumble import Engine

LONGEST_GAME = 8
MOST_PIECES = 18
"""The most pieces of a position set up."""
REPROVED = 3
"""The most turns of a position that z3 is asked about one by one: winning ones, and as many others with a walk."""


def find_win(position: Given, longest: int | None = None) -> str | None:
    """A turn that wins for the mover, as text: the first cut or join with a win, and its shortest walk; else None.

    `longest` bounds the steps of a walk; without it all walks are covered. A decided game has no turns.
    """
    here = taken_if_stated(position)
    if crumble.outcome(here):
        return None
    works: list[Work] = [*cuts(here.arrangement, here.own), *joins(here.arrangement, here.own)]
    for work in works:
        walk = shortest_win(here, work, longest)
        if walk is not None:
            turn = crumble.Turn(work, walk)
            ended = crumble.outcome(crumble.play(here, turn))
            assert ended, f"{turn} ends nothing for the reference"
            assert ended.winner == here.to_move, f"{turn} wins for the other side for the reference"
            return crumble.format_turn(here, turn)
    return None


def shortest_win(position: crumble.Position, work: Work, longest: int | None) -> Walk | None:
    """The shortest walk after a cut or join that wins for the mover; None if there is none.

    A walk never needs the same place twice with the same colours, so the search ends.
    """
    geometry, black = colours_after(position, work)
    mover = position.to_move == BLACK
    starts = [geometry.rects.index((*piece,)) for piece in new_pieces(work)]
    statement = steps_on(geometry.width, geometry.height, geometry.rects, position.readings.capture_nested)
    event = cache(partial(type(statement).event, statement))
    waiting: deque[tuple[tuple[int, ...], Black]] = deque(((start,), flipped(black, start)) for start in starts)
    seen = {(path[-1], lifted) for path, lifted in waiting}
    while waiting:
        path, lifted = waiting.popleft()
        if longest is not None and len(path) > longest:
            return None
        for into in geometry.across[path[-1]].values():
            if lifted[into] == mover:
                continue
            then, happened = lifted, event(lifted, into)
            if happened is not None:
                won, lost = (happened.black_won, happened.white_won)[:: 1 if mover else -1]
                if won:
                    ways = [{other: way for way, other in across.items()} for across in geometry.across]
                    steps = "".join(ways[here][there] for here, there in pairwise((*path, into)))
                    return Walk(Piece(*geometry.rects[path[0]]), steps)
                if happened.black[into] != mover or (lost and position.readings.win_stops == "at-once"):
                    continue
                then = flipped(happened.black, into)
            if (into, then) not in seen:
                seen.add((into, then))
                waiting.append(((*path, into), then))
    return None


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


def positions(number: int, random: Random, boards: Sequence[str]) -> list[Json]:
    """Some positions, half of them from random play."""
    biases = st.sampled_from((None, "rings", "rings", "chains", "walks"))
    drawn = st.tuples(st.sampled_from(boards), biases).flatmap(
        lambda chosen: set_up(chosen[0], crumble.Readings(), decided=False, bias=chosen[1])
    )
    small = (one for one in set_ups(drawn, number, random) if len(one.arrangement.pieces) <= MOST_PIECES)
    there = [crumble.to_json(one) for one in islice(small, number // 2)]
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
