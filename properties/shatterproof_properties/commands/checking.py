"""The command check: the main job."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.commands import shell
from shatterproof_properties.commands.engines import ask_each, engine_options
from shatterproof_properties.common.clauses import clauses_like
from shatterproof_properties.common.files import readings_by_game

if TYPE_CHECKING:
    from shatterproof_properties.conformance.report.engine_table import EngineTable
    from shatterproof_properties.conformance.report.output import Output
    from shatterproof_properties.conformance.run_settings import RunSettings
    from shatterproof_properties.conformance.vectors.vector import Which
    from shatterproof_properties.conformance.verdicts.verdict import Verdict
    from shatterproof_properties.engines.engine_settings import EngineSettings, ListedEngine


@click.command()
@shell.optional_game_argument
@engine_options(
    "The command of the engine, repeated for several; without it, our own second engine.",
    several=True,
)
@click.option("--time", "seconds", metavar="T", type=shell.Duration(1, 30 * 86_400), default="20s", show_default=True,
              help="How long to search each game, like 20, 20s, 10m or 8h.")  # fmt: skip
@click.option("--results", metavar="N", type=shell.Whole(1),
              help="Stop after N results compared with the reference.")  # fmt: skip
@click.option("--seed", metavar="N", type=shell.Whole(0),
              help="Ask the same questions again; without it, each run draws new ones.")  # fmt: skip
@click.option("--jobs", metavar="N", type=shell.Whole(1, 64),
              help="Processes; by default one for each core, and one with --results.")  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", cls=shell.Once,
              help="Run on a Dask cluster, like tcp://host:8786, with the engine on each worker.")  # fmt: skip
@click.option("--differences", metavar="N", type=shell.Whole(1, 100), default=1, show_default=True,
              help="Stop after N differences with different causes.")  # fmt: skip
@click.option("--mutants", metavar="N", type=shell.Whole(0, 100), default=1, show_default=True,
              help="How many mutants, engines with one mistake on purpose, the run must find first.")  # fmt: skip
@shell.file_option("--known", "FILE", "A file of known differences, which fail no run.", into="known_file")
@click.option("--update-known", "update", is_flag=True,
              help="Add new differences to the file of --known, and take out fixed ones.")  # fmt: skip
@shell.readings_option
@click.option("--vectors-only", is_flag=True, help="Ask the frozen questions of spec/vectors only.")
@click.option("--vectors", "which", type=click.Choice(("core", "full")), default="core", show_default=True,
              help="Which frozen questions to ask.")  # fmt: skip
@click.option("--clauses", metavar="PATTERN", multiple=True,
              help="Ask only about clauses like this, with * for any text; can be repeated.")  # fmt: skip
@click.option("--no-examples", "examples", is_flag=True, flag_value=False, default=True,
              help="Search only: leave out the vectors and the examples of the spec.")  # fmt: skip
@shell.file_option("--report", "DIR", "Write the verdict into this folder as a page with pictures.", streams=False)
@shell.file_option("--junit", "FILE", "Write the verdict as JUnit XML: a test for each clause.", streams=False)
@shell.file_option("--badge", "FILE", "Write a badge for a README, as SVG.", streams=False)
@shell.file_option("--summary", "FILE", "Append the verdict as a table in Markdown, for job summaries.", streams=False)
@shell.file_option("--state", "FILE", "Save the run in this file, and go on from there next time.", streams=False)
@click.option("--merge", metavar="FILE", type=shell.FileOnDisk, multiple=True,
              help="Add another saved run to --state first; can be repeated.")  # fmt: skip
@click.option("--replay", metavar="QUESTION", cls=shell.Once,
              help="Ask one question again: its JSON, or a file with it.")  # fmt: skip
@click.option("--verbose", is_flag=True, help="Print every difference in full, and all that was covered.")
@shell.force_option
@shell.json_option
def check(
    game: str | None,
    engine: EngineSettings,
    engines: list[ListedEngine],
    readings: tuple[str, ...],
    known_file: Path | None,
    update: bool,
    vectors_only: bool,
    which: Which,
    report: Path | None,
    junit: Path | None,
    badge: Path | None,
    summary: Path | None,
    state: Path | None,
    merge: tuple[Path, ...],
    replay: str | None,
    verbose: bool,
    force: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Check that an engine plays by the rules.

    The engine must give the answers of the reference. A difference is shrunk and shown, with a command that asks again.
    Without GAME, check all games that the engine plays. Exit code 0: agrees; 1: differs; 3: no verdict.
    """
    from shatterproof_properties.conformance.history.known_file import read_known
    from shatterproof_properties.conformance.report.output import Output
    from shatterproof_properties.conformance.runs.check import ask_again, read_replay, run_check, run_each
    from shatterproof_properties.conformance.vectors.vector_run import run_vectors

    is_saved = state is not None or bool(merge)
    known = known_file or next((each.known for each in engines if each.known), None)
    if update and known in (None, shell.STANDARD_OUTPUT):
        raise InputError("there is no file to bring up to date", "--update-known", "--known FILE as well")
    shell.refuse_together("--state", is_saved, {"--vectors-only": vectors_only, "--replay": replay})
    local = {"--jobs": asked["jobs"], "--vectors-only": vectors_only, "--replay": replay}
    shell.refuse_together("--scheduler", asked["scheduler"], local)
    shell.refuse_together("--clauses", asked["clauses"], {"--state or --merge": is_saved, "--replay": replay})
    shell.refuse_together("--replay", replay, {"--readings": readings, "--known": known_file})
    shell.refuse_together(
        "several engines", engines, {"--badge": badge, "--state or --merge": is_saved, "--replay": replay}
    )
    many = {"--jobs": (asked["jobs"] or 1) > 1, "--scheduler": asked["scheduler"]}
    shell.refuse_together("--transcript or --stderr", engine.keeps_files, many)
    # A question is its JSON, the standard input, or a file with it.
    replayed = None if replay is None or replay == "-" or replay.lstrip().startswith("{") else Path(replay)
    inputs = [file for file in (known_file, replayed, state, *merge) if file is not None]
    settings = run_settings(game or GAMES[0], engine, known_file, update, asked)
    output = Output(report, junit, badge, summary, as_json, force, tuple(inputs), update)
    several = []
    for each in engines:
        own = read_known(each.known, update) if each.known else settings.known
        several.append((each, replace(settings, engine=each.settings, known=own)))
    output.may_be_written([settings.known, *(each.known for _, each in several)])
    if replay is not None:
        question, earlier = read_replay(replay, game or "")
        again = ask_again(replace(settings, game=question.game), question, earlier)
        finish(output, [again], bool(game), verbose)
    run = partial(run_each, run=partial(run_vectors, which=which) if vectors_only else run_check)
    if several:
        table = check_several(several, game, readings, run)
        finish(output, [verdict for engine in table.engines for verdict in engine.verdicts], False, verbose, table)
    wanted = by_game(settings, game, readings)
    verdicts = [saved_verdict(wanted, state, merge)] if is_saved else run(wanted)
    finish(output, verdicts, len(wanted) == 1, verbose)


def check_several(
    engines: Sequence[tuple[ListedEngine, RunSettings]],
    game: str | None,
    readings: tuple[str, ...],
    run: Callable[[list[RunSettings]], list[Verdict]],
) -> EngineTable:
    """Checks several engines, one after the other. If one cannot be asked, or was not, the table gives the reason."""
    from shatterproof_properties.conformance.report.engine_table import EngineTable, EngineVerdicts

    # What no engine can make right is refused before any is asked.
    readings_by_game(readings, game)
    patterns_by_game(engines[0][1].clauses, game)
    runs = dict(engines)

    def verdicts_on(engine: ListedEngine) -> tuple[str, list[Verdict]]:
        verdicts = run(by_game(runs[engine], game, readings, must_play=False))
        return verdicts[0].result.engine.title if verdicts else "", verdicts

    def is_interrupted(verdicts: list[Verdict]) -> bool:
        return any(each.result.ending.interrupted for each in verdicts)

    table = EngineTable(ask_each([*runs], verdicts_on, EngineVerdicts, is_interrupted))
    table.tell_apart()
    return table


def run_settings(
    game: str, engine: EngineSettings, known_file: Path | None, update: bool, asked: Mapping[str, Any]
) -> RunSettings:
    """The settings of a run from the options of the command. Raises InputError."""
    from shatterproof_properties.conformance.history.known_file import KnownFile, read_known
    from shatterproof_properties.conformance.run_settings import Budget, RunSettings, RunWorkers, cores

    known = read_known(known_file, update) if known_file else KnownFile()
    if known.remark and not update:
        shell.print_line(f"shatterproof: {known.remark}", err=True)
    jobs = asked["jobs"] or (1 if asked["results"] or engine.keeps_files else cores())
    return RunSettings(
        game,
        engine,
        budget=Budget(asked["seconds"], asked["results"], asked["differences"]),
        workers=RunWorkers(jobs, asked["scheduler"]),
        seed=asked["seed"],
        mutants=asked["mutants"],
        examples=asked["examples"],
        known=known,
        clauses=asked["clauses"],
    )


def by_game(
    settings: RunSettings, game: str | None, readings: tuple[str, ...], must_play: bool = True
) -> list[RunSettings]:
    """The settings for each game to check.

    Raises InputError for readings or clauses of games that the engine does not play, unless it need not (`must_play`).
    """
    from shatterproof_properties.conformance.runs.check import games_of

    chosen, patterns = readings_by_game(readings, game), patterns_by_game(settings.clauses, game)
    games = [game] if game and must_play else [name for name in games_of(settings.engine) if game in (name, None)]
    by_option: dict[str, Iterable[str]] = {"--readings": chosen, "--clauses": patterns}
    for option, named in by_option.items():
        for name in named if must_play else ():
            if name not in games:
                wish = f"{option.strip('-')} of {', '.join(games)}"
                raise InputError(f"the engine does not play {name}", option, wish)
    return [
        replace(settings, game=name, readings=chosen.get(name, {}), clauses=patterns.get(name, ()))
        for name in games
        if name in (patterns or games)
    ]


def patterns_by_game(patterns: Iterable[str], game: str | None) -> dict[str, tuple[str, ...]]:
    """The patterns of `--clauses` for each game in which they match clauses; with `game` for this one only.

    Raises InputError for a pattern that matches nothing.
    """
    found: dict[str, tuple[str, ...]] = {}
    for pattern in patterns:
        for name in {clause.partition(".")[0] for clause in clauses_like(pattern, game)}:
            found[name] = (*found.get(name, ()), pattern)
    return found


def saved_verdict(wanted: Sequence[RunSettings], state: Path | None, merge: Iterable[Path]) -> Verdict:
    """The verdict of a saved run, after others have been added to it. Raises InputError."""
    from shatterproof_properties.conformance.history.saved_run import SavedRun
    from shatterproof_properties.conformance.runs.saved import about, run_saved

    if state is None:
        raise InputError("there is nothing to merge into", "--merge", "a file for --state as well")
    if len(wanted) != 1:
        raise InputError(
            f"a saved run is about one game, and the engine plays {len(wanted)}", "--state", "the name of one GAME"
        )
    subject = about(wanted[0])
    for file in merge:
        if not file.is_file():
            raise InputError("there is no such file", str(file), "the file of another saved run")
        if state.exists() and file.samefile(state):
            raise InputError("this is the saved run itself", str(file), "the file of another saved run")
    with SavedRun(state, subject) as saved:
        for file in merge:
            with SavedRun(file, subject) as other:
                saved.add(other)
        return run_saved(wanted[0], saved)


def finish(
    output: Output, verdicts: Sequence[Verdict], alone: bool, verbose: bool, table: EngineTable | None = None
) -> NoReturn:
    """Prints verdicts, one for each game, or the table of several engines; ends with the gravest exit code."""
    from shatterproof_properties.conformance.report.output import readme_line
    from shatterproof_properties.conformance.verdicts.judgement import gravest

    failure = output.save(verdicts, alone, table)
    if output.as_json:
        each = [verdict.to_json() for verdict in verdicts]
        shell.print_json(table.to_json() if table else each[0] if alone else {"games": each})
    else:
        texts = [table.to_text()] if table else [verdict.to_text(verbose) for verdict in verdicts]
        shell.print_text("\n".join(texts), nl=False)
        if output.badge and not failure:
            shell.print_line(f"  for a README: {readme_line(verdicts, str(output.badge))}")
    if failure:
        raise failure
    sys.exit(table.exit_code if table else gravest(verdict.exit_code for verdict in verdicts))
