"""Pictures: the one SVG renderer that every game draws with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

UNIT = 48
MARGIN = 28
INK = "#3a3a3a"
FILLS = {"dark": "#2f3e46", "light": "#f4efe6"}
MARK = "#d1495b"


@dataclass(frozen=True)
class Tile:
    """A rectangle of the board, in units with y to the north; `fill` is dark or light, `hint` a tooltip."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    marked: bool = False
    hint: str = ""


def draw_board(
    columns: int, rows: int, tiles: Iterable[Tile], caption: str = "", path: Iterable[tuple[float, float]] = ()
) -> str:
    """An SVG document of a board of `columns` by `rows` units.

    `path` joins points in units by a line with a dot at its end: the walk of the last turn.
    """
    width, height = columns * UNIT + 2 * MARGIN, rows * UNIT + 2 * MARGIN + (20 if caption else 0)
    top = MARGIN + rows * UNIT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label={quoteattr(caption or "position")} font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    ordered = sorted(tiles, key=lambda tile: tile.marked)
    lines += [_tile(tile, top) for tile in ordered]
    lines += _coordinates(columns, rows, top)
    points = [(MARGIN + x * UNIT, top - y * UNIT) for x, y in path]
    if points:
        joined = " ".join(f"{x:g},{y:g}" for x, y in points)
        lines.append(
            f'<polyline points="{joined}" fill="none" stroke="{MARK}" stroke-width="3" stroke-linejoin="round"/>'
        )
        lines.append(f'<circle cx="{points[-1][0]:g}" cy="{points[-1][1]:g}" r="5" fill="{MARK}"/>')
    if caption:
        lines.append(f'<text x="{MARGIN}" y="{height - 8}" fill="{INK}">{escape(caption)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _tile(tile: Tile, top: float) -> str:
    stroke, thickness = (MARK, 4) if tile.marked else (INK, 1.5)
    inset = thickness / 2
    x, y = MARGIN + tile.x * UNIT + inset, top - (tile.y + tile.height) * UNIT + inset
    shape = (
        f'x="{x:g}" y="{y:g}" width="{max(tile.width * UNIT - 2 * inset, 0.1):g}" '
        f'height="{max(tile.height * UNIT - 2 * inset, 0.1):g}" rx="2"'
    )
    style = f'fill="{FILLS[tile.fill]}" stroke="{stroke}" stroke-width="{thickness:g}"'
    return f"<rect {shape} {style}><title>{escape(tile.hint)}</title></rect>"


def _coordinates(columns: int, rows: int, top: float) -> list[str]:
    along = [
        f'<text x="{MARGIN + column * UNIT:g}" y="{top + 16:g}" text-anchor="middle" fill="{INK}">{column}</text>'
        for column in range(columns + 1)
    ]
    up = [
        f'<text x="{MARGIN - 8:g}" y="{top - row * UNIT + 4:g}" text-anchor="end" fill="{INK}">{row}</text>'
        for row in range(rows + 1)
    ]
    return along + up
