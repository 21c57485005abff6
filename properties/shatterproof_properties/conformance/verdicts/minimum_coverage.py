"""The coverage that a run needs before it speaks of agreement."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, log

from shatterproof_properties.conformance.compare.mutant_probes import SHARE
from shatterproof_properties.conformance.verdicts.result import RunResult

LEAST_RESULTS = 50
"""The least number of results to compare if no mutant can show."""
MOST_SECONDS = 30 * 86_400.0


def mutants_needed(result: RunResult) -> int:
    """The number of mutants that the questions of a run must have shown; 0 if no mutant can show."""
    return ceil(SHARE * len(result.visible_mutants))


def lacking(result: RunResult) -> list[str]:
    """The coverage that a run lacks for a verdict of agreement, in words; empty if it saw enough."""
    needed, results, caught = mutants_needed(result), result.coverage.results, sum(result.caught.values())
    if not needed or not results:
        return [f"{results:,} results of at least {LEAST_RESULTS:,}"] if results < LEAST_RESULTS else []
    of = f"{caught} of {len(result.visible_mutants)} self-check mutants would have been found"
    return [f"{of}, {needed} are needed"] if caught < needed else []


def seconds_needed(result: RunResult) -> float | None:
    """About how many seconds a run needs to see enough, at the rate of this run; None if nobody can say.

    Each further mutant is assumed to take longer by a constant factor, measured on the later half of those found.
    """
    needed, results, after = mutants_needed(result), result.coverage.results, sorted(result.caught_after)
    seconds = result.ending.seconds
    if not needed:
        return seconds * LEAST_RESULTS / results if results else None
    if len(after) < 3:
        return None
    return min(seconds + after[-1] * (exp((needed - len(after)) * _step(after)) - 1), MOST_SECONDS)


def _step(after: Sequence[float]) -> float:
    """The logarithm of the factor, at least 0.1, since many mutants are found at once, by luck."""
    half = len(after) // 2
    return max(log(after[-1] / max(after[half - 1], 0.01)) / (len(after) - half), 0.1)


def rounded(seconds: float) -> str:
    """A time for --time: at least this long, and easy to read."""
    unit, name = next((each for each in ((3600, "h"), (60, "m")) if seconds >= 2 * each[0]), (1, "s"))
    number = ceil(seconds / unit)
    return f"{number if number < 10 else ceil(number / 10) * 10}{name}"
