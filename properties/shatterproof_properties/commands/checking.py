"""The command check: the main job."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

import click

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.commands.shell import (
    FINE,
    HARNESS_FAILED,
    NO,
    Duration,
    FileArgument,
    Whole,
    engine_option,
    force_option,
    json_option,
    limit_options,
    optional_game_argument,
    print_json,
    readings_option,
    slower_option,
    with_clear_errors,
)

if TYPE_CHECKING:
    from shatterproof_properties.conformance.causes.differences import Difference
    from shatterproof_properties.conformance.history.baseline import Baseline, Signature
    from shatterproof_properties.conformance.report import Remark
    from shatterproof_properties.conformance.runs.check import Plan, Verdict
    from shatterproof_properties.conformance.vectors import Which
    from shatterproof_properties.conformance.verdicts.changes import Changes


@click.command()
@optional_game_argument
@engine_option
@click.option("--time", "seconds", metavar="T", type=Duration(1, 30 * 86_400), default="20s", show_default=True,
              help="For each game, like 20, 20s, 10m or 8h.")  # fmt: skip
@click.option("--results", metavar="N", type=Whole(1),
              help="Stop after N results compared with the reference, if time allows.")  # fmt: skip
@click.option("--seed", metavar="N", type=Whole(0), help="Repeat a run; without it, a new one is drawn.")
@click.option("--jobs", metavar="N", type=Whole(1, 64),
              help="Processes; unless told as many as there are cores, and one with --results.")  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS",
              help="A Dask cluster that works instead, like tcp://host:8786, with the engine on each.")  # fmt: skip
@click.option("--differences", metavar="N", type=Whole(1, 100), default=1, show_default=True,
              help="Unlike differences to look for before stopping.")  # fmt: skip
@click.option("--controls", metavar="N", type=Whole(0, 100), default=1, show_default=True,
              help="Planted mistakes that this run must find first.")  # fmt: skip
@click.option("--declared", metavar="FILE", type=FileArgument, help="Known differences, which do not fail the run.")
@slower_option
@limit_options
@readings_option
@click.option("--vectors-only", is_flag=True, help="Ask the frozen questions of spec/vectors, and nothing else.")
@click.option("--vectors", "which", type=click.Choice(("core", "full")), default="core", show_default=True,
              help="Which of them.")  # fmt: skip
@click.option("--no-examples", "examples", is_flag=True, flag_value=False, default=True,
              help="Leave out what is known beforehand, examples of the spec and vectors: search alone.")  # fmt: skip
@click.option("--report", metavar="DIR", type=FileArgument, help="Write a page with pictures into this folder.")
@click.option(
    "--junit", metavar="FILE", type=FileArgument, help="Write the verdict as JUnit XML: a test for each clause."
)
@click.option("--baseline", metavar="FILE", type=FileArgument,
              help="An earlier verdict as JSON: show only what has changed since.")  # fmt: skip
@click.option("--state", metavar="FILE", type=FileArgument,
              help="Keep what is found in this file, and go on with what it has: a campaign.")  # fmt: skip
@click.option("--merge", metavar="FILE", type=FileArgument, multiple=True,
              help="Add another such file to it first; can be repeated.")  # fmt: skip
@click.option("--replay", metavar="WITNESS", help="Ask one question again: a witness file, or its JSON.")
@force_option
@json_option
@with_clear_errors
def check(
    game: str | None,
    readings: tuple[str, ...],
    declared: Path | None,
    vectors_only: bool,
    which: Which,
    report: Path | None,
    junit: Path | None,
    baseline: Path | None,
    state: Path | None,
    merge: tuple[Path, ...],
    replay: str | None,
    force: bool,
    as_json: bool,
    **asked: Any,
) -> None:
    """Check that an engine plays by the rules.

    It must agree with the reference wherever we look. A difference is shrunk and shown, with the command that asks
    again. Without GAME, all games that the engine plays are checked, one after the other.
    """
    from shatterproof_properties.conformance.history.baseline import read_baseline
    from shatterproof_properties.conformance.history.declared import read_declared
    from shatterproof_properties.conformance.runs.check import (
        Plan,
        ask_again,
        ask_witnesses,
        knowing,
        read_replay,
        run_check,
        run_each,
    )
    from shatterproof_properties.conformance.settings import cores
    from shatterproof_properties.conformance.vectors.vector_run import run_vectors

    if state is not None or merge:
        refuse_besides_campaign({"--baseline": baseline, "--vectors-only": vectors_only, "--replay": replay})
    inputs = [file for file in (declared, baseline, witness_file(replay), state, *merge) if file is not None]
    output = Output(report, junit, as_json, force, tuple(inputs))
    output.may_be_written()
    if asked["scheduler"] is not None:
        refuse_besides_scheduler({"--jobs": asked["jobs"], "--vectors-only": vectors_only, "--replay": replay})
    jobs = asked.pop("jobs") or (1 if asked["results"] else cores())
    plan = Plan(game or GAMES[0], jobs=jobs, **asked)
    if declared:
        plan = replace(plan, declared=read_declared(declared), declared_file=str(declared))
    before = read_baseline(baseline) if baseline else None
    if replay is not None:
        if readings or before:
            raise InputError("--replay is not alone", expected="no --readings and no --baseline: it asks one question")
        question, earlier = read_replay(replay, game or "")
        output.finish([ask_again(replace(plan, game=question.game), question, earlier)], bool(game))
    plans = plans_by_game(plan, game, readings)
    if state is not None or merge:
        output.finish([campaign_of(plans, state, merge)], len(plans) == 1)
    again = ask_witnesses(before, plans) if before else {}
    if before and not vectors_only:
        plans = [knowing(plan, before, again) for plan in plans]
    run = partial(run_vectors, which=which) if vectors_only else run_check
    output.finish(run_each(plans, run), len(plans) == 1, before, again)


def refuse_besides_campaign(options: Mapping[str, Any]) -> None:
    """Raises InputError where one of these options is given: a campaign would not do what it says."""
    for name, given in options.items():
        if given not in (None, False):
            raise InputError(f"--state is not alone, but with {name}", expected=f"one of both: {name} keeps nothing")


def refuse_besides_scheduler(options: Mapping[str, Any]) -> None:
    """Raises InputError where one of these options is given, which concern this machine alone."""
    for name, given in options.items():
        if given not in (None, False):
            raise InputError(f"--scheduler is not alone, but with {name}", expected="one of both")


def campaign_of(plans: Sequence[Plan], state: Path | None, merge: Iterable[Path]) -> Verdict:
    """The verdict of a campaign whose state is in a file, after others have been added to it. Raises InputError."""
    from shatterproof_properties.conformance.runs.campaign import CampaignState, about, run_campaign

    if state is None:
        raise InputError("there is nothing to merge into", "--merge", "a file for --state as well")
    if len(plans) != 1:
        raise InputError(f"{len(plans)} games in one campaign", "--state", "the name of a GAME")
    said = about(plans[0])
    for file in merge:
        if not file.is_file():
            raise InputError("there is no such file", str(file), "the state of another campaign")
        if state.exists() and file.samefile(state):
            raise InputError("this is the campaign itself", str(file), "the state of another campaign")
    with CampaignState(state, said) as kept:
        for file in merge:
            with CampaignState(file, said) as other:
                kept.add(other)
        return run_campaign(plans[0], kept)


def witness_file(replay: str | None) -> Path | None:
    """The file that --replay names; None where it is JSON, or the standard input."""
    return None if replay is None or replay == "-" or replay.lstrip().startswith("{") else Path(replay)


def plans_by_game(plan: Plan, game: str | None, readings: tuple[str, ...]) -> list[Plan]:
    """A plan for each game to check. Raises InputError for readings of other games."""
    from shatterproof_properties.common.files import readings_by_game
    from shatterproof_properties.conformance.runs.check import games_of

    chosen = readings_by_game(readings, game)
    games = [game] if game else games_of(plan)
    for name in chosen:
        if name not in games:
            raise InputError(f"the engine does not play {name}", "--readings", f"readings of {', '.join(games)}")
    return [replace(plan, game=name, readings=chosen.get(name, {})) for name in games]


@dataclass(frozen=True)
class Output:
    """Where verdicts go: a folder for the report, a file for JUnit XML, and whether as JSON.

    What exists and is not ours is replaced with `force` only; the files `inputs` never are.
    """

    report: Path | None
    junit: Path | None
    as_json: bool
    force: bool = False
    inputs: tuple[Path, ...] = ()

    def may_be_written(self) -> None:
        """Raises InputError where a report or JUnit file could not be written after the run."""
        from shatterproof_properties.common.outputs import JUNIT, may_write, may_write_folder

        if self.report:
            from shatterproof_properties.conformance.report import is_name_of_ours

            may_write_folder(self.report, force=self.force)
            for given in self.inputs:
                if is_name_of_ours(self.report, given):
                    raise InputError("is read by this very command, and not written over", str(given),
                                     "another folder for --report")  # fmt: skip
        if self.junit:
            may_write(self.junit, JUNIT, inputs=self.inputs, force=self.force)

    def finish(
        self,
        verdicts: Sequence[Verdict],
        alone: bool,
        before: Baseline | None = None,
        again: Mapping[Signature, Difference | None] = MappingProxyType({}),
    ) -> NoReturn:
        """Prints verdicts, one for each game, and ends the program with the gravest exit code.

        With an earlier verdict `before`, what has changed since is printed; `again` says what was asked once more.
        """
        from shatterproof_properties.conformance.verdicts.changes import changes

        since = changes(before, verdicts, again) if before else None
        failure = self._write(verdicts, alone, since)
        if self.as_json:
            whole = verdicts[0].to_json() if alone else {"games": [verdict.to_json() for verdict in verdicts]}
            print_json(since.to_json() if since else whole)
        elif since:
            click.echo(since.to_text(), nl=False)
        else:
            click.echo("\n\n".join(verdict.to_text() for verdict in verdicts), nl=False)
        if failure:
            raise failure
        codes = [since.exit_code] if since else [verdict.exit_code for verdict in verdicts]
        sys.exit(next((code for code in (NO, HARNESS_FAILED) if code in codes), FINE))

    def _write(
        self, verdicts: Sequence[Verdict], alone: bool, since: Changes | None
    ) -> InputError | KeyboardInterrupt | None:
        """Writes report and JUnit file; what kept it from that is told after the verdict, which is not lost."""
        failure: InputError | KeyboardInterrupt | None = None
        try:
            self._write_report(verdicts, alone, since)
        except (InputError, KeyboardInterrupt) as error:
            failure = error
            for verdict in verdicts:
                verdict.report = ""
        if not isinstance(failure, KeyboardInterrupt):
            try:
                self._write_junit(verdicts)
            except (InputError, KeyboardInterrupt) as error:
                failure = failure or error
        return failure

    def _write_report(self, verdicts: Sequence[Verdict], alone: bool, since: Changes | None) -> None:
        if not self.report:
            return
        from shatterproof_properties.conformance.report import write_index, write_report

        remark = partial(remark_on, verdicts=verdicts)
        if alone:
            write_report(self.report, verdicts[0], remark, since, self.inputs, self.force)
        else:
            write_index(self.report, verdicts, remark, since, self.inputs, self.force)

    def _write_junit(self, verdicts: Sequence[Verdict]) -> None:
        if not self.junit:
            return
        from shatterproof_properties.common.outputs import JUNIT, write_file
        from shatterproof_properties.conformance.report.junit import junit_of

        write_file(self.junit, junit_of(verdicts), JUNIT, inputs=self.inputs, force=self.force)


def remark_on(difference: Difference, verdicts: Sequence[Verdict]) -> Remark:
    """What a report says beside a difference: the vector that keeps it, and the readings under which it is none."""
    from shatterproof import strict_json
    from shatterproof_properties.conformance.report import Remark
    from shatterproof_properties.conformance.vectors.vector_differences import vector_of

    found = [zip(verdict.differences, verdict.along, strict=False) for verdict in verdicts]
    along = next((readings for pairs in found for other, readings in pairs if other is difference), ())
    return Remark(strict_json.encode(vector_of(difference)), along)
