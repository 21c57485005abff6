"""Features of positions and turns of Splinter that the harness counts, orders and reports by; none is a rule."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.game import Outcome
from shatterproof.splinter.groups import groups, largest
from shatterproof.splinter.position import Position, Turn, outcome, pieces_pushed, slide_of, tied_groups
from shatterproof.splinter.slides import Slide, steps_off
from shatterproof.splinter.squares import BLUE, DIRECTIONS, KINDS, WHITE, Pieces, Square, missing_kinds
from shatterproof.splinter.squares import describe as describe
from shatterproof_properties.protocol.features import ANOTHER_SPELLING, SHAPES, SIDES, Scale, shapes, values
from shatterproof_properties.protocol.features import not_to_scale as not_to_scale

START_CLAUSE, OTHER_START_CLAUSE = "splinter.start.block", "splinter.start.other-boards"
WIN_CLAUSE = "splinter.win.type-out"
DRAW_CLAUSE = "splinter.win.even"
KIND_WORDS = {"square": "square piece", "cross": "cross", "circle": "circle"}

MOST_SPECIFIC_FIRST = (
    "splinter.passing",
    "splinter.win.even",
    "splinter.win.both-out",
    "splinter.win.type-out",
    "splinter.group.tie",
    "splinter.group.own",
    "splinter.group.largest",
    "splinter.step-off",
    "splinter.slide.off",
    "splinter.group.touch",
    "splinter.slide.push",
    "splinter.slide.one-step",
)

STRAIGHT = Scale("pieces moved along a column or a row", (1, 3, 6, 9))
DIAGONAL = Scale("pieces moved along a diagonal", (1, 3, 5))
GROUPS = Scale("groups after a slide", (1, 2, 3))
TIES = Scale("groups that tie", (2, 3), least=2)
TIED = Scale("pieces of a group that ties", (1, 4, 9, 19))
STAYING = Scale("pieces of the largest group", (6, 15, 31))
CUT_OFF = Scale("pieces cut off", (1, 4, 8, 14))
REMEMBERED = Scale("pieces remembered from the turn before", (0, 1, 4, 7), least=0)
ROWS = Scale("row of the piece that slides", (9,))
COLUMNS = Scale("column of the piece that slides", (9, 20))
SCALES = (STRAIGHT, DIAGONAL, GROUPS, TIES, TIED, STAYING, CUT_OFF, REMEMBERED, ROWS, COLUMNS, SIDES)
OFF, OFF_SPLIT = "piece pushed off", "piece that steps off and parts the others"
CORNER, LAST_OF_KIND, BOTH_OUT = "piece pushed off across a corner", "side out of a kind", "both sides out of a kind"
MOVERS = values("mover", BLUE, WHITE)
HEADINGS = values("direction", *DIRECTIONS)
SLIDING = values("piece that slides", *KINDS)
MOVED = values("pieces moved", "the mover's", "both sides'")
BEFORE = values("to the turn before", "the same way", "back", "crosswise", "aslant")
AGAIN, ALONG, STEPS_OFF = "remembered piece moved on", "slide along an edge", "piece that steps off"
LOST = values("cut off", "the mover's", "the opponent's", "both sides'")
SLID_LOST = "piece that slid is cut off"
CHOICES = values("of those that tie stays", "the first", "one amid", "the last")
STRANGERS = "group that stays has no piece of the mover"
OUT = values("out of a kind", "the mover", "the opponent", "both")
OUT_OF = values("kind that is out", *KINDS)
SPELLED = values(ANOTHER_SPELLING, "tie")
MARKS = (
    OFF, OFF_SPLIT, CORNER, LAST_OF_KIND, BOTH_OUT, *MOVERS, *HEADINGS, *SLIDING, *MOVED, *BEFORE, AGAIN, ALONG,
    STEPS_OFF, *LOST, SLID_LOST, *CHOICES, STRANGERS, *OUT, *OUT_OF, *SPELLED, *SHAPES,
)  # fmt: skip
APART = (
    (STRAIGHT.what, DIAGONAL.what), (OFF, STEPS_OFF), (OFF, OFF_SPLIT), (OFF, ALONG), (STEPS_OFF, ALONG),
    (OFF_SPLIT, ALONG), (CORNER, STRAIGHT.what), (CORNER, STEPS_OFF), (CORNER, OFF_SPLIT), (CORNER, ALONG),
    (ALONG, DIAGONAL.what), (STEPS_OFF, SLID_LOST), (OFF_SPLIT, SLID_LOST), (LAST_OF_KIND, BOTH_OUT),
)  # fmt: skip


def met(position: Position, turn: Turn, after: Position) -> Iterator[str]:
    if turn.square is None:
        yield "splinter.passing"
        return
    slide = slide_of(position, turn.square, turn.direction)
    pushed = pieces_pushed(position, slide)
    yield from _clauses_of_slide(position, slide, pushed)
    yield from _clauses_of_groups(position, pushed, after)
    yield from notable(position, turn, slide, pushed, after)


def _clauses_of_slide(position: Position, slide: Slide, pushed: Pieces) -> Iterator[str]:
    yield "splinter.slide.one-step"
    if len(slide.run) > 1:
        yield "splinter.slide.push"
    if steps_off(position.columns, position.rows, slide):
        yield "splinter.step-off"
    elif len(pushed) < len(position.pieces):
        yield "splinter.slide.off"


def _clauses_of_groups(position: Position, pushed: Pieces, after: Position) -> Iterator[str]:
    cut_off = [piece for square, piece in pushed.items() if square not in after.pieces]
    if len(tied_groups(position, pushed)) > 1:
        yield "splinter.group.tie"
    if cut_off:
        yield "splinter.group.largest"
    if any(piece.colour == position.to_move for piece in cut_off):
        yield "splinter.group.own"
    if len(groups(pushed)) == 1:
        yield "splinter.group.touch"


def at_issue(position: Position, turn: Turn, theirs: Position | None, expected: Position, exercised: list[str]) -> str:
    if theirs is None:
        ended = outcome(expected)
        loses = ended and ended.clause == WIN_CLAUSE and ended.winner != position.to_move
        return "splinter.win.own-turn" if loses else ""
    if theirs.to_move != expected.to_move:
        return "splinter.turn.order"
    if theirs.standing == expected.standing and theirs.memory != expected.memory:
        return "splinter.slide.return"
    by_groups = next((clause for clause in exercised if clause.startswith("splinter.group.")), "")
    return by_groups if by_groups and _differ_by_groups(position, turn, theirs) else ""


def _differ_by_groups(position: Position, turn: Turn, theirs: Position) -> bool:
    """Whether both make the same slide by the rules, so that they can differ only in what is cut off."""
    # A pass exercises no clause about groups.
    assert turn.square is not None
    pushed = pieces_pushed(position, slide_of(position, turn.square, turn.direction))
    return theirs.standing <= frozenset(pushed.items())


def differing(one: Position, two: Position) -> set[Square]:
    return {square for square, _ in one.standing ^ two.standing}


def summarise(position: Position) -> str:
    colours = [piece.colour for piece in position.pieces.values()]
    return f"{colours.count(BLUE)} blue, {colours.count(WHITE)} white"


def extent(position: Position) -> tuple[int, int]:
    return position.columns * position.rows, len(position.standing)


def ending(position: Position, ended: Outcome) -> str:
    if ended.clause == DRAW_CLAUSE:
        return "both sides lack a kind, and have equally many pieces left"
    if ended.clause != WIN_CLAUSE:
        return f"both sides lack a kind, and {str(ended.winner).capitalize()} has more pieces left"
    loser = WHITE if ended.winner == BLUE else BLUE
    kinds = " and no ".join(KIND_WORDS[kind] for kind in missing_kinds(position.pieces, loser))
    return f"{loser.capitalize()} has no {kinds} left"


def notable(position: Position, turn: Turn, slide: Slide, pushed: Pieces, after: Position) -> Iterator[str]:
    """The features of a legal slide. `pushed` are the pieces after it, before any group is removed."""
    yield from shapes(position.columns, position.rows)
    yield (STRAIGHT if len(slide.direction) == 1 else DIAGONAL).name(len(slide.run))
    yield REMEMBERED.name(len(position.memory))
    yield ROWS.name(1 + slide.run[0].row)
    yield COLUMNS.name(1 + slide.run[0].column)
    yield MOVERS[position.to_move == WHITE]
    yield HEADINGS[list(DIRECTIONS).index(slide.direction)]
    moved = [position.pieces[square] for square in slide.run]
    yield SLIDING[KINDS.index(moved[0].kind)]
    yield MOVED[len({piece.colour for piece in moved}) - 1]
    yield from _of_memory(position, slide)
    yield from _of_edge(position, slide, pushed)
    yield from _of_groups(position, turn, pushed, after)
    lost = {piece.colour for square, piece in pushed.items() if square not in after.pieces}
    if lost:
        yield LOST[2 if len(lost) > 1 else position.to_move not in lost]
    landed = next((now for now, before in slide.pairs if before == slide.run[0]), None)
    if landed in pushed and landed not in after.pieces:
        yield SLID_LOST
    ended = outcome(after)
    if ended:
        yield LAST_OF_KIND if ended.clause == WIN_CLAUSE else BOTH_OUT
        missing = {side: missing_kinds(after.pieces, side) for side in (BLUE, WHITE)}
        out = [side for side, kinds in missing.items() if kinds]
        yield OUT[2 if len(out) > 1 else position.to_move not in out]
        yield from {OUT_OF[KINDS.index(kind)] for kinds in missing.values() for kind in kinds}


def _of_memory(position: Position, slide: Slide) -> Iterator[str]:
    if not position.memory:
        return
    now, before = next(iter(position.memory))
    last = (now.column - before.column, now.row - before.row)
    across, up = DIRECTIONS[slide.direction]
    along = last[0] * across + last[1] * up
    if last in ((across, up), (-across, -up)):
        yield BEFORE[last != (across, up)]
    else:
        yield BEFORE[2 if along == 0 else 3]
    if any(square in slide.run for square, _ in position.memory):
        yield AGAIN


def _of_edge(position: Position, slide: Slide, pushed: Pieces) -> Iterator[str]:
    column, row = slide.run[-1]
    if steps_off(position.columns, position.rows, slide):
        yield STEPS_OFF
        if len(groups(pushed)) > 1:
            yield OFF_SPLIT
    elif len(pushed) < len(position.pieces):
        yield OFF
        corners = (0, position.columns - 1), (0, position.rows - 1)
        if len(slide.direction) == 2 and column in corners[0] and row in corners[1]:
            yield CORNER
    elif (slide.direction in "NS" and column in (0, position.columns - 1)) or (
        slide.direction in "EW" and row in (0, position.rows - 1)
    ):
        yield ALONG


def _of_groups(position: Position, turn: Turn, pushed: Pieces, after: Position) -> Iterator[str]:
    found = groups(pushed)
    yield GROUPS.name(len(found))
    # A game that goes on has a piece of every kind on each side: some are left.
    tied = largest(found)
    yield STAYING.name(len(tied[0]))
    if len(tied) > 1:
        yield TIES.name(len(tied))
        yield TIED.name(len(tied[0]))
        stays = sorted(map(min, tied))
        if turn.choice in stays:
            place = stays.index(turn.choice)
            yield CHOICES[0 if place == 0 else 2 if place == len(stays) - 1 else 1]
    if len(pushed) > len(after.pieces):
        yield CUT_OFF.name(len(pushed) - len(after.pieces))
        if all(piece.colour != position.to_move for piece in after.pieces.values()):
            yield STRANGERS


def parts(position: Position, text: str) -> Iterator[str]:
    """None: no shorter turn is part of a slide."""
    yield from ()


def spelling(text: str, written: str) -> str:
    """The clause that allows the spelling `text` of a turn that we write differently."""
    return "splinter.notation.tie"


def malformed(text: str) -> str:
    """The clause of the notation that makes a text malformed."""
    if text.strip().lower() == "pass":
        return "splinter.notation.pass"
    return "splinter.notation.tie" if "=" in text or "x" in text[1:] else "splinter.notation.slide"
