"""The threats behind a mate in one: which there are, and the fewest that answer everything."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.solving.forcing import Forcing


class Threat(NamedTuple):
    """A turn of the attacker, as text where it was found, and how many of the defender's results it answers."""

    turn: str
    answers: int


class Threats(NamedTuple):
    """`found`: threats that together answer every result; `fewest`: the smallest set of them that does, by index."""

    results: int
    lost_at_once: int
    found: tuple[Threat, ...]
    fewest: tuple[int, ...] | None


def threats_against(forcing: Forcing, here: Any) -> Threats:
    """The threats against a side that the search has found mated in one.

    z3 picks a result that no known threat answers, the engine finds the win there, until none is left. Raises
    OutOfLimits; Disagreement where a result escapes.
    """
    # z3 takes long to import.
    from shatterproof_properties.proofs.crumble.threats import escape_loop, smallest_cover

    face = forcing.face
    every = [after for _, after in face.results(here)]
    open_ones = [after for after in every if face.verdict(after) is None]
    texts: dict[Hashable, str] = {}

    def wins(after: Any) -> Hashable | None:
        found = forcing.win(after, 1)
        if found is None:
            return None
        idea = face.idea(after, found[0])
        texts.setdefault(idea, face.text(after, found[0]))
        return idea

    def replay(idea: Hashable, after: Any) -> bool:
        found = face.again(after, idea)
        return found is not None and forcing.achieves(found[1], 1)

    escape = escape_loop(open_ones, wins, replay)
    if escape.result is not None:
        position = face.write(open_ones[escape.result])
        raise Disagreement("is this side mated?", "the search says it is", f"there is no win after it: {position}")
    found = [Threat(texts[idea], len(answers)) for idea, answers in zip(escape.threats, escape.answers, strict=True)]
    return Threats(len(every), len(every) - len(open_ones), tuple(found), smallest_cover(escape.answers))
