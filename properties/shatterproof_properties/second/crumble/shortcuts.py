"""What holds for every walk over one colouring, found once: where a step could capture or win.

A step matters only through two pieces: the one that a walk left for good (its start, or where the last
capture left it) turns to the opponent's colour, and the one it stands on turns to the mover's. So a walk
without captures always shows the first colouring with just two pieces changed. If the first colouring holds
no enclosed piece and no winning chain, most steps can be seen to change neither; the others are `doubtful`
and worked out in full.
"""

from __future__ import annotations

from shatterproof_properties.second.crumble.board import flood, slots, sole_supports
from shatterproof_properties.second.crumble.position import Arrangement

Chains = tuple[int, int, int, int]


class ColourAnalysis:
    """One colouring, seen by the mover. It still serves after some of the mover's pieces were cut or joined.

    `props`: the mover's pieces without which others may stand enclosed. `doubtful`: the opponent's pieces
    that a walk may not enter unexamined, and `winning` those among them that could complete the mover's
    chain. `completing`: the mover's pieces that could complete the opponent's chain. `chains`: for each edge
    the opponent's pieces in chains that lie on it. `settled`: no piece stands enclosed and nobody has won;
    nothing else holds otherwise.
    """

    __slots__ = ("chains", "completing", "doubtful", "props", "settled", "winning")

    def __init__(self, arrangement: Arrangement, own: int, opposing: int) -> None:
        touch, rim = arrangement.touch, arrangement.rim
        reached, self.props = sole_supports(own, rim, touch)
        reached_too, doubtful = sole_supports(opposing, rim, touch)
        own_chains, beside_own = edge_chains(arrangement, own)
        self.chains, beside_opposing = edge_chains(arrangement, opposing)
        won = any(chains[0] & chains[1] & chains[2] & chains[3] for chains in (own_chains, self.chains))
        self.settled = reached == own and reached_too == opposing and not won
        self.completing = own & beside_opposing
        self.winning = opposing & beside_own
        doubtful |= self.winning
        for slot in slots(opposing & ~rim):
            friends = touch[slot] & own
            if not friends & (friends - 1):
                doubtful |= 1 << slot
        self.doubtful = doubtful


def edge_chains(arrangement: Arrangement, pieces: int) -> tuple[Chains, int]:
    """For each edge the pieces in chains on it; and all places on, or beside a chain on, each of the four edges."""
    near = arrangement.near
    edges = arrangement.edges
    chains = [0, 0, 0, 0]
    beside = edges.copy()
    rest = pieces
    while rest:
        chain = front = rest & -rest
        around = 0
        while front:
            grown = 0
            while front:
                low = front & -front
                grown |= near[low.bit_length() - 1]
                front ^= low
            around |= grown
            front = grown & pieces & ~chain
            chain |= front
        rest ^= chain
        for direction in range(4):
            if chain & edges[direction]:
                chains[direction] |= chain
                beside[direction] |= around
    north, east, south, west = chains
    return (north, east, south, west), beside[0] & beside[1] & beside[2] & beside[3]


class QuietWalk:
    """The part of a walk that sets out from one piece and captures nothing.

    `rest` are the mover's pieces without the swapping piece. `unentered` are the pieces that it may still enter.
    `doubtful` are those whose step must be worked out, and `winning` those where somebody could win. `left` is the
    piece that the walk left for good.
    """

    __slots__ = ("doubtful", "left", "rest", "unentered", "winning")

    def __init__(self, rest: int, opposing: int, left: int) -> None:
        """A walk whose every step must be worked out in full."""
        self.rest = rest
        self.unentered = self.doubtful = self.winning = opposing
        self.left = left


def quiet_walk_from(
    analysis: ColourAnalysis, arrangement: Arrangement, own: int, start: int, was: int, variant: int
) -> QuietWalk:
    """A walk from a piece over an analysed and settled colouring.

    `was` is the mask of the pieces of that colouring that the piece comes from. `variant` is the other half (a mask) if
    it was just cut. With several pieces in `was` (a join) the function works out again what the analysis knows only for
    a single piece that leaves.
    """
    touch, rim = arrangement.touch, arrangement.rim
    bit = 1 << start
    rest = own ^ bit
    quiet = QuietWalk(rest, arrangement.live ^ own, bit)
    if _may_complete(analysis, arrangement, start, was):
        return quiet
    quiet.winning = analysis.winning
    joined = was & (was - 1)
    held = not joined and not was & analysis.props
    if held and variant:
        held = bool(variant & rim or touch[variant.bit_length() - 1] & rest)
    if not held and flood(rim, rest, touch) != rest:
        return quiet
    doubtful = analysis.doubtful
    around = touch[start] & quiet.unentered
    if joined:
        for slot in slots(around & ~rim):
            if not touch[slot] & rest:
                doubtful |= 1 << slot
    if not bit & rim and not around & (around - 1):
        doubtful |= around
    quiet.doubtful = doubtful
    return quiet


def _may_complete(analysis: ColourAnalysis, arrangement: Arrangement, start: int, was: int) -> bool:
    if not was & (was - 1):
        return bool(was & analysis.completing)
    bit, near = 1 << start, arrangement.near[start]
    return all(bit & edge or near & chain for edge, chain in zip(arrangement.edges, analysis.chains, strict=True))
