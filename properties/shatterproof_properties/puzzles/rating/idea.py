"""The idea of a puzzle in a sentence: what its key does, and why what looks better fails; all of it measured.

Where no theme with an idea is there and no natural try fails in an instructive way, there is no sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shatterproof.movetext import wrapped
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.rating.kind_measures import (
    OwnMeasure,
    PassMeasure,
    ReadingMeasure,
    SeriesMeasure,
    ThreatsMeasure,
)
from shatterproof_properties.puzzles.rating.measures import Features
from shatterproof_properties.puzzles.rating.solver_model import Solving
from shatterproof_properties.puzzles.rating.themes import PLAY, THREATS, themes_in, themes_of

SHARED = {**THREATS, **PLAY}
"""The themes of every game, which are about what comes after a key: a comment has one of them, after one motif."""


def comment_of(features: Features, solving: Solving, own: OwnMeasure | None = None) -> str:
    """The idea in one or two sentences; "" where there is none."""
    about = "The key" if features.key is not None else "The main answer"
    themes = themes_of(features)
    is_main = features.key is not None or any(2 * each.answers >= features.answered for each in features.threats[:1])
    motifs = ideas_of(features.game, [name for name in themes if name not in SHARED and is_main])[:1]
    of_play = ideas_of(features.game, [name for name in themes if name in SHARED])[:1]
    ideas = motifs + (of_play if features.key is not None else [])
    said = [f"{'It' if number else about} {idea}" for number, idea in enumerate(ideas)]
    said += filter(None, [_own_idea(own), _temptation(solving, features.is_defence)])
    return " ".join(f"{each}." for each in said)


def ideas_of(game: str, themes: Sequence[str]) -> list[str]:
    """What themes say of the key, as a sentence goes on after it, the most telling first."""
    known = themes_in(game)
    return [known[name].idea for name in themes if name in known and known[name].idea]


def idea_to_hint(puzzle: Puzzle) -> str:
    """The idea of a puzzle's first turn as a hint, without a place; "" where there is none, or no key."""
    ideas = ideas_of(puzzle.game, puzzle.themes) if puzzle.claim.meaning.solver_begins else []
    return f"The right turn {ideas[0]}." if ideas else ""


def _own_idea(own: OwnMeasure | None) -> str:
    """What is remarkable of a kind that asks something of its own."""
    if isinstance(own, SeriesMeasure):
        if own.restored:
            return "A turn puts back what an earlier one took away"
        return "All turns could be made in another order, in vain" if own.failing else ""
    if isinstance(own, PassMeasure):
        return "Whoever is to move wins" if own.wins else ""
    if isinstance(own, ThreatsMeasure):
        return "Each answer does something else" if own.motifs == own.answers > 1 else ""
    if isinstance(own, ReadingMeasure):
        return "Under the other value the same key can be played, and fails" if own.ways else ""
    return ""


def _temptation(solving: Solving, is_defence: bool) -> str:
    """The turn that looks best and fails: one that takes something where the key does not, or fails to one reply.

    In a defence it stops what the others fail to: what half of them fail to is the threat that everybody sees.
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
