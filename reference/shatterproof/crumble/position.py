"""Positions, turns, and what a turn makes of a position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from shatterproof.crumble.arrangement import Arrangement, board_size, check_cover, starting_pieces
from shatterproof.crumble.captures import Colours, enclosed, winner
from shatterproof.crumble.cuts import HALF_NAMES, Cut, cut_from, cuts, make_cut, new_halves
from shatterproof.crumble.draws import Deed, Memory, is_draw, lists_targets, remember
from shatterproof.crumble.joins import Join, join_into, joins, make_join
from shatterproof.crumble.pieces import BLACK, DIRECTIONS, WHITE, Piece, describe, opponent, place
from shatterproof.crumble.readings import Readings
from shatterproof.crumble.swaps import Standing, Walk, take_walk, walks
from shatterproof.errors import InputError, shorten
from shatterproof.game import IllegalPosition, IllegalTurn, Outcome

DEFAULTS = Readings()


@dataclass(frozen=True)
class Position:
    """Everything the future depends on: the pieces, which are black, who moves, and what the draw rule remembers."""

    arrangement: Arrangement
    black: Colours
    to_move: str = BLACK
    memory: Memory | None = None
    readings: Readings = field(default=DEFAULTS)

    @property
    def board(self) -> str:
        return f"{self.arrangement.columns}x{self.arrangement.rows}"

    @property
    def own(self) -> Colours:
        """The pieces of the side to move."""
        return self.black if self.to_move == BLACK else frozenset(self.arrangement.pieces) - self.black

    @cached_property
    def winner(self) -> str | None:
        """The side with a chain that touches all four sides of the board, if there is one."""
        return winner(self.arrangement, self.black)


@dataclass(frozen=True)
class Turn:
    """The mover's choices: a cut or a join, then perhaps a walk of one of the new pieces (crumble.turn.parts)."""

    work: Cut | Join
    walk: Walk | None = None

    def order(self) -> tuple[object, ...]:
        """The key of the canonical order: cuts, then joins; by place; no walk, then shorter walks, then by letters."""
        work: tuple[object, ...]
        if isinstance(self.work, Cut):
            work = (0, self.work.axis, place(self.work.pieces[0]), len(self.work.pieces))
        else:
            outline = self.work.outline
            work = (1, place(outline), outline.width, outline.height)
        walk = (place(self.walk.start), len(self.walk.path), self.walk.path) if self.walk else ()
        return (*work, walk)

    def __lt__(self, other: Turn) -> bool:
        return self.order() < other.order()


def start(board: str = "6x6", readings: Readings = DEFAULTS) -> Position:
    """crumble.start.checkerboard: the opening position on a board of `columns x rows` units. Raises InputError."""
    return Position(*starting_pieces(*board_size(board)), readings=readings)


def set_up(
    board: str,
    colours: Mapping[Piece, str],
    to_move: str = BLACK,
    memory: Memory | None = None,
    readings: Readings = DEFAULTS,
) -> Position:
    """crumble.start.agreed: any position that the rules allow, from pieces and their colours.

    Raises IllegalPosition for a board out of range, a cover that is not exact, a piece of no legal shape or of neither
    colour (crumble.pieces.colours), or one that stands inside a ring (crumble.standing-enclosure). Raises InputError
    for a side to move that the game does not have.
    """
    _check_sides(colours, to_move)
    arrangement = check_cover(*board_size(board), colours)
    black = frozenset(piece for piece, colour in colours.items() if colour == BLACK)
    if readings.standing_enclosure == "reject" and readings.capture_nested == "outer-takes-all":
        held = enclosed(arrangement, black)
        if held:
            raise IllegalPosition(
                "crumble.standing-enclosure",
                f"piece {describe(min(held, key=place))} stands inside a ring of the other colour",
                expected="a settled position, with nothing left to capture",
            )
    return Position(arrangement, black, to_move, memory, readings)


def _check_sides(colours: Mapping[Piece, str], to_move: str) -> None:
    if to_move not in (BLACK, WHITE):
        raise InputError(f"{shorten(to_move, 40)!r} is no side", expected=f"{BLACK} or {WHITE}")
    for piece, colour in colours.items():
        if colour not in (BLACK, WHITE):
            what = f"piece {describe(piece)} is {shorten(colour, 40)}"
            raise IllegalPosition("crumble.pieces.colours", what, expected=f"{BLACK} or {WHITE}")


def outcome(position: Position) -> Outcome | None:
    """None while the game goes on; else who won (crumble.win.four-sides), or a draw (crumble.draw.repetition)."""
    if position.winner:
        return Outcome(position.winner, "crumble.win.four-sides")
    if is_draw(position.memory, position.readings):
        return Outcome(None, "crumble.draw.repetition")
    return None


def new_pieces(work: Cut | Join) -> list[Piece]:
    """The pieces that a cut or join brings onto the board, one of which may start a walk (crumble.swap.start)."""
    if isinstance(work, Cut):
        return [half for pair in new_halves(work) for half in pair]
    return [work.outline]


def after_work(arrangement: Arrangement, work: Cut | Join) -> Arrangement:
    """The arrangement after a cut or a join."""
    return make_cut(arrangement, work) if isinstance(work, Cut) else make_join(arrangement, work)


def recoloured(black: Colours, work: Cut | Join) -> Colours:
    """The colours after a cut or join of pieces that are all of one colour: the new pieces inherit it."""
    if work.pieces[0] in black:
        return frozenset(black.difference(work.pieces).union(new_pieces(work)))
    return black


def turns(position: Position) -> Iterator[Turn]:
    """Every result that a legal turn can reach, once: as the first turn in order that reaches it. Lazy, in order."""
    return (turn for turn, _ in results(position))


def results(position: Position) -> Iterator[tuple[Turn, Position]]:
    """The turns of `turns`, each with the position it leads to."""
    if outcome(position):
        return
    for cut in cuts(position.arrangement, position.own):
        yield from _results_after(position, cut)
    for join in joins(position.arrangement, position.own):
        yield from _results_after(position, join)


def _results_after(position: Position, work: Cut | Join) -> Iterator[tuple[Turn, Position]]:
    arrangement = after_work(position.arrangement, work)
    unswapped = Standing(recoloured(position.black, work), new_pieces(work)[0])
    plain = _finish(position, arrangement, work, None, unswapped)
    seen = {plain}
    yield Turn(work), plain
    for starter in sorted(new_pieces(work), key=place):
        for walk, standing in walks(arrangement, unswapped.black, starter, position.readings):
            result = _finish(position, arrangement, work, walk, standing)
            if result not in seen:
                seen.add(result)
                yield Turn(work, walk), result


def actions(position: Position) -> Iterator[tuple[Turn, Position]]:
    """Raises InputError: a walk may go to and fro as often as one likes, so that legal turns cannot all be listed."""
    raise InputError("a walk in Crumble may have any length", expected="one turn for each distinct result")


def play(position: Position, turn: Turn) -> Position:
    """The position after a turn. Raises IllegalTurn, naming the clause, unless the turn is legal."""
    ended = outcome(position)
    if ended:
        won = f"{ended.winner} has won" if ended.winner else "it is drawn"
        raise IllegalTurn("crumble.turn.finished", f"the game is over, {won}")
    check_work(position, turn.work)
    arrangement = after_work(position.arrangement, turn.work)
    black = recoloured(position.black, turn.work)
    if turn.walk is None:
        return _finish(position, arrangement, turn.work, None, Standing(black, new_pieces(turn.work)[0]))
    check_walk(turn.work, turn.walk)
    standing = take_walk(arrangement, black, turn.walk, position.readings)
    return _finish(position, arrangement, turn.work, turn.walk, standing)


def check_work(position: Position, work: Cut | Join) -> None:
    """Raises IllegalTurn unless the side to move may make this cut or join here."""
    known: Collection[Piece] = position.arrangement.neighbours
    for piece in work.pieces:
        if piece not in known:
            raise IllegalTurn("crumble.turn.parts", f"there is no piece {describe(piece)}")
    if not work.pieces:
        raise IllegalTurn("crumble.turn.parts", "a turn cuts or joins at least one piece")
    if isinstance(work, Cut) and work.axis not in HALF_NAMES:
        raise IllegalTurn("crumble.cut.straight", f"{work.axis!r} is neither H nor V, a horizontal or a vertical line")
    if isinstance(work, Join):
        if join_into(position.arrangement, position.own, work.outline) != work:
            raise IllegalTurn("crumble.join.outline", f"other pieces make up {describe(work.outline)}")
    else:
        expected = cut_from(position.arrangement, position.own, work.pieces[0], work.axis, len(work.pieces))
        if expected != work:
            raise IllegalTurn("crumble.cut.straight", "the pieces do not follow one another on one line")


def check_walk(work: Cut | Join, walk: Walk) -> None:
    """Raises IllegalTurn unless a new piece starts the walk and its steps have directions."""
    if walk.start not in new_pieces(work):
        raise IllegalTurn("crumble.swap.start", f"piece {describe(walk.start)} was not just cut or joined")
    if not walk.path or set(walk.path) - set(DIRECTIONS):
        raise IllegalTurn("crumble.walk.steps", f"{walk.path!r} is no path of steps E, N, S and W")


def _finish(
    position: Position, arrangement: Arrangement, work: Cut | Join, walk: Walk | None, standing: Standing
) -> Position:
    """The position once the turn is over: the opponent to move, the deed remembered unless somebody has won."""
    # A cut or a join leaves all chains where they were, and a step that may win has looked for a winner.
    has_looked = walk is None or position.readings.win_stops == "at-once"
    won = standing.winner if has_looked else winner(arrangement, standing.black)
    deed = Deed(targets(walk, standing, position.readings), tuple(sorted(work.pieces, key=place)))
    memory = None if won else remember(position.memory, deed, position.readings)
    after = Position(arrangement, standing.black, opponent(position.to_move), memory, position.readings)
    vars(after)["winner"] = won
    return after


def targets(walk: Walk | None, standing: Standing, readings: Readings) -> tuple[Piece, ...]:
    """crumble.draw-into: the pieces that a walk counts as having swapped into, sorted by place."""
    if walk is None:
        return ()
    if lists_targets(readings):
        return tuple(sorted(standing.into, key=place))
    return () if readings.draw_into == "last" and standing.at == walk.start else (standing.at,)


def threatens(position: Position) -> bool:
    """crumble.announce.crumble: whether the side that has just moved would win if it could move again at once."""
    if outcome(position):
        return False
    mover = opponent(position.to_move)
    again = replace(position, to_move=mover, memory=None)
    return any(after.winner == mover for _, after in results(again))


def is_crumblemate(position: Position) -> bool:
    """crumble.announce.crumblemate: whether whatever the side to move does, it loses now or next turn, or has lost.

    Every turn either loses at once or leaves the opponent a turn that wins; none wins.
    """
    if outcome(position):
        return False
    attacker = opponent(position.to_move)
    return all(_loses(after, attacker) for _, after in results(position))


def _loses(position: Position, attacker: str) -> bool:
    ended = outcome(position)
    if ended:
        return ended.winner == attacker
    return any(after.winner == attacker for _, after in results(position))
