"""Verdicts on puzzles in words, with a diagram if a picture says more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from shatterproof_properties.protocol.wording import Drawn
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED
from shatterproof_properties.puzzles.claims.kind import Analysis, Answered, Line
from shatterproof_properties.puzzles.claims.puzzle import Puzzle, claimed
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.claims.words import board_to_text, listed
from shatterproof_properties.puzzles.proof.analysis import ThreatAnalysis
from shatterproof_properties.puzzles.proof.verification import UNKNOWN, Verification

NO_WIN = "no turn wins in time"
SHOWN = 6
"""The most turns that are listed. Beyond that their number is given."""


def verdict_to_text(verdict: Verification, with_diagram: bool = True) -> str:
    """A verdict for people: whether the claim holds, and the turn that settles it, perhaps with a diagram after it."""
    lines = [f"{verdict.verdict}: {claimed(verdict.puzzle)}"]
    if verdict.verdict == UNKNOWN:
        return f"{lines[0]}?\n{verdict.why}\n"
    if verdict.certificate:
        lines += verdict.puzzle.claim.meaning.proof_lines(verdict.certificate["proof"])
    if verdict.line:
        line, (first, *replies) = verdict.line, verdict.line.turns
        # The lines of its proof have a series.
        if not line.passes_between and verdict.verdict == PROVED:
            lines.append(f"key: {first}")
        elif not line.passes_between and replies:
            lines.append(f"no turn wins in time: {first}, for one, is met by {replies[0]}")
        elif not line.passes_between:
            lines.append(f"{first}: this {line.shows}")
        if with_diagram:
            rules, steps = verdict.puzzle.rules, list(played_line(verdict.puzzle, line))
            played = [words for step in steps for words in (["a pass"] if step.passed else []) + [step.text]]
            drawn = Drawn.of(rules, steps[-1].after, Drawn.of(rules, verdict.puzzle.reference_position()))
            lines += ["", f"after {listed(played)}:", board_to_text(drawn), ""]
    if len(lines) == 1 and verdict.verdict == REFUTED and verdict.puzzle.claim.meaning.is_win:
        lines.append(NO_WIN)
    return "\n".join(lines) + "\n"


def more_to_text(verdict: Verification, analysis: Analysis | None = None, threats: ThreatAnalysis | None = None) -> str:
    """The analysis besides the verdict, and the wins that z3 has proved again; "" if there are none."""
    lines: list[str] = []
    if threats:
        lost, others = threats.lost_at_once, threats.results - threats.lost_at_once
        losing = f", {lost} of them {'loses' if lost == 1 else 'lose'} at once" if lost else ""
        lines.append(f"{threats.results} turns{losing}; threats found: {len(threats.found)}")
        if threats.fewest is not None:
            chosen = [threats.found[index] for index in threats.fewest]
            each = listed(f"{threat.turn} ({threat.answers} of {others})" for threat in chosen)
            lines.append(f"the fewest of these that answer everything: {len(chosen)}, such as {each}")
    if analysis:
        if analysis.short:
            lines.append(f"short solutions, which win sooner ({len(analysis.short)}): {_listed(analysis.short)}")
        if analysis.cooks:
            keys = verdict.puzzle.claim.meaning.several_keys.format(len(analysis.keys))
            lines.append(f"{keys}: {_listed(analysis.keys)}")
        lines += _answered("replies after which several turns win (duals)", analysis.duals)
        lines += _answered("tries that fail to one reply only", analysis.tries)
        lines += _answered("set play, if the other side were to move", analysis.set_play)
    if verdict.reproof.proved:
        left = f", {verdict.reproof.left:,} left when time was over" if verdict.reproof.left else ""
        lines.append(f"wins in one proved again by z3: {verdict.reproof.proved:,}{left}")
    return "".join(f"{line}\n" for line in lines)


class LineStep(NamedTuple):
    """A turn of a line: its text, the turn itself, whether a pass comes before it, and the position after it."""

    text: str
    turn: Any
    passed: bool
    after: Any


def played_line(puzzle: Puzzle, line: Line) -> Iterator[LineStep]:
    """The turns of a line, played one after the other."""
    rules, position = puzzle.rules, puzzle.reference_position()
    for number, text in enumerate(line.turns):
        passed = line.passes_between if number else line.after_pass
        before = after_pass(rules, position) if passed else position
        turn = rules.parse_turn(before, text)
        position = rules.play(before, turn)
        yield LineStep(text, turn, passed, position)


def _answered(label: str, found: Sequence[Answered]) -> Iterator[str]:
    if found:
        yield f"{label}: {len(found)}"
        for each in found[:SHOWN]:
            yield f"  {each.turn}: {_listed(each.answers)}"
        if len(found) > SHOWN:
            yield f"  and {len(found) - SHOWN} more"


def _listed(texts: Sequence[str]) -> str:
    more = len(texts) - SHOWN
    return listed(texts[:SHOWN]) + (f" and {more} more" if more > 0 else "")
