"""Pictures: the one SVG renderer that every game draws with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from math import sqrt

from shatterproof.game import Outcome
from shatterproof.paper import MARGIN, UNIT, Frame, Margins, Paper, frame, spaced

CAPTION_HEIGHT = 20
LETTER_WIDTH = 6.8
INK = "#3a3a3a"
PAPER = "#ffffff"
JOINT = "#b09a78"
"""The board under the pieces: it shows in the joints between them."""
FILLS = {"dark": "#33424b", "light": "#fbf6ec", "blue": "#2f6db5", "white": "#fbf6ec"}
CELL = "#e4d8c2"
NEW = "#e0a437"
MARK = "#d1384d"

Point = tuple[float, float]


@dataclass(frozen=True)
class Tile:
    """A rectangle of the board, in units with y to the north; `fill` is dark or light, `hint` a tooltip.

    It is outlined strongly where `marked`, else softly where it is `new`: made by the last turn. With a `name` its
    element says what is where: see `_named`.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str
    marked: bool = False
    hint: str = ""
    new: bool = False
    name: str = ""


@dataclass(frozen=True)
class Counted:
    """Places along the south edge of a board and up its west edge, in units, which are counted from 0."""

    east: tuple[float, ...]
    north: tuple[float, ...]


def draw_board(
    columns: int,
    rows: int,
    tiles: Iterable[Tile],
    caption: str = "",
    path: Iterable[Point] = (),
    counted: Counted | None = None,
    paper: Paper | None = None,
) -> str:
    """An SVG document of a board of `columns` by `rows` units; on `paper` the caption is for those who cannot see only.

    `path` joins points in units by a line from a ring to a dot: the walk of the last turn. The places `counted` are
    numbered; without any, the units are.
    """
    top = MARGIN + rows * UNIT
    counted = counted or Counted(tuple(range(columns + 1)), tuple(range(rows + 1)))
    around = frame(columns * UNIT, rows * UNIT, Margins.beside(len(str(len(counted.north) - 1))), paper)
    lines = [
        f'<rect x="{MARGIN - 2}" y="{MARGIN - 2}" width="{columns * UNIT + 4}" height="{rows * UNIT + 4}" rx="3"'
        f' fill="{JOINT}"/>',
        *(_tile(tile, top) for tile in tiles),
        *_coordinates(counted, top, around),
        *_walk([board_point(rows, x, y) for x, y in path]),
    ]
    return _document(around, lines, caption)


def board_point(rows: int, x: float, y: float) -> Point:
    """Where a point of a board of `rows`, in units or squares from its south-west corner, lies in the drawing."""
    return MARGIN + x * UNIT, MARGIN + (rows - y) * UNIT


def _named(name: str, fill: str, marked: bool, new: bool, shape: str = "") -> str:
    """Attributes by which a page finds an element: its name, what stands there, and how it is outlined."""
    if not name:
        return ""
    said = {"at": name, "fill": fill, "shape": shape, "mark": "marked" if marked else "new" if new else ""}
    return "".join(f' data-{key}="{escape(value)}"' for key, value in said.items() if value)


def _document(around: Frame, lines: Iterable[str], caption: str) -> str:
    """An SVG document of what is drawn on a board, with margins around it and on a screen the caption below."""
    width, height, below = around.width, around.height, caption if around.scale is None else ""
    if below:
        width, height = max(width, round(len(below) * LETTER_WIDTH) + 2 * MARGIN), height + CAPTION_HEIGHT
    shown = [f"{length * (around.scale or 1):g}{'pt' if around.scale else ''}" for length in (width, height)]
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{around.left:g} {around.top:g} {width:g} {height:g}"'
        f' width="{shown[0]}" height="{shown[1]}" role="img" aria-label="{escape(caption or "position")}"'
        f' font-family="sans-serif" font-size="{around.label:g}">',
    ]
    ground = [f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'] if around.scale is None else []
    foot = [f'<text x="{MARGIN}" y="{height - 9}" fill="{INK}">{escape(below)}</text>'] if below else []
    return "\n".join([*head, *ground, *lines, *foot, "</svg>"]) + "\n"


def state(to_move: str, ended: Outcome | None) -> str:
    """How the game stands, for a caption."""
    if ended is None:
        return f"{to_move.capitalize()} to move"
    return f"{ended.winner.capitalize()} has won" if ended.winner else "drawn"


def _tile(tile: Tile, top: float) -> str:
    """A tile with its outline inside it, all of it thinner where the tile is small."""
    scale = min(1, min(tile.width, tile.height) * 2)
    stroke, thickness = _outline(tile.marked, tile.new, scale)
    inset = 0.75 * scale + thickness / 2
    shape = (
        f'x="{MARGIN + tile.x * UNIT + inset:g}" y="{top - (tile.y + tile.height) * UNIT + inset:g}" '
        f'width="{tile.width * UNIT - 2 * inset:g}" height="{tile.height * UNIT - 2 * inset:g}" rx="{2 * scale:g}"'
    )
    outline = f' stroke="{stroke}" stroke-width="{thickness:g}"' if thickness else ""
    named = _named(tile.name, tile.fill, tile.marked, tile.new)
    return f'<rect {shape} fill="{FILLS[tile.fill]}"{outline}{named}><title>{escape(tile.hint)}</title></rect>'


def _label(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{INK}">{escape(text)}</text>'


def _outline(marked: bool, new: bool, scale: float = 1) -> tuple[str, float]:
    return (MARK, 4 * scale) if marked else (NEW, 2.5 * scale) if new else ("none", 0)


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


def _coordinates(counted: Counted, top: float, around: Frame) -> list[str]:
    """The numbers of the places counted, where there is room for them; on paper each place has a tick."""
    east, north = (
        [(at * UNIT, str(number)) for number, at in enumerate(places)] for places in (counted.east, counted.north)
    )
    ticks = [f"M{MARGIN + at:g},{top + 2:g}v{around.ratio * 3:g}" for at, _ in east]
    ticks += [f"M{MARGIN - 2:g},{top - at:g}h{around.ratio * -3:g}" for at, _ in north]
    drawn = [f'<path d="{"".join(ticks)}" stroke="{INK}" stroke-width="{around.ratio:g}"/>'] if around.scale else []
    return [
        *_beside([(MARGIN + at, text) for at, text in east], [(top - at, text) for at, text in north], top, around),
        *drawn,
    ]


def _beside(
    east: Iterable[tuple[float, str]], north: Iterable[tuple[float, str]], top: float, around: Frame
) -> list[str]:
    """Labels below a board, each with its x, and to the west of it, from below and each with its y."""
    below, up = spaced(east, around.label), spaced(((-y, text) for y, text in north), around.label, upwards=True)
    ratio = around.ratio
    return [
        *(_label(x, top + 16 * ratio, "middle", text) for x, text in below),
        *(_label(MARGIN - 8 * ratio, 4 * ratio - y, "end", text) for y, text in up),
    ]


@dataclass(frozen=True)
class Hexagon:
    """A hexagonal cell: its middle, in widths of a cell with y counting rows upwards, and the stone on it.

    `fill` is that of the stone, "" for none; `marked`, `new`, `hint` and `name` as for a `Tile`.
    """

    x: float
    y: float
    fill: str = ""
    marked: bool = False
    hint: str = ""
    new: bool = False
    name: str = ""


ROW_HEIGHT = sqrt(3) / 2
"""Rows of hexagons are so many widths of a cell apart."""


def draw_hexagons(
    hexagons: Iterable[Hexagon],
    labels: Iterable[tuple[float, float, str]],
    caption: str = "",
    step: Iterable[Point] = (),
    paper: Paper | None = None,
) -> str:
    """An SVG document of a board of hexagons around the point 0, 0; on `paper` the caption cannot be seen.

    `labels` are texts with their places beside the cells; `step` joins two points by a line from a ring to a dot.
    """
    cells, named = list(hexagons), list(labels)
    reach = max(abs(x) for x, _, _ in named) + 0.5
    most = max(abs(cell.y) for cell in cells)
    rise = most * ROW_HEIGHT + 0.6

    around = frame(2 * reach * UNIT, 2 * rise * UNIT, Margins(0.1, 0.1, 0.1, 0.1), paper)

    def at(x: float, y: float) -> Point:
        return hexagon_point(reach, most, x, y)

    def beside(side: int) -> Iterator[str]:
        across = {-at(x, y)[1]: at(x, y)[0] for x, y, _ in named if x * side > 0}
        upwards = sorted((-at(x, y)[1], text) for x, y, text in named if x * side > 0)
        for up, text in spaced(upwards, around.label, upwards=True):
            yield _label(across[up], 4 * around.ratio - up, "middle", text)

    lines = [
        *(_hexagon(cell, *at(cell.x, cell.y)) for cell in cells),
        *beside(-1),
        *beside(1),
        *_walk([at(*point) for point in step]),
    ]
    return _document(around, lines, caption)


def hexagon_point(reach: float, most: float, x: float, y: float) -> Point:
    """Where a point, in widths of a cell from the middle of the board with y by rows, lies in the drawing.

    `reach` is the distance from the middle to the outer edge of the labels, `most` that to the outermost row in rows.
    """
    return MARGIN + (reach + x) * UNIT, MARGIN + (most * ROW_HEIGHT + 0.6 - y * ROW_HEIGHT) * UNIT


def _hexagon(cell: Hexagon, x: float, y: float) -> str:
    """A cell with the stone on it, and its outline inside."""
    stroke, thickness = _outline(cell.marked, cell.new)
    size = UNIT / sqrt(3) - 1 - thickness / 2
    corners = ((0, -1), (ROW_HEIGHT, -0.5), (ROW_HEIGHT, 0.5), (0, 1), (-ROW_HEIGHT, 0.5), (-ROW_HEIGHT, -0.5))
    points = " ".join(f"{x + size * across:.1f},{y + size * down:.1f}" for across, down in corners)
    outline = f' stroke="{stroke}" stroke-width="{thickness:g}"' if thickness else ""
    stone = f'<circle cx="{x:g}" cy="{y:g}" r="{UNIT * 0.36:g}" fill="{FILLS.get(cell.fill, CELL)}" stroke="{INK}"/>'
    return (
        f"<g{_named(cell.name, cell.fill, cell.marked, cell.new)}><title>{escape(cell.hint)}</title>"
        f'<polygon points="{points}" fill="{CELL}"{outline}/>'
        f"{stone if cell.fill else ''}</g>"
    )


@dataclass(frozen=True)
class Symbol:
    """A piece on a square: column and row from 0, its `shape` (square, cross or circle) and `fill`.

    A `shape` of "" is an empty square, to be outlined; `marked`, `new`, `hint` and `name` as for a `Tile`.
    """

    x: int
    y: int
    shape: str
    fill: str
    marked: bool = False
    hint: str = ""
    new: bool = False
    name: str = ""


def draw_squares(
    columns: int,
    rows: int,
    symbols: Iterable[Symbol],
    caption: str = "",
    step: Iterable[Point] = (),
    paper: Paper | None = None,
) -> str:
    """An SVG document of a board of squares with letters for columns and numbers for rows.

    On `paper` the caption cannot be seen. `step` joins points in squares by a line from a ring to a dot.
    """
    top = MARGIN + rows * UNIT
    squares = [
        f'<rect x="{MARGIN + x * UNIT + 1}" y="{top - (y + 1) * UNIT + 1}" width="{UNIT - 2}" height="{UNIT - 2}"'
        f' fill="{CELL}"/>'
        for x in range(columns)
        for y in range(rows)
    ]
    letters = [(MARGIN + (x + 0.5) * UNIT, chr(97 + x)) for x in range(columns)]
    numbers = [(top - (y + 0.5) * UNIT, str(y + 1)) for y in range(rows)]
    around = frame(columns * UNIT, rows * UNIT, Margins.beside(len(str(rows))), paper)
    labels = _beside(letters, numbers, top, around)
    drawn = [_symbol(symbol, MARGIN + (symbol.x + 0.5) * UNIT, top - (symbol.y + 0.5) * UNIT) for symbol in symbols]
    walk = _walk([board_point(rows, x + 0.5, y + 0.5) for x, y in step])
    return _document(around, [*squares, *drawn, *labels, *walk], caption)


def _symbol(symbol: Symbol, x: float, y: float) -> str:
    """A piece with the outline of its square."""
    stroke, thickness = _outline(symbol.marked, symbol.new)
    inset = UNIT / 2 - 1 - thickness / 2
    frame = (
        f'<rect x="{x - inset:g}" y="{y - inset:g}" width="{2 * inset:g}" height="{2 * inset:g}" fill="none"'
        f' stroke="{stroke}" stroke-width="{thickness:g}"/>'
    )
    named = _named(symbol.name, symbol.fill, symbol.marked, symbol.new, symbol.shape)
    # A place to click on, also where nothing stands.
    half = UNIT / 2 - 1
    corner, size = f'x="{x - half:g}" y="{y - half:g}"', f'width="{2 * half:g}" height="{2 * half:g}"'
    whole = f'<rect {corner} {size} fill="{CELL}"/>' if named else ""
    drawn = f"{whole}{frame if thickness else ''}{_shape(symbol, x, y)}"
    return f"<g{named}><title>{escape(symbol.hint)}</title>{drawn}</g>"


def _shape(symbol: Symbol, x: float, y: float) -> str:
    """The sign of a kind of piece."""
    size, arm = UNIT * 0.33, UNIT * 0.12
    style = f'fill="{FILLS.get(symbol.fill, PAPER)}" stroke="{INK}" stroke-width="1.5"'
    if symbol.shape == "square":
        return f'<rect x="{x - size:g}" y="{y - size:g}" width="{2 * size:g}" height="{2 * size:g}" {style}/>'
    if symbol.shape == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" {style}/>'
    turns = [(-arm, -size), (arm, -size), (arm, -arm), (size, -arm), (size, arm), (arm, arm)]
    outline = [*turns, *[(-across, -down) for across, down in turns]]
    points = " ".join(f"{x + across:g},{y + down:g}" for across, down in outline)
    return f'<polygon points="{points}" {style}/>' if symbol.shape else ""
