"""The coverage of a run, for people and for programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shatterproof.game import find_game
from shatterproof.spec import clauses
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.verdicts.result import RunResult
from shatterproof_properties.engines.session import OUTCOMES
from shatterproof_properties.protocol import features


def to_json(game: str, result: RunResult) -> dict[str, Any]:
    """What the run has asked and compared, as JSON values."""
    coverage, questions = result.coverage, result.questions
    pairs = coverage.named.most_common()
    return {
        "milliseconds": round(1000 * result.ending.seconds),
        "sent": questions.sent,
        "questions": {outcome: questions.counts[outcome] for outcome in OUTCOMES},
        "results": coverage.results,
        "bulk_results": coverage.bulk_results,
        "near_misses": coverage.near_misses,
        "known_by_cause": coverage.known,
        "leaves": coverage.leaves,
        "vectors_first": coverage.vectors,
        "positions": coverage.positions,
        "refusals": coverage.refusals,
        "other_clauses": coverage.other_clauses,
        "other_clauses_named": [{"clause": ours, "named": theirs, "times": times} for (ours, theirs), times in pairs],
        "left": coverage.left,
        "small_boards": list(coverage.small_boards),
        "small_boards_in_bulk": list(coverage.small_boards_in_bulk),
        "boards": dict(sorted(coverage.boards.items())),
        "clauses": dict(sorted(coverage.all_clauses.items())),
        "features": {name: coverage.features[name] for name in _features(game)},
        "pairs": {"met": len(_pairs_met(game, coverage)), "of": len(features.pairs(find_game(game)))},
        "caught": dict(sorted(result.caught.items())),
    }


def lines(game: str, result: RunResult) -> list[str]:
    """The coverage of the run, a line each."""
    coverage, counts = result.coverage, result.questions.counts
    questions = ", ".join(f"{counts[outcome]:,} {outcome}" for outcome in OUTCOMES if counts[outcome])
    rows = [
        f"in {result.ending.seconds:.1f} s: {coverage.results:,} results compared, {coverage.refusals:,} of them "
        f"refusals; {coverage.positions:,} positions with all their turns",
        f"questions sent: {result.questions.sent:,} ({questions})" if questions else "questions sent: none",
    ]
    rows += [f"vectors asked first: {coverage.vectors:,}"] if coverage.vectors else []
    rows += _in_bulk(coverage)
    rows += result.engine.spared
    rows += [f"not answered: {count:,}, for {why}" for why, count in result.questions.gaps.most_common()]
    rows += [f"left out, because the reference takes too long: {coverage.left:,} cases"] if coverage.left else []
    rows += _by_name(game, coverage)
    if departures := result.engine.departures(game):
        rows.append("readings: " + ", ".join(f"{name}={value}" for name, value in departures.items()))
    return rows


def _in_bulk(coverage: Coverage) -> list[str]:
    rows = []
    if coverage.bulk_results:
        near = f" ({coverage.near_misses:,} of them near misses)" if coverage.near_misses else ""
        more = f"{coverage.bulk_results:,} more results{near}, compared with our second engine"
        rows.append(f"in the bulk comparison: {more}; the reference checked what differed, and a sample of the rest")
    if coverage.known:
        rows.append(f"answers that differ in the same turns as a known cause: {coverage.known:,}")
    if coverage.leaves:
        rows.append(f"leaves counted, compared with our second engine: {coverage.leaves:,}")
    return rows


def _by_name(game: str, coverage: Coverage) -> list[str]:
    """What was met, by name: boards, clauses, features of turns, and clauses that the engine names wrongly."""
    rows = []
    if coverage.boards:
        rows.append("boards: " + ", ".join(f"{board} {count:,}" for board, count in by_size(coverage.boards)))
    if coverage.small_boards:
        rows.append("small boards, position by position: " + "; ".join(coverage.small_boards))
    if coverage.small_boards_in_bulk:
        rows.append("small boards, in the bulk comparison: " + "; ".join(coverage.small_boards_in_bulk))
    if met := coverage.all_clauses:
        rows.append("clauses: " + ", ".join(f"{name} {count:,}" for name, count in sorted(met.items())))
    if coverage.features:
        every = _features(game)
        never = [name for name in every if not coverage.features[name]]
        more = f" and {len(never) - 4} more" if len(never) > 4 else ""
        rest = f"; never: {'; '.join(never[:4])}{more}" if never else ""
        rows.append(f"features of turns: {len(every) - len(never)} of {len(every)} met{rest}")
    if met_in_pairs := _pairs_met(game, coverage):
        rows.append(f"features in pairs: {len(met_in_pairs):,} of {len(features.pairs(find_game(game))):,} met")
    if coverage.other_clauses:
        named = coverage.named.most_common(8)
        shown = "; ".join(f"{theirs} for {ours} {times:,}" for (ours, theirs), times in named)
        more = "; others" if len(coverage.named) > len(named) else ""
        what = f"{coverage.other_clauses:,} refusals name another clause than the reference"
        rows.append(f"remark: {what}: {shown}{more}")
    return rows


def caught_line(result: RunResult) -> list[str]:
    """A line that says how many of the visible mutants the questions of a run would have found, and which not."""
    if not result.caught:
        return []
    missed = sorted(name for name in result.visible_mutants if not result.caught[name])
    rest = f"; not {', '.join(missed)}" if missed else ""
    hidden = len(result.caught) - len(result.visible_mutants)
    rest += f"; {hidden} more cannot show on what it announces" if hidden else ""
    of = len(result.visible_mutants)
    return [f"these questions would have found {of - len(missed)} of {of} self-check mutants{rest}"]


def clauses_met(game: str, coverage: Coverage) -> int:
    """How many of the clauses of a game were met."""
    return sum(1 for clause in clauses(game) if coverage.all_clauses[clause.id])


def _features(game: str) -> tuple[str, ...]:
    return features.notable(find_game(game))


def _pairs_met(game: str, coverage: Coverage) -> set[features.Pair]:
    return {pair for pair in features.pairs(find_game(game)) if coverage.pairs[pair]}


def by_size(boards: Counter[str]) -> list[tuple[str, int]]:
    """Boards with their numbers, smallest first."""
    return sorted(boards.items(), key=lambda entry: [int(side) for side in entry[0].split("x")])
