"""Laws that hold of every game: of data, records, text, the enumeration of turns and symmetries.

The first argument of each law is the game, or its symmetries. The modules of the games tie the laws to their clauses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any, ClassVar, NamedTuple, Self
from xml.etree import ElementTree

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalPosition, IllegalTurn, MalformedTurn, Outcome, perft
from shatterproof.judging import replay
from shatterproof.record import format_record, parse_record
from shatterproof_properties.invariants import check


def refusal(act: Callable[..., object], *given: object, **more: object) -> str | None:
    """The clause by which the reference refuses a turn, a text or a position; None if it has a legal meaning."""
    try:
        act(*given, **more)
    except (IllegalTurn, IllegalPosition) as refused:
        return refused.clause
    except AmbiguousTurn:
        pass
    return None


def check_refused(clause: str | None, what: object, act: Callable[..., object], *given: object) -> None:
    """Fails unless the reference refuses something by this clause, or accepts it if None is given."""
    found = refusal(act, *given)
    check(found == clause, f"{what} breaks {found or 'no clause'}; expected: {clause or 'none'}")


def is_malformed(game: AnyGame, position: Any, text: str) -> bool:
    """Whether the grammar alone excludes a text."""
    try:
        game.parse_turn(position, text)
    except MalformedTurn:
        return True
    except (IllegalTurn, AmbiguousTurn, InputError):
        pass
    return False


def ways(game: AnyGame, position: Any) -> list[tuple[Any, Any]]:
    """All legal turns, each with its result. If a game has endlessly many, one turn for each distinct result."""
    return list(game.actions(position) if has_end(game, position) else game.results(position))


def has_end(game: AnyGame, position: Any) -> bool:
    """Whether all legal turns can be listed. In Crumble they cannot: a walk may go to and fro without end."""
    try:
        next(iter(game.actions(position)), None)
    except InputError:
        return False
    return True


def titles(picture: str) -> list[str]:
    """The titles of the shapes in an SVG picture."""
    drawn = ElementTree.fromstring(picture)
    return [element.text or "" for element in drawn.iter() if element.tag.endswith("title")]


# Data, diagrams and records


def json_reads_back_to_the_same_position(game: AnyGame, position: Any) -> None:
    """A position written as JSON and read again is equal, and is written the same way."""
    text = strict_json.encode(game.to_json(position))
    again = game.from_json(strict_json.decode(text))
    check(again == position, f"{text} reads back as another position")
    check(strict_json.encode(game.to_json(again)) == text, f"{text} is printed otherwise when read back")
    check(hash(again) == hash(position), "equal positions have different hashes")


def diagrams_read_back_to_the_same_position(game: AnyGame, position: Any) -> None:
    text = game.to_diagram(position)
    check(game.from_diagram(text) == position, f"the diagram reads back as another position:\n{text}")


def records_replay_to_the_same_positions(game: AnyGame, start: Any, turns: list[Any]) -> None:
    """A game written as a record and read again goes through the same positions."""
    record = parse_record(format_record(start, turns))
    check(record.position == start, "the record starts from another position")
    position = start
    replayed = list(replay(record))
    check(len(replayed) == len(turns), f"{len(turns)} turns were recorded, {len(replayed)} replayed")
    for (recorded, turn, reached), played in zip(replayed, turns, strict=True):
        position = game.play(position, played)
        check(turn == played and reached == position, f"{recorded.text} replays otherwise")


# Turns in writing


def printed_turns_read_back_to_themselves(game: AnyGame, position: Any, turn: Any) -> None:
    text = game.format_turn(position, turn)
    check(game.parse_turn(position, text) == turn, f"{text} reads back as another turn")


# Positions are values


def playing_on_never_changes_an_earlier_position(game: AnyGame, start: Any, turns: list[Any]) -> None:
    """Playing from a position leaves that position unchanged, and playing the same turn again gives the same result."""
    reached = [start]
    for turn in turns:
        reached.append(game.play(reached[-1], turn))
    kept = [game.to_json(position) for position in reached]
    for turn, before, after in zip(turns, reached, reached[1:], strict=False):
        again = game.play(before, turn)
        check(again == after and hash(again) == hash(after), "the same turn played again gives another position")
    check([game.to_json(position) for position in reached] == kept, "replaying changed an earlier position")


def a_refused_turn_changes_nothing(game: AnyGame, position: Any, text: str) -> None:
    """A text that no player may say in a position is refused and leaves the position unchanged."""
    before = game.to_json(position)
    try:
        game.parse_turn(position, text)
    except (IllegalTurn, AmbiguousTurn, InputError):
        check(game.to_json(position) == before, "a refused turn changed the position")
        return
    raise AssertionError(f"{text} was not refused")


# The enumeration of turns


def turns_are_sound(game: AnyGame, position: Any) -> None:
    """Every listed turn plays and has the result listed. Results differ, turns come in order, and all lists agree."""
    results, listed = list(game.results(position)), ways(game, position)
    check([turn for turn, _ in results] == list(game.turns(position)), "turns and results disagree")
    distinct = {after for _, after in results}
    check(len(distinct) == len(results), "two turns give the same result")
    check({after for _, after in listed} == distinct, "results and actions disagree")
    for turn, after in listed:
        check(game.play(position, turn) == after, f"{turn} gives another result when played")
    for pairs in (results, listed):
        for one, two in pairwise(turn for turn, _ in pairs):
            check(one < two and not two < one, f"{one} comes before {two}")


def each_result_is_listed_once_by_its_first_turn(game: AnyGame, position: Any) -> None:
    """Each result is listed once, by its first turn. This tries all actions, so boards must be small."""
    first: dict[Any, Any] = {}
    for turn, after in game.actions(position):
        first.setdefault(after, turn)
    found = list(game.results(position))
    check({after: turn for turn, after in found} == first, "results and actions disagree")
    check(len(found) == len(first), "two turns listed give the same result")


def leaves_are_the_sum_of_the_leaves_below(game: AnyGame, position: Any) -> None:
    below = [after for _, after in game.results(position)]
    check(perft(game, position, 0) == 1, "a position is one leaf of itself")
    check(perft(game, position, 1) == len(below), "a turn is one leaf of its position")
    if len(below) <= 40:
        expected = sum(perft(game, after, 1) for after in below)
        check(perft(game, position, 2) == expected, f"{expected} leaves two plies below")
    if has_end(game, position):
        actions = len(ways(game, position))
        check(perft(game, position, 1, actions=True) == actions >= len(below), "actions are not counted one by one")


# Symmetries: play is the same from every side of the board and with colours exchanged


@dataclass(frozen=True)
class GameSymmetry(ABC):
    """A symmetry of a game: the board turned or mirrored, perhaps the colours exchanged."""

    game: ClassVar[AnyGame]
    colours: bool = False

    def side(self, colour: str) -> str:
        """The image of a side."""
        return self.game.SIDES[1 - self.game.SIDES.index(colour)] if self.colours else colour

    @abstractmethod
    def position(self, position: Any) -> Any:
        """The image of the position."""

    @abstractmethod
    def turn(self, position: Any, turn: Any) -> Any:
        """The image of a turn of a position."""

    def outcome(self, outcome: Outcome | None) -> Outcome | None:
        """The image of the outcome."""
        return replace(outcome, winner=self.side(outcome.winner)) if outcome and outcome.winner else outcome


@dataclass(frozen=True)
class RectangleSymmetry(GameSymmetry):
    """A symmetry of a rectangle.

    It mirrors in the vertical middle line, the horizontal middle line and the diagonal, in this order, and perhaps
    exchanges colours. The image of a board that is not square may be another board.
    """

    east_west: bool = False
    north_south: bool = False
    diagonal: bool = False

    @classmethod
    def all(cls) -> tuple[Self, ...]:
        """The eight symmetries, then the same with colours exchanged; the identity comes first."""
        return tuple(
            cls(colours, east_west, north_south, diagonal)
            for colours, diagonal, north_south, east_west in product((False, True), repeat=4)
        )

    def board(self, columns: int, rows: int) -> tuple[int, int]:
        """The columns and rows of the board's image."""
        return (rows, columns) if self.diagonal else (columns, rows)

    def inverse(self) -> Self:
        """The symmetry that undoes this one."""
        return replace(self, east_west=self.north_south, north_south=self.east_west) if self.diagonal else self


class Symmetries(NamedTuple):
    """The symmetries of a game: all of them, and those by which a law compares all turns of a position.

    `same_by` takes a turn and its result and returns what must be the same for their image: the result unless given.
    """

    game: AnyGame
    all: tuple[GameSymmetry, ...]
    of_all_turns: tuple[GameSymmetry, ...]
    same_by: Callable[[Any, Any], Any] = lambda turn, after: after


def playing_commutes_with_symmetries(symmetries: Symmetries, position: Any, turn: Any) -> None:
    """The image of a turn, played in the image of a position, gives the image of the result."""
    game, same_by = symmetries.game, symmetries.same_by
    after = game.play(position, turn)
    ended = game.outcome(after)
    for symmetry in symmetries.all:
        said = symmetry.turn(position, turn)
        seen = game.play(symmetry.position(position), said)
        check(same_by(said, seen) == same_by(said, symmetry.position(after)), f"{symmetry} changes what {turn} does")
        check(game.outcome(seen) == symmetry.outcome(ended), f"{symmetry} changes the outcome of {turn}")


def turns_commute_with_symmetries(symmetries: Symmetries, position: Any) -> None:
    """A position and its image have the same number of turns and the same set of results.

    The turn that stands for a result may differ.
    """
    game, same_by = symmetries.game, symmetries.same_by
    known = ways(game, position)
    for symmetry in symmetries.of_all_turns:
        found = ways(game, symmetry.position(position))
        expected = {same_by(symmetry.turn(position, turn), symmetry.position(after)) for turn, after in known}
        check({same_by(*way) for way in found} == expected, f"{symmetry} changes the legal turns")
        check(len(found) == len(known), f"{symmetry} changes the number of legal turns")


def outcomes_commute_with_symmetries(symmetries: Symmetries, position: Any) -> None:
    """The image of a position has the image of its outcome."""
    game = symmetries.game
    for symmetry in symmetries.all:
        seen = game.outcome(symmetry.position(position))
        check(seen == symmetry.outcome(game.outcome(position)), f"{symmetry} changes the outcome to {seen}")
