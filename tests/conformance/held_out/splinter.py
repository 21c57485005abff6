"""Held-out mutants of Splinter: no example of the spec shows them, and random play hardly ever."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from conformance.held_out import misread
from shatterproof.game import Outcome
from shatterproof_properties.conformance.mutants import Listed, Usual, mutants_of, then
from shatterproof_properties.second.engine import RefusedTurn
from shatterproof_properties.second.splinter import Engine
from shatterproof_properties.second.splinter.notation import read_turn
from shatterproof_properties.second.splinter.position import Position, squares_of

_TIES = ("splinter.group.tie", "splinter.group.")


def _corners_hold(it: Engine, usual: Usual, here: Position, square: int, direction: int, run: int) -> Any:
    last = it.squares.last
    corners = last[(direction - 1) % 8] & last[(direction + 1) % 8] if direction & 1 else 0
    if run & corners and run.bit_count() > 3:
        return "splinter.slide.off"
    return usual(here, square, direction, run)


def flooded(engine: Engine, within: int, steps: int) -> list[int]:
    """Groups of pieces, each reaching so many steps from its first."""
    found = []
    while within:
        group = within & -within
        for _ in range(steps):
            group = engine.linked(group) & within
        found.append(group)
        within ^= group
    return found


def _wraps_at_the_edge(it: Engine, usual: Callable[..., int], mask: int) -> int:
    if it.squares.rows <= 10:
        return usual(mask)
    ends, begins = it.squares.last[0], it.squares.last[4]
    return usual(mask) | (mask & ends) << 3 & begins | (mask & begins) >> 3 & ends


def _three_may_not_return(it: Engine, usual: Usual, here: Position, square: int, run: int, direction: int) -> Any:
    near, reached = square, square
    for _ in range(2):
        near = it.squares.moved(near, direction) & run
        reached |= near
    return usual(here, square, reached, direction)


def _named_by_first_squares(it: Engine, usual: Usual, here: Position, text: str) -> Any:
    found = usual(here, text)
    written = read_turn(text)
    if written and written.choice and found and found[0][0] != text:
        raise RefusedTurn("splinter.notation.tie")
    return found


mutant = mutants_of(Engine)
MUTANTS: tuple[Listed, ...] = (
    mutant("pushes-up-to-six", "A slide pushes six pieces at most.", ("splinter.slide.push",),
           may_push=lambda it, usual, own, run, off: run.bit_count() <= 7),
    mutant("diagonals-up-to-seven", "A diagonal slide moves seven pieces at most.", ("splinter.slide.push",),
           refusal=lambda it, usual, here, square, direction, run:
           "splinter.slide.push" if direction & 1 and run.bit_count() > 7 else usual(here, square, direction, run)),
    mutant("corners-hold", "No run of four or more is pushed off the board across one of its corners.",
           ("splinter.slide.off",), refusal=_corners_hold),
    mutant("first-three-of-ties", "Of several groups that tie only the first three can be chosen.", _TIES,
           options=lambda it, usual, *given: usual(*given)[:3]),
    mutant("ties-up-to-three", "Where more than three groups tie the first stays.", _TIES,
           tied=then(lambda it, found, *_: found if len(found) <= 3 else found[:1])),
    mutant("ties-of-thirteen-decided", "Groups of thirteen or more never tie: the first stays.", _TIES,
           tied=then(lambda it, found, *_: found[:1] if found[0].bit_count() >= 13 else found)),
    mutant("sizes-of-five-bits", "The size of a group is counted in five bits.",
           ("splinter.group.largest", "splinter.group."), weight=lambda it, usual, *given: usual(*given) & 31),
    mutant("three-groups-weighed", "Of more than three groups the first three are weighed.",
           ("splinter.group.largest", "splinter.group."), groups=lambda it, usual, *given: usual(*given)[:3]),
    mutant("floods-sixteen-steps", "A group reaches sixteen steps from its first piece, no further.",
           ("splinter.group.touch", "splinter.group."),
           groups=lambda it, usual, pieces, within: flooded(it, within, 16), refuses_splinters=False),
    mutant("wraps-at-the-edge",
           "On boards of more than ten rows the north end of a column touches the south end of the next.",
           ("splinter.group.touch", "splinter.group."), linked=_wraps_at_the_edge, refuses_splinters=False),
    mutant("ties-of-both-only", "A group in which the mover has no piece does not tie with one in which he has.",
           _TIES, tied=then(lambda it, found, groups, own, *_: [group for group in found if group & own] or found)),
    mutant("steps-off-untied", "Where a piece has stepped off the board and the groups tie, the first stays.",
           ("splinter.group.tie", "splinter.step-off", "splinter.group."),
           options=lambda it, usual, groups, tied, landing: usual(groups, tied if landing else tied[:1], landing)),
    mutant("removes-up-to-fourteen", "Of what is cut off the first fourteen pieces are removed.",
           ("splinter.group.splinter", "splinter.group."),
           cut_off=lambda it, usual, *given: sum(list(squares_of(usual(*given)))[:14]), refuses_splinters=False),
    mutant("eight-remembered", "Of a run that was pushed eight pieces are remembered.",
           ("splinter.slide.return", "splinter.no-return"),
           remembered=lambda it, usual, *given: sum(list(squares_of(usual(*given)))[:8])),
    mutant("three-may-not-return", "Only the first three pieces of a run are kept from going back.",
           ("splinter.slide.return", "splinter.no-return"), returns=_three_may_not_return),
    mutant("diagonal-pushes-forgotten", "A diagonal push of eight pieces or more is not remembered.",
           ("splinter.slide.return", "splinter.no-return"),
           remembered=lambda it, usual, pieces, now, heading, blue_moved, removed:
           0 if heading & 1 and now.bit_count() >= 8 else usual(pieces, now, heading, blue_moved, removed)),
    mutant("memory-ends-at-removals", "A push of nine pieces or more that removes any leaves nothing to remember.",
           ("splinter.slide.return", "splinter.no-return"),
           remembered=then(lambda it, found, pieces, now, heading, blue_moved, removed:
           0 if removed and now.bit_count() >= 9 else found)),
    mutant("many-are-even", "Where both run out with five pieces or more, a lead of one is not enough to win.",
           ("splinter.win.both-out", "splinter.win.even"), scored=lambda it, usual, blue, white, blue_moved:
           usual(blue, blue if abs(blue - white) == 1 and blue > 4 else white, blue_moved)),
    mutant("nobody-left", "Nobody wins when both run out of a kind and one side has no piece left at all.",
           ("splinter.win.both-out", "splinter.win.even"), scored=lambda it, usual, blue, white, blue_moved:
           Outcome(None, "splinter.win.even") if not blue or not white else usual(blue, white, blue_moved)),
    mutant("rows-of-one-digit", "Of a row beyond the ninth only the first digit is read.",
           ("splinter.notation.square",), meanings=misread(lambda text: re.sub("([0-9])[0-9]", r"\1", text))),
    mutant("columns-up-to-twenty", "The columns of the largest boards have letters up to t.",
           ("splinter.notation.square",),
           meanings=lambda it, usual, here, text: [] if re.search("[u-z][0-9]", text) else usual(here, text)),
    mutant("transposed-on-tall-boards",
           "On a board of more than twelve rows and fewer columns nothing slides over the north edge.",
           ("splinter.slide.off", "splinter.board.rectangle"), refusal=lambda it, usual, here, square, direction, run:
           "splinter.slide.off" if it.squares.rows > max(12, it.squares.columns) and direction == 0
           and run & it.squares.last[0] else usual(here, square, direction, run)),
    mutant("bits-up-to-512", "Pieces beyond the 512th square of the largest boards are linked with nothing.",
           ("splinter.group.touch", "splinter.board.limits"), linked=lambda it, usual, mask:
           usual(mask & sum(list(it.squares.names)[:512])) | mask if len(it.squares.names) > 512 else usual(mask),
           refuses_splinters=False),
    mutant("named-by-first-squares", "A group that ties is named by its first square only.",
           ("splinter.notation.tie", *_TIES), meanings=_named_by_first_squares),
)  # fmt: skip
