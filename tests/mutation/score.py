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
import time
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / room) for room in ("reference", "properties", "tests")]

from rich.console import Console  # noqa: E402
from rich.progress import MofNCompleteColumn, TextColumn  # noqa: E402
from rich.table import Table  # noqa: E402

from mutation.scope import APART, ON_DEMAND, Module, modules  # noqa: E402
from mutation.totals import (  # noqa: E402
    Score,
    Totals,
    read_known,
    write_page,
)
from mutation.trials import (  # noqa: E402
    Attempt,
    Result,
    Unmutated,
    all_mutants,
    keep_results,
    of_rules,
    read_results,
    run,
    unmutated,
)
from shatterproof.game import GAMES  # noqa: E402
from shatterproof_properties.common.progress import Bar  # noqa: E402

WANTED = 0.97
LOWEST_SHOWN = 10
GROUPS = (*GAMES, *APART)
KEPT = Path(__file__).with_name("results.jsonl.gz")
"""The results behind scores.md, and those of modules that are not on it. --resume begins with them."""


def main() -> None:
    """Tries mutants, or goes on with that, and prints the score."""
    sys.exit(tried(options(sys.argv[1:])))


def options(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of the command line."""
    kept = Path(tempfile.gettempdir()) / "shatterproof-mutants.jsonl"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--game", action="append", choices=GROUPS, help="only its modules; the last three only if asked for"
    )
    parser.add_argument("--module", action="append", help="only this module, like scrunch.death")
    parser.add_argument("--jobs", type=int, default=1, help="trials at a time")
    parser.add_argument("--sample", type=int, help="so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--out", type=Path, default=kept, help="where results are kept")
    parser.add_argument(
        "--resume", action="store_true", help="keep the results there and of scores.md, and try what is missing"
    )
    parser.add_argument(
        "--page", action="store_true", help="with --resume: try nothing more, write scores.md and its results"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="leave out the slowest tests",
    )
    return parser.parse_args(arguments)


def tried(chosen: argparse.Namespace) -> int:
    """Does what the options say. Returns the exit code."""
    wanted = [module for module in modules() if is_chosen(module, chosen)]
    if not wanted:
        print("no such module of the reference", file=sys.stderr)
        return 2
    if chosen.page:
        everything, kept = attempts(wanted, chosen), read_results(KEPT) | read_results(chosen.out)
        # With those of other modules: none is lost where only some are asked for.
        keep_results(kept.values(), KEPT)
        totals = of_kept(everything, kept)
        untried = [each.result for each in everything if each.result.key not in kept]
        explained = sum(totals.explained(each) is not None for each in untried)
        write_page(totals, len(everything), explained, scored_apart(kept))
        return 0
    before = unmutated(wanted, not chosen.quick)
    for complaint in before.wrong:
        print(complaint, file=sys.stderr)
    if before.wrong:
        return 3
    begun = time.perf_counter()
    everything = attempts(wanted, chosen)
    todo = drawn(everything, chosen)
    totals = Totals(results(todo, before, chosen), read_known())
    report(totals, [] if chosen.sample else wanted, time.perf_counter() - begun, len(everything))
    return 0 if totals.score().share >= WANTED and not totals.unexplained() else 1


def of_kept(everything: list[Attempt], kept: Mapping[str, Result]) -> Totals:
    """The known results of some mutants."""
    return Totals([kept[each.result.key] for each in everything if each.result.key in kept], read_known())


def scored_apart(kept: Mapping[str, Result]) -> dict[str, tuple[Totals, int]]:
    """The results of code with its own score, as far as it was tried, and its number of mutants."""
    found = {}
    for name in ON_DEMAND:
        everything = all_mutants([module for module in modules() if module.game == name], True)
        found[name] = of_kept(everything, kept), len(everything)
    return found


def attempts(wanted: list[Module], chosen: argparse.Namespace) -> list[Attempt]:
    """Every mutant of some modules; for whole games, their rule-shaped mutants too."""
    games = [game for game in chosen.game or GAMES if game in GAMES and not chosen.module]
    full = not chosen.quick
    return all_mutants(wanted, full) + [attempt for game in games for attempt in of_rules(game, full)]


def drawn(everything: list[Attempt], chosen: argparse.Namespace) -> list[Attempt]:
    """The sample that was asked for, or all."""
    lots = sorted(everything, key=lambda attempt: lot(attempt.result.key, chosen.seed))
    return lots[: chosen.sample] if chosen.sample else everything


def results(todo: list[Attempt], before: Unmutated, chosen: argparse.Namespace) -> list[Result]:
    """The results of all attempts, known or new. New ones are added to the file at once."""
    done = read_results(KEPT) | read_results(chosen.out) if chosen.resume else {}
    left = [attempt.asking(seconds=before.seconds) for attempt in todo if attempt.result.key not in done]
    # What is known to survive takes longest to try, and tells least.
    known = Totals((), read_known())
    parts = [[one for one in left if bool(known.explained(one.result)) is explained] for explained in (False, True)]
    found = chain.from_iterable(run(part, chosen.jobs) for part in parts)
    mode = "a" if chosen.resume else "w"
    with chosen.out.open(mode, encoding="utf-8") as out, Bar("mutants", len(left), *COLUMNS, survived=0) as bar:
        survived = 0
        for number, result in enumerate(found, start=1):
            out.write(json.dumps(dataclasses.asdict(result)) + "\n")
            out.flush()
            done[result.key] = result
            survived += result.status == "survived"
            bar.show(number, survived=survived)
    return [done[attempt.result.key] for attempt in todo]


def lot(key: str, seed: int) -> bytes:
    """A number that decides whether a mutant is in a sample. It is the same in every sample that has the mutant."""
    return hashlib.sha256(f"{seed} {key}".encode()).digest()


COLUMNS = (TextColumn("{task.description}"), MofNCompleteColumn(), TextColumn("{task.fields[survived]} survived"))


def is_chosen(module: Module, chosen: argparse.Namespace) -> bool:
    """Whether a module was asked for. By default all are, except those of ON_DEMAND."""
    if chosen.module:
        return any(
            module.name.removeprefix("shatterproof.") == name.removeprefix("shatterproof.") for name in chosen.module
        )
    return module.game in (chosen.game or set(GROUPS) - set(ON_DEMAND))


def report(totals: Totals, complete: list[Module], seconds: float, population: int) -> None:
    """Prints the score in all, by game, by module and for the clauses that score lowest, then the survivors."""
    console = Console()
    score = totals.score()
    low, high = score.interval
    sampled = f", a sample of {population}: between {low:.1%} and {high:.1%}" if score.tried < population else ""
    console.print(f"{score.share:.1%} killed of {score.tried - score.equivalent} mutants{sampled}; {seconds:.0f} s")
    console.print(f"{score.timeouts} of {score.killed} kills by time; {score.equivalent} equivalent ones left out")
    console.print("killed by: " + ", ".join(f"{stage} {number}" for stage, number in totals.killers().most_common()))
    console.print(table("game", totals.by_game()))
    console.print(table("module", totals.by_module()))
    clauses = totals.by_clause()
    lowest = sorted(clauses, key=lambda name: (clauses[name].share, name))[:LOWEST_SHOWN]
    console.print(table("clause, lowest first", {name: clauses[name] for name in lowest}))
    for result in totals.unexplained():
        console.print(f"unexplained: {result.module}:{result.line} {result.function} ({result.operator})", markup=False)
        console.print(f"  - {result.was}\n  + {result.becomes}", markup=False, highlight=False, soft_wrap=True)
    for known in totals.stale(module.name for module in complete):
        console.print(f"stale: {known.module} {known.function}: {known.becomes}", markup=False)


def table(label: str, scores: dict[str, Score]) -> Table:
    """Scores as a table."""
    shown = Table(label, "mutants", "killed", "by time", "equivalent", "score")
    for name, score in scores.items():
        numbers = (score.tried, score.killed, score.timeouts, score.equivalent)
        shown.add_row(name.replace("shatterproof.", ""), *map(str, numbers), f"{score.share:.1%}")
    return shown


if __name__ == "__main__":
    main()
