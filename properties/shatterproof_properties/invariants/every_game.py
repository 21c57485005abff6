"""What must hold of every game: laws that the modules of the games tie to their clauses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, Outcome
from shatterproof.judging import replay
from shatterproof.record import format_record, parse_record
from shatterproof_properties.invariants import check


class Seen(ABC):
    """A game seen otherwise: the board turned or mirrored, perhaps the colours exchanged."""

    @abstractmethod
    def side(self, colour: str) -> str:
        """The side that a side is seen as."""

    @abstractmethod
    def position(self, position: Any) -> Any:
        """The position seen so."""

    def outcome(self, outcome: Outcome | None) -> Outcome | None:
        """The outcome seen so."""
        return replace(outcome, winner=self.side(outcome.winner)) if outcome and outcome.winner else outcome


def outcomes_commute(game: AnyGame, position: Any, symmetries: Iterable[Seen]) -> None:
    """Who has won depends on nothing but how one looks at the board."""
    for symmetry in symmetries:
        seen = game.outcome(symmetry.position(position))
        check(seen == symmetry.outcome(game.outcome(position)), f"{symmetry} changes the outcome to {seen}")


def json_reads_back(game: AnyGame, position: Any) -> None:
    """A position as JSON reads back as itself, is printed the same again, and is equal in every way."""
    text = strict_json.encode(game.to_json(position))
    again = game.from_json(strict_json.decode(text))
    check(again == position, f"{text} reads back as another position")
    check(strict_json.encode(game.to_json(again)) == text, f"{text} is printed otherwise when read back")
    check(hash(again) == hash(position), "equal positions have different hashes")


def records_replay(game: AnyGame, start: Any, turns: list[Any]) -> None:
    """A game printed as a record, read and replayed, goes through the same positions."""
    record = parse_record(format_record(start, turns))
    check(record.position == start, "the record starts from another position")
    position = start
    replayed = list(replay(record))
    check(len(replayed) == len(turns), f"{len(turns)} turns were recorded, {len(replayed)} replayed")
    for (recorded, turn, reached), played in zip(replayed, turns, strict=True):
        position = game.play(position, played)
        check(turn == played and reached == position, f"{recorded.text} replays otherwise")


def positions_are_values(game: AnyGame, start: Any, turns: list[Any]) -> None:
    """A turn taken back leaves what was there before, and played again gives the same."""
    reached = [start]
    for turn in turns:
        reached.append(game.play(reached[-1], turn))
    kept = [game.to_json(position) for position in reached]
    for turn, before, after in zip(turns, reached, reached[1:], strict=False):
        again = game.play(before, turn)
        check(again == after and hash(again) == hash(after), "the same turn played again gives another position")
    check([game.to_json(position) for position in reached] == kept, "replaying changed an earlier position")


def refusals_change_nothing(game: AnyGame, position: Any, text: str) -> None:
    """A text that no player may say in a position is refused, and the position stays as it was."""
    before = game.to_json(position)
    try:
        game.parse_turn(position, text)
    except (IllegalTurn, AmbiguousTurn, InputError):
        check(game.to_json(position) == before, "a refused turn changed the position")
        return
    raise AssertionError(f"{text} was not refused")


def results_are_sound(game: AnyGame, position: Any) -> None:
    """Every turn plays and gives the result promised; results differ; turns come in order."""
    pairs = list(game.results(position))
    check([turn for turn, _ in pairs] == list(game.turns(position)), "turns and results disagree")
    for turn, after in pairs:
        check(game.play(position, turn) == after, f"{turn} gives another result when played")
    check(len({after for _, after in pairs}) == len(pairs), "two turns give the same result")
    for one, two in pairwise(turn for turn, _ in pairs):
        check(one < two and not two < one, f"{one} comes before {two}")
