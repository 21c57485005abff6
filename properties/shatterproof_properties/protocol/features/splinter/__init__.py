"""Features of positions and turns of Splinter that the harness counts, orders and reports by; none is a rule."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.game import Outcome
from shatterproof.splinter.groups import groups
from shatterproof.splinter.position import Position, Turn, outcome, pieces_pushed, play, slide_of, tied_groups
from shatterproof.splinter.slides import Slide, steps_off
from shatterproof.splinter.squares import BLUE, WHITE, Pieces, Square, missing_kinds
from shatterproof.splinter.squares import describe as describe
from shatterproof_properties.protocol.features.splinter.notable import APART as APART
from shatterproof_properties.protocol.features.splinter.notable import MARKS as MARKS
from shatterproof_properties.protocol.features.splinter.notable import SCALES as SCALES
from shatterproof_properties.protocol.features.splinter.notable import notable

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


def clauses_of_turn(position: Position, turn: Turn) -> list[str]:
    """The clauses that a legal turn exercises, the most specific first. Raises IllegalTurn for any other turn."""
    return _exercised(position, turn, play(position, turn))


def met_by_turn(position: Position, turn: Turn) -> list[str]:
    """The clauses that a legal turn exercises, and its other notable features. Raises IllegalTurn for any other."""
    after = play(position, turn)
    found = _exercised(position, turn, after)
    if turn.square is not None:
        slide = slide_of(position, turn.square, turn.direction)
        found += dict.fromkeys(notable(position, turn, slide, pieces_pushed(position, slide), after))
    return found


def _exercised(position: Position, turn: Turn, after: Position) -> list[str]:
    if turn.square is None:
        return ["splinter.passing"]
    ended = outcome(after)
    slide = slide_of(position, turn.square, turn.direction)
    pushed = pieces_pushed(position, slide)
    found = {*_clauses_of_slide(position, slide, pushed), *_clauses_of_groups(position, pushed, after)}
    found.update([ended.clause] if ended else [])
    return sorted(found, key=MOST_SPECIFIC_FIRST.index)


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


def clause_at_issue(position: Position, turn: Turn, theirs: Position | None = None) -> str:
    """The clause that somebody most likely breaks who plays `turn` otherwise.

    `theirs` is the position that they reach instead, or None if they do not allow the turn.
    """
    if theirs is not None:
        expected = play(position, turn)
        if theirs.to_move != expected.to_move:
            return "splinter.turn.order"
        if theirs.standing == expected.standing and theirs.memory != expected.memory:
            return "splinter.slide.return"
        found = clauses_of_turn(position, turn)
        by_groups = [clause for clause in found if clause.startswith("splinter.group.")]
        return by_groups[0] if by_groups and _differ_by_groups(position, turn, theirs) else found[0]
    ended = outcome(play(position, turn))
    if ended and ended.clause == WIN_CLAUSE and ended.winner != position.to_move:
        return "splinter.win.own-turn"
    return clauses_of_turn(position, turn)[0]


def _differ_by_groups(position: Position, turn: Turn, theirs: Position) -> bool:
    """Whether both make the same slide by the rules, so that they can differ only in what is cut off."""
    if turn.square is None:
        return False
    pushed = pieces_pushed(position, slide_of(position, turn.square, turn.direction))
    return theirs.standing <= frozenset(pushed.items())


def differing(one: Position, two: Position) -> set[Square]:
    """The squares that are not occupied alike in both positions."""
    return {square for square, _ in one.standing ^ two.standing}


def summarise(position: Position) -> str:
    """A position in a few words: the number of pieces of each side."""
    colours = [piece.colour for piece in position.pieces.values()]
    return f"{colours.count(BLUE)} blue, {colours.count(WHITE)} white"


def extent(position: Position) -> tuple[int, int]:
    """The size of a position: squares, and pieces."""
    return position.columns * position.rows, len(position.standing)


def ending(position: Position, ended: Outcome) -> str:
    """Why the game has ended, in words."""
    if ended.clause == DRAW_CLAUSE:
        return "both sides lack a kind, and have equally many pieces left"
    if ended.clause != WIN_CLAUSE:
        return f"both sides lack a kind, and {str(ended.winner).capitalize()} has more pieces left"
    loser = WHITE if ended.winner == BLUE else BLUE
    kinds = " and no ".join(KIND_WORDS[kind] for kind in missing_kinds(position.pieces, loser))
    return f"{loser.capitalize()} has no {kinds} left"


def not_to_scale(position: Position) -> list[str]:
    """Every diagram will do."""
    return []
