"""The themes of a puzzle, its idea in a sentence, and its difficulty from 1 to 5.

The difficulty is the share of solvers in the model of `solver_model` who fail. Each of STEPS that it reaches makes a
puzzle harder by one. The size of the board and the number of pieces or turns do not count by themselves.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from shatterproof.movetext import wrapped
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.rating.measures import RATED_GAMES, Features
from shatterproof_properties.puzzles.rating.solver_model import Solving

STEPS = (0.2, 0.4, 0.6, 0.8)
"""The shares of failing solvers at which difficulty 2, 3, 4 and 5 begin."""
SHARE = 4
"""A second threat, or a decoy, must answer at least one in this many replies."""


class Theme(NamedTuple):
    """A theme: a test whether a puzzle has it. `spec/puzzles/README.md` says what each means.

    `idea` says the meaning of the key, or of the main answer, "" for no idea. It is the end of a sentence about that
    turn itself.
    """

    holds: Callable[[Features], bool]
    idea: str = ""


def difficulty(failing: float) -> int:
    """The difficulty of a puzzle at which this share of solvers fails."""
    return 1 + bisect(STEPS, failing)


def attack(name: str) -> Callable[[Features], bool]:
    """Some turn of the solver does it."""
    return lambda puzzle: puzzle.most(name) > 0


def main(name: str, least: int = 1) -> Callable[[Features], bool]:
    """Whether the key does it; without a key, whether the most useful threat does."""
    return lambda puzzle: bool(puzzle.attacks) and puzzle.attacks[0].get(name, 0) >= least


def _is_quiet(puzzle: Features) -> bool:
    known, key = RATED_GAMES.find(puzzle.game), puzzle.key
    if not (known and key and puzzle.replies):
        return False
    return not any(key.get(name) for name in known.TAKING)


def _answers_all(number: int) -> Callable[[Features], bool]:
    """Whether n turns of the attacker answer all turns of the other side after the key, or in a mate."""
    return lambda puzzle: not puzzle.is_defence and len(puzzle.threats) == number


DECOY = Theme(
    lambda puzzle: puzzle.answered <= SHARE * puzzle.baited < SHARE * puzzle.answered,
    "offers something that must not be taken",
)
THREATS: Mapping[str, Theme] = {
    "squeeze": Theme(
        lambda puzzle: puzzle.waits and puzzle.answered > 1,
        "threatens nothing, and yet the other side has no turn that holds",
    ),
    "quiet key": Theme(_is_quiet),
    "double threat": Theme(
        lambda puzzle: _answers_all(2)(puzzle) and SHARE * puzzle.threats[1].answers >= puzzle.answered,
        "makes two threats, and no reply meets both",
    ),
}
PLAY: Mapping[str, Theme] = {
    "only defence": Theme(lambda puzzle: puzzle.saving == 1),
    "near miss": Theme(lambda puzzle: puzzle.tries > 0),
    "one threat": Theme(lambda puzzle: _answers_all(1)(puzzle) and puzzle.answered > 1),
    "many threats": Theme(lambda puzzle: not puzzle.is_defence and len(puzzle.threats) >= 6),
    "forced reply": Theme(lambda puzzle: puzzle.answered == 1 and not puzzle.saving and not puzzle.is_defence),
    "long play": Theme(lambda puzzle: puzzle.turns >= 3),
}
"""The themes of every game. In order come THREATS, the motifs of the game, then PLAY."""


def themes_in(game: str) -> Mapping[str, Theme]:
    """The themes of a game by name: motifs first, then those of the play. A puzzle's first theme is its main one."""
    known = RATED_GAMES.find(game)
    return known.THEMES if known else {**THREATS, **PLAY}


def themes_of(features: Features) -> tuple[str, ...]:
    """The themes of a puzzle with these features, in order."""
    return tuple(name for name, theme in themes_in(features.game).items() if theme.holds(features))


SHARED = {**THREATS, **PLAY}
"""The themes of every game about the play after a key. A comment has one of them, after one motif."""


def comment_of(features: Features, solving: Solving, own: str = "") -> str:
    """The idea in one or two sentences, with what is remarkable of its `own` kind; "" if there is none.

    It says what the key does, and why a better-looking turn fails. All of it is measured.
    """
    about = "The key" if features.key is not None else "The main answer"
    themes = themes_of(features)
    is_main = features.key is not None or any(2 * each.answers >= features.answered for each in features.threats[:1])
    motifs = ideas_of(features.game, [name for name in themes if name not in SHARED and is_main])[:1]
    of_play = ideas_of(features.game, [name for name in themes if name in SHARED])[:1]
    ideas = motifs + (of_play if features.key is not None else [])
    said = [f"{'It' if number else about} {idea}" for number, idea in enumerate(ideas)]
    said += filter(None, [own, _temptation(solving, features.is_defence)])
    return " ".join(f"{each}." for each in said)


def ideas_of(game: str, themes: Sequence[str]) -> list[str]:
    """What themes say of the key, as ends of sentences, the most telling first."""
    known = themes_in(game)
    return [known[name].idea for name in themes if name in known and known[name].idea]


def idea_to_hint(puzzle: Puzzle) -> str:
    """The idea of a puzzle's first turn as a hint, without a place; "" if there is no idea or no key."""
    ideas = ideas_of(puzzle.game, puzzle.themes) if puzzle.claim.meaning.solver_begins else []
    return f"The right turn {ideas[0]}." if ideas else ""


def _temptation(solving: Solving, is_defence: bool) -> str:
    """The best-looking turn that fails: it takes something where the key does not, or fails to one reply only.

    In a defence, a turn does not count if it fails to the threat that everybody sees, to which half of them fail.
    """
    refuted = [each for each in solving.tries if each.refutation]
    if is_defence:
        seen = Counter(each.refutation for each in refuted)
        refuted = [each for each in refuted if 2 * seen[each.refutation] < len(refuted)]
    telling = (each for each in refuted if each.one_defence or each.gains > 0 >= (solving.gains or 0))
    for each in telling:
        alone = " alone" if each.one_defence else ""
        return f"The natural {wrapped(each.turn)} fails to {wrapped(each.refutation)}{alone}"
    return ""
