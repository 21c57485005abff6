"""The measures of a puzzle: how wide its play is, and what its turns do, counted by replay with the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.puzzles.checker.symmetry_class import Map, Point, motif_of
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn, ProvedPlay
from shatterproof_properties.puzzles.rating.solver_model import Solving

Place = tuple[int, int, int, int]
"""A rectangle by two opposite corners, the smaller numbers first; a single point twice."""


class Thing(NamedTuple):
    """The thing at a place, as the side to move sees it: its owner and its kind."""

    place: Place
    what: str


class RatedGame(Protocol):
    """The functions that a game's module offers. Without one nothing is measured, and no puzzles are alike."""

    @property
    def TAKING(self) -> tuple[str, ...]:
        """The measures that a quiet key does not have."""

    @property
    def THEMES(self) -> Mapping[str, Any]:
        """Its themes by name: motifs first, then what the play is made of."""

    @property
    def WHOLE_BOARD(self) -> bool:
        """Whether pieces cover the board. Then their area counts, and positions are never shifted."""

    def measure(self, played: Any) -> Mapping[str, int]:
        """How much a turn has of each effect, by its name in a word or two."""

    def things(self, position: Any, side: str) -> tuple[Point, frozenset[Thing]]:
        """The width and height of the board, and the things on it, as a side sees them."""

    def maps(self, width: int, height: int) -> Iterator[tuple[int, int, Map]]:
        """The symmetries of a board, each with the size of the board afterwards."""


RATED_GAMES = PerGame[RatedGame](__package__)

TurnFeatures = Mapping[str, int]
"""How much a turn has of each effect, by the names of its game."""


@dataclass(frozen=True)
class MeasuredThreat:
    """An answer to replies, wherever it works on the same pieces: their number, and its greatest effects."""

    answers: int
    does: TurnFeatures


@dataclass(frozen=True)
class Features:
    """The measures of a puzzle.

    `turns` are the attacker's. `replies` are those of the defender after the key, or in the diagram: `saving` of them
    need no answer because they save, and `threats` answer those that do not lose at once, the most useful first. `key`
    has the effects of the key, if there is one. In a defence, with `is_defence`, it has those of the first turn that
    saves, and `threats` refute the other turns.

    `baited` counts replies that take more than they give up, and whose answers answer no others. The model of a solver
    gives the rest: `tries` are first turns looked at before the key that fail to one reply only; `denied` says whether
    the key would fail if nothing were remembered, `waits` whether it threatens nothing.
    """

    game: str
    turns: int
    replies: int
    saving: int
    key: TurnFeatures | None
    threats: tuple[MeasuredThreat, ...]
    tries: int = 0
    baited: int = 0
    denied: bool = False
    waits: bool = False
    is_defence: bool = False

    @property
    def answered(self) -> int:
        """Replies that a threat answers."""
        return sum(threat.answers for threat in self.threats)

    @property
    def attacks(self) -> tuple[TurnFeatures, ...]:
        """The effects of each turn of the solver: the key, then the threats; in a defence, the turns that save."""
        key = (self.key,) if self.key is not None else ()
        return key if self.is_defence else (*key, *(threat.does for threat in self.threats))

    def most(self, name: str) -> int:
        """The greatest amount of an effect in any turn of the solver."""
        return max((attack.get(name, 0) for attack in self.attacks), default=0)


def measure(puzzle: Puzzle, play: ProvedPlay, solving: Solving) -> Features:
    """The features of a puzzle from its proved play, and from how it is solved."""
    answers = [reply.answer for reply in play.replies if reply.answer is not None]
    saving = [reply.turn for reply in play.replies if reply.saves]
    is_defence = puzzle.claim.meaning.names_every_solution
    key = next(iter(saving), None) if is_defence else play.key
    takers: dict[Any, list[bool]] = {}
    for reply in play.replies if play.key is not None else ():
        if reply.answer is not None:
            does = turn_features(reply.turn)
            taken = does.get("captured", 0) + does.get("theirs lost", 0)
            takes = taken > 2 * does.get("own captured", 0) + does.get("own lost", 0)
            takers.setdefault(reply.answer.turn, []).append(takes)
    return Features(
        game=puzzle.game,
        turns=puzzle.claim.depth,
        replies=len(play.replies),
        saving=len(saving),
        key=turn_features(key) if key else None,
        threats=_threats(answers, puzzle.claim.meaning.counts_answers),
        tries=solving.near_tries,
        baited=sum(len(each) for each in takers.values() if all(each)),
        denied=solving.denied,
        waits=solving.threatens is False,
        is_defence=is_defence,
    )


def _threats(answers: list[PlayedTurn], by_motif: bool) -> tuple[MeasuredThreat, ...]:
    """The answers, put together if they are the same turn or count as one answer."""
    does, used = dict[Any, Counter[str]](), Counter[Any]()
    for played in answers:
        one = motif_of(played.game, played.turn) if by_motif else played.turn
        used[one] += 1
        does[one] = Counter(turn_features(played)) | does.get(one, Counter())
    order = sorted(used, key=lambda one: (-used[one], one))
    return tuple(MeasuredThreat(used[one], does[one]) for one in order)


def turn_features(played: PlayedTurn) -> TurnFeatures:
    """The effects of a legal turn; none if its game has no measures."""
    known = RATED_GAMES.find(played.game)
    return known.measure(played) if known else {}
