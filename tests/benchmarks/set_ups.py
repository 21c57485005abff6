"""After how many positions set up for the bulk comparison each rare mistake has shown in all the results of one.

Run on demand: `python tests/benchmarks/set_ups.py [GAME ...] [--seconds S] [--seed N]`. Seconds are of this process,
for a game; most of them go to the mistaken engines. Mistakes in reading texts cannot show here. Nothing fails here.
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from rich.console import Console
from rich.table import Table as Printed

from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.conformance.generate.cases import SIZES, set_ups
from shatterproof_properties.conformance.mutants import EngineMutant, held_out_mutants
from shatterproof_properties.protocol.answers import result_key
from shatterproof_properties.protocol.boards import area, expand, has_opening
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.protocol.served import BOARDS, opened, second_engine
from shatterproof_properties.protocol.table import Table

AT_ONCE = 8
MOST_RESULTS = 2000


def boards(game: AnyGame) -> tuple[str, ...]:
    """The boards that a run plays on."""
    standard, largest_side, larger, *_ = SIZES[game.NAME]
    known = sorted(expand(BOARDS[game.NAME]), key=lambda board: area(game, board))
    small = [board for board in known if max(game.board_size(board)) <= largest_side and has_opening(game, board)]
    return (*small, *larger, standard)


class Trials:
    """Asks mistaken engines about positions until each was wrong; `shown` says after how many, and on which board."""

    def __init__(self, game: AnyGame) -> None:
        self.waiting = list(held_out_mutants(game.NAME))
        self.shown: dict[str, tuple[int, str]] = {}
        self.looked_at = 0
        self._game = game
        self._tables: dict[tuple[Any, str], Table] = {}

    def look(self, position: Any) -> bool:
        self.looked_at += 1
        data = position_to_json(self._game, position)
        right = self._results(second_engine(self._game.NAME), position.board, data)
        for mutant in list(self.waiting) if len(right) <= MOST_RESULTS else ():
            if self._is_wrong(mutant, position.board, data, right):
                self.waiting.remove(mutant)
                self.shown[mutant.name] = self.looked_at, position.board
        return False

    def _is_wrong(self, mutant: EngineMutant, board: str, data: Any, right: set[Any]) -> bool:
        try:
            return self._results(mutant.engine, board, data) != right
        except Exception:
            return True

    def _results(self, engine: Any, board: str, data: Any) -> set[Any]:
        if (engine, board) not in self._tables:
            self._tables[engine, board] = opened(engine, board, {})
        return set(map(result_key, islice(self._tables[engine, board].turns(data), MOST_RESULTS + 1)))


def tried(game: AnyGame, seconds: float, seed: int) -> Trials:
    """What has shown in so many seconds of this process."""
    trials, random, begun = Trials(game), Random(seed), time.process_time()
    chosen = settings(max_examples=AT_ONCE, phases=[Phase.generate], database=None, deadline=None,
                      suppress_health_check=list(HealthCheck))  # fmt: skip
    while trials.waiting and time.process_time() - begun < seconds:
        strategy = set_ups(game, boards(game), game.Readings())
        with suppress(NoSuchExample):
            find(strategy, trials.look, settings=chosen, random=Random(random.randrange(2**63)))
    return trials


def main() -> None:
    """Prints a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=3)
    chosen = parser.parse_args()
    for name in chosen.games or GAMES:
        trials = tried(find_game(name), chosen.seconds, chosen.seed)
        printed = Printed("rare mistake", "positions", "board", title=f"{name}, {trials.looked_at:,} positions")
        for mistake, (positions, board) in trials.shown.items():
            printed.add_row(mistake, str(positions), board)
        for mutant in trials.waiting:
            printed.add_row(mutant.name, "", "")
        Console().print(printed)


if __name__ == "__main__":
    main()
