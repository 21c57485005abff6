"""Writes spec/witnesses/ and the examples of the pages anew, or with `--compare` compares with what is shipped.

Run on demand: `python tests/witnesses/write.py [READING ...] [--compare]`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from typing import Any

from rich.progress import BarColumn, TextColumn

from shatterproof import strict_json
from shatterproof.game import OURS, find_game
from shatterproof.movetext import wrapped
from shatterproof.spec import page, spec_folder
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.common.prose import read_decimal, read_whole
from shatterproof_properties.protocol.wording import Drawn
from shatterproof_properties.witnesses.pair import Json, Pair, Values, Witness, data_file, shipped, shipped_pair
from shatterproof_properties.witnesses.pair_search import SECONDS, find_witness


def main(arguments: Sequence[str] | None = None) -> int:
    """Searches for all witnesses. Returns 0, or 1 if a comparison finds another result than the shipped one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readings", nargs="*", metavar="READING", help="only these readings, or games")
    parser.add_argument("--compare", action="store_true", help="write nothing; say what differs from what is shipped")
    parser.add_argument("--time", type=read_decimal, default=SECONDS, metavar="S", help="seconds for each pair at most")
    parser.add_argument("--jobs", type=read_whole, default=2, metavar="N", help="processes")
    given = parser.parse_args(arguments)
    known = {*OURS, *(values.reading for values in all_pairs())}
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
    """The results of a search for each of the pairs, several at a time."""
    found: dict[Values, Pair] = {}
    columns = (TextColumn("{task.description} {task.completed:.0f} of {task.total:.0f}"), BarColumn())
    with ProcessPoolExecutor(jobs) as pool, Bar("pairs", len(wanted), *columns) as bar:
        running = {pool.submit(find_witness, values, seconds, shipped_pair(values)): values for values in wanted}
        for done in as_completed(running):
            found[running[done]] = done.result()
            bar.show(len(found))
    return found


def compared(found: dict[Values, Pair]) -> int:
    """Prints the results that are not the shipped ones. Returns 1 if there are any."""
    differing = [values for values, pair in found.items() if pair != shipped_pair(values)]
    for values in differing:
        earlier = shipped_pair(values)
        print(f"{values.reading} {values.one} {values.two}: not as shipped")
        print(f"  shipped: {strict_json.encode(earlier.to_json()) if earlier else 'nothing'}")
        print(f"  found:   {strict_json.encode(found[values].to_json())}")
    print(f"{len(found) - len(differing)} of {len(found)} pairs as shipped")
    return 1 if differing else 0


def write(found: dict[Values, Pair]) -> None:
    for game in OURS:
        known = [found.get(values) or shipped_pair(values) for values in pairs_of(game)]
        data_file(game).parent.mkdir(exist_ok=True)
        data_file(game).write_text(written(game, [pair for pair in known if pair is not None]), encoding="utf-8")
    shipped.cache_clear()
    for game in OURS:
        renew(game)


# The files and the pages


SENTENCE = "The smallest example "
"""The beginning of the paragraph before the examples that `examples` writes."""
VERSION = 1
"""The version of the form of the files."""


def pairs_of(game: str) -> list[Values]:
    """Every two values of every reading of a game."""
    choices = find_game(game).Readings.choices()
    return [Values(reading, *two) for reading, values in choices.items() for two in combinations(values, 2)]


def all_pairs() -> list[Values]:
    """Every two values of every reading of every game."""
    return [values for game in OURS for values in pairs_of(game)]


def written(game: str, pairs: Iterable[Pair]) -> str:
    """The text of a file of witnesses, with one pair a line so that changes are easy to see."""
    lines = ",\n".join(strict_json.encode(pair.to_json()) for pair in pairs)
    return f'{{"game":"{game}","pairs":[\n{lines}\n],"version":{VERSION}}}\n'


def examples(reading: str, pairs: Iterable[Pair]) -> str:
    """The examples of a clause that the witnesses of a reading make, as Markdown: a block for each value."""
    parts = []
    for pair in pairs:
        if pair.reading == reading and pair.witness is not None:
            found = "" if pair.proved else "found so far "
            one, two = pair.values
            parts.append(f"{SENTENCE}{found}in which `{one}` and `{two}` differ:\n")
            parts += _blocks(pair, pair.witness)
    return "\n".join(parts)


def _blocks(pair: Pair, witness: Witness) -> Iterator[str]:
    game = pair.compared.game
    turns = " ".join(map(wrapped, witness.question.texts))
    for value, readings in zip(pair.values, pair.compared.readings(pair.given), strict=True):
        start = Drawn.of(game, witness.question.begin(readings, strict=False))
        lines = [f"```{game.NAME}", start.diagram.rstrip("\n"), *([f"turn {turns}"] if turns else [])]
        yield "\n".join([*lines, *_results(start, witness.answers[value], readings), "```", ""])


def _results(start: Drawn, answer: Json, readings: Any) -> Iterator[str]:
    """The result lines of an example that begins at `start`, for an answer."""
    verdict, outcome = answer["verdict"], answer.get("outcome")
    if verdict in ("illegal", "refused"):
        yield f"-> {verdict} {answer['clause']}"
    elif verdict == "ambiguous":
        yield f"-> ambiguous {' | '.join(answer['means'])}"
    elif verdict == "malformed":
        yield "-> malformed"
    else:
        if verdict == "accepted":
            yield "-> accepted"
        else:
            position = start.game.from_json(answer["position"], readings, False)
            yield from Drawn.of(start.game, position, start).results()
        winner = outcome and outcome["winner"]
        yield "-> goes on" if outcome is None else f"-> wins {winner.capitalize()}" if winner else "-> drawn"


_WRITTEN = re.compile(
    rf"^{SENTENCE}(?:found so far )?in which .*\n\n(?:```\w+\n(?:[^`].*\n|\n)*```\n\n?)+", re.MULTILINE
)


def renewed(game: str) -> str:
    """The page of a game with the examples of its shipped witnesses, each at the end of its clause."""
    text = page(game)
    for reading in dict.fromkeys(values.reading for values in pairs_of(game)):
        start = text.index(f"### {reading}\n")
        end = next((found.start() for found in re.finditer(r"^#{2,3} ", text[start + 4 :], re.MULTILINE)), len(text))
        end += start + 4 if end < len(text) else 0
        clause = _WRITTEN.sub("", text[start:end]).rstrip("\n")
        text = f"{text[:start]}{clause}\n\n{examples(reading, shipped(game))}\n{text[end:]}"
    return text


def renew(game: str) -> None:
    (spec_folder() / f"{game}.md").write_text(renewed(game), encoding="utf-8")
    page.cache_clear()


if __name__ == "__main__":
    sys.exit(main())
