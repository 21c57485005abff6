"""How long until an engine is found that is wrong in one result of 200,000: it leaves them out of its lists.

Run on demand: `python tests/benchmarks/rare_answer.py [GAME ...] [--time SECONDS] [--jobs N] [--seed N]`. Nothing fails
here. `python tests/benchmarks/rare_answer.py GAME --serve` is that engine.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any
from zlib import crc32

from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.runs.check import Plan, run_check
from shatterproof_properties.conformance.settings import cores
from shatterproof_properties.protocol.serve import Introduction, ServedGame, serve
from shatterproof_properties.protocol.served import BOARDS, opened, second_engine

ONE_IN = 200_000


def wrong_engine(game: str) -> type[Any]:
    """The second engine of a game, but that it omits one result of so many, chosen by the position it leads to."""
    engine: Any = second_engine(game)

    class Wrong(engine):  # type: ignore[misc]
        def result_texts(self, here: Any) -> Iterator[Any]:
            for after, result in super().result_texts(here):
                if crc32(result.position.encode()) % ONE_IN:
                    yield after, result

    return Wrong


def serve_wrong(game: str) -> None:
    """Serves that engine on stdin and stdout."""
    opening = partial(opened, wrong_engine(game))
    serve(Introduction("wrong", "1"), [ServedGame(game, BOARDS[game], find_game(game).Readings.choices(), opening)])


def main() -> None:
    """Prints a line for each game, and what it was told as."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--time", type=float, default=600.0, help="seconds after which a run ends")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--serve", action="store_true")
    chosen = parser.parse_args()
    if chosen.serve:
        serve_wrong(chosen.games[0])
        return
    for game in chosen.games or GAMES:
        command = shlex.join([sys.executable, __file__, game, "--serve"])
        verdict = run_check(Plan(game, command, chosen.time, None, chosen.seed, chosen.jobs, controls=0))
        coverage = verdict.coverage
        compared = f"{coverage.results:,} results by the reference, {coverage.by_second:,} by the second engine"
        found = "not found" if verdict.found_after is None else f"found after {verdict.found_after:.0f} s"
        print(f"{game}: {found}; {compared}, {coverage.leaves:,} leaves, in {verdict.seconds:.0f} s with shrinking")
        if verdict.difference:
            print(verdict.first_line())


if __name__ == "__main__":
    main()
