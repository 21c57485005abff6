"""What must hold of positions and turns as text, data, records and pictures: what is printed reads back."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise

from shatterproof import crumble
from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.notation import locations
from shatterproof.crumble.pieces import GRAIN, WHITE, Piece, describe
from shatterproof.crumble.position import Position, Turn
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn
from shatterproof_properties.invariants import check, every_game, guards, tie
from shatterproof_properties.invariants.crumble.symmetry import CrumbleSymmetry

Point = tuple[int, int]

WRITTEN_FORMS = (
    "crumble.notation.cut",
    "crumble.notation.cut-swap",
    "crumble.notation.cut-half",
    "crumble.notation.multi-cut",
    "crumble.notation.multi-cut-swap",
    "crumble.notation.join",
    "crumble.notation.join-swap",
)
"""The clauses about the forms in which a turn can be written."""


def stops_after(arrangement: Arrangement, point: Point, east: bool) -> list[Point]:
    """The corners of pieces to the east of a point, or to the north of it, as far as edges of pieces lead."""
    corners = {
        (x, y)
        for piece in arrangement.pieces
        for x in (piece.x, piece.x + piece.width)
        for y in (piece.y, piece.y + piece.height)
    }
    along, across = (0, 1) if east else (1, 0)
    ahead = sorted(corner for corner in corners if corner[across] == point[across] and corner[along] > point[along])
    found = []
    for before, stop in pairwise([point, *ahead]):
        if not any(_runs_along(piece, before, stop) for piece in arrangement.pieces):
            break
        found.append(stop)
    return found


def _runs_along(piece: Piece, start: Point, end: Point) -> bool:
    """Whether a side of the piece covers the straight line between two points."""
    (x, y, width, height), (west, south), (east, north) = piece, start, end
    if south == north:
        return south in (y, y + height) and x <= west and east <= x + width
    return west in (x, x + width) and y <= south and north <= y + height


@lru_cache(maxsize=16)
def locations_by_definition(arrangement: Arrangement) -> dict[Piece, str]:
    """The location of each piece: the shortest text for it, and of those the first.

    All texts of one length are tried before any longer one.
    """
    wanted = {(piece.x, piece.y): piece for piece in arrangement.pieces}
    stops = stops_after(arrangement, (0, 0), True)
    reached: dict[Point, tuple[int, ...]] = {stop: (count,) for count, stop in enumerate([(0, 0), *stops])}
    found: dict[Piece, str] = {}
    is_east = True
    while reached and len(found) < len(wanted):
        for point, numbers in reached.items():
            if point in wanted:
                found.setdefault(wanted[point], ",".join(map(str, numbers)))
        is_east = not is_east
        further: dict[Point, tuple[int, ...]] = {}
        for point, numbers in reached.items():
            for count, stop in enumerate(stops_after(arrangement, point, is_east), 1):
                further[stop] = min(further.get(stop, (GRAIN,)), (*numbers, count))
        reached = further
    return found


@guards("crumble.notation.location")
def every_piece_has_its_shortest_location(position: Position) -> None:
    found, expected = locations(position.arrangement), locations_by_definition(position.arrangement)
    for piece in position.arrangement.pieces:
        said = ",".join(map(str, found[piece]))
        check(said == expected[piece], f"{describe(piece)} is said as {said}, by definition as {expected[piece]}")


def text_by_definition(position: Position, turn: Turn) -> str:
    """The published notation of a turn, built from the published forms."""
    where = locations_by_definition(position.arrangement)
    work, path = turn.work, turn.walk.path if turn.walk else ""
    if not isinstance(work, Cut):
        x, y, width, height = work.outline
        corner = next(piece for piece in work.pieces if (piece.x, piece.y) == (x, y))
        stops = partial(stops_after, position.arrangement)
        along = stops((x, y), True).index((x + width, y)) + 1
        up = stops((x + width, y), False).index((x + width, y + height)) + 1
        return f"{where[corner]}J{along},{up}{path}"
    first = min(work.pieces, key=lambda piece: piece.x if work.axis == "H" else piece.y)
    count = len(work.pieces)
    said = f"{where[first]}{work.axis}" + (str(count) if count > 1 else "")
    if turn.walk is None:
        return said
    index, half = _half_said(work, turn.walk.start)
    if count > 1:
        return f"{said}-{index}{half}-{path}"
    return f"{said}{path}" if path[0] == half else f"{said}{half}-{path}"


def _half_said(cut: Cut, starter: Piece) -> tuple[int, str]:
    """The half of a cut piece as it is said: the piece's number, counted from the location, and the half's name."""
    for index, piece in enumerate(cut.pieces, 1):
        inside = piece.x <= starter.x < piece.x + piece.width and piece.y <= starter.y < piece.y + piece.height
        if inside and cut.axis == "H":
            return index, "S" if starter.y == piece.y else "N"
        if inside:
            return index, "W" if starter.x == piece.x else "E"
    raise AssertionError(f"{describe(starter)} is no half of a piece cut")


@guards("crumble.notation.location", *WRITTEN_FORMS)
def turns_print_in_the_published_form(position: Position, turn: Turn) -> None:
    found, expected = crumble.format_turn(position, turn), text_by_definition(position, turn)
    check(found == expected, f"{turn} is printed as {found}, by definition as {expected}")


tie(
    __name__,
    crumble,
    {
        every_game.printed_turns_read_back_to_themselves: WRITTEN_FORMS,
        every_game.json_reads_back_to_the_same_position: (
            "crumble.start.agreed",
            "crumble.board.limits",
            "crumble.pieces.colours",
        ),
        every_game.records_replay_to_the_same_positions: (
            "crumble.notation.location",
            "crumble.turn.order",
            "crumble.takeback",
        ),
    },
)


@guards("crumble.notation.threat")
def a_plus_says_nothing_about_which_turn_is_meant(position: Position, turn: Turn) -> None:
    text = crumble.format_turn(position, turn)
    check(crumble.parse_turn(position, text + "+") == turn, f"{text}+ reads back as another turn")
    check(every_game.is_malformed(crumble, position, text + "++"), f"{text}++ is not malformed")


@guards("crumble.notation.threat")
def elsewhere_a_doubled_plus_says_no_more_than_none(position: Position, turn: Turn) -> None:
    text = crumble.format_turn(position, turn)
    found, expected = (_read_elsewhere(position, written) for written in (f"{text}++", text))
    check(found == expected, f"{text}++ is read as {found}, without its marks as {expected}")


def _read_elsewhere(position: Position, text: str) -> Turn | tuple[str, ...]:
    try:
        return crumble.parse_turn(position, text, published=False)
    except AmbiguousTurn as several:
        return several.meanings


HALF_TURN = CrumbleSymmetry(east_west=True, north_south=True)
"""The board as White sees it."""


@guards("crumble.notation.fraction")
def a_location_in_fractions_means_the_same_turn(position: Position, turn: Turn) -> None:
    """A location in fractions means the same turn, also as White says it, who sees the board from the other side."""
    white = position.to_move == WHITE
    seen, made = (HALF_TURN.position(position), HALF_TURN.turn(position, turn)) if white else (position, turn)
    first, board = made.work.pieces[0], seen.arrangement
    places = (Fraction(first.x, board.columns * GRAIN), Fraction(first.y, board.rows * GRAIN))
    text = ",".join(map(str, places)) + crumble.format_turn(seen, made).lstrip("0123456789,")
    read = crumble.parse_fraction_turn(position, text)
    check(read == turn, f"{text} is read as {crumble.format_turn(position, read)}, not as {turn}")


@guards("crumble.notation.join")
def the_corner_of_a_join_is_found_by_every_way_around(position: Position, turn: Turn) -> None:
    """Every way around a join to its corner means the same turn.

    It goes north along the left side, then east along the upper side; or ends with empty stretches; or goes north step
    by step, with an empty stretch east before each step.
    """
    if isinstance(turn.work, Cut):
        return
    text, path = crumble.format_turn(position, turn), turn.walk.path if turn.walk else ""
    where, _, said = text.removesuffix(path).partition("J")
    stops, (x, y, width, height) = partial(stops_after, position.arrangement), turn.work.outline
    up = stops((x, y), False).index((x, y + height)) + 1
    along = stops((x, y + height), True).index((x + width, y + height)) + 1
    for corner in (f"0,{up},{along}", f"{said},0,0", "0,1," + "0,1," * (up - 1) + str(along)):
        read = crumble.parse_turn(position, f"{where}J{corner}{path}")
        check(read == turn, f"{where}J{corner}{path} is read as {crumble.format_turn(position, read)}, not as {text}")


@guards("crumble.notation.hyphens")
def hyphens_may_be_lost_but_nothing_is_guessed(position: Position, turn: Turn) -> None:
    """A text without its hyphens still means the turn, or is ambiguous and has the turn among its meanings."""
    text = crumble.format_turn(position, turn)
    for written in {text, text.replace("-", ""), re.sub("-([ENSW])", r"\1", text)}:
        try:
            read = crumble.parse_turn(position, written, published=False)
            check(read == turn, f"{written} is read as {crumble.format_turn(position, read)}, not as {text}")
        except AmbiguousTurn as several:
            check(text in several.meanings, f"{written} is said to mean {several.meanings}, not {text}")
            check(len(set(several.meanings)) == len(several.meanings) > 1, f"meanings {several.meanings}")
            for meaning in several.meanings:
                other = crumble.parse_turn(position, meaning)
                check(written.replace("-", "") in _without_hyphens(meaning, other), f"{written} cannot mean {meaning}")


def _without_hyphens(text: str, turn: Turn) -> set[str]:
    """The texts of a turn without its hyphens. The half may be said although the first step implies it."""
    letters = text.replace("-", "")
    if isinstance(turn.work, Cut) and len(turn.work.pieces) == 1 and turn.walk and "-" not in text:
        return {letters, letters.removesuffix(turn.walk.path) + turn.walk.path[0] + turn.walk.path}
    return {letters}


@guards("crumble.notation.hyphens", "crumble.notation.cut-half")
def a_published_text_has_one_meaning(position: Position, turn: Turn) -> None:
    """In published notation, letters after a cut of one piece are its path unless a hyphen says otherwise."""
    text = crumble.format_turn(position, turn).replace("-", "")
    try:
        read = crumble.parse_turn(position, text)
    except (IllegalTurn, MalformedTurn):
        return
    except AmbiguousTurn as several:
        check(len(read_as_counts(text)) > 1, f"{text} is said to mean {several.meanings}")
        return
    if isinstance(read.work, Cut) and len(read.work.pieces) == 1 and read.walk and not read_as_counts(text):
        check(text.endswith(read.walk.path) and text[-len(read.walk.path) - 1] in "HV", f"{text} lost its first step")


def read_as_counts(text: str) -> list[str]:
    """The digits after each cut letter, which may say a number of pieces, perhaps with an index."""
    return re.findall(r"[HV]([0-9]+)", text)


@guards("crumble.board.limits")
def json_is_canonical(position: Position) -> None:
    """JSON lists pieces from the south row up, and lengths as strings; pieces may be given in any other order."""
    data = crumble.to_json(position)
    places = [(piece.y, piece.x) for piece in position.arrangement.pieces]
    check(places == sorted(places), "the pieces are not sorted by place")
    check(all(isinstance(text, str) for item in data["pieces"] for text in item), "a length is no string")
    turned_round = data | {"pieces": data["pieces"][::-1]}
    check(crumble.from_json(turned_round) == position, "the order in which pieces are given matters")


@guards("crumble.start.agreed", "crumble.pieces.cover")
def diagrams_read_back_to_the_same_position(position: Position) -> None:
    try:
        crumble.to_diagram(position)
    except InputError as refusal:
        finest = min(min(piece.width, piece.height) for piece in position.arrangement.pieces)
        crowded = len(position.arrangement.pieces) > 25
        check(crowded or finest < 1 << 15, f"no diagram of a coarse position: {refusal}")
        return
    every_game.diagrams_read_back_to_the_same_position(crumble, position)


@guards("crumble.pieces.cover", "crumble.pieces.colours")
def a_picture_shows_every_piece(position: Position) -> None:
    hints = every_game.titles(crumble.to_svg(position))
    black = sum(hint.startswith("Black ") for hint in hints)
    check(len(hints) == len(position.arrangement.pieces), f"{len(hints)} pieces are drawn")
    check(black == len(position.black), f"{black} black pieces are drawn")
