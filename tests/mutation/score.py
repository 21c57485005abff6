"""The mutation score of the reference: every mistake of a line that the tests let pass.

Run on demand: `python tests/mutation/score.py [--game G] [--module M] [--jobs N] [--sample N --seed S] [--resume]`.
Exit code 0: at least 97 % of the mutants that are not equivalent are killed, and every survivor is explained;
1: not so; 2: bad usage; 3: no score, since the unmutated reference fails its tests or a mutant passes them.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / room) for room in ("reference", "properties", "tests")]

from rich.progress import MofNCompleteColumn, TextColumn  # noqa: E402

from mutation.scope import APART, ON_DEMAND, Module, modules  # noqa: E402
from mutation.totals import PAGE, Totals, page_of, read_known  # noqa: E402
from mutation.trials import (  # noqa: E402
    Attempt,
    Result,
    Unmutated,
    all_mutants,
    keep_results,
    of_rules,
    quick,
    read_results,
    run,
    unmutated,
)
from shatterproof.game import GAMES  # noqa: E402
from shatterproof_properties.common.progress import Bar  # noqa: E402

WANTED = 0.97
GROUPS = (*GAMES, *APART)
KEPT = Path(__file__).with_name("results.jsonl.gz")
"""The results behind scores.md, and those of modules that are not on it. --resume begins with them."""
COLUMNS = (TextColumn("{task.description}"), MofNCompleteColumn(), TextColumn("{task.fields[survived]} survived"))


def main() -> None:
    sys.exit(tried(options(sys.argv[1:])))


def options(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of the command line."""
    kept = Path(tempfile.gettempdir()) / "shatterproof-mutants.jsonl"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    option = parser.add_argument
    option("--game", action="append", choices=GROUPS, help="only its modules; the last three only if asked for")
    option("--module", action="append", help="only this module, like scrunch.death")
    option("--jobs", type=int, default=1, help="trials at a time")
    option("--sample", type=int, help="so many mutants, drawn at random")
    option("--seed", type=int, default=1, help="of the sample")
    option("--out", type=Path, default=kept, help="where results are kept")
    option("--resume", action="store_true", help="keep the results there and of scores.md, and try what is missing")
    option("--page", action="store_true", help="with --resume: try nothing more, write scores.md and its results")
    option("--quick", action="store_true", help="leave out the slowest tests")
    return parser.parse_args(arguments)


def tried(chosen: argparse.Namespace) -> int:
    """Does what the options say. Returns the exit code."""
    wanted = [module for module in modules() if is_chosen(module, chosen)]
    if not wanted:
        print("no such module of the reference", file=sys.stderr)
        return 2
    everything = [*all_mutants(wanted)]
    # A whole game has rule-shaped mutants too.
    for game in () if chosen.module else set(chosen.game or GAMES) & set(GAMES):
        everything += of_rules(game)
    if chosen.page:
        write_page(everything, read_results(KEPT) | read_results(chosen.out))
        return 0
    before = unmutated(wanted, chosen.quick)
    for complaint in before.wrong:
        print(complaint, file=sys.stderr)
    if before.wrong:
        return 3
    totals = Totals(results(drawn(everything, chosen), before, chosen), read_known())
    print(page_of(totals, len(everything), 0, {}))
    if chosen.sample:
        print("A sample: the score of all is between {:.1%} and {:.1%}.".format(*totals.score().interval))
    else:
        for known in totals.stale(module.name for module in wanted):
            print(f"stale: {known.module} {known.function}: {known.becomes}")
    return 0 if totals.score().share >= WANTED and not totals.unexplained() else 1


def is_chosen(module: Module, chosen: argparse.Namespace) -> bool:
    """Whether a module was asked for. By default all are, except those of ON_DEMAND."""
    if chosen.module:
        names = [name.removeprefix("shatterproof.") for name in chosen.module]
        return module.name.removeprefix("shatterproof.") in names
    return module.game in (chosen.game or set(GROUPS) - set(ON_DEMAND))


def write_page(everything: list[Attempt], kept: Mapping[str, Result]) -> None:
    """Writes the page about some mutants, as far as their results are known, and the results of all modules."""
    keep_results(kept.values(), KEPT)
    totals = of_kept(everything, kept)
    untried = [each.result for each in everything if each.result.key not in kept]
    explained = sum(totals.explained(each) is not None for each in untried)
    apart = {name: [*all_mutants(module for module in modules() if module.game == name)] for name in ON_DEMAND}
    parts = {name: (of_kept(attempts, kept), len(attempts)) for name, attempts in apart.items()}
    PAGE.write_text(page_of(totals, len(everything), explained, parts), encoding="utf-8")


def of_kept(attempts: Iterable[Attempt], kept: Mapping[str, Result]) -> Totals:
    """The known results of some mutants."""
    return Totals([kept[each.result.key] for each in attempts if each.result.key in kept], read_known())


def drawn(everything: list[Attempt], chosen: argparse.Namespace) -> list[Attempt]:
    """The sample that was asked for, which is part of every larger one, or all."""

    def lot(attempt: Attempt) -> bytes:
        return hashlib.sha256(f"{chosen.seed} {attempt.result.key}".encode()).digest()

    return sorted(everything, key=lot)[: chosen.sample or None]


def results(todo: list[Attempt], before: Unmutated, chosen: argparse.Namespace) -> list[Result]:
    """The results of all attempts, known or new. New ones are added to the file at once."""
    done = read_results(KEPT) | read_results(chosen.out) if chosen.resume else {}
    # What is known to survive takes longest to try, and tells least.
    known = Totals((), read_known())
    parts: tuple[list[Attempt], list[Attempt]] = ([], [])
    for result, question in todo:
        if result.key not in done:
            asked = (quick(question) if chosen.quick else question) | {"seconds": before.seconds}
            parts[known.explained(result) is not None].append(Attempt(result, asked))
    survived, bar = 0, Bar("mutants", sum(map(len, parts)), *COLUMNS, survived=0)
    with chosen.out.open("a" if chosen.resume else "w", encoding="utf-8") as out, bar:
        for number, result in enumerate(chain.from_iterable(run(part, chosen.jobs) for part in parts), start=1):
            print(json.dumps(dataclasses.asdict(result)), file=out, flush=True)
            done[result.key] = result
            survived += result.status == "survived"
            bar.show(number, survived=survived)
    return [done[attempt.result.key] for attempt in todo]


if __name__ == "__main__":
    main()
