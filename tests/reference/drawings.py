"""Drawings that somebody has looked at, in `tests/reference/drawings`, to compare with those of today.

`python tests/reference/drawings.py` prints which are out of date and exits with 1. With `--write` it draws them anew:
look at the changed ones before you keep them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from shatterproof.crumble.pieces import GRAIN
from shatterproof.drawing import Hexagon, Symbol, Tile, draw_board, draw_hexagons, draw_squares
from shatterproof.game import find_game
from shatterproof.paper import Paper

FOLDER = Path(__file__).with_name("drawings")
A6 = Paper(width=240, height=180, label=8, unit=30)
ROOMY = Paper(width=900, height=900, label=10, unit=24)

SMALLER = "3x3, Black to move\nAAAAaa\nAAAAaa\nAAAAbb\nAAAAbb\ncBddee\ncBddee\n"
RING = "Scrunch 3, Light to move\n. . .\n. o o .\n. o x o .\n. o o .\nx . .\n"
PARTS = "Splinter 5x3, Blue to move\nOsSsO\nxXxXo\n.....\n"


def of(name: str, diagram: str, text: str = "", **wished: Any) -> Callable[[], str]:
    """A drawing of a position, or of the position after the turn `text`. `to_svg` gets what is `wished`."""

    def draw() -> str:
        game = find_game(name)
        position, turn = game.from_diagram(diagram), None
        if text:
            turn = game.parse_turn(position, text)
            position = game.play(position, turn)
        return str(game.to_svg(position, last=turn, **wished))

    return draw


def started(name: str, board: str, **wished: Any) -> Callable[[], str]:
    return lambda: str(find_game(name).to_svg(find_game(name).start(board), **wished))


def fine_tiles() -> str:
    """Tiles from a unit down to a grain: plain, new and marked, in a corner and with letters to escape."""
    sizes = (1.0, 0.5, 0.25, 2**-20)
    tiles = [
        Tile(
            column, row, size, size / 2, "dark" if row else "light", row == 1, '<"&">', row == 2, name=f"{column},{row}"
        )
        for column, size in enumerate(sizes)
        for row in range(3)
    ]
    return draw_board(4, 3, tiles, 'a "<caption>" & ' + "x" * 30, [(0.5, 0.5), (1.5, 2.25), (3, 3)])


def hexagons() -> str:
    """Four cells that together have everything that a cell may have, labels of two letters, and a step."""
    cells = [
        Hexagon(-0.5, 0, "dark", True, "<one>", True, "a1"),
        Hexagon(0.5, 0, "light", hint="two", new=True),
        Hexagon(0, 1),
        Hexagon(0, -1, "", name="c1"),
    ]
    labels = [(-1.5, 0, "b"), (1.5, 0, "12"), (-1, 1, "c"), (1, 1, "10"), (-1, -1, "a"), (1, -1, "11")]
    return draw_hexagons(cells, labels, "cells & stones", [(-0.5, 0), (0.5, 0)])


def squares() -> str:
    """Symbols of each kind, plain, new and marked, with names and without."""
    kinds = ("square", "cross", "circle", "")
    symbols = [
        Symbol(x, y, kind, ("blue", "white", "")[y], y == 1, f"<{kind}>", y > 0, f"{x},{y}" if y == 2 else "")
        for x, kind in enumerate(kinds)
        for y in range(3)
    ]
    return draw_squares(4, 3, symbols, "", [(0, 0), (3, 2)])


DRAWINGS: Mapping[str, Callable[[], str]] = {
    "crumble-opening": started("crumble", "3x2"),
    "crumble-named": of("crumble", SMALLER, named=True),
    "crumble-marked": of("crumble", SMALLER, marked=[(0, GRAIN, 2 * GRAIN, 2 * GRAIN)]),
    "crumble-walk": of("crumble", SMALLER, "0,1HN-ESSW"),
    "crumble-join": of("crumble", "3x3, White to move\nAAb\nAAc\ndBe\n", "2,1J1,2"),
    "crumble-won": of("crumble", "2x2, White to move\nAB\nCd\n"),
    "crumble-paper": of("crumble", SMALLER, paper=A6),
    "crumble-tall-paper": started("crumble", "2x6", paper=A6),
    "crumble-roomy-paper": started("crumble", "6x2", paper=ROOMY),
    "crumble-tiles": fine_tiles,
    "crumble-plain": lambda: draw_board(2, 3, []),
    "scrunch-opening": started("scrunch", "2"),
    "scrunch-growth": of("scrunch", "3, Dark to move, creating Light\n. . .\n. . . .\n. . o . .\n. . . .\nx . .\n",
                         "a2 a1-b2", marked=[(4, 2), (2, 2)]),
    "scrunch-named": of("scrunch", RING, named=True),
    "scrunch-ended": of("scrunch", "2, Dark to move\n. .\n. x .\n. .\n"),
    "scrunch-paper": started("scrunch", "4", paper=A6),
    "scrunch-roomy-paper": of("scrunch", RING, paper=ROOMY),
    "scrunch-cells": hexagons,
    "splinter-opening": started("splinter", "5x4"),
    "splinter-slide": of("splinter", PARTS, "b2S", marked=[(0, 0), (4, 2)]),
    "splinter-off": of("splinter", "3x2, Blue to move\nSXO\nsxo\n", "a2N"),
    "splinter-named": of("splinter", "3x2, White to move\nSXO\nsx.\n", named=True, marked=[(2, 0)]),
    "splinter-drawn": of("splinter", "2x2, White to move\nsx\nSX\n"),
    "splinter-paper": started("splinter", "4x6", paper=A6),
    "splinter-roomy-paper": of("splinter", PARTS, paper=ROOMY),
    "splinter-symbols": squares,
}  # fmt: skip
"""Documents by the names of their files, without `.svg`."""


def main() -> int:
    """Prints the files that differ from today's drawings or belong to none, or writes them."""
    kept = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.svg")}
    today = {f"{name}.svg": draw() for name, draw in DRAWINGS.items()}
    names = sorted(name for name in kept.keys() | today.keys() if kept.get(name) != today.get(name))
    if "--write" in sys.argv[1:]:
        for name in names:
            if name in today:
                (FOLDER / name).write_text(today[name], encoding="utf-8")
            else:
                (FOLDER / name).unlink()
        return 0
    print(*names, sep="\n")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
