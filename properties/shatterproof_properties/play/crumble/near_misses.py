"""Texts of turns that break exactly one condition, each with the clause that it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from hypothesis import strategies as st

from shatterproof import crumble
from shatterproof.crumble.cuts import Cut, cut_line, cuts, halves, pieces_on_line
from shatterproof.crumble.joins import Join, joins
from shatterproof.crumble.notation import follow, format_turn, locations, next_crossings
from shatterproof.crumble.pieces import DIRECTIONS, Piece, has_legal_shape, overlap, place
from shatterproof.crumble.position import Position, Turn, after_work, new_pieces, recoloured
from shatterproof.crumble.swaps import Standing, Walk, take_walk, walks
from shatterproof.game import IllegalTurn
from shatterproof_properties.play.crumble.turns import can_move, open_directions, paths
from shatterproof_properties.play.strategies import clauses_in_turn, from_one_on

Maker = Callable[[st.DrawFn, Position, str], str | None]
"""Makes a text that breaks the clause given; None if the position has no room for one."""


@st.composite
def near_misses(draw: st.DrawFn, position: Position, clauses: tuple[str | None, ...] = ()) -> tuple[str, str | None]:
    """A text that no player may play in this position, and the clause that it breaks; None if it is malformed."""
    for clause in clauses_in_turn(draw, crumble, position, MAKERS, clauses):
        text = _malformed(draw, position) if clause is None else MAKERS[clause](draw, position, clause)
        if text is not None:
            return text, clause
    raise AssertionError("there is always a malformed text")


def _one_of(draw: st.DrawFn, options: Iterator[str]) -> str | None:
    found = list(dict.fromkeys(islice(options, 40)))
    return draw(st.sampled_from(found)) if found else None


def _where(position: Position) -> dict[Piece, str]:
    return {piece: ",".join(map(str, numbers)) for piece, numbers in locations(position.arrangement).items()}


def _works(position: Position) -> list[Cut | Join]:
    return [*cuts(position.arrangement, position.own), *joins(position.arrangement, position.own)]


def _finished(draw: st.DrawFn, position: Position, clause: str) -> str | None:
    """A turn that would be legal if the game were not over."""
    return _one_of(draw, (format_turn(position, Turn(work)) for work in _works(position))) or "0V"


def is_halved(piece: Piece, axis: str, line: int) -> bool:
    """Whether the line halves the piece into two legal shapes, even if they are too fine."""
    across, along = (piece.height, piece.width) if axis == "H" else (piece.width, piece.height)
    return cut_line(piece, axis) == line and has_legal_shape(across, 2 * along)


def _is_too_fine(piece: Piece, axis: str) -> bool:
    try:
        halves(piece, axis)
    except IllegalTurn:
        return True
    return False


def _others_cut(draw: st.DrawFn, position: Position, clause: str) -> str | None:
    where = _where(position)
    return _one_of(
        draw,
        (
            f"{where[piece]}{axis}"
            for piece in position.arrangement.pieces
            for axis in "HV"
            if piece not in position.own and is_halved(piece, axis, cut_line(piece, axis))
            if not _is_too_fine(piece, axis)
        ),
    )


def _stopped_lines(position: Position) -> Iterator[tuple[Piece, str, int, Piece | None]]:
    """For each first piece and axis: how far a cut gets.

    The last two values are the number of pieces up to the first that the mover may not halve, and that piece. If there
    is none, they are one more than all pieces on the line, and None.
    """
    for first in sorted(position.own, key=place):
        for axis in "HV":
            line = cut_line(first, axis)
            entered = pieces_on_line(position.arrangement, axis, line)
            run = entered[entered.index(first) :]
            count, stopper = len(run) + 1, None
            for index, piece in enumerate(run):
                legal = piece in position.own and is_halved(piece, axis, line) and not _is_too_fine(piece, axis)
                if not legal:
                    count, stopper = index + 1, piece
                    break
            yield first, axis, count, stopper


def _bad_cut(draw: st.DrawFn, position: Position, clause: str) -> str | None:
    where = _where(position)
    return _one_of(
        draw,
        (
            f"{where[first]}{axis}{count if count > 1 else ''}"
            for first, axis, count, stopper in _stopped_lines(position)
            if _stopped_by(position, axis, cut_line(first, axis), stopper) == clause
        ),
    )


def _stopped_by(position: Position, axis: str, line: int, stopper: Piece | None) -> str | None:
    """The clause that stops a cut at a piece; None if several do. Without a piece the cut is too long for its line."""
    if stopper is None:
        return "crumble.notation.multi-cut"
    if is_halved(stopper, axis, line):
        return "crumble.board.limits" if stopper in position.own else "crumble.cut.blocked"
    return "crumble.cut.halves" if stopper in position.own else None


def _outlines(position: Position) -> Iterator[tuple[Piece, tuple[int, int], Piece | None]]:
    """Each piece, counts east and north from its corner, and the outline that these lead to, if any."""
    crossings = next_crossings(position.arrangement)
    for piece in position.arrangement.pieces:
        for counts in ((east, north) for east in range(7) for north in range(7)):
            far = follow(crossings, (piece.x, piece.y), counts)
            if far is None or far[0] == piece.x or far[1] == piece.y:
                yield piece, counts, None
            else:
                yield piece, counts, Piece(piece.x, piece.y, far[0] - piece.x, far[1] - piece.y)


def _bad_join(draw: st.DrawFn, position: Position, clause: str) -> str | None:
    where = _where(position)
    return _one_of(
        draw,
        (
            f"{where[piece]}J{east},{north}"
            for piece, (east, north), outline in _outlines(position)
            if _join_refused_by(position, piece, outline) == clause
        ),
    )


def _join_refused_by(position: Position, piece: Piece, outline: Piece | None) -> str | None:
    """The clause that alone refuses a join from the corner of a piece; None if there is none."""
    if outline is None:
        return "crumble.notation.join" if piece in position.own else None
    if outline in position.own:
        return "crumble.join.several"
    covered = [other for other in position.arrangement.pieces if overlap(other, outline)]
    wholly = sum(other.area for other in covered) == outline.area
    has_shape = has_legal_shape(outline.width, outline.height)
    if len(covered) > 1 and position.own.issuperset(covered):
        return "crumble.join.outline" if has_shape != wholly else None
    return "crumble.join.own" if len(covered) > 1 and has_shape and wholly else None


def _location_leads_nowhere(draw: st.DrawFn, position: Position, clause: str) -> str | None:
    arrangement = position.arrangement
    crossings, corners = next_crossings(arrangement), {(piece.x, piece.y) for piece in arrangement.pieces}
    tried = (
        (*numbers[:index], numbers[index] + more, *numbers[index + 1 :])
        for numbers in locations(arrangement).values()
        for index in range(len(numbers))
        for more in (1, 2, 5)
    )
    wrong = (numbers for numbers in tried if follow(crossings, (0, 0), numbers) not in corners)
    return _one_of(draw, (f"{','.join(map(str, numbers))}{axis}" for numbers in wrong for axis in "HV"))


def _bad_step(draw: st.DrawFn, position: Position, clause: str) -> str | None:
    """A walk whose last step passes no complete side, or goes into one of the mover's pieces."""
    if not can_move(position):
        return None
    work = draw(st.sampled_from(_works(position)))
    arrangement, black = after_work(position.arrangement, work), recoloured(position.black, work)
    starter = draw(st.sampled_from(sorted(new_pieces(work), key=place)))
    path = draw(paths(arrangement, black, starter, position.readings))
    for begun in dict.fromkeys((path, "")):
        standing = take_walk(arrangement, black, Walk(starter, begun), position.readings)
        if standing.free and standing.winner is None:
            legal = open_directions(arrangement, standing)
            wrong = [
                direction
                for direction in DIRECTIONS
                if direction not in legal
                if (arrangement.across(standing.at, direction) is None) == (clause == "crumble.swap.complete-side")
            ]
            if wrong:
                walk = Walk(starter, begun + draw(st.sampled_from(wrong)))
                return format_turn(position, Turn(work, walk))
    return None


def _walks_on(draw: st.DrawFn, position: Position, clause: str) -> str | None:
    """A walk that goes on after its end, into a piece that it could enter otherwise."""
    works = _works(position)
    if not works:
        return None
    near = from_one_on(works, draw(st.integers(0, len(works) - 1)))[:8]
    return _one_of(draw, chain.from_iterable(_continued(position, work, clause) for work in near))


def _continued(position: Position, work: Cut | Join, clause: str) -> Iterator[str]:
    arrangement, black = after_work(position.arrangement, work), recoloured(position.black, work)
    for starter in sorted(new_pieces(work), key=place):
        for walk, standing in islice(walks(arrangement, black, starter, position.readings), 40):
            if _ended_by(standing) == clause:
                for direction in DIRECTIONS:
                    other = arrangement.across(standing.at, direction)
                    if other is not None and (other in standing.black) == (position.to_move != "black"):
                        yield format_turn(position, Turn(work, Walk(starter, walk.path + direction)))


def _ended_by(standing: Standing) -> str | None:
    """The clause that alone ends a walk; None if there is none."""
    if standing.free:
        return None if standing.winner is None else "crumble.win.at-once"
    return "crumble.walk.captured" if standing.winner is None else None


def _malformed(draw: st.DrawFn, position: Position) -> str:
    """A text that is nearly a turn."""
    if not can_move(position):
        return draw(st.sampled_from(NO_TURNS))
    plain = format_turn(position, Turn(draw(st.sampled_from(_works(position)))))
    digits = len(plain) - len(plain.lstrip("0123456789,"))
    where, letter, rest = plain[:digits], plain[digits], plain[digits + 1 :]
    wrong_half = {"H": "E-N", "V": "N-E", "J": "1"}[letter]
    texts = [
        f"0{plain}",
        plain.lower(),
        f",{plain}",
        f"{where},{letter}{rest}",
        f"{where}{rest}",
        f"{letter}{rest}",
        f"{where}X{rest}",
        f"{where}{letter}{wrong_half}",
        f"{where}{letter}0",
        f"{where}{letter}-",
        f"{where}H2-3N-N",
        f"{where}V2-0E-N",
        f"{where}VE-",
        f"{where}J01,1",
        f"{plain}Q",
        f"{plain} ",
        f" {plain}",
        f"{plain}++",
        f"-{plain}",
    ]
    return draw(st.sampled_from(texts))


NO_TURNS = ("", "+", "0", "V", "0v", "00V", "0,V", "0VN", "0HE", "0J1", "0V0", "0V-E", "pass")

MAKERS: dict[str, Maker] = {
    "crumble.cut.own": _others_cut,
    "crumble.cut.blocked": _bad_cut,
    "crumble.cut.halves": _bad_cut,
    "crumble.board.limits": _bad_cut,
    "crumble.notation.multi-cut": _bad_cut,
    "crumble.join.own": _bad_join,
    "crumble.join.outline": _bad_join,
    "crumble.join.several": _bad_join,
    "crumble.notation.join": _bad_join,
    "crumble.notation.location": _location_leads_nowhere,
    "crumble.swap.complete-side": _bad_step,
    "crumble.swap.opponent": _bad_step,
    "crumble.walk.captured": _walks_on,
    "crumble.win.at-once": _walks_on,
    "crumble.turn.finished": _finished,
}
CLAUSES = tuple(MAKERS)
