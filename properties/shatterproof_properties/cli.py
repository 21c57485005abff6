"""The commands of shatterproof. Thin: each reads its arguments, calls what does the work, and prints."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shatterproof.errors import InputError

if TYPE_CHECKING:
    from shatterproof.game import Game

FINE, NO, BAD_INPUT, HARNESS_FAILED = 0, 1, 2, 3
GAME_NAMES = ("crumble",)

FileArgument = click.Path(path_type=Path)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the machine-readable form.")
board_option = click.option("--board", metavar="B", help="Board to start on, like 6x6.")
position_option = click.option("--position", metavar="FILE", type=FileArgument, help="Position to begin from.")
readings_option = click.option(
    "--readings", metavar="ID=VALUE", multiple=True, help="A reading other than the default; can be repeated."
)


def with_clear_errors(command: Callable[..., None]) -> Callable[..., None]:
    """Turns refused input into one line and exit code 2, and failures of our own into one line and exit code 3."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except InputError as error:
            stop(BAD_INPUT, str(error))
        except click.ClickException:
            raise
        except Exception as error:
            stop(HARNESS_FAILED, f"shatterproof itself failed: {type(error).__name__}: {' '.join(str(error).split())}")

    return wrapped


def stop(code: int, line: str) -> None:
    """Ends the program with a line on stderr."""
    click.echo(f"shatterproof: {line}", err=True)
    sys.exit(code)


def print_json(value: Any) -> None:
    from shatterproof import strict_json

    click.echo(strict_json.encode(value))


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="shatterproof")
def main() -> None:
    """Executable rules for games about things that break, and a harness that checks anyone's implementation.

    Exit codes: 0 fine; 1 the answer is no; 2 bad usage or input; 3 shatterproof itself failed.
    """


@main.command()
@click.argument("file", type=FileArgument)
@json_option
@with_clear_errors
def judge(file: Path, as_json: bool) -> None:
    """Replay the game record in FILE: legal throughout and its result, or the turn, the clause and the reason."""
    from shatterproof import record
    from shatterproof_properties.load import load_record, placed

    verdict = placed(file, lambda: record.judge(load_record(file)))
    if as_json:
        print_json(judgement_to_json(verdict))
    elif verdict.legal:
        click.echo(f"legal: {count_of(verdict.played, 'turn')}, {record.describe_outcome(verdict.outcome)}")
    else:
        click.echo(f"illegal: {verdict.at.where}: {verdict.at.text}: {verdict.reason} ({verdict.clause})")
    for remark in () if as_json else verdict.remarks:
        click.echo(f"remark: {remark}")
    sys.exit(FINE if verdict.legal else NO)


def judgement_to_json(verdict: Any) -> dict[str, Any]:
    from shatterproof_properties.conformance.reference_table import outcome_to_json

    data = {"legal": verdict.legal, "played": verdict.played, "remarks": list(verdict.remarks)}
    if verdict.legal:
        return data | {"outcome": outcome_to_json(verdict.outcome)}
    at = {"number": verdict.at.number, "side": verdict.at.side, "line": verdict.at.line, "turn": verdict.at.text}
    return data | {"at": at, "clause": verdict.clause, "reason": verdict.reason}


def count_of(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def opening(game_name: str, board: str | None, position: Path | None, readings: tuple[str, ...]) -> tuple[Game, Any]:
    """The game, and the position to begin from: from a file, or the start on a board. Raises InputError."""
    from shatterproof.game import find_game
    from shatterproof_properties.load import chosen_readings, going_on, load_position

    game = find_game(game_name)
    if position is not None:
        if board is not None:
            raise InputError("--board and --position are both given", expected="one of them")
        return game, going_on(game, load_position(position, game, readings)[1], str(position))
    chosen = chosen_readings(game, readings) or game.Readings()
    return game, game.start(board, chosen) if board else game.start(readings=chosen)


@main.command()
@click.argument("game", type=click.Choice(GAME_NAMES))
@position_option
@board_option
@readings_option
@json_option
@with_clear_errors
def turns(game: str, position: Path | None, board: str | None, readings: tuple[str, ...], as_json: bool) -> None:
    """List the legal turns of GAME, one a line, with what each leads to."""
    from shatterproof.record import describe_outcome
    from shatterproof_properties.conformance.reference_table import ReferenceTable, position_to_json

    face, begin = opening(game, board, position, readings)
    if as_json:
        for entry in ReferenceTable(face, begin.board, begin.readings).turns(position_to_json(face, begin)):
            print_json(entry)
        return
    for turn, after in face.results(begin):
        ended = face.outcome(after)
        notes = ", ".join([face.summarise(after), *([describe_outcome(ended)] if ended else [])])
        click.echo(f"{face.format_turn(begin, turn):<16} {notes}".rstrip())


@main.command()
@click.argument("game", type=click.Choice(GAME_NAMES))
@click.argument("depth", type=click.IntRange(0, 12))
@board_option
@position_option
@readings_option
@click.option("--divide", is_flag=True, help="Also print the leaves below each first turn.")
@click.option("--unique", is_flag=True, help="Count distinct positions of the last ply, not paths to them.")
@click.option("--engine", type=click.Choice(["reference", "second"]), default="reference", show_default=True)
@json_option
@with_clear_errors
def perft(
    game: str,
    depth: int,
    board: str | None,
    position: Path | None,
    readings: tuple[str, ...],
    divide: bool,
    unique: bool,
    engine: str,
    as_json: bool,
) -> None:
    """Count the leaves of the turn tree of GAME at DEPTH; the total is the last line."""
    from shatterproof_properties.counting import count_leaves, count_unique

    face, begin = opening(game, board, position, readings)
    if unique and (divide or engine == "second"):
        raise InputError(
            "--unique counts a whole ply with the reference", expected="no --divide and no --engine second"
        )
    if unique:
        total = count_unique(face, begin, depth)
        print_json({"total": total}) if as_json else click.echo(total)
        return
    by = count_leaves(face, begin, depth, engine)
    total = sum(leaves for _, leaves in by) if depth else 1
    if as_json:
        print_json({"total": total} | ({"by": [list(row) for row in by]} if divide else {}))
        return
    for text, leaves in by if divide else ():
        click.echo(f"{text}: {leaves}")
    click.echo(total)


@main.command()
@click.argument("file", type=FileArgument)
@click.option("--svg", metavar="OUT", type=FileArgument, help="Write a picture to this file instead.")
@readings_option
@json_option
@with_clear_errors
def show(file: Path, svg: Path | None, readings: tuple[str, ...], as_json: bool) -> None:
    """Draw the position, or the last position of the game record, in FILE."""
    from shatterproof_properties.load import load_shown

    game, position, last = load_shown(file, readings)
    if svg is not None:
        try:
            svg.write_text(game.to_svg(position, last=last), encoding="utf-8")
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", str(svg), "a file that can be written") from None
        click.echo(f"drawn: {svg}")
    elif as_json:
        print_json(game.to_json(position))
    else:
        click.echo(game.to_diagram(position), nl=False)


@main.command()
@click.argument("clause", required=False)
@json_option
@with_clear_errors
def rule(clause: str | None, as_json: bool) -> None:
    """Print CLAUSE with its examples and its code; without one, list all clauses."""
    from shatterproof_properties.rules import clause_to_json, clause_to_text, listed_clauses

    if clause is not None:
        print_json(clause_to_json(clause)) if as_json else click.echo(clause_to_text(clause), nl=False)
        return
    for name, title in listed_clauses():
        print_json({"clause": name, "title": title}) if as_json else click.echo(f"{name:<36} {title}")


@main.command()
@click.argument("reading", required=False)
@json_option
@with_clear_errors
def readings(reading: str | None, as_json: bool) -> None:
    """Print READING with its values and the game in which they differ; without one, list all, defaults first."""
    from shatterproof_properties.rules import clause_to_json, clause_to_text, listed_readings

    known = dict(listed_readings())
    if reading is not None and reading not in known:
        raise InputError(f"unknown reading {reading!r}", expected=f"one of {', '.join(known)}")
    if reading is not None:
        print_json(clause_to_json(reading)) if as_json else click.echo(clause_to_text(reading), nl=False)
        return
    for name, values in known.items():
        print_json({"reading": name, "values": list(values)}) if as_json else click.echo(
            f"{name:<32} {' / '.join(values)}"
        )


@main.command()
@click.argument("game", type=click.Choice(GAME_NAMES), required=False)
@click.option("--second", is_flag=True, help="Serve the second engine in place of the reference.")
@with_clear_errors
def engine(game: str | None, second: bool) -> None:
    """Serve the reference, or the second engine, as an engine on stdin and stdout (spec/protocol.md)."""
    from shatterproof_properties.conformance.served import serve_games

    serve_games((game,) if game else GAME_NAMES, second)


@main.command()
@click.argument("game", type=click.Choice(GAME_NAMES), required=False)
@click.option("--engine", "command", metavar="CMD", help="The engine to check; without it, our own second engine.")
@click.option("--time", "seconds", metavar="S", type=click.FloatRange(1, 86_400), default=60, show_default=True)
@click.option("--results", metavar="N", type=click.IntRange(1), help="Stop after N compared results, if time allows.")
@click.option("--seed", metavar="N", type=click.IntRange(0), help="Repeat a run; without it, a new one is drawn.")
@click.option("--jobs", metavar="N", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--controls", metavar="N", type=click.IntRange(0, 100), default=1, show_default=True,
              help="Planted mistakes that this run must find first.")  # fmt: skip
@click.option("--report", metavar="DIR", type=FileArgument, help="Write a page with pictures into this folder.")
@click.option("--replay", metavar="WITNESS", help="Ask one question again: a witness file, or its JSON.")
@json_option
@with_clear_errors
def check(
    game: str | None,
    command: str | None,
    seconds: float,
    results: int | None,
    seed: int | None,
    jobs: int,
    controls: int,
    report: Path | None,
    replay: str | None,
    as_json: bool,
) -> None:
    """Check an engine against the rules: does it agree with the reference, everywhere we look?"""
    from shatterproof_properties.conformance.check import Plan, run_check, run_replay

    plan = Plan(game or GAME_NAMES[0], command, seconds, results, seed, jobs, controls)
    verdict = run_replay(plan, replay) if replay is not None else run_check(plan)
    if report is not None:
        from shatterproof_properties.conformance.report import write_report

        verdict.report = str(write_report(report, verdict))
    if as_json:
        print_json(verdict.to_json())
    else:
        click.echo(verdict.to_text(), nl=False)
    sys.exit(verdict.exit_code)
