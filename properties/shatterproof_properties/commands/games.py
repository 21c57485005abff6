"""Commands about games and positions: judge, show, explore, turns, perft and solve."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

import click

from shatterproof import judging
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AnyGame, describe_outcome, find_game
from shatterproof_properties.commands import shell
from shatterproof_properties.commands.engines import engine_options
from shatterproof_properties.common import files
from shatterproof_properties.common.files import Drawable, load_position, load_shown, named, opening_of, read_text
from shatterproof_properties.common.outputs import SVG, write_file
from shatterproof_properties.common.prose import printable
from shatterproof_properties.judging import records
from shatterproof_properties.judging.legality import legal_under
from shatterproof_properties.judging.records import JudgedFolder
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import outcome_to_json, position_to_json
from shatterproof_properties.protocol.wording import Drawn
from shatterproof_properties.solving.exact import SOLVERS

if TYPE_CHECKING:
    from shatterproof_properties.engines.engine_settings import EngineSettings

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME")
"""One of these variables is set on a machine with a display, outside macOS and Windows."""


@click.command()
@click.argument("file", type=shell.FileArgument)
@click.option("--game", type=click.Choice(GAMES), help="FILE is a bare list of turns of this game, one on each line.")
@shell.board_option
@shell.readings_option
@shell.json_option
def judge(file: Path, game: str | None, board: str | None, readings: tuple[str, ...], as_json: bool) -> None:
    """Say whether a recorded game was legal.

    Print the result of a legal game; of an illegal one the first illegal turn, the clause that it breaks, why, and the
    readings under which it would be legal. FILE may hold several games, or be a folder of records: each game gets a
    line. Trials of Scrunch that Ludii saved are read too; --board says the board where the trial does not.
    """
    if game is None and files.is_folder(file):
        files.refuse_settings(board, readings)
        tell_folder(records.judge_folder(file), as_json)
    if game is None:
        text = files.read_text(file)
        if files.is_record(text) and len(files.games_in(text)) > 1:
            files.refuse_settings(board, readings)
            tell_folder(records.JudgedFolder(file, records.judge_games(file, text)), as_json)
        record = files.only_record(text, file, board=board, readings=readings)
    else:
        record = files.load_turns(file, find_game(game), board=board, readings=readings)
    with files.named(file):
        verdict = judging.judge(record)
    well = verdict.legal and verdict.fits
    legality = None if well else legal_under(record)
    if as_json:
        shell.print_json(records.judgement_to_json(verdict) | ({"readings": legality.to_json()} if legality else {}))
        sys.exit(shell.FINE if verdict.legal else shell.NO)
    shell.print_line(records.judgement_to_text(verdict))
    for remark in verdict.remarks:
        shell.print_line(f"remark: {remark}")
    if legality and legality.departures:
        shell.print_line(legality.to_text())
    sys.exit(shell.FINE if verdict.legal else shell.NO)


def tell_folder(judged: JudgedFolder, as_json: bool) -> NoReturn:
    shell.tell(judged, as_json)
    sys.exit(judged.exit_code)


@click.command()
@click.argument("file", type=shell.FileArgument)
@shell.svg_option
@shell.force_option
@shell.readings_option
@shell.json_option
def show(file: Path, svg: Path | None, force: bool, readings: tuple[str, ...], as_json: bool) -> None:
    """Draw a position, or the last position of a game.

    FILE holds a position, as JSON or as a diagram, or a game record. The other commands read what is printed.
    """
    shown = load_shown(file, readings)
    if svg == shell.STANDARD_OUTPUT:
        shell.print_text(shown.game.to_svg(shown.position, last=shown.last), nl=False)
    elif svg is not None:
        write_file(svg, shown.game.to_svg(shown.position, last=shown.last), SVG, inputs=[file], force=force)
        shell.print_json({"svg": str(svg)}) if as_json else shell.print_line(f"drawn: {svg}")
    elif as_json:
        shell.print_json(shown.game.to_json(shown.position))
    else:
        with named(file):
            shell.print_text(captioned_diagram(shown), nl=False)


def captioned_diagram(shown: Drawable) -> str:
    """The diagram of a position, with comments on the last turn, what it changed, and the end of the game."""
    try:
        shown.game.to_diagram(shown.position)
    except InputError as error:
        raise InputError(error.what, expected="--svg OUT or --json for these") from None
    before = None if shown.before is None else Drawn.of(shown.game, shown.before)
    drawn = Drawn.of(shown.game, shown.position, before)
    notes = []
    if shown.written is not None:
        notes.append(f"after {shown.written.text}, move {shown.written.number} ({shown.written.side.capitalize()})")
    ended = shown.game.outcome(shown.position)
    if ended:
        notes.append(describe_outcome(ended))
    return "".join(f"# {printable(note)}\n" for note in notes) + drawn.text


@click.command()
@click.argument("file", type=shell.FileArgument, required=False)
@click.option("--port", metavar="N", type=shell.Whole(1, 65_535), help="The port to serve on; by default any free one.")
@click.option("--no-open", is_flag=True, help="Print the address without opening a browser.")
@engine_options("Compare this engine with the rules at every position.")
def explore(file: Path | None, port: int | None, no_open: bool, engine: EngineSettings) -> None:
    """Open a board in the browser.

    Play, learn, solve puzzles, set up positions, read the rules. FILE is a position, a game record, a puzzle or a
    counterexample of check to begin with. The address works on this machine only, until you press Ctrl-C.
    """
    from shatterproof_properties.explorer.engine_comparison import ComparedEngine
    from shatterproof_properties.explorer.opened_games import open_text
    from shatterproof_properties.explorer.server import run
    from shatterproof_properties.explorer.service import Explorer, check_question

    opened = None
    if file is not None:
        text = read_text(file)
        with named(file):
            opened = open_text(text)
    compared = None if engine.command is None else ComparedEngine(engine)
    try:
        explorer = Explorer(opened, check_question, compared)
        run(explorer, port or 0, None if no_open else open_browser, shell.print_line)
    finally:
        if compared is not None:
            compared.close()


def open_browser(address: str) -> None:
    """Open an address in the browser; print one line if there is no browser."""
    if sys.platform in ("darwin", "win32", "cygwin"):
        click.launch(address)
        return
    why, quiet = "there is no display here", subprocess.DEVNULL
    if any(map(os.environ.get, DISPLAYS)):
        why = "no browser could be started"
        with suppress(OSError):
            done = subprocess.run(["xdg-open", address], stdin=quiet, stdout=quiet, stderr=quiet, check=False)
            if done.returncode == 0:
                return
    host = urlsplit(address)
    tunnel = f"ssh -L {host.port}:{host.hostname}:{host.port}"
    shell.print_line(f"shatterproof: {why}; open the address yourself, from another machine through {tunnel}", err=True)


def opening(game: AnyGame, board: str | None, position: Path | None, readings: tuple[str, ...]) -> Any:
    """The position to begin from: one in a file, or the start on a board. Raises InputError."""
    shell.refuse_together("--board", board, {"--position": position})
    if position is not None:
        begun = load_position(position, game, readings)
        if ended := game.outcome(begun):
            what = f"the game is over: {describe_outcome(ended)}"
            raise InputError(what, str(position), "a position in which it goes on")
        return begun
    return opening_of(game, board, readings)


@click.command()
@shell.game_argument
@shell.position_option
@shell.board_option
@shell.readings_option
@click.option("--all", "every", is_flag=True, help="List every turn, also several with the same result.")
@shell.json_option
def turns(game: str, every: bool, as_json: bool, **begun: Any) -> None:
    """List the legal turns of a position.

    Each line has a turn, how many pieces each side has after it, and whether it ends the game. There is one turn for
    each distinct result, unless you give --all.
    """
    rules = find_game(game)
    begin = opening(rules, **begun)
    for turn, after in rules.actions(begin) if every else rules.results(begin):
        text, ended = rules.format_turn(begin, turn), rules.outcome(after)
        if as_json:
            result = {"position": rules.to_json(after), "outcome": outcome_to_json(ended)}
            shell.print_json({"turn": text} | result)
        else:
            notes = [features.of(rules).summarise(after), describe_outcome(ended) if ended else ""]
            shell.print_line(f"{text:<16} {', '.join(filter(None, notes))}".rstrip())


@click.command()
@shell.game_argument
@click.argument("depth", type=shell.Whole(0, 12))
@shell.board_option
@shell.position_option
@shell.readings_option
@click.option("--divide", is_flag=True, help="Also print the leaves below each first turn.")
@click.option("--unique", is_flag=True, help="Count distinct positions of the last ply, not paths to them.")
@click.option("--actions", is_flag=True, help="Count every turn, also several with the same result.")
@click.option("--engine", type=click.Choice(["reference", "second"]), default="reference", show_default=True)
@shell.json_option
def perft(
    game: str, depth: int, divide: bool, unique: bool, actions: bool, engine: str, as_json: bool, **begun: Any
) -> None:
    """Count the games of DEPTH turns.

    Turns with the same result count once, and nothing follows the end of a game. The total is the last line.
    """
    from shatterproof_properties.protocol.table import count_leaves, count_unique

    rules = find_game(game)
    begin = opening(rules, **begun)
    if unique and (divide or actions or engine == "second"):
        wish = "no --divide, no --actions and no --engine second"
        raise InputError("--unique counts a whole ply with the reference", expected=wish)
    if actions and engine == "second":
        raise InputError("--actions counts with the reference", expected="no --engine second")
    if unique:
        total = count_unique(rules, begin, depth)
        shell.print_json({"total": total}) if as_json else shell.print_line(total)
        return
    by = count_leaves(rules, begin, depth, engine, actions)
    total = sum(leaves for _, leaves in by) if depth else 1
    if as_json:
        shell.print_json({"total": total} | ({"by": [list(row) for row in by]} if divide else {}))
        return
    for text, leaves in by if divide else ():
        shell.print_line(f"{text}: {leaves}")
    shell.print_line(total)


@click.command()
@shell.game_argument
@shell.board_option
@shell.position_option
@shell.readings_option
@shell.json_option
def solve(game: str, board: str | None, position: Path | None, readings: tuple[str, ...], as_json: bool) -> None:
    """Find out who wins with perfect play.

    Only Scrunch can be solved: on boards 2 and 3, or from a position near the end. The second engine proves the value
    by search.
    """
    solver = SOLVERS.find(game)
    if solver is None:
        raise InputError(f"{game} cannot be solved", expected=" or ".join(name for name in GAMES if SOLVERS.find(name)))
    if board is None and position is None:
        boards = ", ".join(f"--board {name}" for name in solver.BOARDS)
        raise InputError("nothing to solve is given", expected=f"{boards} or --position FILE")
    rules = find_game(game)
    begin = opening(rules, board, position, readings)
    if begin == rules.start(begin.board, begin.readings) and begin.board not in solver.BOARDS:
        what = f"the opening on board {begin.board} cannot be solved"
        raise InputError(what, expected=f"board {' or '.join(solver.BOARDS)}, or a position near the end")
    try:
        with solver.SolveBar() as bar:
            found = solver.solve(position_to_json(rules, begin), begin.readings.to_mapping(), bar.update)
    except solver.TooLarge as error:
        raise InputError(str(error), expected="a smaller board, or a position nearer to the end") from None
    if as_json:
        shell.print_json(found.to_json() | {"seconds": f"{found.seconds:.1f}"})
        return
    if found.winner is None:
        shell.print_line("neither side can force a win: play goes round for ever")
    else:
        shell.print_line(f"{found.winner.capitalize()} wins with perfect play")
    if found.turn is not None:
        shell.print_line(f"first turn: {found.turn}")
    shell.print_line(f"{found.searched:,} positions searched, {found.kept:,} kept, {found.seconds:.1f} s")
