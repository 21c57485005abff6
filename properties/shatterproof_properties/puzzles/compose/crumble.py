"""Composing for Crumble."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from math import prod
from random import Random
from typing import Any

from shatterproof.crumble import board_size, from_json
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.compose.game_composer import Json
from shatterproof_properties.second.crumble.board import GRAINS, Rect, from_text, groups, slots, to_text
from shatterproof_properties.second.crumble.position import SIDES, Arrangement, Position
from shatterproof_properties.solving.crumble import CrumbleAdapter

FEWEST_PIECES = 4
"""The fewest pieces of a side."""
LEAST_SHARE = 0.2
"""The least share of the board for each side."""
PIECES_A_UNIT = (0.75, 2.5)
LARGEST_SHARE = 0.25
"""The largest share of the board for one piece."""
FINEST = GRAINS // 4
MOST_COLOURED = 20
"""The most pieces for z3. On 6x6 one position takes it longer than many finds take by play."""
EDGE, PIECE = 8, 0.3
"""The worth of a reached edge, and the cost of a piece, in units covered."""
EFFORT = 3_000_000
"""z3's effort for one question: about half a second."""
SHAPES, THREATS = 8, 3
"""The number of cuts drawn, each with a walk of one step, and how many of them must be threats."""
APART = 3
"""The number of pieces that must differ in colour between two positions on one arrangement."""
MOST = 16
"""The most positions from one arrangement. The first takes z3 longer than the next five."""
MOST_REPROVED = 16
"""The most unit squares of a board on which z3 proves the wins of a find again."""
Colours = dict[Rect, str]
"""The colour of each piece."""
LEAST_QUALITY = 20
PASS_HELPS = True
USES_MEMORY = False


def most_turns(board: str) -> int:
    """The most turns of a game. After these the pieces are very small."""
    return 3 * sum(board_size(board))


def score(adapter: CrumbleAdapter, here: Position) -> float:
    """How far the best chain of the side not to move reaches, less the other side's. Few pieces are better."""
    live = here.arrangement.live
    to_move = here.black if here.black_moves else live ^ here.black
    reach = _reach(here.arrangement, live ^ to_move) - _reach(here.arrangement, to_move)
    return reach - PIECE * live.bit_count()


def balance(adapter: CrumbleAdapter, here: Position) -> float:
    """The area of the side not to move, less the other's, in unit squares."""
    areas = {slot: _area(here.arrangement.rects[slot]) / GRAINS**2 for slot in slots(here.arrangement.live)}
    return sum(areas.values()) - 2 * sum(areas[slot] for slot in slots(here.own))


def changed(position: Json, chance: Random) -> Json | None:
    """The position with one piece recoloured or halved, or two pieces joined."""
    colours = _colours(position)
    change = chance.choice((_recoloured, _recoloured, _halved, _joined))
    found = change(colours, chance)
    if found is None:
        return None
    listed = [
        [to_text(west), to_text(south), to_text(east - west), to_text(north - south), found[west, south, east, north]]
        for west, south, east, north in sorted(found, key=lambda rect: (rect[1], rect[0]))
    ]
    return {**position, "memory": None, "pieces": listed}


def composed(position: Json, claim: Claim, chance: Random) -> Iterator[Json]:
    """The same pieces in other colours, for crumblemates, with some threats of the side that is not to move.

    They are as many as z3 finds with a fair effort. For wins in one, most positions of z3 have several keys.
    """
    is_mate = claim.is_mate_in_one or claim.meaning.counts_answers
    if not is_mate or len(position["pieces"]) > MOST_COLOURED:
        return
    # z3 takes long to import.
    from shatterproof_properties.proofs.crumble.compose import compose_threats, halvings
    from shatterproof_properties.proofs.crumble.verdicts import geometry_of
    from shatterproof_properties.proofs.solver import SolverGaveUp

    geometry = geometry_of(from_json(position, strict=False).arrangement)
    every = halvings(geometry, 1)
    shapes = chance.sample(every, min(SHAPES, len(every)))
    side, seed = chance.choice(SIDES), chance.randrange(2**31 - 1)
    with suppress(SolverGaveUp):
        yield from islice(compose_threats(geometry, shapes, THREATS, side, APART, EFFORT, seed), MOST)


def is_sensible(position: Json) -> bool:
    """Whether each side has enough pieces and area, no piece is huge, and there are not too many in all."""
    colours = _colours(position)
    columns, rows = board_size(position["board"])
    area = columns * rows * GRAINS**2
    held = {side: [rect for rect, colour in colours.items() if colour == side] for side in SIDES}
    fewest, most = (each * columns * rows for each in PIECES_A_UNIT)
    return (
        fewest <= len(colours) <= most
        and all(len(rects) >= FEWEST_PIECES for rects in held.values())
        and all(sum(map(_area, rects)) >= LEAST_SHARE * area for rects in held.values())
        and all(_area(rect) <= LARGEST_SHARE * area for rect in colours)
        and all(min(east - west, north - south) >= FINEST for west, south, east, north in colours)
    )


def is_reproved(claim: Claim, board: str) -> bool:
    """Whether to prove a find again: only wins in one on small boards, where that is cheap."""
    return claim.depth == 1 and prod(board_size(board)) <= MOST_REPROVED


def _reach(arrangement: Arrangement, pieces: int) -> float:
    """The edges on which one chain lies, and the number of units that it covers."""
    return max(
        (
            EDGE * sum(bool(chain & edge) for edge in arrangement.edges)
            + sum(_area(arrangement.rects[slot]) for slot in slots(chain)) / GRAINS**2
            for chain in groups(pieces, arrangement.near)
        ),
        default=0.0,
    )


def _area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def _colours(position: Mapping[str, Any]) -> Colours:
    found = {}
    for x, y, width, height, colour in position["pieces"]:
        west, south = from_text(x), from_text(y)
        found[west, south, west + from_text(width), south + from_text(height)] = colour
    return found


def _recoloured(colours: Colours, chance: Random) -> Colours | None:
    rect = chance.choice(list(colours))
    return {**colours, rect: SIDES[colours[rect] == SIDES[0]]}


def _halved(colours: Colours, chance: Random) -> Colours | None:
    rect = chance.choice(list(colours))
    west, south, east, north = rect
    width, height = east - west, north - south
    if width > height or (width == height and chance.random() < 0.5):
        middle = (west + east) // 2
        halves = [(west, south, middle, north), (middle, south, east, north)]
    else:
        middle = (south + north) // 2
        halves = [(west, south, east, middle), (west, middle, east, north)]
    left = {other: colour for other, colour in colours.items() if other != rect}
    return left | dict.fromkeys(halves, colours[rect])


def _joined(colours: Colours, chance: Random) -> Colours | None:
    """Two equal neighbours joined into one piece, in the colour of the first."""
    rects = list(colours)
    chance.shuffle(rects)
    for one in rects:
        west, south, east, north = one
        width, height = east - west, north - south
        beside = [(east, south, east + width, north)] if width <= height else []
        above = [(west, north, east, north + height)] if height <= width else []
        for other in beside + above:
            if other in colours:
                left = {rect: colour for rect, colour in colours.items() if rect not in (one, other)}
                return {**left, (west, south, other[2], other[3]): colours[one]}
    return None
