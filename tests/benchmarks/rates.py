"""How seldom random play shows each rare mistake: so many wrong results, of so many along games from the opening of the
standard board, whose turns are drawn from all results.

Run on demand: `python tests/benchmarks/rates.py [GAME ...] [--results N] [--seed N]`. Nothing fails here.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table as Printed

from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.mutants import EngineMutant, held_out_mutants
from shatterproof_properties.protocol.answers import Answer, result_key
from shatterproof_properties.protocol.served import opened, second_table
from shatterproof_properties.protocol.table import Table

PLIES = 60
APPLIED = 10
"""Turns of a position asked about one by one."""
ASKED_ONE_IN = 4
SELDOM = 3000


def played(table: Table, random: Random) -> Iterator[tuple[Any, list[Answer]]]:
    """Positions along a game, with their results; some are passed over."""
    position = table.start()
    for _ in range(PLIES):
        entries = list(table.turns(position))
        if not entries:
            return
        if random.randrange(ASKED_ONE_IN) == 0:
            yield position, entries
        position = random.choice(entries)["position"]


def wrong(table: Table, position: Any, entries: list[Answer], texts: list[Answer]) -> int:
    """How many of the results, and of the verdicts on some texts, are wrong."""
    try:
        theirs = Counter(map(result_key, table.turns(position)))
    except Exception:
        return len(entries)
    missing = sum((Counter(map(result_key, entries)) - theirs).values())
    return missing + sum(_is_wrong(table, position, entry) for entry in texts)


def _is_wrong(table: Table, position: Any, entry: Answer) -> bool:
    try:
        got = table.apply(position, entry["turn"])
    except Exception:
        return True
    return got["verdict"] != "legal" or result_key(got) != result_key(entry)


def rates(game: str, results: int, seed: int) -> tuple[int, dict[EngineMutant, int]]:
    """How many results and verdicts were asked of each rare mistake, and how many were wrong."""
    board, random = find_game(game).start().board, Random(seed)
    right, found = second_table(game)(board, {}), dict.fromkeys(held_out_mutants(game), 0)
    tables = {mutant: opened(mutant.engine, board, {}) for mutant in found}
    asked = 0
    while asked < results:
        for position, entries in played(right, random):
            texts = random.sample(entries, min(APPLIED, len(entries)))
            asked += len(entries)
            for mutant, table in tables.items():
                found[mutant] += wrong(table, position, entries, texts)
    return asked, found


def main() -> None:
    """Prints a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--results", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for game in chosen.games or GAMES:
        asked, found = rates(game, chosen.results, chosen.seed)
        printed = Printed("rare mistake", "wrong", "one in", "", title=f"{game}, {asked:,} results of random play")
        for mutant, count in sorted(found.items(), key=lambda one: -one[1]):
            one_in = f"{asked // count:,}" if count else f"over {asked:,}"
            printed.add_row(mutant.name, str(count), one_in, "often" if count * SELDOM > asked else "")
        Console().print(printed)


if __name__ == "__main__":
    main()
