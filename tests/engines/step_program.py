"""Plays Scrunch step by step, for the classes in `ludii/`.

A line has all steps so far, and its answer the state of the game. A step goes from a site to a site; for an egg, a
growth and a removal they are the same. A turn that could have more removals ends with a pass. The second engine plays.
"""

from __future__ import annotations

import json
import sys
from functools import cache

from engines.line_program import played
from shatterproof_properties.second import FastGame, FastPosition

GAME = FastGame("scrunch")
SIDES = ("dark", "light")
LENGTHS = [13 - abs(6 - row) for row in range(13)]
CELLS = [f"{chr(ord('a') + row)}{place}" for row, length in enumerate(LENGTHS) for place in range(1, length + 1)]


def stones(position: FastPosition, side: str) -> set[int]:
    """The sites with stones of a side."""
    return {CELLS.index(cell) for cell in json.loads(position.text)[side]}


def turn_of(position: FastPosition, steps: tuple[str, ...]) -> str:
    """The turn that some steps make."""
    sites = [[int(site) for site in step.split("-")] for step in steps]
    words = [CELLS[start] if start == end else f"{CELLS[start]}-{CELLS[end]}" for start, end in sites]
    return " ".join(["x", *words] if is_removal(position, steps) else words)


def is_removal(position: FastPosition, steps: tuple[str, ...]) -> bool:
    """Whether the first of the steps takes a stone."""
    return int(steps[0].split("-")[0]) in stones(position, position.to_move)


@cache
def reached(steps: tuple[str, ...]) -> tuple[FastPosition, tuple[str, ...]]:
    """The position after all whole turns, and the steps of the turn that has begun."""
    if not steps:
        return GAME.start(), ()
    position, begun = reached(steps[:-1])
    turn = begun if steps[-1] == "pass" else (*begun, steps[-1])
    ends = steps[-1] == "pass" or not is_removal(position, turn)
    after = played(GAME, position, turn_of(position, turn)) if ends else None
    return (after, ()) if after else (position, turn)


def next_steps(position: FastPosition, begun: tuple[str, ...]) -> list[str]:
    """The possible next steps. Whether they make a legal turn shows at its end."""
    if GAME.outcome(position):
        return []
    own, other = (stones(position, side) for side in sorted(SIDES, key=lambda side: side != position.to_move))
    empty = set(range(len(CELLS))) - own - other
    if not begun:
        return [f"{site}-{site}" for site in sorted(own | empty)]
    if is_removal(position, begun):
        ends = ["pass"] if played(GAME, position, turn_of(position, begun)) else []
        return ends + [step for site in sorted(own) if (step := f"{site}-{site}") not in begun]
    return [f"{start}-{end}" for start in sorted(own) for end in sorted(empty)] if len(begun) == 1 else []


def main() -> None:
    """Answer lines until the input ends."""
    for line in sys.stdin:
        position, begun = reached(tuple(line.split()))
        dark, light = (stones(position, side) for side in SIDES)
        outcome = GAME.outcome(position)
        winner = -1 if outcome is None else SIDES.index(outcome.winner) + 1 if outcome.winner else 0
        owners = "".join("1" if site in dark else "2" if site in light else "0" for site in range(len(CELLS)))
        moves = " ".join(next_steps(position, begun))
        print(SIDES.index(position.to_move) + 1, winner, owners, moves, sep=";", flush=True)


if __name__ == "__main__":
    main()
