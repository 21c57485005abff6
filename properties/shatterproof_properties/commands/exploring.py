"""The command that opens the board in a browser: explore."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from shatterproof_properties.commands import shell

if TYPE_CHECKING:
    from shatterproof_properties.engines.engine_settings import EngineSettings


@click.command()
@click.argument("file", type=shell.FileArgument, required=False)
@click.option("--port", metavar="N", type=shell.Whole(1, 65_535), help="The port to serve on; by default any free one.")
@click.option("--no-open", is_flag=True, help="Print the address without opening a browser.")
@shell.engine_options("Compare this engine with the rules at every position.")
def explore(file: Path | None, port: int | None, no_open: bool, engine: EngineSettings) -> None:
    """Open a board in the browser.

    Play, learn, solve puzzles, set up positions, read the rules. FILE is a position, a game record, a puzzle or a
    counterexample of check to begin with. The address works on this machine only, until you press Ctrl-C.
    """
    from shatterproof_properties.common.files import named, read_text
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


DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME")
"""One of these variables is set on a machine with a display, outside macOS and Windows."""


def open_browser(address: str) -> None:
    """Open an address in the browser; print one line if there is no browser."""
    if sys.platform in ("darwin", "win32", "cygwin"):
        click.launch(address)
    elif not any(map(os.environ.get, DISPLAYS)):
        _say_unopened("there is no display here", address)
    elif not _opens(address):
        _say_unopened("no browser could be started", address)


def _opens(address: str) -> bool:
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(["xdg-open", address], stdin=quiet, stdout=quiet, stderr=quiet, check=False)
    except OSError:
        return False
    return done.returncode == 0


def _say_unopened(why: str, address: str) -> None:
    host = urlsplit(address)
    tunnel = f"ssh -L {host.port}:{host.hostname}:{host.port}"
    shell.print_line(f"shatterproof: {why}; open the address yourself, from another machine through {tunnel}", err=True)
