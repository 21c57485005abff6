"""What a step on the board in the browser costs the server: games played by its own questions.

`python tests/benchmarks/explorer.py [--plies N] [--games N] [--seed N]` plays games on the standard boards, each turn
built a part at a time out of the choices that are offered, and prints a table. Times are of the processor, in
milliseconds; what the browser takes to draw is not in them. Nothing fails here.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from random import Random
from statistics import median, quantiles
from typing import Any

from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES, find_game
from shatterproof_properties.explorer.service import Explorer

ASKED = ("next", "play", "announce")


class Clock:
    """Asks, and notes how long each answer takes."""

    def __init__(self) -> None:
        self.explorer = Explorer()
        self.taken: dict[str, list[float]] = defaultdict(list)

    def ask(self, do: str, **fields: Any) -> Any:
        """What is answered."""
        begun = time.process_time()
        answer = self.explorer.answer({"do": do, **fields})
        self.taken[do].append(1000 * (time.process_time() - begun))
        return answer["ok"]


def play(clock: Clock, game: str, plies: int, chance: Random) -> None:
    """One game."""
    shown = clock.ask("open", game=game)["start"]
    for _ in range(plies):
        position = shown["position"]
        parts: list[str] = []
        answer = clock.ask("next", position=position, parts=parts)
        while further := [each["part"] for each in answer["choices"] if each["refusal"] is None]:
            if answer["turn"] and chance.random() < 0.4:
                break
            parts = [*parts, chance.choice(further)]
            answer = clock.ask("next", position=position, parts=parts)
            assert answer["parts"] == parts
        shown = clock.ask("play", position=position, turn=answer["turn"])["played"]["shown"]
        clock.ask("announce", position=shown["position"])
        if shown["outcome"]:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    table = Table("game", "question", "answers", "median", "95 %", "most")
    for game in GAMES:
        clock = Clock()
        for number in range(chosen.games):
            play(clock, game, chosen.plies, Random(chosen.seed + number))
        for do in ASKED:
            taken = clock.taken[do]
            late = quantiles(taken, n=20)[-1]
            board = find_game(game).start().board
            row = (f"{game} {board}", do, str(len(taken)), f"{median(taken):.1f}", f"{late:.1f}", f"{max(taken):.1f}")
            table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
