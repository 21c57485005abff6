"""What a comparison of two sets of readings has found, and how programs are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from shatterproof_properties.common.editions import ReadingSet
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.witnesses.pair import Json, Pair


class Play(NamedTuple):
    """Whether two values differ in play from an opening.

    `yes` says so, with a `game` from an opening in which they do; `set-up` that only positions set up show it;
    `unknown` that no such game is known.
    """

    verdict: Literal["yes", "set-up", "unknown"]
    game: Question | None = None


@dataclass(frozen=True)
class Difference:
    """A reading whose value is not the same in two sets.

    `values` are those of the two sets, in their order; `pair` has its smallest witness, `source` says where that comes
    from; `clauses` are the ids of the rules that it bears on.
    """

    reading: str
    values: tuple[str, str]
    clauses: tuple[str, ...]
    pair: Pair
    source: str
    play: Play


@dataclass(frozen=True)
class Whole:
    """A game in which two whole sets differ, with the answer under each.

    `proved` says that there is no smaller one, `bound` in words what was searched.
    """

    question: Question
    answers: tuple[Answer, Answer]
    proved: bool
    bound: str


@dataclass(frozen=True)
class Comparison:
    """What there is to say of two sets of readings; `whole` is None where no game is known in which they differ."""

    one: ReadingSet
    two: ReadingSet
    differences: tuple[Difference, ...]
    whole: Whole | None

    def to_json(self) -> Json:
        """JSON values."""
        return {
            "game": self.one.game.NAME,
            "sets": [self.one.to_json(), self.two.to_json()],
            "differences": [_difference_to_json(each) for each in self.differences],
            "whole": self.whole and _whole_to_json(self.whole),
        }


def _difference_to_json(found: Difference) -> Json:
    game = found.play.game
    return {
        "reading": found.reading,
        "values": list(found.values),
        "clauses": list(found.clauses),
        "pair": found.pair.to_json(),
        "source": found.source,
        "in_play": found.play.verdict,
        "game_from_opening": game and game.witness(),
    }


def _whole_to_json(whole: Whole) -> Json:
    return {"witness": whole.question.witness(), "answers": list(whole.answers), "proved": whole.proved,
            "bound": whole.bound}  # fmt: skip
