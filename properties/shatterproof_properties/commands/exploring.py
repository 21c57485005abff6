"""The command that opens the board in a browser: explore."""

from __future__ import annotations

from pathlib import Path

import click

from shatterproof_properties.commands.shell import FileArgument, Whole, with_clear_errors


@click.command()
@click.argument("file", type=FileArgument, required=False)
@click.option("--port", metavar="N", type=Whole(1, 65_535), help="The port to serve on; without it, any that is free.")
@click.option("--no-open", is_flag=True, help="Print the address, and open no browser.")
@with_clear_errors
def explore(file: Path | None, port: int | None, no_open: bool) -> None:
    """Open a board in the browser: play, set up, read the rules.

    FILE is a position, a game record or a puzzle to begin with. The address that is printed works on this machine only,
    until Ctrl-C ends the command.
    """
    from shatterproof_properties.common.files import named, read_text
    from shatterproof_properties.explorer.messages import check_question
    from shatterproof_properties.explorer.opening import open_text
    from shatterproof_properties.explorer.running import run
    from shatterproof_properties.explorer.service import Explorer

    opened = None
    if file is not None:
        text = read_text(file)
        with named(file):
            opened = open_text(text)
    run(Explorer(opened, check_question), port or 0, None if no_open else click.launch, click.echo)
