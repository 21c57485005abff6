"""The analysis that composers want besides a claim: cooks, duals, tries, set play, wrong solutions, threats."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.checker.certificate import Json, passed
from shatterproof_properties.puzzles.claims.kind import Analysis
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.writer import Seen
from shatterproof_properties.solving.forcing import Forcing


class FoundThreat(NamedTuple):
    """A turn of the attacker, as text where it was found, and the number of the defender's results that it answers."""

    turn: str
    answers: int


class ThreatAnalysis(NamedTuple):
    """`found`: threats that together answer every result. `fewest`: the smallest such set, by index."""

    results: int
    lost_at_once: int
    found: tuple[FoundThreat, ...]
    fewest: tuple[int, ...] | None

    def to_json(self) -> Json:
        """The analysis as JSON values."""
        return {**self._asdict(), "found": [threat._asdict() for threat in self.found]}


def analyse(puzzle: Puzzle, forcing: Forcing, tries: bool = False, set_play: bool = False) -> Analysis:
    """The analysis of a puzzle, with tries and set play if wanted, where the rules allow that. Raises OutOfLimits."""
    claim, here, other = puzzle.claim, forcing.adapter.read(dict(puzzle.position)), None
    if set_play:
        with suppress(InputError, ValueError):
            other = forcing.adapter.read(passed(puzzle.rules, puzzle.position))
    is_over = other is None or forcing.adapter.verdict(other) is not None
    return claim.meaning.analyse(forcing, here, claim.turns, puzzle.solution, tries, None if is_over else other)


def wrong_solutions(puzzle: Puzzle, forcing: Forcing) -> tuple[str, ...]:
    """The given solution's turns that do not achieve the claim; for a defence also those that it leaves out.

    Turns whose results a solver cannot tell apart count as one. Raises OutOfLimits.
    """
    adapter, claim = forcing.adapter, puzzle.claim
    rules, position = puzzle.rules, puzzle.reference_position()
    afters = {text: rules.play(position, rules.parse_turn(position, text)) for text in puzzle.solution}
    given = {strict_json.encode(position_to_json(rules, after)): text for text, after in afters.items()}
    if not given:
        return ()
    here, is_full, seen = adapter.read(dict(puzzle.position)), claim.meaning.names_every_solution, Seen(adapter)
    right: dict[int, str] = {}
    named: dict[int, list[str]] = {}
    for turn, after in adapter.results(here):
        result, first = strict_json.encode(adapter.write(after)), id(seen.same(after))
        if result in given:
            named.setdefault(first, []).append(given[result])
        if (is_full or result in given) and claim.meaning.is_solution(forcing, after, claim.turns):
            right.setdefault(first, adapter.text(here, turn))
    wrong = [text for first, texts in named.items() if first not in right for text in texts]
    left_out = [text for first, text in right.items() if first not in named]
    return (*(left_out if is_full else ()), *wrong)


def threats_against(forcing: Forcing, here: Any) -> ThreatAnalysis:
    """The threats against a side that the search has found mated in one.

    z3 picks a result that no known threat answers, and the engine finds the win there, until none is left. Raises
    OutOfLimits; Disagreement if a result escapes.
    """
    # z3 takes long to import.
    from shatterproof_properties.proofs.threats import escape_loop, smallest_cover

    adapter = forcing.adapter
    every = [after for _, after in adapter.results(here)]
    open_ones = [after for after in every if adapter.verdict(after) is None]
    texts: dict[Hashable, str] = {}

    def wins(after: Any) -> Hashable | None:
        found = forcing.win(after, 1)
        if found is None:
            return None
        motif = adapter.killer(after, found[0])
        texts.setdefault(motif, adapter.text(after, found[0]))
        return motif

    def replay(motif: Hashable, after: Any) -> bool:
        found = adapter.retry(after, motif)
        return found is not None and forcing.achieves(found[1], 1)

    escape = escape_loop(open_ones, wins, replay)
    if escape.result is not None:
        position = adapter.write(open_ones[escape.result])
        raise Disagreement("is this side mated?", "the search says it is", f"there is no win after it: {position}")
    counts = zip(escape.threats, map(len, escape.answers), strict=True)
    found = [FoundThreat(texts[motif], count) for motif, count in counts]
    return ThreatAnalysis(len(every), len(every) - len(open_ones), tuple(found), smallest_cover(escape.answers))
