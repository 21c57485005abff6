"""Legal turns, drawn part by part: a cut or a join, then a walk step by step. Also their other spellings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from itertools import islice

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.crumble.arrangement import Arrangement
from shatterproof.crumble.captures import Colours
from shatterproof.crumble.cuts import Cut, cuts
from shatterproof.crumble.joins import Join, joins
from shatterproof.crumble.notation import format_turn, next_crossings
from shatterproof.crumble.pieces import DIRECTIONS, Piece, overlap, place
from shatterproof.crumble.position import Position, Turn, after_work, new_pieces, recoloured, targets
from shatterproof.crumble.readings import Readings
from shatterproof.crumble.swaps import Standing, Walk, swap_step, walks
from shatterproof_properties.play.strategies import from_one_on

STYLES = ("plain", "joining", "hunting", "repeating", "wandering", "sweeping")
LONGEST_WALK = 12
MOST_STARTERS = 4
WORKS: dict[str, Callable[[Arrangement, Set[Piece]], Iterator[Cut | Join]]] = {"cuts": cuts, "joins": joins}


def works_of(position: Position) -> list[Cut | Join]:
    """All legal cuts, then all legal joins."""
    return [work for kind in WORKS.values() for work in kind(position.arrangement, position.own)]


def can_move(position: Position) -> bool:
    """Whether any cut or join is legal.

    A side has none if all its pieces are too fine to cut and too scattered to join.
    """
    return any(True for kind in WORKS.values() for _ in kind(position.arrangement, position.own))


@st.composite
def turns(draw: st.DrawFn, position: Position, style: str | None = None) -> Turn:
    """A legal turn of an undecided position, played in one of STYLES; None draws one."""
    chosen = style or draw(st.sampled_from(STYLES))
    if chosen == "repeating":
        again = _repetitions(position, draw(st.integers(0, 99)))
        if again:
            return draw(st.sampled_from(again))
    joins_in_four = 2 if chosen == "joining" else 1
    kinds = ("cuts", "joins") if draw(st.integers(0, 3)) < 4 - joins_in_four else ("joins", "cuts")
    works = ([*WORKS[kind](position.arrangement, position.own)] for kind in kinds)
    options = next((found for found in works if found), []) or reject()
    if chosen == "sweeping":
        options = sorted(options, key=lambda work: -len(work.pieces))[:6]
    else:
        of_many = [work for work in options if len(work.pieces) > (1 if kinds[0] == "cuts" else 2)]
        options = of_many if of_many and draw(st.integers(0, 2)) == 2 else options
    work = draw(st.sampled_from(options))
    if chosen != "wandering" and draw(st.integers(0, 4)) == 0:
        return Turn(work)
    arrangement, black = after_work(position.arrangement, work), recoloured(position.black, work)
    starter = draw(st.sampled_from(sorted(new_pieces(work), key=place)))
    path = draw(WAYS.get(chosen, paths)(arrangement, black, starter, position.readings))
    return Turn(work, Walk(starter, path) if path else None)


def _repetitions(position: Position, first: int) -> list[Turn]:
    """Turns that may lead to a draw by repetition.

    They work pieces that come from the mover's earlier turns. Their walks end on the target that the draw rule wants,
    away from their start, without a win. Only some are looked at, from the cut or join numbered `first` on.
    """
    recent = position.memory.recent if position.memory else ()
    again = [
        work
        for work in works_of(position)
        if all(
            past is None or sum(overlap(piece, old) for old in past.worked) == piece.area
            for piece in work.pieces
            for past in recent[1::2]
        )
    ]
    index = 1 if position.readings.draw_target == "own" else 0
    past = recent[index] if len(recent) > index else None
    found = []
    for work in from_one_on(again, first)[:4]:
        arrangement, black = after_work(position.arrangement, work), recoloured(position.black, work)
        for starter in new_pieces(work)[-MOST_STARTERS:]:
            for walk, standing in islice(walks(arrangement, black, starter, position.readings), 10):
                reached = targets(walk, standing, position.readings)
                wanted = past.targets if past and past.targets else reached
                if standing.winner is None and any(target in wanted for target in reached):
                    found.append(Turn(work, walk))
    return found


def open_directions(arrangement: Arrangement, standing: Standing) -> list[str]:
    """The directions in which a walk may go on."""
    if standing.winner is not None or not standing.free:
        return []
    is_black = standing.at in standing.black
    return [
        direction
        for direction in DIRECTIONS
        if (other := arrangement.across(standing.at, direction)) is not None and (other in standing.black) != is_black
    ]


@st.composite
def paths(draw: st.DrawFn, arrangement: Arrangement, black: Colours, starter: Piece, readings: Readings) -> str:
    """The steps of a legal walk, perhaps none; it may go back and forth."""
    return draw(_further(arrangement, Standing(black, starter), readings, LONGEST_WALK, ends=1))


@st.composite
def _further(
    draw: st.DrawFn, arrangement: Arrangement, standing: Standing, readings: Readings, longest: int, ends: int
) -> str:
    """Further steps of a walk, drawn one by one. The more `ends`, the sooner it ends; 0 lets it go on if it can."""
    path = ""
    while len(path) < longest:
        step = draw(st.sampled_from([*[""] * ends, *open_directions(arrangement, standing) * 3] or [""]))
        if not step:
            break
        standing = swap_step(arrangement, standing, step, readings)
        path += step
    return path


@st.composite
def _long_paths(draw: st.DrawFn, arrangement: Arrangement, black: Colours, starter: Piece, readings: Readings) -> str:
    """The steps of a walk of a drawn length, or of a shorter one that cannot go on."""
    longest = draw(st.integers(1, 30))
    return draw(_further(arrangement, Standing(black, starter), readings, longest, ends=0))


@st.composite
def _eventful_paths(
    draw: st.DrawFn, arrangement: Arrangement, black: Colours, starter: Piece, readings: Readings
) -> str:
    """The steps of a walk that captures, wins or loses, if one is within reach. It may go on after that."""
    looked_at = islice(walks(arrangement, black, starter, readings), 30)
    eventful = [found for found in looked_at if len(black ^ found[1].black) > 2 or found[1].winner]
    if not eventful:
        return draw(paths(arrangement, black, starter, readings))
    walk, standing = draw(st.sampled_from(eventful))
    return walk.path + draw(_further(arrangement, standing, readings, LONGEST_WALK, ends=3))


WAYS: dict[str, Callable[[Arrangement, Colours, Piece, Readings], SearchStrategy[str]]] = {
    "hunting": _eventful_paths,
    "wandering": _long_paths,
}


LONGEST_TEXT = 4096
AT_LIMITS: tuple[tuple[str, str | None], ...] = (
    ("0" + ",0" * (LONGEST_TEXT // 2 - 1) + "V", "crumble.notation.location"),
    ("0" + ",0" * (LONGEST_TEXT // 2) + "V", None),
    ("999999V", "crumble.notation.location"),
    ("1000000V", None),
    ("0V999999999", "crumble.notation.multi-cut"),
    ("0V1000000000", None),
    ("1H\n", None),
    ("junk\n1H", None),
    ("1H\0", None),
)
"""Texts and numbers of the greatest length, and each with one character too many.

Also turns with a newline, or with a zero byte, at which texts end in C.
"""
MOST_WAYS = 12
Point = tuple[int, int]
Crossings = Mapping[str, Mapping[Point, Point]]


def spellings(position: Position, turn: Turn) -> Iterator[tuple[str, str]]:
    """Other spellings, each with the clause of the notation that it exercises.

    These are longer ways to the first piece or to the corner of a join, a lost hyphen, and an announced threat.
    """
    text = format_turn(position, turn)
    kind = "J" if isinstance(turn.work, Join) else turn.work.axis
    location, _, rest = text.partition(kind)
    crossings = next_crossings(position.arrangement)
    corner = _end(crossings, (0, 0), location)
    for way in islice(ways(crossings, (0, 0), corner), MOST_WAYS):
        if way != location:
            yield f"{way}{kind}{rest}", "crumble.notation.location"
    if isinstance(turn.work, Join):
        counts = rest.rstrip("NESW")
        for way in islice(ways(crossings, corner, _end(crossings, corner, counts)), MOST_WAYS):
            if way != counts and "," in way:
                yield f"{location}J{way}{rest[len(counts) :]}", "crumble.notation.join"
    if "-" in rest:
        yield text.replace("-", ""), "crumble.notation.hyphens"
    yield f"{text}+", "crumble.notation.threat"


def _end(crossings: Crossings, point: Point, counts: str) -> Point:
    for index, count in enumerate(counts.split(",")):
        for _ in range(int(count)):
            point = crossings["EN"[index % 2]][point]
    return point


def ways(crossings: Crossings, start: Point, end: Point) -> Iterator[str]:
    """All ways from one intersection to another, as numbers east and north in turn, up to 6 of them.

    Those with few numbers come first.
    """
    layer: list[tuple[Point, tuple[int, ...]]] = [(start, ())]
    for index in range(6):
        onward: list[tuple[Point, tuple[int, ...]]] = []
        for point, counts in layer:
            here: Point | None = point
            count = 0
            while here is not None and here[0] <= end[0] and here[1] <= end[1]:
                # In the middle a number says something only if it is not nothing.
                if count or index == 0:
                    onward.append((here, (*counts, count)))
                here, count = crossings["EN"[index % 2]].get(here), count + 1
        yield from (",".join(map(str, counts)) for point, counts in onward if point == end)
        layer = onward[:400]


def prefixes(position: Position, turn: Turn) -> Iterator[Turn]:
    """The turn without its walk, and with a walk of one step, of half its steps, and of all but one."""
    path = turn.walk.path if turn.walk else ""
    for length in sorted({0, 1, len(path) // 2, len(path) - 1}):
        if 0 <= length < len(path) and turn.walk:
            yield Turn(turn.work, Walk(turn.walk.start, path[:length]) if length else None)
