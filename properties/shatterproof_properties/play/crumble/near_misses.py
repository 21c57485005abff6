"""Texts of turns that break exactly one condition, each with the clause that it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product

from hypothesis import strategies as st

from shatterproof import crumble
from shatterproof.crumble.cuts import cut_line, halves, pieces_on_line
from shatterproof.crumble.notation import follow, format_turn, locations, next_crossings
from shatterproof.crumble.pieces import DIRECTIONS, Piece, has_legal_shape, overlap, place
from shatterproof.crumble.position import Position, Turn, after_work, new_pieces, recoloured
from shatterproof.crumble.swaps import Standing, Walk, take_walk, walks
from shatterproof.game import IllegalTurn
from shatterproof_properties.play.crumble.turns import can_move, open_directions, paths, works_of
from shatterproof_properties.play.strategies import clauses_in_turn, from_one_on

Maker = Callable[[st.DrawFn, Position, str], Iterator[str]]
"""Makes texts that break the clause given; none if the position has no room for one."""


@st.composite
def near_misses(draw: st.DrawFn, position: Position, clauses: tuple[str | None, ...] = ()) -> tuple[str, str | None]:
    """A text that no player may play in this position, and the clause that it breaks; None if it is malformed."""
    for clause in clauses_in_turn(draw, crumble, position, MAKERS, clauses):
        texts = _malformed(draw, position) if clause is None else MAKERS[clause](draw, position, clause)
        found = list(dict.fromkeys(islice(texts, 40)))
        if found:
            return draw(st.sampled_from(found)), clause
    raise AssertionError("there is always a malformed text")


def _where(position: Position) -> dict[Piece, str]:
    return {piece: ",".join(map(str, numbers)) for piece, numbers in locations(position.arrangement).items()}


def _finished(draw: st.DrawFn, position: Position, clause: str) -> Iterator[str]:
    """Turns that would be legal if the game were not over."""
    works = works_of(position)
    yield from (format_turn(position, Turn(work)) for work in works)
    if not works:
        yield "0V"


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


def _others_cut(draw: st.DrawFn, position: Position, clause: str) -> Iterator[str]:
    where = _where(position)
    for piece in position.arrangement.pieces:
        for axis in "HV" if piece not in position.own else "":
            if is_halved(piece, axis, cut_line(piece, axis)) and not _is_too_fine(piece, axis):
                yield f"{where[piece]}{axis}"


def _bad_cut(draw: st.DrawFn, position: Position, clause: str) -> Iterator[str]:
    """Cuts up to the first piece that the mover may not halve, or by one piece more than there are on the line."""
    where = _where(position)
    for first in sorted(position.own, key=place):
        for axis in "HV":
            line = cut_line(first, axis)
            entered = pieces_on_line(position.arrangement, axis, line)
            run = entered[entered.index(first) :]
            stops = ((count, by) for count, piece in enumerate(run, 1) if (by := _stops(position, axis, line, piece)))
            count, stopped_by = next(stops, (len(run) + 1, "crumble.notation.multi-cut"))
            if stopped_by == clause:
                yield f"{where[first]}{axis}{count if count > 1 else ''}"


def _stops(position: Position, axis: str, line: int, piece: Piece) -> str | None:
    """What stops a cut at a piece: a clause, or "several" clauses; None if the cut may go on."""
    if not is_halved(piece, axis, line):
        return "crumble.cut.halves" if piece in position.own else "several"
    if piece not in position.own:
        return "crumble.cut.blocked"
    return "crumble.board.limits" if _is_too_fine(piece, axis) else None


def _bad_join(draw: st.DrawFn, position: Position, clause: str) -> Iterator[str]:
    """Joins from the corner of each piece to the corner that some steps east and north lead to, if any."""
    where, crossings = _where(position), next_crossings(position.arrangement)
    for piece in position.arrangement.pieces:
        for east, north in product(range(7), repeat=2):
            far, outline = follow(crossings, (piece.x, piece.y), (east, north)), None
            if far is not None and far[0] != piece.x and far[1] != piece.y:
                outline = Piece(piece.x, piece.y, far[0] - piece.x, far[1] - piece.y)
            if _join_refused_by(position, piece, outline) == clause:
                yield f"{where[piece]}J{east},{north}"


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


def _location_leads_nowhere(draw: st.DrawFn, position: Position, clause: str) -> Iterator[str]:
    arrangement = position.arrangement
    crossings, corners = next_crossings(arrangement), {(piece.x, piece.y) for piece in arrangement.pieces}
    for numbers in locations(arrangement).values():
        for index, more in product(range(len(numbers)), (1, 2, 5)):
            tried = (*numbers[:index], numbers[index] + more, *numbers[index + 1 :])
            if follow(crossings, (0, 0), tried) not in corners:
                yield from (f"{','.join(map(str, tried))}{axis}" for axis in "HV")


def _bad_step(draw: st.DrawFn, position: Position, clause: str) -> Iterator[str]:
    """A walk whose last step passes no complete side, or goes into one of the mover's pieces."""
    if not can_move(position):
        return
    work = draw(st.sampled_from(works_of(position)))
    arrangement, black = after_work(position.arrangement, work), recoloured(position.black, work)
    starter = draw(st.sampled_from(sorted(new_pieces(work), key=place)))
    path = draw(paths(arrangement, black, starter, position.readings))
    for begun in dict.fromkeys((path, "")):
        standing = take_walk(arrangement, black, Walk(starter, begun), position.readings)
        if standing.free and standing.winner is None:
            shut = sorted({*DIRECTIONS} - {*open_directions(arrangement, standing)})
            no_side = clause == "crumble.swap.complete-side"
            wrong = [way for way in shut if (arrangement.across(standing.at, way) is None) == no_side]
            yield from (format_turn(position, Turn(work, Walk(starter, begun + way))) for way in wrong)
            if wrong:
                return


def _walks_on(draw: st.DrawFn, position: Position, clause: str) -> Iterator[str]:
    """A walk that goes on after its end, into a piece that it could enter otherwise."""
    works = works_of(position)
    for work in from_one_on(works, draw(st.integers(0, len(works) - 1)))[:8] if works else ():
        arrangement, black = after_work(position.arrangement, work), recoloured(position.black, work)
        for starter in sorted(new_pieces(work), key=place):
            looked_at = islice(walks(arrangement, black, starter, position.readings), 40)
            ended = (found for found in looked_at if _ended_by(found[1]) == clause)
            for (walk, standing), direction in product(ended, DIRECTIONS):
                other = arrangement.across(standing.at, direction)
                if other is not None and (other in standing.black) == (position.to_move != "black"):
                    yield format_turn(position, Turn(work, Walk(starter, walk.path + direction)))


def _ended_by(standing: Standing) -> str | None:
    """The clause that alone ends a walk; None if there is none."""
    if standing.free:
        return None if standing.winner is None else "crumble.win.at-once"
    return "crumble.walk.captured" if standing.winner is None else None


def _malformed(draw: st.DrawFn, position: Position) -> Sequence[str]:
    """Texts that are nearly a turn."""
    if not can_move(position):
        return NO_TURNS
    plain = format_turn(position, Turn(draw(st.sampled_from(works_of(position)))))
    digits = len(plain) - len(plain.lstrip("0123456789,"))
    where, letter, rest = plain[:digits], plain[digits], plain[digits + 1 :]
    wrong_half = {"H": "E-N", "V": "N-E", "J": "1"}[letter]
    return [
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
