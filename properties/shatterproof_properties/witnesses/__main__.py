"""Writes spec/witnesses/ and the examples of the pages anew, or with `--compare` compares with what is shipped."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from rich.progress import BarColumn, TextColumn

from shatterproof import strict_json
from shatterproof.game import GAMES
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.common.prose import read_decimal, read_whole
from shatterproof_properties.witnesses.pair import (
    Pair,
    Values,
    all_pairs,
    data_file,
    pairs_of,
    shipped,
    shipped_pair,
    written,
)
from shatterproof_properties.witnesses.pair_search import SECONDS, find_witness
from shatterproof_properties.witnesses.pair_text import renew


def main(arguments: Sequence[str] | None = None) -> int:
    """Searches for all witnesses; 0 if all is well, 1 where a comparison finds another result than is shipped."""
    parser = argparse.ArgumentParser(prog="python -m shatterproof_properties.witnesses", description=__doc__)
    parser.add_argument("readings", nargs="*", metavar="READING", help="only these readings, or games")
    parser.add_argument("--compare", action="store_true", help="write nothing; say what differs from what is shipped")
    parser.add_argument("--time", type=read_decimal, default=SECONDS, metavar="S", help="seconds for each pair at most")
    parser.add_argument("--jobs", type=read_whole, default=2, metavar="N", help="processes")
    given = parser.parse_args(arguments)
    known = {*GAMES, *(values.reading for values in all_pairs())}
    for name in given.readings:
        if name not in known:
            parser.error(f"{name} is neither a game nor a reading")
    wanted = [values for values in all_pairs() if _is_wanted(values, given.readings)]
    found = searched(wanted, given.time, given.jobs)
    if given.compare:
        return compared(found)
    write(found)
    return 0


def _is_wanted(values: Values, named: Sequence[str]) -> bool:
    return not named or values.reading in named or values.game.NAME in named


def searched(wanted: Sequence[Values], seconds: float, jobs: int) -> dict[Values, Pair]:
    """A search for each of the pairs, several at a time."""
    found: dict[Values, Pair] = {}
    columns = (TextColumn("{task.description} {task.completed:.0f} of {task.total:.0f}"), BarColumn())
    with ProcessPoolExecutor(jobs) as pool, Bar("pairs", len(wanted), *columns) as bar:
        running = {pool.submit(find_witness, values, seconds, shipped_pair(values)): values for values in wanted}
        for done in as_completed(running):
            found[running[done]] = done.result()
            bar.show(len(found))
    return found


def compared(found: dict[Values, Pair]) -> int:
    """Says which results are not those that are shipped; 1 if there are any."""
    differing = [values for values, pair in found.items() if pair != shipped_pair(values)]
    for values in differing:
        earlier = shipped_pair(values)
        print(f"{values.reading} {values.one} {values.two}: not as shipped")
        print(f"  shipped: {strict_json.encode(earlier.to_json()) if earlier else 'nothing'}")
        print(f"  found:   {strict_json.encode(found[values].to_json())}")
    print(f"{len(found) - len(differing)} of {len(found)} pairs as shipped")
    return 1 if differing else 0


def write(found: dict[Values, Pair]) -> None:
    """Writes the files anew, with what was found and what was shipped of all other pairs, and the pages' examples."""
    for game in GAMES:
        known = [found.get(values) or shipped_pair(values) for values in pairs_of(game)]
        data_file(game).parent.mkdir(exist_ok=True)
        data_file(game).write_text(written(game, [pair for pair in known if pair is not None]), encoding="utf-8")
    shipped.cache_clear()
    for game in GAMES:
        renew(game)


if __name__ == "__main__":
    sys.exit(main())
