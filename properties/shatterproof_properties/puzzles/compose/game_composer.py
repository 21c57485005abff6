"""The functions of one game for composing: how good positions look, and how they are changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, Protocol

from shatterproof.game import AnyGame, find_game
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.puzzles.checker.certificate import passed, to_json
from shatterproof_properties.puzzles.claims.claim import Claim

Json = dict[str, Any]
MOST_TRIES = 60
"""The most tries at simpler positions for one candidate."""


class GameComposer(Protocol):
    """The functions that a game's module offers; a game that offers none has random play, and no changes.

    Positions are JSON values.
    """

    PASS_HELPS: bool = False
    """Whether it is an advantage to be on the move, so that a pass shows threats."""
    USES_MEMORY: bool = False
    """Whether a key may work only because of the memory after it."""
    LEAST_QUALITY: int = 0
    """The least quality of a find that is kept, unless a run asks for another."""

    def most_turns(self, board: str) -> int:
        """The number of turns after which an undecided game is given up: more than most games take by chance."""
        return 200

    def score(self, adapter: Any, here: Any) -> float:
        """How good a position of the second engine looks for the side that is not to move."""
        return 0.0

    def balance(self, adapter: Any, here: Any) -> float:
        """The material of the side that is not to move, less that of the other."""
        return 0.0

    def changed(self, position: Json, chance: Random) -> Json | None:
        """The position with one small change, perhaps against the rules; None if no change was found."""
        return None

    def composed(self, position: Json, claim: Claim, chance: Random) -> Iterator[Json]:
        """Positions of the same board that a solver composes for the claim; none if it cannot."""
        return iter(())

    def is_sensible(self, position: Json) -> bool:
        """Whether both sides have enough on the board for people to look at the position."""
        return True

    def is_reproved(self, claim: Claim, board: str) -> bool:
        """Whether z3 can prove the wins in one of a find again for less time than the find takes."""
        return False


class _PlainComposer(GameComposer):
    """Composing for a game that offers nothing."""


PLAIN = _PlainComposer()
COMPOSERS = PerGame[GameComposer](__package__, PLAIN)


def passed_usefully(game: AnyGame, position: Mapping[str, Any]) -> Json | None:
    """The position with the other side to move and no memory; None if that shows nothing about threats."""
    return passed(game, position) if COMPOSERS.of(game.NAME).PASS_HELPS else None


def simplified(
    position: Json, holds: Callable[[Json], bool], tries: int = MOST_TRIES, readings: Mapping[str, str] | None = None
) -> Json:
    """A position with fewer or plainer pieces on the same board for which `holds` is still true.

    `holds` is asked at most `tries` times, about legal undecided positions without a memory. A sensible position stays
    sensible. If nothing simpler will do, the position itself comes back.
    """
    from shatterproof_properties.play import simpler

    rules = find_game(position["game"])
    chosen, looks_right = rules.Readings.from_mapping(readings or {}), COMPOSERS.of(rules.NAME).is_sensible
    keeps_looks = looks_right(position)
    found, asked = position, 0
    while asked < tries:
        near = (each for each in simpler(rules, rules.from_json(found, chosen)) if rules.outcome(each) is None)
        on_board = (each for each in (to_json(rules, one) for one in near) if each["board"] == position["board"])
        fair = (each for each in on_board if looks_right(each) or not keeps_looks)
        for each in islice(fair, tries - asked):
            asked += 1
            if holds(each):
                found = each
                break
        else:
            break
    return found
