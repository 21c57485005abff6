"""The command that makes the spec a site: site."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from shatterproof_properties.commands import shell


@click.command()
@click.argument("folder", type=shell.FileOnDisk)
@click.option("--without-explorer", is_flag=True, help="Leave out the board.")
@click.option("--force", is_flag=True, help="Write into a folder with other files.")
def site(folder: Path, without_explorer: bool, force: bool) -> None:
    """Make a site of the rules, guides, puzzles and board.

    FOLDER is new, empty, or has the site of an earlier run. Any web server can serve it; you can open the pages, but
    not the board, from the disk. Needs: pip install 'shatterproof[site]'.
    """
    from shatterproof_properties.site.build import build_site

    pages = build_site(folder, explorer=not without_explorer, force=force, say=_say)
    shell.print_line(f"{pages} pages in {folder}: open {folder / 'index.html'}")


def _say(line: str) -> None:
    if sys.stderr.isatty():
        shell.print_line(f"{line} ...", err=True)
