"""Commands about files that people have: judge, show and explore."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

import click

from shatterproof import judging
from shatterproof.errors import InputError
from shatterproof.game import GAMES, describe_outcome, find_game
from shatterproof_properties.commands import shell
from shatterproof_properties.commands.engines import engine_options
from shatterproof_properties.common import files
from shatterproof_properties.common.files import Drawable, load_shown, named, read_text
from shatterproof_properties.common.outputs import SVG, write_file
from shatterproof_properties.common.prose import printable
from shatterproof_properties.judging import records
from shatterproof_properties.judging.legality import legal_under
from shatterproof_properties.judging.records import JudgedFolder
from shatterproof_properties.protocol.wording import Drawn

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
