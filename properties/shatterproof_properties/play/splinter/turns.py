"""Legal turns, drawn part by part: a piece, a direction, a group in a tie. Also their other spellings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hypothesis import reject
from hypothesis import strategies as st

from shatterproof.game import IllegalTurn
from shatterproof.splinter.groups import Group, choices
from shatterproof.splinter.notation import format_turn
from shatterproof.splinter.position import PASS, Position, Turn, pieces_pushed, slide_of, tied_groups
from shatterproof.splinter.slides import Slide
from shatterproof.splinter.squares import DIRECTIONS, describe, is_on_board
from shatterproof_properties.play.splinter.shapes import parts
from shatterproof_properties.play.strategies import from_one_on

STYLES = ("plain", "splintering", "pushing-off", "returning")


def can_move(position: Position) -> bool:
    """Whether there is any slide."""
    return any(True for _ in slides(position))


def slides(position: Position) -> Iterator[Slide]:
    """The slides that the side to move may make, whatever they cut off."""
    for square, piece in position.pieces.items():
        for direction in DIRECTIONS if piece.colour == position.to_move else ():
            try:
                yield slide_of(position, square, direction)
            except IllegalTurn:
                continue


@st.composite
def turns(draw: st.DrawFn, position: Position, style: str | None = None) -> Turn:
    """A legal turn of an undecided position, played in one of STYLES; None draws one."""
    if position.readings.passing == "allowed" and draw(st.integers(0, 7)) == 7:
        return PASS
    chosen = style or draw(st.sampled_from(STYLES))
    found = list(slides(position)) or reject()
    if chosen != "plain":
        first = draw(st.integers(0, len(found) - 1)) if chosen == "splintering" else 0
        found = PREFERRED[chosen](position, from_one_on(found, first)) or found
    slide = draw(st.sampled_from(found))
    return Turn(slide.run[0], slide.direction, draw(st.sampled_from(choices(tied_by(position, slide)))))


def tied_by(position: Position, slide: Slide) -> list[Group]:
    """The largest groups after a slide."""
    return tied_groups(position, pieces_pushed(position, slide))


def _splintering(position: Position, found: list[Slide]) -> list[Slide]:
    """Slides that lead to a tie; if there are none, slides that cut something off. Only some are looked at."""
    parted = []
    for slide in found[:24]:
        sizes = [len(part) for part in parts(pieces_pushed(position, slide))]
        if len(sizes) > 1:
            parted.append((sizes[0] == sizes[1], slide))
    return [slide for ties, slide in parted if ties] or [slide for _, slide in parted]


def _pushing_off(position: Position, found: list[Slide]) -> list[Slide]:
    """Slides that push a piece off the board; if there are none, slides that move pieces to its edge."""

    def to_go(slide: Slide, steps: int) -> bool:
        columns, rows = DIRECTIONS[slide.direction]
        column, row = slide.run[-1]
        ahead = column + steps * columns, row + steps * rows
        return not (0 <= ahead[0] < position.columns and 0 <= ahead[1] < position.rows)

    pushing = [slide for slide in found if len(slide.run) > 1]
    return [slide for slide in pushing if to_go(slide, 1)] or [slide for slide in pushing if to_go(slide, 2)]


def _returning(position: Position, found: list[Slide]) -> list[Slide]:
    """Legal slides to a square that the last turn left.

    If there are none, slides that move the other side's pieces within the board, so that going back may be forbidden.
    """
    left = {before for _, before in position.memory}
    back = [slide for slide in found if any(now in left for now, _ in slide.pairs)]

    def is_pushing(slide: Slide) -> bool:
        foremost = slide.pairs[-1]
        stays = is_on_board(position.columns, position.rows, foremost[0])
        return stays and position.pieces[foremost[1]].colour != position.to_move

    return back or [slide for slide in found if is_pushing(slide)]


PREFERRED: dict[str, Callable[[Position, list[Slide]], list[Slide]]] = {
    "splintering": _splintering,
    "pushing-off": _pushing_off,
    "returning": _returning,
}


AT_LIMITS: tuple[tuple[str, str | None], ...] = (
    ("z99N", "splinter.notation.square"),
    ("a100N", None),
    ("aa1N", None),
    ("a1N\n", None),
    ("junk\na1N", None),
    ("a4S\0", None),
    ("c3W\0", None),
)
"""Squares at the limits of the grammar, and just beyond. They fit the openings of the smallest and standard boards.

Also turns with a newline, or with a zero byte, at which texts end in C.
"""


def spellings(position: Position, turn: Turn) -> Iterator[tuple[str, str]]:
    """Other spellings: another square names the chosen group. Each has the clause of the notation that it exercises."""
    text = format_turn(position, turn)
    if turn.square is None or turn.choice is None:
        return
    tied = tied_groups(position, pieces_pushed(position, slide_of(position, turn.square, turn.direction)))
    group = next(group for group in tied if turn.choice in group)
    for square in sorted(group):
        if square != turn.choice:
            yield text.removesuffix(describe(turn.choice)) + describe(square), "splinter.notation.tie"
