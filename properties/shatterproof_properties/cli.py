"""The commands of shatterproof. Thin: each reads its arguments, calls what does the work, and prints."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from shatterproof.errors import InputError

if TYPE_CHECKING:
    from shatterproof.game import Game
    from shatterproof_properties.load import Shown

FINE, NO, BAD_INPUT, HARNESS_FAILED = 0, 1, 2, 3
GAME_NAMES = ("crumble",)

FileArgument = click.Path(path_type=Path, allow_dash=True)
STANDARD_OUTPUT = Path("-")
game_argument = click.argument("game", type=click.Choice(GAME_NAMES), metavar="GAME")
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
        except BrokenPipeError:
            stop_unheard()
        except KeyboardInterrupt:
            stop(HARNESS_FAILED, "interrupted")
        except Exception as error:
            stop(HARNESS_FAILED, f"shatterproof itself failed: {type(error).__name__}: {' '.join(str(error).split())}")

    return wrapped


def stop(code: int, line: str) -> NoReturn:
    """Ends the program with a line on stderr, whatever characters it is about."""
    click.echo(f"shatterproof: {printable(line)}", err=True)
    sys.exit(code)


def printable(line: str) -> str:
    """A line in which whatever a terminal could trip over is escaped."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)


def stop_unheard() -> NoReturn:
    """Ends the program when nobody reads what it prints, as `head` does: without a word, and without a verdict."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(HARNESS_FAILED)


class BadUsage(click.ClickException):
    """A usage error, told in one line like all other errors."""

    exit_code = BAD_INPUT

    def __init__(self, error: click.UsageError) -> None:
        hint = f"; see {error.ctx.command_path} --help" if error.ctx else ""
        super().__init__(" ".join(error.format_message().rstrip(".").split()) + hint)

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"shatterproof: {printable(self.message)}", file=file, err=True)


class Commands(click.Group):
    """Commands whose usage errors take one line."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            raise BadUsage(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise BadUsage(error) from None


def print_json(value: Any) -> None:
    from shatterproof import strict_json

    click.echo(strict_json.encode(value))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=False,
             invoke_without_command=True)  # fmt: skip
@click.version_option(package_name="shatterproof")
@click.pass_context
def main(context: click.Context) -> None:
    """Executable rules for games about things that break, and a harness that checks anyone's implementation.

    FILE may be - for the standard input. Exit codes: 0 fine; 1 the answer is no; 2 bad usage or input; 3 shatterproof
    itself failed.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@main.command()
@click.argument("file", type=FileArgument)
@json_option
@with_clear_errors
def judge(file: Path, as_json: bool) -> None:
    """Say whether the game in FILE was legal.

    Prints the result of a legal game; for an illegal one the first illegal turn, why, and the clause it breaks. Marks +
    and results that do not fit are remarked on.
    """
    from shatterproof import record
    from shatterproof_properties.load import load_record, named

    game = load_record(file)
    with named(file):
        verdict = record.judge(game)
    if as_json:
        print_json(judgement_to_json(verdict))
    elif verdict.legal:
        ending = "drawn by agreement" if verdict.agreed else record.describe_outcome(verdict.outcome)
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


def count_of(number: int, thing: str) -> str:
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def opening(game: Game, board: str | None, position: Path | None, readings: tuple[str, ...]) -> Any:
    """The position to begin from: one in a file, or the start on a board. Raises InputError."""
    from shatterproof_properties.load import chosen_readings, going_on, load_position

    if position is not None:
        if board is not None:
            raise InputError("--board and --position are both given", expected="one of them")
        return going_on(game, load_position(position, game, readings), str(position))
    chosen = chosen_readings(game, readings) or game.Readings()
    if board is None:
        return game.start(readings=chosen)
    try:
        return game.start(board, chosen)
    except InputError as error:
        error.locate("--board")
        raise


@main.command()
@game_argument
@position_option
@board_option
@readings_option
@json_option
@with_clear_errors
def turns(game: str, position: Path | None, board: str | None, readings: tuple[str, ...], as_json: bool) -> None:
    """List the legal turns of a position.

    One a line, with how many pieces each side has after it and whether it ends the game; one turn for each distinct
    result. With --json each line has the position as well.
    """
    from shatterproof.game import find_game
    from shatterproof.record import describe_outcome
    from shatterproof_properties.conformance.reference_table import outcome_to_json, position_to_json

    face = find_game(game)
    begin = opening(face, board, position, readings)
    for turn, after in face.results(begin):
        text, ended = face.format_turn(begin, turn), face.outcome(after)
        if as_json:
            result = {"position": position_to_json(face, after), "outcome": outcome_to_json(ended)}
            print_json({"turn": text} | result)
        else:
            notes = ", ".join([face.summarise(after), *([describe_outcome(ended)] if ended else [])])
            click.echo(f"{text:<16} {notes}".rstrip())


@main.command()
@game_argument
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
    """Count the ways a game can go for DEPTH turns.

    A position's turns count once for each distinct result, and nothing follows the end of a game. The total is the last
    line.
    """
    from shatterproof.game import find_game
    from shatterproof_properties.counting import count_leaves, count_unique

    face = find_game(game)
    begin = opening(face, board, position, readings)
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
    from shatterproof.record import describe_outcome

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


@main.command()
@click.argument("clause", required=False)
@json_option
@with_clear_errors
def rule(clause: str | None, as_json: bool) -> None:
    """Print a clause of the rules, or list all clauses.

    CLAUSE is an id like crumble.cut.own; it is printed with its examples, its code and the properties that guard it.
    """
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
    """Print a reading of the rules, or list all.

    READING is an id like crumble.draw; it is printed with its values and games in which they differ. The list has the
    default of each reading first.
    """
    from shatterproof_properties.rules import clause_to_json, clause_to_text, listed_readings, reading_named

    if reading is not None:
        name = reading_named(reading)
        print_json(clause_to_json(name)) if as_json else click.echo(clause_to_text(name), nl=False)
        return
    for name, values in listed_readings():
        entry = {"reading": name, "values": list(values)}
        print_json(entry) if as_json else click.echo(f"{name:<32} {' / '.join(values)}")


@main.command()
@click.argument("game", type=click.Choice(GAME_NAMES), metavar="[GAME]", required=False)
@click.option("--second", is_flag=True, help="Serve the second engine in place of the reference.")
@with_clear_errors
def engine(game: str | None, second: bool) -> None:
    """Answer an engine's questions on stdin and stdout.

    They are those of spec/protocol.md, one JSON object a line. The reference answers, or the second engine. Without
    GAME, all games are served.
    """
    from shatterproof_properties.conformance.served import serve_games

    serve_games((game,) if game else GAME_NAMES, second)


@main.command()
@click.argument("game", type=click.Choice(GAME_NAMES), metavar="[GAME]", required=False)
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
    """Check that an engine plays by the rules.

    It must agree with the reference wherever we look. A difference is shrunk and shown, with the command that asks
    again.
    """
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
