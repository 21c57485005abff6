"""The coverage of a run, for people and for programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from shatterproof.game import find_game
from shatterproof.spec import clauses
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.verdicts.result import RunResult
from shatterproof_properties.engines.session import OUTCOMES
from shatterproof_properties.protocol import features

NUMBERS = {"results": "results", "bulk_results": "bulk_results", "near_misses": "near_misses",
           "known_by_cause": "known", "leaves": "leaves", "vectors_first": "vectors", "positions": "positions",
           "refusals": "refusals", "other_clauses": "other_clauses", "left": "left"}  # fmt: skip
"""The numbers of a verdict in JSON, and the field of the coverage that has each."""
MOST_NAMED, MOST_NEVER = 8, 4
"""The most pairs of clauses that a line names, and the most features that were never met."""


NOT_ASKED = {
    "board": "on boards that it does not play",
    "command": "for commands that it does not have",
    "begin": "that begin where it cannot",
    "text": "about texts of turns, where it has its own",
    "reading": "under readings that it does not follow, or that it does not know of",
    "memory": "that remember turns before, or are about numbers of leaves, where it keeps no memory",
    "refusal": "about turns that are not legal, where it checks none",
}
"""The reasons for not asking a vector, in words that follow "vectors"."""


@dataclass
class VectorsAsked:
    """The set of vectors that a run has asked, how many it asked, and how many not, by a reason of NOT_ASKED.

    `enlarged` vectors are among those asked: they were set into larger boards.
    """

    which: str = "core"
    asked: int = 0
    enlarged: int = 0
    not_asked: Counter[str] = field(default_factory=Counter)

    def options(self) -> list[str]:
        return ["--vectors-only", *(["--vectors", self.which] if self.which != "core" else [])]

    def to_json(self) -> dict[str, Any]:
        not_asked = {reason: self.not_asked[reason] for reason in NOT_ASKED}
        return {"set": self.which, "asked": self.asked, "enlarged": self.enlarged, "not_asked": not_asked}

    def lines(self) -> list[str]:
        rows = [f"vectors: {self.asked:,} of {self.asked + self.not_asked.total():,} in the {self.which} set asked"]
        rows += [f"of them set into larger boards, those that it plays: {self.enlarged:,}"] if self.enlarged else []
        missed = ((why, self.not_asked[reason]) for reason, why in NOT_ASKED.items())
        return [*rows, *(f"not asked: {number:,} {why}" for why, number in missed if number)]


def to_json(result: RunResult) -> dict[str, Any]:
    """What the run has asked and compared, as JSON values."""
    coverage, questions = result.coverage, result.questions
    every, met, of = _features(result)
    pairs = coverage.named.most_common()
    return {
        "milliseconds": round(1000 * result.ending.seconds),
        "sent": questions.sent,
        "questions": {outcome: questions.counts[outcome] for outcome in OUTCOMES},
        **{name: getattr(coverage, field) for name, field in NUMBERS.items()},
        "other_clauses_named": [{"clause": ours, "named": theirs, "times": times} for (ours, theirs), times in pairs],
        "small_boards": list(coverage.small_boards),
        "small_boards_in_bulk": list(coverage.small_boards_in_bulk),
        "boards": dict(sorted(coverage.boards.items())),
        "clauses": dict(sorted(coverage.all_clauses.items())),
        "features": {name: coverage.features[name] for name in every},
        "pairs": {"met": met, "of": of},
        "caught": dict(sorted(result.caught.items())),
    }


def lines(result: RunResult) -> list[str]:
    """The coverage of the run, a line each."""
    coverage, counts = result.coverage, result.questions.counts
    questions = ", ".join(f"{counts[outcome]:,} {outcome}" for outcome in OUTCOMES if counts[outcome])
    near = f" ({coverage.near_misses:,} of them near misses)" if coverage.near_misses else ""
    more = f"{coverage.bulk_results:,} more results{near}, compared with our second engine"
    rows = {
        f"in {result.ending.seconds:.1f} s: {coverage.results:,} results compared, {coverage.refusals:,} of them "
        f"refusals; {coverage.positions:,} positions with all their turns": True,
        f"questions sent: {result.questions.sent:,} ({questions})" if questions else "questions sent: none": True,
        f"vectors asked first: {coverage.vectors:,}": coverage.vectors,
        f"in the bulk comparison: {more}; the reference checked what differed, and a sample of the rest":
            coverage.bulk_results,
        f"answers that differ in the same turns as a known cause: {coverage.known:,}": coverage.known,
        f"leaves counted, compared with our second engine: {coverage.leaves:,}": coverage.leaves,
        **dict.fromkeys(result.engine.spared, True),
        **{f"not answered: {count:,}, for {why}": True for why, count in result.questions.gaps.most_common()},
        f"left out, because the reference takes too long: {coverage.left:,} cases": coverage.left,
        **dict.fromkeys(_by_name(result), True),
    }  # fmt: skip
    return [row for row, is_shown in rows.items() if is_shown]


def _by_name(result: RunResult) -> list[str]:
    """What was met by name: boards, clauses, features of turns, clauses that the engine names otherwise, readings."""
    coverage, (every, met, of) = result.coverage, _features(result)
    never = [name for name in every if not coverage.features[name]]
    more = f" and {len(never) - MOST_NEVER} more" if len(never) > MOST_NEVER else ""
    rest = f"; never: {'; '.join(never[:MOST_NEVER])}{more}" if never else ""
    named = coverage.named.most_common(MOST_NAMED)
    shown = "; ".join(f"{theirs} for {ours} {times:,}" for (ours, theirs), times in named)
    others = "; others" if len(coverage.named) > len(named) else ""
    parts = {
        "boards: ": ", ".join(f"{board} {count:,}" for board, count in by_size(coverage.boards)),
        "small boards, position by position: ": "; ".join(coverage.small_boards),
        "small boards, in the bulk comparison: ": "; ".join(coverage.small_boards_in_bulk),
        "clauses: ": ", ".join(f"{name} {count:,}" for name, count in sorted(coverage.all_clauses.items())),
        "features of turns: ": f"{len(every) - len(never)} of {len(every)} met{rest}" if coverage.features else "",
        "features in pairs: ": f"{met:,} of {of:,} met" if met else "",
        f"remark: {coverage.other_clauses:,} refusals name another clause than the reference: ":
            f"{shown}{others}" if coverage.other_clauses else "",
        "readings: ": ", ".join(f"{name}={value}" for name, value in result.engine.departures.items()),
    }  # fmt: skip
    return [f"{what}{row}" for what, row in parts.items() if row]


def caught_line(result: RunResult) -> list[str]:
    """A line that says how many of the visible mutants the questions of a run would have found, and which not."""
    of = len(result.visible_mutants)
    missed = sorted(name for name in result.visible_mutants if not result.caught[name])
    rest = f"; not {', '.join(missed)}" if missed else ""
    hidden = len(result.caught) - of
    rest += f"; {hidden} more cannot show on what it announces" if hidden else ""
    line = f"these questions would have found {of - len(missed)} of {of} self-check mutants{rest}"
    return [line] if result.caught else []


def clauses_met(game: str, coverage: Coverage) -> tuple[int, int]:
    """How many clauses of a game were met, and how many there are."""
    return sum(1 for clause in clauses(game) if coverage.all_clauses[clause.id]), len(clauses(game))


def _features(result: RunResult) -> tuple[tuple[str, ...], int, int]:
    """The features of the game, how many pairs of them were met, and how many pairs there are."""
    game = find_game(result.engine.game)
    every = features.pairs(game)
    return features.notable(game), sum(1 for pair in set(every) if result.coverage.pairs[pair]), len(every)


def by_size(boards: Counter[str]) -> list[tuple[str, int]]:
    return sorted(boards.items(), key=lambda entry: [int(side) for side in entry[0].split("x")])
