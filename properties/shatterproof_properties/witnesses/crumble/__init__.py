"""All positions of small boards of Crumble whose pieces lie on a grid, by the number of pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from shatterproof.crumble.arrangement import Arrangement as Cover
from shatterproof.crumble.pieces import BLACK, GRAIN, WHITE, Piece, place
from shatterproof.crumble.position import Position, set_up
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second.crumble import Engine
from shatterproof_properties.second.crumble.board import LETTERS, slots
from shatterproof_properties.second.crumble.position import Arrangement, Turn, Work, arranged
from shatterproof_properties.second.crumble.position import Position as Fast
from shatterproof_properties.second.crumble.work import HALVES, WorkResult, cuts, joins
from shatterproof_properties.witnesses.crumble.grid_covers import tilings
from shatterproof_properties.witnesses.crumble.repetition_games import (
    BY_NAME,
    Placement,
    Repetition,
    placement_of,
    symmetry_class,
    turns_of_a_draw,
    without_memory,
)
from shatterproof_properties.witnesses.distinctions import Clock, Smallest

FINEST = {1: 3, 2: 3, 3: 3, 4: 3, 5: 3, 6: 3, 7: 2, 8: 2, 9: 2}
"""How often the search halves a unit to get its grid, by the number of pieces."""
GAME = find_game("crumble")
DRAWS: tuple[str, ...] = tuple(reading for reading in GAME.Readings.choices() if reading.startswith("crumble.draw"))
MOST: dict[str, int] = {"crumble.capture-nested": 8, "crumble.standing-enclosure": 5} | dict.fromkeys(DRAWS, 8)
"""The most pieces that the search tries for a reading, where this is not the usual number."""
MOST_BEGINNING = 6
"""The most pieces at the beginning of a game that is searched for a draw; later positions may have more."""
CHOICE = ""
SET_UP_ONLY: Mapping[str, Mapping[str, str]] = {
    "crumble.standing-enclosure": {"crumble.capture-nested": "outer-takes-all"}
}


def levels(reading: str) -> Iterator[tuple[str, int, bool]]:
    """Only the smallest board, which has room for any number of pieces."""
    for pieces in range(MOST.get(reading, 6) + 1):
        yield "2x2", pieces, reading not in DRAWS or pieces <= MOST_BEGINNING


def counted(pieces: int) -> str:
    """A number of pieces in words, with the grid that they lie on."""
    return f"{pieces} pieces" + (f", whose pieces lie on a grid of 1/{1 << FINEST[pieces]} of a unit" if pieces else "")


def smallest(reading: str, board_name: str, pieces: int, readings: tuple[Any, Any], clock: Clock) -> Question | None:
    """The smallest question about a position with n pieces that the two readings answer differently.

    One turn shows every difference except those about draws. These need as many turns as a draw looks back on.
    """
    if reading in DRAWS:
        return _drawn(reading, board_name, pieces, readings, clock)
    one, two = engines(board_name, readings)
    best = Smallest(GAME)
    for arrangement in arrangements(one, pieces) if pieces else ():
        clock.tick(0)
        # All cuts and joins that would be possible if all pieces were the mover's.
        for work, done in (*cuts(one, arrangement, arrangement.live), *joins(one, arrangement, arrangement.live)):
            if reading == "crumble.capture-nested":
                # Only around a piece that touches no piece on the edge is there room for two rings.
                outer = done.arrangement.rim
                for slot in slots(done.arrangement.rim):
                    outer |= done.arrangement.touch[slot]
                if not done.arrangement.live & ~outer:
                    continue
            for own in _colourings((one, two), arrangement, work):
                _offer_walks(one, two, arrangement, own, work, done, best)
        clock.tick(2 << pieces)
    return best.question


def _drawn(reading: str, board_name: str, pieces: int, readings: tuple[Any, Any], clock: Clock) -> Question | None:
    """The smallest game with at most n pieces that is drawn under only one of the readings."""
    both = engines(board_name, readings)
    columns, rows = both[0].columns, both[0].rows
    for _ in arrangements(both[0], pieces) if 0 < pieces <= MOST_BEGINNING else ():
        clock.tick(2 << pieces)
    # Readings of what a draw turn is matter only where draw turns are counted.
    if reading.startswith("crumble.draw-turn") and all(engine.draw != "draw-turns" for engine in both):
        return None
    found: list[tuple[int, int, str, str]] = []
    for drawing, other in (both, both[::-1]):
        if turns_of_a_draw(drawing):
            game = Repetition(drawing, other, pieces, clock)
            promising = game.promising(_starts(drawing, pieces, clock))
            whole_classes = {like for begun in promising for like in symmetry_class(begun, columns, rows)}
            shortest = game.shortest((drawing.text(without_memory(drawing, begun)), begun) for begun in whole_classes)
            found += [(turns_of_a_draw(drawing), *shortest)] if shortest else []
    if not found:
        return None
    _, _, said, start = min(found)
    *played, turn = said.split()
    return Question("crumble", board_name, start=start, played=tuple(played), turn=turn)


def _starts(engine: Engine, pieces: int, clock: Clock) -> Iterator[Placement]:
    """Positions with few pieces and White to move. Of an arrangement and its mirror images only one is listed."""
    for count in range(1, min(pieces, MOST_BEGINNING) + 1):
        for arrangement in arrangements(engine, count):
            clock.tick(0)
            bare = placement_of(arrangement, 0, True)
            if any(like.pieces < bare.pieces for like in symmetry_class(bare, engine.columns, engine.rows)):
                continue
            for black in range(1 << count):
                white = arrangement.live ^ black
                if not (engine.enclosed(arrangement, black) or engine.enclosed(arrangement, white)
                        or engine.winner(arrangement, black, white)):  # fmt: skip
                    yield placement_of(arrangement, black, True)


def smallest_refused(
    reading: str, board_name: str, pieces: int, readings: tuple[Any, Any], clock: Clock
) -> Question | None:
    """The smallest position with n pieces that may be set up under only one of the readings."""
    one, _ = engines(board_name, readings)
    best = Smallest(GAME)
    for arrangement in arrangements(one, pieces) if pieces else ():
        if not arrangement.live & ~arrangement.rim:
            continue
        for black in range(1 << pieces):
            clock.tick()
            position, accepted = on_the_board(one, arrangement, black, True), 0
            colours = {piece: BLACK if piece in position.black else WHITE for piece in position.arrangement.pieces}
            for each in readings:
                with suppress(InputError):
                    set_up(position.board, colours, readings=each)
                    accepted += 1
            if accepted == 1:
                best.offer(position)
                best.offer(replace(position, to_move=WHITE))
    return best.question


def engines(board_name: str, readings: tuple[Any, Any]) -> tuple[Engine, Engine]:
    """The second engine under both readings."""
    columns, rows = map(int, board_name.split("x"))
    one, two = (Engine(columns, rows, each.departures()) for each in readings)
    return one, two


def arrangements(engine: Engine, pieces: int) -> Iterator[Arrangement]:
    """Every way to cover the board with n pieces on the grid."""
    fine = FINEST[pieces]
    step = GRAIN >> fine
    for cover in tilings(engine.columns << fine, engine.rows << fine, pieces):
        rects = [(x * step, y * step, (x + width) * step, (y + height) * step) for x, y, width, height in cover]
        yield arranged(engine, sorted(rects, key=lambda rect: (rect[1], rect[0])))


def _colourings(engines: tuple[Engine, Engine], arrangement: Arrangement, work: Work) -> Iterator[int]:
    """Every choice of the mover's pieces, with those that are cut or joined, in positions that are not decided.

    Positions are settled, unless the readings allow others to be set up.
    """
    engine, must_settle = engines[0], any(each.refuses_unsettled() for each in engines)
    worked = sum(1 << slot for slot in work.worked)
    rest = others = arrangement.live & ~worked
    while True:
        own = worked | others
        opposing = arrangement.live ^ own
        enclosed = engine.enclosed(arrangement, own) or engine.enclosed(arrangement, opposing)
        if not (must_settle and enclosed) and not engine.winner(arrangement, own, opposing):
            yield own
        if not others:
            return
        others = (others - 1) & rest


def _offer_walks(
    one: Engine, two: Engine, arrangement: Arrangement, own: int, work: Work, done: WorkResult, best: Smallest
) -> None:
    """Offers, for each new piece and first step, the shortest walk about which the engines differ."""
    worked = sum(1 << slot for slot in work.worked)
    new = own & ~worked | sum(1 << slot for pair in done.new for slot in pair)
    for index, pair in enumerate(done.new):
        for half, start in zip(HALVES[work.kind], pair, strict=True):
            for first in BY_NAME:
                path = _differing_walk(one, two, done.arrangement, new, start, first)
                if path is None:
                    continue
                for black_moves in (True, False):
                    black = own if black_moves else arrangement.live ^ own
                    here = Fast(arrangement, black, black_moves, None, None)
                    text = one.turn_text(here, Turn(work, index, half, path))
                    if best.would_take(text):
                        best.offer(on_the_board(one, arrangement, black, black_moves), text)


def _differing_walk(one: Engine, two: Engine, arrangement: Arrangement, own: int, start: int, first: int) -> str | None:
    """The shortest walk with this first step that the engines answer differently.

    As long as they agree they go through the same states, so each state is visited once.
    """
    waiting, seen = [(own, start, True, "")], set()
    for held, slot, both, path in waiting:
        for direction in BY_NAME if path else (first,):
            bit = arrangement.sides[direction][slot] & ~held
            if not bit:
                continue
            longer = path + LETTERS[direction]
            if not both:
                return longer
            exchanged, into = held & ~(1 << slot) | bit, bit.bit_length() - 1
            after = one.capture(arrangement, exchanged, one.standing(arrangement, held))
            if after != two.capture(arrangement, exchanged, two.standing(arrangement, held)):
                return longer
            won = one.winner(arrangement, after, arrangement.live ^ after)
            goes_on = [rules.refusal_to_walk_on(bool(after >> into & 1), won) is None for rules in (one, two)]
            if any(goes_on) and (after, into) not in seen:
                seen.add((after, into))
                waiting.append((after, into, all(goes_on), longer))
    return None


def on_the_board(engine: Engine, arrangement: Arrangement, black: int, black_moves: bool) -> Position:
    """The position of the reference with these pieces and no memory."""
    pieces = {}
    for slot in slots(arrangement.live):
        west, south, east, north = arrangement.rects[slot]
        pieces[slot] = Piece(west, south, east - west, north - south)
    cover = Cover(engine.columns, engine.rows, tuple(sorted(pieces.values(), key=place)))
    owned = frozenset(piece for slot, piece in pieces.items() if black >> slot & 1)
    return Position(cover, owned, BLACK if black_moves else WHITE)
