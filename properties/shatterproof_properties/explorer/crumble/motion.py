"""The acts of a turn of Crumble: a cut or a join, then each swap with its captures."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.crumble.captures import Colours
from shatterproof.crumble.cuts import Cut, new_halves
from shatterproof.crumble.picture import corner_name
from shatterproof.crumble.pieces import BLACK, WHITE, Piece, describe, place
from shatterproof.crumble.position import Position, Turn, after_work, recoloured
from shatterproof.crumble.swaps import Standing, swap_step
from shatterproof_properties.explorer.acts import Act, Phase


def motion_of(position: Position, turn: Turn) -> Iterator[Phase]:
    work, path = turn.work, turn.walk.path if turn.walk else ""
    if isinstance(work, Cut):
        pairs = zip(work.pieces, new_halves(work), strict=True)
        yield tuple(Act("cut", (corner_name(piece),), tuple(map(corner_name, pair))) for piece, pair in pairs)
    else:
        yield (Act("joined", tuple(map(corner_name, work.pieces)), (corner_name(work.outline),)),)
    if turn.walk is None:
        return
    arrangement = after_work(position.arrangement, work)
    standing = Standing(recoloured(position.black, work), turn.walk.start)
    for direction in path:
        before, standing = standing, swap_step(arrangement, standing, direction, position.readings)
        exchanged = before.black ^ {before.at, standing.at}
        yield tuple(_recoloured("swapped", piece, exchanged) for piece in (before.at, standing.at))
        if exchanged != standing.black:
            changed = sorted(exchanged ^ standing.black, key=place)
            yield tuple(_recoloured("captured", piece, standing.black) for piece in changed)


def _recoloured(did: str, piece: Piece, black: Colours) -> Act:
    """The act by which a piece takes the other colour."""
    name, is_black = (corner_name(piece),), piece in black
    if did != "captured":
        return Act(did, name, name, _fill(is_black))
    what = f"{'White' if is_black else 'Black'} {describe(piece)}, captured"
    return Act(did, name, name, _fill(is_black), side=WHITE if is_black else BLACK, thing="piece", what=what)


def _fill(is_black: bool) -> str:
    return "dark" if is_black else "light"
