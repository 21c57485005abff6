"""The program's strengths against each other: `python tests/benchmarks/strengths.py [GAME ...] [--games N]`.

Each strength plays the one below it, and the weakest plays against random turns; each is the first side in half of the
games. The board is the standard one unless another is named. Games are seeded, and looking ahead ends after so many
positions, so that the results do not depend on the machine. A game of 300 turns counts as drawn. `seen` counts turns
after which the other side had a win in one that one of 100 other turns would have avoided.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES, find_game
from shatterproof_properties.players.program import STRENGTHS, Program
from shatterproof_properties.solving.adapters import LOST, WON, SearchAdapter, search_adapter
from shatterproof_properties.solving.forcing import Forcing

RANDOM = "random turns"
MOST_PLIES = 300
OTHER_TURNS = 100
PAIRS = [*zip([RANDOM, *STRENGTHS], STRENGTHS, strict=False)]


@dataclass
class Side:
    """One side of a match: what it has won, and its time."""

    name: str
    won: int = 0
    turns: int = 0
    seconds: float = 0.0
    seen: int = 0


class Match:
    """Games of two sides on one board."""

    def __init__(self, game: str, board: str, weaker: str, stronger: str, positions: int) -> None:
        self.adapter: SearchAdapter = search_adapter(game, board)
        self.sides = (Side(stronger), Side(weaker))
        self.drawn = self.played = 0
        self._positions = positions
        self._forcing = Forcing(self.adapter)

    def play(self, seed: int) -> None:
        """One game; in every other one the weaker side begins."""
        chance, here = Random(seed), self.adapter.engine.opening()
        players = [self._player(side, chance) for side in self.sides]
        mover = seed % 2
        for _ in range(MOST_PLIES):
            side, begun = self.sides[mover], time.process_time()
            after = players[mover](here)
            side.seconds += time.process_time() - begun
            side.turns += 1
            side.seen += self._is_blunder(here, after)
            here, mover = after, 1 - mover
            if self.adapter.verdict(here) is not None:
                break
        verdict, self.played = self.adapter.verdict(here), self.played + 1
        if verdict in (WON, LOST):
            self.sides[mover if verdict == WON else 1 - mover].won += 1
        else:
            self.drawn += 1

    def _player(self, side: Side, chance: Random) -> Any:
        if side.name == RANDOM:
            return lambda here: chance.choice(list(self.adapter.results(here)))[1]
        program = Program(self.adapter, side.name, chance)
        return lambda here: program.reply(here, positions=self._positions).after

    def _is_blunder(self, here: Any, after: Any) -> bool:
        """Whether a turn allows a win in one, or loses at once, although one of some other turns would not."""
        if not self._allows(after):
            return False
        others = [each for _, each in self.adapter.results(here)]
        tried = Random(0).sample(others, min(OTHER_TURNS, len(others)))
        return not all(self._allows(each) for each in tried)

    def _allows(self, after: Any) -> bool:
        verdict = self.adapter.verdict(after)
        return verdict == WON if verdict is not None else self._forcing.is_won(after, 1)

    def row(self, game: str) -> list[str]:
        """A line of the table."""
        stronger, weaker = self.sides
        each = [f"{1000 * side.seconds / max(1, side.turns):,.0f} ms" for side in self.sides]
        seen = "".join(str(side.seen) for side in self.sides if side.name != RANDOM)
        share = f"{stronger.won} of {self.played}"
        return [game, stronger.name, weaker.name, share, str(self.drawn), *each, seen]


def main() -> None:
    """Print a line for each game and pair; on stderr how it stands after each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", default=[], choices=[*GAMES, []])
    parser.add_argument("--games", type=int, default=100, help="played by each pair")
    parser.add_argument("--first", type=int, default=0, help="seed of the first of them")
    parser.add_argument("--positions", type=int, default=10_000, help="looked at for one turn")
    parser.add_argument("--board")
    parser.add_argument("--only", help="pairs with this strength as the stronger one")
    chosen = parser.parse_args()
    columns = ("game", "stronger", "weaker", "won", "drawn", "a turn of the stronger", "of the weaker", "seen")
    table = Table(*columns, title="the program's strengths")
    for game in chosen.names or GAMES:
        for weaker, stronger in PAIRS:
            if chosen.only in (None, stronger):
                board = chosen.board or find_game(game).start().board
                match = Match(game, board, weaker, stronger, chosen.positions)
                for seed in range(chosen.first, chosen.first + chosen.games):
                    match.play(seed)
                    print(" | ".join(match.row(game)), file=sys.stderr, flush=True)
                table.add_row(*match.row(game))
    Console().print(table)


if __name__ == "__main__":
    main()
