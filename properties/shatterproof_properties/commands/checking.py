"""The command check: the main job."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands.shell import (
    FINE,
    GAME_NAMES,
    HARNESS_FAILED,
    NO,
    FileArgument,
    engine_option,
    json_option,
    optional_game_argument,
    print_json,
    readings_option,
    with_clear_errors,
)

if TYPE_CHECKING:
    from shatterproof_properties.conformance.check import Verdict


@click.command()
@optional_game_argument
@engine_option
@click.option("--time", "seconds", metavar="S", type=click.FloatRange(1, 86_400), default=60, show_default=True,
              help="Seconds for each game.")  # fmt: skip
@click.option("--results", metavar="N", type=click.IntRange(1), help="Stop after N compared results, if time allows.")
@click.option("--seed", metavar="N", type=click.IntRange(0), help="Repeat a run; without it, a new one is drawn.")
@click.option("--jobs", metavar="N", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--differences", metavar="N", type=click.IntRange(1, 100), default=1, show_default=True,
              help="Unlike differences to look for before stopping.")  # fmt: skip
@click.option("--controls", metavar="N", type=click.IntRange(0, 100), default=1, show_default=True,
              help="Planted mistakes that this run must find first.")  # fmt: skip
@click.option("--declared", metavar="FILE", type=FileArgument, help="Known differences, which do not fail the run.")
@click.option("--slower", metavar="X", type=click.FloatRange(0.01, 1000), default=1.0,
              help="Give the engine X times as long for every answer.")  # fmt: skip
@readings_option
@click.option("--report", metavar="DIR", type=FileArgument, help="Write a page with pictures into this folder.")
@click.option("--replay", metavar="WITNESS", help="Ask one question again: a witness file, or its JSON.")
@json_option
@with_clear_errors
def check(
    game: str | None,
    readings: tuple[str, ...],
    report: Path | None,
    replay: str | None,
    declared: Path | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Check that an engine plays by the rules.

    It must agree with the reference wherever we look. A difference is shrunk and shown, with the command that asks
    again. Without GAME, all games that the engine plays are checked, one after the other.
    """
    from shatterproof_properties.conformance.check import Plan, games_of, run_check
    from shatterproof_properties.conformance.declared import read_declared
    from shatterproof_properties.conformance.replay import ask_again
    from shatterproof_properties.conformance.witness import game_of_witness, read_witness
    from shatterproof_properties.load import readings_by_game

    plan = Plan(game or GAME_NAMES[0], **asked)
    if declared:
        plan = replace(plan, declared=read_declared(declared), declared_file=str(declared))
    if replay is not None:
        if readings:
            raise InputError("--readings and --replay are both given", expected="one: a witness names its readings")
        witness = read_witness(replay)
        told([ask_again(replace(plan, game=game or game_of_witness(witness)), witness)], report, bool(game), as_json)
    chosen = readings_by_game(readings, game)
    games = [game] if game else games_of(plan)
    for name in chosen:
        if name not in games:
            raise InputError(f"the engine does not play {name}", "--readings", f"readings of {', '.join(games)}")
    plans = [replace(plan, game=name, readings=chosen.get(name, {})) for name in games]
    told([run_check(each) for each in plans], report, len(games) == 1, as_json)


def told(verdicts: list[Verdict], report: Path | None, alone: bool, as_json: bool) -> NoReturn:
    """Prints verdicts, one for each game, writes their reports, and ends the program with the gravest exit code."""
    from shatterproof_properties.conformance.report import write_report

    for verdict in verdicts:
        if report is not None:
            folder = report if alone else report / verdict.plan.game
            verdict.report = str(write_report(folder, verdict))
    gravest = next((code for code in (NO, HARNESS_FAILED) if code in [each.exit_code for each in verdicts]), FINE)
    if as_json:
        print_json(verdicts[0].to_json() if alone else {"games": [verdict.to_json() for verdict in verdicts]})
    else:
        click.echo("\n\n".join(verdict.to_text() for verdict in verdicts), nl=False)
    sys.exit(gravest)
