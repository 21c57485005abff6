"""Pictures: the one SVG renderer that every game draws with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

UNIT = 48
MARGIN = 28
CAPTION_HEIGHT = 20
LETTER_WIDTH = 6.8
INK = "#3a3a3a"
PAPER = "#ffffff"
JOINT = "#b09a78"
"""The board under the pieces: it shows in the joints between them."""
FILLS = {"dark": "#33424b", "light": "#fbf6ec"}
NEW = "#e0a437"
MARK = "#d1384d"

Point = tuple[float, float]


@dataclass(frozen=True)
class Tile:
    """A rectangle of the board, in units with y to the north; `fill` is dark or light, `hint` a tooltip.

    It is outlined strongly where `marked`, else softly where it is `new`: made by the last turn.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str
    marked: bool = False
    hint: str = ""
    new: bool = False


def draw_board(columns: int, rows: int, tiles: Iterable[Tile], caption: str = "", path: Iterable[Point] = ()) -> str:
    """An SVG document of a board of `columns` by `rows` units.

    `path` joins points in units by a line from a ring to a dot: the walk of the last turn.
    """
    width = max(columns * UNIT + 2 * MARGIN, round(len(caption) * LETTER_WIDTH) + 2 * MARGIN)
    height = rows * UNIT + 2 * MARGIN + (CAPTION_HEIGHT if caption else 0)
    top = MARGIN + rows * UNIT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label={quoteattr(caption or "position")} font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        f'<rect x="{MARGIN - 2}" y="{MARGIN - 2}" width="{columns * UNIT + 4}" height="{rows * UNIT + 4}" rx="3"'
        f' fill="{JOINT}"/>',
        *(_tile(tile, top) for tile in tiles),
        *_coordinates(columns, rows, top),
        *_walk([(MARGIN + x * UNIT, top - y * UNIT) for x, y in path]),
    ]
    if caption:
        lines.append(f'<text x="{MARGIN}" y="{height - 9}" fill="{INK}">{escape(caption)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _tile(tile: Tile, top: float) -> str:
    """A tile with its outline inside it, all of it thinner where the tile is small."""
    scale = min(1, min(tile.width, tile.height) * 2)
    stroke, thickness = (MARK, 4 * scale) if tile.marked else (NEW, 2.5 * scale) if tile.new else ("none", 0)
    inset = 0.75 * scale + thickness / 2
    shape = (
        f'x="{MARGIN + tile.x * UNIT + inset:g}" y="{top - (tile.y + tile.height) * UNIT + inset:g}" '
        f'width="{tile.width * UNIT - 2 * inset:g}" height="{tile.height * UNIT - 2 * inset:g}" rx="{2 * scale:g}"'
    )
    outline = f' stroke="{stroke}" stroke-width="{thickness:g}"' if thickness else ""
    return f'<rect {shape} fill="{FILLS[tile.fill]}"{outline}><title>{escape(tile.hint)}</title></rect>'


def _walk(points: list[Point]) -> list[str]:
    """A line through points of the picture, pale around it so that it stands out on any tile."""
    if not points:
        return []
    joined = " ".join(f"{x:g},{y:g}" for x, y in points)
    style = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    (first_x, first_y), (last_x, last_y) = points[0], points[-1]
    return [
        f'<polyline points="{joined}" {style} stroke="{PAPER}" stroke-width="5"/>',
        f'<polyline points="{joined}" {style} stroke="{MARK}" stroke-width="2.5"/>',
        f'<circle cx="{first_x:g}" cy="{first_y:g}" r="4" fill="{PAPER}" stroke="{MARK}" stroke-width="2"/>',
        f'<circle cx="{last_x:g}" cy="{last_y:g}" r="5" fill="{MARK}" stroke="{PAPER}" stroke-width="1"/>',
    ]


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
