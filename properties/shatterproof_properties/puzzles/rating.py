"""What a puzzle is about and how hard it is: its themes, and its difficulty from 1 to 5, from its measured features.

The difficulty is told by the work of a model of a solver, `puzzles.solver`: how many turns it looks at, before the key
and then until all that follows is answered. Each step of STEPS that the work reaches makes a puzzle harder by one. How
large the board is, how many pieces or turns there are counts for nothing by itself.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping
from typing import NamedTuple

from shatterproof.game import GAMES
from shatterproof_properties.puzzles.features import Features

STEPS = (8, 24, 72, 216)
"""The work from which on a puzzle has difficulty 2, 3, 4 and 5."""
HARDEST = 1 + len(STEPS)


def difficulty(features: Features) -> int:
    """The difficulty, 1 to 5."""
    return 1 + bisect(STEPS, features.work)


class Theme(NamedTuple):
    """The games that have a theme, when a puzzle has it, and what it means."""

    games: tuple[str, ...]
    holds: Callable[[Features], bool]
    means: str


EVERY, CRUMBLE, SCRUNCH, SPLINTER = GAMES, ("crumble",), ("scrunch",), ("splinter",)


def _key(name: str, least: int = 1) -> Callable[[Features], bool]:
    return lambda puzzle: puzzle.key is not None and puzzle.key.get(name, 0) >= least


def _attack(name: str, least: int = 1) -> Callable[[Features], bool]:
    return lambda puzzle: puzzle.most(name) >= least


def _main(name: str, least: int = 1) -> Callable[[Features], bool]:
    """The key does it, or without a key the most useful threat."""
    return lambda puzzle: bool(puzzle.attacks) and puzzle.attacks[0].get(name, 0) >= least


def _quiet(*names: str) -> Callable[[Features], bool]:
    """There is a key, and it does none of these."""
    return lambda puzzle: puzzle.key is not None and not any(puzzle.key.get(name, 0) for name in names)


THEMES: Mapping[str, Theme] = {
    "one threat": Theme(
        EVERY,
        lambda puzzle: len(puzzle.threats) == 1 and puzzle.answered > 1,
        "one turn answers every reply that does not lose at once",
    ),
    "two threats": Theme(EVERY, lambda puzzle: len(puzzle.threats) == 2, "two turns between them answer every reply"),
    "many threats": Theme(EVERY, lambda puzzle: len(puzzle.threats) >= 6, "the replies need six answers or more"),
    "forced reply": Theme(
        EVERY,
        lambda puzzle: puzzle.answered == 1 and not puzzle.saving,
        "one reply alone does not lose at once",
    ),
    "only defence": Theme(EVERY, lambda puzzle: puzzle.saving == 1, "one turn alone does not lose"),
    "long play": Theme(EVERY, lambda puzzle: puzzle.turns >= 3, "the attacker needs three turns or more"),
    "near miss": Theme(EVERY, lambda puzzle: puzzle.tries > 0, "another first turn fails to one defence only"),
    "sacrifice": Theme(
        EVERY,
        lambda puzzle: puzzle.most("own captured") + puzzle.most("removed") + puzzle.most("own lost") > 0,
        "the attacker gives up pieces of its own",
    ),
    "capture": Theme(CRUMBLE, _attack("captured"), "a turn of the attacker captures"),
    "long march": Theme(CRUMBLE, _attack("steps", 6), "a walk of six steps or more is needed"),
    "join": Theme(CRUMBLE, _attack("joined"), "a turn of the attacker joins pieces"),
    "long cut": Theme(CRUMBLE, _attack("cut", 2), "a turn of the attacker cuts several pieces"),
    "quiet key": Theme(CRUMBLE, _quiet("steps"), "the key is a cut or a join without a walk"),
    "capturing key": Theme(CRUMBLE, _key("captured"), "the key captures"),
    "egg": Theme(SCRUNCH, _attack("eggs"), "a turn of the attacker lays an egg"),
    "end of creation": Theme(SCRUNCH, _attack("leaves creation"), "a turn takes the attacker out of creation"),
    "merger": Theme(SCRUNCH, _attack("merged"), "a stone joins several snakes of the attacker"),
    "cure": Theme(SCRUNCH, _attack("cured"), "a stone is placed that would leave a mutant, and the movement cures it"),
    "breakaway": Theme(SCRUNCH, _attack("stepped"), "a stone steps away from its snake and stands alone"),
    "strangling": Theme(
        SCRUNCH,
        lambda puzzle: puzzle.turns > 1 and _main("strangles")(puzzle),
        "before the end the other side already cannot grow, and has to remove",
    ),
    "push-off": Theme(SPLINTER, _main("off board"), "pieces are pushed off the board"),
    "splintering": Theme(SPLINTER, _main("splintered"), "pieces are cut off from the group"),
    "big splinter": Theme(SPLINTER, _main("splintered", 3), "three pieces or more are cut off at once"),
    "tie": Theme(SPLINTER, _main("tie"), "the attacker chooses among groups of one size"),
    "long line": Theme(SPLINTER, _main("line", 4), "four pieces or more slide together"),
    "waiting key": Theme(SPLINTER, _quiet("off board", "splintered"), "after the key all pieces still stand"),
}
"""Themes by name, those of every game first."""


def themes_of(features: Features) -> tuple[str, ...]:
    """The themes of a puzzle with these features, in the order of THEMES."""
    return tuple(name for name, theme in THEMES.items() if features.game in theme.games and theme.holds(features))
