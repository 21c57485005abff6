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
from shatterproof_properties.puzzles.rating.measures import Features

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


DOUBLE = DECOY = 4
TAKING = ("steps", "captured", "strangles", "shuts out", "removed", "merged", "off board", "splintered")
"""What a quiet key does not do."""
EVERY, CRUMBLE, SCRUNCH, SPLINTER = GAMES, ("crumble",), ("scrunch",), ("splinter",)


def _attack(name: str, least: int = 1) -> Callable[[Features], bool]:
    return lambda puzzle: puzzle.most(name) >= least


def _main(name: str, least: int = 1) -> Callable[[Features], bool]:
    """The key does it, or without a key the most useful threat."""
    return lambda puzzle: bool(puzzle.attacks) and puzzle.attacks[0].get(name, 0) >= least


def _quiet(*names: str) -> Callable[[Features], bool]:
    """There is a key, and it does none of these."""
    return lambda puzzle: puzzle.key is not None and not any(puzzle.key.get(name, 0) for name in names)


THEMES: Mapping[str, Theme] = {
    "closing the ring": Theme(
        CRUMBLE, lambda puzzle: puzzle.does("returns", "captured"), "a walk that comes back to where it was captures"
    ),
    "there and back": Theme(CRUMBLE, _main("returns"), "the walk of the key comes back to where it was"),
    "smaller join": Theme(CRUMBLE, _main("smaller"), "the key joins fewer pieces than it could"),
    "shutting out": Theme(SCRUNCH, _attack("shuts out"), "a turn takes the last cell for an egg from the other side"),
    "last egg": Theme(SCRUNCH, _attack("last egg"), "an egg is laid after which there is no cell for another"),
    "strangling": Theme(
        SCRUNCH,
        lambda puzzle: puzzle.turns > 1 and _main("strangles")(puzzle),
        "before the end the other side already cannot grow, and has to remove",
    ),
    "decoy": Theme(
        (*CRUMBLE, *SPLINTER),
        lambda puzzle: puzzle.answered <= DECOY * puzzle.baited < DECOY * puzzle.answered,
        "a quarter of the replies or more take what the key offers, and are answered by turns that answer nothing else",
    ),
    "sacrifice": Theme(
        (*CRUMBLE, *SPLINTER),
        lambda puzzle: _main("own captured")(puzzle) or puzzle.costs > 0,
        "the key, or in a mate the main answer, gives pieces up: in Splinter more than it takes",
    ),
    "tie as a weapon": Theme(SPLINTER, _main("tie"), "the key chooses among groups of one size"),
    "quiet key": Theme(
        EVERY,
        lambda puzzle: _quiet(*TAKING)(puzzle) and puzzle.replies > 0,
        "the key takes no walk and no piece, and leaves the other side able to grow",
    ),
    "double threat": Theme(
        EVERY,
        lambda puzzle: len(puzzle.threats) == 2 and DOUBLE * puzzle.threats[1].answers >= puzzle.answered,
        "two turns between them answer every reply, each of them a quarter of them or more",
    ),
    "pushing back denied": Theme(
        SPLINTER, lambda puzzle: puzzle.denied, "the key would fail if what it pushed could be pushed back at once"
    ),
    "only defence": Theme(EVERY, lambda puzzle: puzzle.saving == 1, "one turn alone does not lose"),
    "near miss": Theme(
        EVERY, lambda puzzle: puzzle.tries > 0, "a turn that looks as good as the key fails to one reply only"
    ),
    "one threat": Theme(
        EVERY,
        lambda puzzle: len(puzzle.threats) == 1 and puzzle.answered > 1,
        "one turn answers every reply that does not lose at once",
    ),
    "many threats": Theme(EVERY, lambda puzzle: len(puzzle.threats) >= 6, "the replies need six answers or more"),
    "forced reply": Theme(
        EVERY,
        lambda puzzle: puzzle.answered == 1 and not puzzle.saving,
        "one reply alone does not lose at once",
    ),
    "long play": Theme(EVERY, lambda puzzle: puzzle.turns >= 3, "the attacker needs three turns or more"),
    "capture": Theme(CRUMBLE, _attack("captured"), "a turn of the attacker captures"),
    "long march": Theme(CRUMBLE, _attack("steps", 6), "a walk of six steps or more is needed"),
    "join": Theme(CRUMBLE, _attack("joined"), "a turn of the attacker joins pieces"),
    "long cut": Theme(CRUMBLE, _attack("cut", 2), "a turn of the attacker cuts several pieces"),
    "end of creation": Theme(SCRUNCH, _attack("leaves creation"), "a turn takes the attacker out of creation"),
    "merger": Theme(SCRUNCH, _attack("merged"), "a stone joins several snakes of the attacker"),
    "cure": Theme(SCRUNCH, _attack("cured"), "a stone is placed that would leave a mutant, and the movement cures it"),
    "breakaway": Theme(SCRUNCH, _attack("stepped"), "a stone steps away from its snake and stands alone"),
    "push-off": Theme(SPLINTER, _main("off board"), "pieces are pushed off the board"),
    "big splinter": Theme(SPLINTER, _main("splintered", 3), "three pieces or more are cut off at once"),
    "long line": Theme(SPLINTER, _main("line", 4), "four pieces or more slide together"),
}
"""Themes by name: motifs first, then what the play is made of. The first of a puzzle's is its main one."""


def themes_of(features: Features) -> tuple[str, ...]:
    """The themes of a puzzle with these features, in the order of THEMES."""
    return tuple(name for name, theme in THEMES.items() if features.game in theme.games and theme.holds(features))
