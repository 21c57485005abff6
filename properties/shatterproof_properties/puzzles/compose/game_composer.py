"""What composing has to know of one game: how positions look, and how they are changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, Protocol

from shatterproof.game import AnyGame, find_game
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.puzzles.checker.certificate import passed
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.compose import plain

Json = dict[str, Any]
MOST_TRIES = 60
"""The most tries at simpler positions for one candidate."""


class GameComposer(Protocol):
    """The functions that a game's module offers, `plain` without one. Positions are JSON values."""

    PASS_HELPS: bool
    """Whether to be on the move is an advantage, so that a pass says something about threats."""

    USES_MEMORY: bool
    """Whether a key may work only because of what the position after it remembers."""

    LEAST_QUALITY: int
    """The least quality of a find that is kept, unless a run says otherwise."""

    def most_turns(self, board: str) -> int:
        """After how many turns a game that goes on is given up."""

    def score(self, adapter: Any, here: Any) -> float:
        """How good a position, as the second engine has it, looks for the side that is not to move."""

    def balance(self, adapter: Any, here: Any) -> float:
        """The material of the side that is not to move, less that of the other."""

    def changed(self, position: Json, chance: Random) -> Json | None:
        """The position with one small thing changed, perhaps against the rules; None if nothing came to mind."""

    def composed(self, position: Json, claim: Claim, chance: Random) -> Iterator[Json]:
        """Positions of the same board, composed by a solver so that the claim may well hold; none where none can be."""

    def is_sensible(self, position: Json) -> bool:
        """Whether both sides have so much on the board that people will look at the position."""

    def is_reproved(self, claim: Claim, board: str) -> bool:
        """Whether z3 proves the wins in one of a find again for less than the find costs."""


COMPOSERS = PerGame[GameComposer](__package__, plain)


def composer_of(game: str) -> GameComposer:
    """What composing knows of a game. Raises InputError for an unknown one."""
    find_game(game)
    return COMPOSERS.of(game)


def passed_usefully(game: AnyGame, position: Mapping[str, Any]) -> Json | None:
    """The position with the other side to move, remembering nothing; None where that says nothing about threats."""
    return passed(game, position) if composer_of(game.NAME).PASS_HELPS else None


def simpler_by(game: str, position: Json, readings: Mapping[str, str]) -> Iterator[Json]:
    """What a found position of a game would be shrunk to, of the same board, undecided, remembering nothing."""
    from shatterproof_properties.play import simpler

    rules = find_game(game)
    for nearer in simpler(rules, rules.from_json(position, rules.Readings.from_mapping(readings))):
        if rules.outcome(nearer) is None:
            value = {name: held for name, held in rules.to_json(nearer).items() if name != "readings"}
            if value["board"] == position["board"]:
                yield value


def simplified(
    position: Json, holds: Callable[[Json], bool], tries: int = MOST_TRIES, readings: Mapping[str, str] | None = None
) -> Json:
    """A position with fewer or plainer pieces on the same board for which `holds` is still true.

    `holds` is asked at most `tries` times, about legal undecided positions that remember nothing. What looks like a
    position of a game goes on to look so. Where nothing simpler will do, the position itself comes back.
    """
    game = str(position["game"])
    looks_right = composer_of(game).is_sensible
    keeps_looks = looks_right(position)
    found, asked = position, 0
    while asked < tries:
        nearer = (each for each in simpler_by(game, found, readings or {}) if looks_right(each) or not keeps_looks)
        for each in islice(nearer, tries - asked):
            asked += 1
            if holds(each):
                found = each
                break
        else:
            break
    return found
