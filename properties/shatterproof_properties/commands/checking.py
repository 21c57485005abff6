"""The command check: the main job."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.commands.shell import (
    FINE,
    HARNESS_FAILED,
    NO,
    STANDARD_OUTPUT,
    Duration,
    FileArgument,
    FileOnDisk,
    Once,
    Whole,
    engine_options,
    force_option,
    json_option,
    optional_game_argument,
    print_json,
    print_line,
    print_text,
    readings_option,
    with_clear_errors,
)

if TYPE_CHECKING:
    from shatterproof_properties.conformance.history.known_file import KnownFile
    from shatterproof_properties.conformance.run_settings import RunSettings
    from shatterproof_properties.conformance.vectors import Which
    from shatterproof_properties.conformance.verdicts.verdict import Verdict
    from shatterproof_properties.engines.engine_settings import EngineSettings


@click.command()
@optional_game_argument
@engine_options("The engine to check; without it, our own second engine.")
@click.option("--time", "seconds", metavar="T", type=Duration(1, 30 * 86_400), default="20s", show_default=True,
              help="For each game, like 20, 20s, 10m or 8h.")  # fmt: skip
@click.option("--results", metavar="N", type=Whole(1),
              help="Stop after N results compared with the reference, if time allows.")  # fmt: skip
@click.option("--seed", metavar="N", type=Whole(0), help="Repeat a run; without it, a new one is drawn.")
@click.option("--jobs", metavar="N", type=Whole(1, 64),
              help="Processes; by default as many as there are cores, and one with --results.")  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", cls=Once,
              help="A Dask cluster that works instead, like tcp://host:8786, with the engine on each.")  # fmt: skip
@click.option("--differences", metavar="N", type=Whole(1, 100), default=1, show_default=True,
              help="Unlike differences to look for before stopping.")  # fmt: skip
@click.option("--mutants", metavar="N", type=Whole(0, 100), default=1, show_default=True,
              help="Engines with one mistake on purpose, which this run must find first.")  # fmt: skip
@click.option("--controls", "controls", metavar="N", type=Whole(0, 100), hidden=True, help="Earlier name of --mutants.")
@click.option("--known", metavar="FILE", cls=Once, type=FileArgument,
              help="Known differences, which fail no run: the verdict tells new, expected and fixed.")  # fmt: skip
@click.option("--declared", metavar="FILE", cls=Once, type=FileArgument, hidden=True, help="Earlier name of --known.")
@click.option("--baseline", metavar="FILE", cls=Once, type=FileArgument, hidden=True, help="Earlier name of --known.")
@click.option("--update-known", "update", is_flag=True,
              help="Add what is new to the file of --known, and take out what is fixed.")  # fmt: skip
@readings_option
@click.option("--vectors-only", is_flag=True, help="Ask the frozen questions of spec/vectors, and nothing else.")
@click.option("--vectors", "which", type=click.Choice(("core", "full")), default="core", show_default=True,
              help="Which of them.")  # fmt: skip
@click.option("--no-examples", "examples", is_flag=True, flag_value=False, default=True,
              help="Leave out what is known beforehand, examples of the spec and vectors: search alone.")  # fmt: skip
@click.option("--report", metavar="DIR", cls=Once, type=FileOnDisk, help="Write a page with pictures into this folder.")
@click.option("--junit", metavar="FILE", cls=Once, type=FileOnDisk,
              help="Write the verdict as JUnit XML: a test for each clause.")  # fmt: skip
@click.option("--state", metavar="FILE", cls=Once, type=FileOnDisk,
              help="Save the run in this file, and go on with what it has covered.")  # fmt: skip
@click.option("--merge", metavar="FILE", type=FileOnDisk, multiple=True,
              help="Add another saved run to it first; can be repeated.")  # fmt: skip
@click.option(
    "--replay", metavar="QUESTION", cls=Once, help="Ask one question again: a file with a counterexample, or its JSON."
)
@click.option(
    "--verbose", is_flag=True, help="Say all that there is to say: every difference in full, and what was covered."
)
@force_option
@json_option
@with_clear_errors
def check(
    game: str | None,
    engine: EngineSettings,
    readings: tuple[str, ...],
    update: bool,
    vectors_only: bool,
    which: Which,
    report: Path | None,
    junit: Path | None,
    state: Path | None,
    merge: tuple[Path, ...],
    replay: str | None,
    verbose: bool,
    force: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Check that an engine plays by the rules.

    It must agree with the reference wherever we look. A difference is shrunk and shown, with the command that asks
    again. Without GAME, all games that the engine plays are checked, one after the other.
    """
    from shatterproof_properties.conformance.runs.check import run_check, run_each
    from shatterproof_properties.conformance.runs.replay import ask_again, read_replay
    from shatterproof_properties.conformance.vectors.vector_run import run_vectors

    is_saved = state is not None or bool(merge)
    known_file = known_file_of(asked, update)
    refuse_together("--state", is_saved, {"--vectors-only": vectors_only, "--replay": replay})
    local = {"--jobs": asked["jobs"], "--vectors-only": vectors_only, "--replay": replay}
    refuse_together("--scheduler", asked["scheduler"], local)
    refuse_together("--replay", replay, {"--readings": readings, "--known": known_file})
    inputs = [file for file in (known_file, replayed_file(replay), state, *merge) if file is not None]
    settings = run_settings(game or GAMES[0], engine, known_file, update, asked)
    output = Output(report, junit, as_json, force, tuple(inputs), settings.known if update else None, verbose)
    output.may_be_written()
    if replay is not None:
        question, earlier = read_replay(replay, game or "")
        output.finish([ask_again(replace(settings, game=question.game), question, earlier)], bool(game))
    wanted = by_game(settings, game, readings)
    if is_saved:
        output.finish([saved_verdict(wanted, state, merge)], len(wanted) == 1)
    run = partial(run_vectors, which=which) if vectors_only else run_check
    output.finish(run_each(wanted, run), len(wanted) == 1)


def known_file_of(asked: dict[str, Any], update: bool) -> Path | None:
    """The file of known differences, under whichever name of the option; it is taken out of what is asked."""
    given = {f"--{name}": asked.pop(name) for name in ("known", "declared", "baseline")}
    files = {name: file for name, file in given.items() if file is not None}
    if len(files) > 1:
        raise InputError(f"{' and '.join(files)} are one option", "--known", "one file")
    if update and set(files.values()) <= {STANDARD_OUTPUT}:
        raise InputError("there is no file to bring up to date", "--update-known", "--known FILE as well")
    return next(iter(files.values()), None)


def refuse_together(name: str, given: Any, others: Mapping[str, Any]) -> None:
    """Raise InputError where an option is given together with one that it leaves no sense."""
    for other, value in others.items() if given else ():
        if value:
            raise InputError(f"{name} is not alone, but with {other}", expected="one of both")


def run_settings(
    game: str, engine: EngineSettings, known_file: Path | None, update: bool, asked: Mapping[str, Any]
) -> RunSettings:
    """The settings of a run from the options of the command. Raises InputError."""
    from shatterproof_properties.conformance.history.known_file import KnownFile, read_known
    from shatterproof_properties.conformance.run_settings import Budget, RunSettings, RunWorkers, cores

    known = read_known(known_file, may_be_missing=update) if known_file else KnownFile()
    if known.remark and not update:
        print_line(f"shatterproof: {known.remark}", err=True)
    return RunSettings(
        game,
        engine,
        budget=Budget(asked["seconds"], asked["results"], asked["differences"]),
        workers=RunWorkers(asked["jobs"] or (1 if asked["results"] else cores()), asked["scheduler"]),
        seed=asked["seed"],
        mutants=asked["mutants"] if asked["controls"] is None else asked["controls"],
        examples=asked["examples"],
        known=known,
    )


def by_game(settings: RunSettings, game: str | None, readings: tuple[str, ...]) -> list[RunSettings]:
    """The settings for each game to check. Raises InputError for readings of other games."""
    from shatterproof_properties.common.files import readings_by_game
    from shatterproof_properties.conformance.runs.check import games_of

    chosen = readings_by_game(readings, game)
    games = [game] if game else games_of(settings.engine)
    for name in chosen:
        if name not in games:
            raise InputError(f"the engine does not play {name}", "--readings", f"readings of {', '.join(games)}")
    return [replace(settings, game=name, readings=chosen.get(name, {})) for name in games]


def saved_verdict(wanted: Sequence[RunSettings], state: Path | None, merge: Iterable[Path]) -> Verdict:
    """The verdict of a saved run, after others have been added to it. Raises InputError."""
    from shatterproof_properties.conformance.history.saved_run import SavedRun
    from shatterproof_properties.conformance.runs.saved import about, run_saved

    if state is None:
        raise InputError("there is nothing to merge into", "--merge", "a file for --state as well")
    if len(wanted) != 1:
        raise InputError(f"{len(wanted)} games in one saved run", "--state", "the name of a GAME")
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


def replayed_file(replay: str | None) -> Path | None:
    """The file that --replay names; None where it is JSON, or the standard input."""
    return None if replay is None or replay == "-" or replay.lstrip().startswith("{") else Path(replay)


@dataclass(frozen=True)
class Output:
    """Where verdicts go: a folder for the report, a file for JUnit XML, and whether as JSON, or in full.

    What exists and is not ours is replaced with `force` only; the files `inputs` never are. The file `known` is brought
    up to date.
    """

    report: Path | None
    junit: Path | None
    as_json: bool
    force: bool = False
    inputs: tuple[Path, ...] = ()
    known: KnownFile | None = None
    verbose: bool = False

    def may_be_written(self) -> None:
        """Raises InputError where a report or JUnit file could not be written after the run."""
        from shatterproof_properties.common.outputs import HANDMADE, JUNIT, may_write, may_write_folder

        if self.report:
            from shatterproof_properties.conformance.report import is_name_of_ours

            may_write_folder(self.report, force=self.force)
            for given in self.inputs:
                if is_name_of_ours(self.report, given):
                    raise InputError("is read by this very command, and not written over", str(given),
                                     "another folder for --report")  # fmt: skip
        if self.junit:
            may_write(self.junit, JUNIT, inputs=self.inputs, force=self.force)
        if self.known:
            may_write(Path(self.known.name), HANDMADE, force=True)

    def finish(self, verdicts: Sequence[Verdict], alone: bool) -> NoReturn:
        """Prints verdicts, one for each game, and ends the program with the gravest exit code."""
        failure = self._write(verdicts, alone)
        if self.as_json:
            each = [verdict.to_json() for verdict in verdicts]
            print_json(each[0] if alone else {"games": each})
        else:
            print_text("\n".join(verdict.to_text(self.verbose) for verdict in verdicts), nl=False)
        if failure:
            raise failure
        codes = [verdict.exit_code for verdict in verdicts]
        sys.exit(next((code for code in (NO, HARNESS_FAILED) if code in codes), FINE))

    def _write(self, verdicts: Sequence[Verdict], alone: bool) -> InputError | KeyboardInterrupt | None:
        """Write all files; what kept one from being written is raised after the verdict, which is not lost."""
        failure: InputError | KeyboardInterrupt | None = None
        report = partial(self._write_report, alone=alone)
        for write in (report, self._keep_questions, self._write_junit, self._update_known):
            try:
                write(verdicts)
            except InputError as error:
                failure = failure or error
            except KeyboardInterrupt as interrupt:
                return failure or interrupt
        return failure

    def _write_report(self, verdicts: Sequence[Verdict], alone: bool) -> None:
        if not self.report:
            return
        from shatterproof_properties.conformance.report import write_index, write_report

        try:
            if alone:
                write_report(self.report, verdicts[0], self.inputs, self.force)
            else:
                write_index(self.report, verdicts, self.inputs, self.force)
        except (InputError, KeyboardInterrupt):
            for verdict in verdicts:
                verdict.report = ""
            raise

    def _keep_questions(self, verdicts: Sequence[Verdict]) -> None:
        """Write what is too long for a command, and in no report, into the working folder; in JSON it is at hand."""
        from shatterproof_properties.common.outputs import write_beside

        if self.as_json and not self.junit:
            return
        for verdict in verdicts:
            # A folder that cannot be written is no reason for another exit code: the verdict says what to do.
            with suppress(InputError):
                for text in verdict.too_long:
                    verdict.files[text] = str(write_beside(Path(), "difference", f"{text}\n"))

    def _write_junit(self, verdicts: Sequence[Verdict]) -> None:
        if not self.junit:
            return
        from shatterproof_properties.common.outputs import JUNIT, write_file
        from shatterproof_properties.conformance.report.junit import junit_of

        write_file(self.junit, junit_of(verdicts), JUNIT, inputs=self.inputs, force=self.force)

    def _update_known(self, verdicts: Sequence[Verdict]) -> None:
        if self.known is None:
            return
        from shatterproof_properties.common.outputs import rewrite_file
        from shatterproof_properties.conformance.history.known import KnownDifference
        from shatterproof_properties.conformance.history.known_file import updated

        findings = [verdict.result.findings for verdict in verdicts]
        fixed = [entry for each in findings for entry in each.fixed]
        differences = (difference for each in findings for difference in each.differences)
        new = [KnownDifference.of(difference) for difference in differences if difference.is_reproduced]
        rewrite_file(Path(self.known.name), updated(self.known, fixed, new))
