"""Commands about files that people have: judge and show."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shatterproof.errors import InputError
from shatterproof_properties.commands.shell import (
    FINE,
    NO,
    STANDARD_OUTPUT,
    FileArgument,
    count_of,
    json_option,
    print_json,
    readings_option,
    with_clear_errors,
)

if TYPE_CHECKING:
    from shatterproof_properties.load import Shown


@click.command()
@click.argument("file", type=FileArgument)
@json_option
@with_clear_errors
def judge(file: Path, as_json: bool) -> None:
    """Say whether the game in FILE was legal.

    Prints the result of a legal game; for an illegal one the first illegal turn, why, and the clause it breaks. Marks +
    and results that do not fit are remarked on.
    """
    from shatterproof import judging
    from shatterproof.game import describe_outcome
    from shatterproof_properties.load import load_record, named

    game = load_record(file)
    with named(file):
        verdict = judging.judge(game)
    if as_json:
        print_json(judgement_to_json(verdict))
    elif verdict.legal:
        ending = "drawn by agreement" if verdict.agreed else describe_outcome(verdict.outcome)
        click.echo(f"legal: {count_of(verdict.played, 'turn')}, {ending}")
    elif verdict.at:
        click.echo(f"illegal: {verdict.at.where}, {verdict.at.text}: {verdict.reason} ({verdict.clause})")
    for remark in () if as_json else verdict.remarks:
        click.echo(f"remark: {remark}")
    sys.exit(FINE if verdict.legal else NO)


def judgement_to_json(verdict: Any) -> dict[str, Any]:
    from shatterproof_properties.conformance.reference_table import outcome_to_json

    data = {"legal": verdict.legal, "played": verdict.played, "remarks": list(verdict.remarks)}
    if verdict.legal:
        return data | {"agreed": verdict.agreed, "outcome": outcome_to_json(verdict.outcome)}
    at = {"number": verdict.at.number, "side": verdict.at.side, "line": verdict.at.line, "turn": verdict.at.text}
    return data | {"at": at, "clause": verdict.clause, "reason": verdict.reason}


@click.command()
@click.argument("file", type=FileArgument)
@click.option("--svg", metavar="OUT", type=FileArgument, help="Write a picture to this file instead; - prints it.")
@readings_option
@json_option
@with_clear_errors
def show(file: Path, svg: Path | None, readings: tuple[str, ...], as_json: bool) -> None:
    """Draw a position, or the last position of a game.

    FILE holds a position, as JSON or as a diagram, or a game record. What is printed can be read back.
    """
    from shatterproof_properties.load import load_shown, named

    shown = load_shown(file, readings)
    if svg == STANDARD_OUTPUT:
        click.echo(shown.game.to_svg(shown.position, last=shown.last), nl=False)
    elif svg is not None:
        write_picture(svg, shown.game.to_svg(shown.position, last=shown.last))
        print_json({"svg": str(svg)}) if as_json else click.echo(f"drawn: {svg}")
    elif as_json:
        print_json(shown.game.to_json(shown.position))
    else:
        with named(file):
            click.echo(captioned_diagram(shown), nl=False)


def write_picture(file: Path, picture: str) -> None:
    try:
        file.write_text(picture, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be written: {reason}", str(file), "a file that can be written") from None


def captioned_diagram(shown: Shown) -> str:
    """The diagram of a position, under comments on the last turn and on the end of the game."""
    from shatterproof.game import describe_outcome

    try:
        diagram = shown.game.to_diagram(shown.position)
    except InputError as error:
        raise InputError(error.what, expected="--svg OUT or --json for these") from None
    notes = []
    if shown.written is not None:
        notes.append(f"after {shown.written.text}, move {shown.written.number} ({shown.written.side.capitalize()})")
    ended = shown.game.outcome(shown.position)
    if ended:
        notes.append(describe_outcome(ended))
    return "".join(f"# {note}\n" for note in notes) + diagram
