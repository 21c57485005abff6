"""A result judged: its headline and exit code, its JSON, and what to try next."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from shatterproof import strict_json
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.history.saved_run import Totals
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.verdicts import covered, terminal
from shatterproof_properties.conformance.verdicts.result import SPOILING, MutantResult, RunResult
from shatterproof_properties.engines.transcript import LINES_KEPT
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.wording import Drawn

FORMAT = 2
"""The version of verdicts in JSON: spec/report/verdict.schema.json says what changed."""
EXIT_CODES = {
    "internal-error": 3,
    "agrees": 0,
    "agrees-on-part": 0,
    "differs": 1,
    "interrupted": 3,
    "withheld": 3,
    "engine-errors": 1,
    "too-little-seen": 3,
}
"""The verdicts in one word, and the exit code of each."""


def gravest(codes: Iterable[int]) -> int:
    """The gravest of some exit codes: 1 before 3, and 0 if all are 0."""
    return min(filter(None, codes), default=0)


@dataclass
class Judgement:
    """The meaning of a result. Without a seed it is about one question, asked again, or about vectors.

    `self_check` are the mutants tried first. `explanations` has for each difference the single values of readings under
    which the engine would be right. `refused_vector` is a vector with a position that the engine has refused. `saved`
    has the totals of the saved run that this run is part of. `files` are those with questions too long for a command,
    by their JSON.
    """

    settings: RunSettings
    result: RunResult
    seed: int | None = None
    self_check: list[MutantResult] = field(default_factory=list)
    explanations: list[tuple[tuple[str, str], ...]] = field(default_factory=list)
    vectors: covered.VectorsAsked | None = None
    saved: Totals | None = None
    refused_vector: str = ""
    report: str = ""
    files: dict[str, str] = field(default_factory=dict)

    @property
    def differences(self) -> list[Difference]:
        """The unexpected differences, smallest first."""
        return self.result.findings.differences

    @property
    def difference(self) -> Difference | None:
        return next(iter(self.differences), None)

    @property
    def coverage(self) -> Coverage:
        return self.result.coverage

    @property
    def counts(self) -> Counter[str]:
        return self.result.questions.counts

    @property
    def one_question(self) -> bool:
        """Whether the run only asked one question again."""
        return self.seed is None and self.vectors is None

    @property
    def lacking(self) -> list[str]:
        """Why the run saw too little for a verdict of agreement, in words; empty if it saw enough."""
        if self.one_question:
            return [] if self.coverage.results else ["no answer to this question"]
        # What was seen to differ at the very end nobody could ask about again.
        open_ends = self.counts["differ"] if not self.differences else 0
        unsure = [f"time to ask again about {open_ends:,} answers that differ"] if open_ends else []
        # What an engine skips is not held against it, though nothing be left to ask.
        gave_up = [f"the run gave up: {self.result.ending.gave_up}"] if self.result.ending.gave_up else []
        return [*gave_up, *unsure, *self._too_little]

    @property
    def _too_little(self) -> list[str]:
        """Each kind of coverage that is too small. A run about some clauses needs enough for mutants only."""
        only = self.settings.only
        if only and not self.coverage.all_clauses:
            return [f"no question exercised {' or '.join(self.settings.clauses)}"]
        return [] if only and not self.result.visible_mutants else self.result.lacking

    @property
    def seconds_needed(self) -> float | None:
        """About how many seconds a run needs to see enough. None if time would not help, or if nobody can say."""
        is_slow = self._too_little and self.coverage.all_clauses and not self.result.ending.gave_up
        return self.result.seconds_needed if is_slow else None

    @property
    def headline(self) -> str:
        """The verdict in one word, a key of EXIT_CODES."""
        ending = self.result.ending
        reasons = {
            "internal-error": ending.internal_error,
            "differs": self.differences,
            "interrupted": ending.interrupted,
            "withheld": not all(mutant.found for mutant in self.self_check),
            "engine-errors": any(self.counts[outcome] for outcome in SPOILING),
            "too-little-seen": self.lacking,
        }
        agrees = "agrees-on-part" if self.settings.clauses else "agrees"
        return next((word for word, reason in reasons.items() if reason), agrees)

    @property
    def agrees(self) -> bool:
        """Whether all answers were right or expected, enough were compared, and no question stayed open."""
        return self.headline in ("agrees", "agrees-on-part")

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.headline]

    @property
    def refused(self) -> Question | None:
        """The first question whose position the engine refuses and the rules accept."""
        return self.result.refused_position(is_legal=True)

    def to_json(self) -> dict[str, Any]:
        engine, findings, ending = self.result.engine, self.result.findings, self.result.ending
        return {
            "format": FORMAT,
            "verdict": self.headline,
            "only": sorted(self.settings.only),
            "game": self.settings.game,
            "engine": engine.title,
            "readings": engine.readings,
            "seed": self.seed,
            **covered.to_json(self.result),
            "self_check": [{"name": mutant.name, "found": mutant.found} for mutant in self.self_check],
            "differences": [difference.to_json() for difference in findings.differences],
            "beside": [difference.to_json() for difference in findings.beside],
            "explanations": [[list(each) for each in found] for found in self.explanations],
            "expected": [str(entry) for entry in findings.expected],
            "fixed": [str(entry) for entry in findings.fixed],
            "unknown": list(engine.unknown),
            "unplayed": list(engine.unplayed),
            "gaps": dict(self.result.questions.gaps.most_common()),
            "spared": list(engine.spared),
            "engine_errors": [error.to_json() for error in self.result.questions.errors],
            "gave_up": ending.gave_up,
            "internal_error": ending.internal_error,
            "interrupted": ending.interrupted,
            "stopped_short": findings.stopped_short,
            "lacking": self.lacking if self.headline == "too-little-seen" else [],
            "again": self.repeated(),
            "report": self.report,
            "saved_run": self.saved.to_json() if self.saved else None,
            **({"vectors": self.vectors.to_json()} if self.vectors else {}),
        }

    @property
    def too_long(self) -> list[str]:
        """The questions to ask again, as JSON, that are too long for a command and not in a file yet."""
        shown = [each.counterexample() for each in self.differences if each.is_reproduced or each.asked]
        texts = map(strict_json.encode, shown or ([self.refused.to_json()] if self.refused else []))
        return [text for text in texts if not terminal.fits_command(text) and text not in self.files]

    def replay(self, difference: Difference, file: str = "") -> str:
        """The command that asks the differing question again; `file` has the question, if it is in one.

        "" for a difference that no fresh process is known to show, and for a question too long without a file.
        """
        return self._asking(difference.counterexample(), file) if difference.is_reproduced else ""

    def _asking(self, question: dict[str, Any], file: str = "") -> str:
        text = strict_json.encode(question)
        given = file or self.files.get(text) or (text if terminal.fits_command(text) else "")
        return self.settings.again("--replay", given) if given else ""

    def repeated(self) -> str:
        """The command that repeats the run, "" after a replay."""
        if self.vectors:
            return self.settings.again(*self.vectors.options(), *self.settings.looked_for())
        return "" if self.seed is None else self.settings.repeated(self.seed)

    def known_lines(self) -> list[str]:
        """The state of known differences, a line each."""
        findings = self.result.findings
        numbers = {"new": len(findings.differences), "expected": len(findings.expected), "fixed": len(findings.fixed)}
        known, changed = self.settings.known, len(findings.differences) + len(findings.fixed)
        written = f"; written to {known.name}" if known.is_updated and changed else ""
        lines = [f"known differences: {', '.join(f'{number} {what}' for what, number in numbers.items())}{written}"]
        lines += [f"expected: {entry}" for entry in findings.expected]
        lines += [f"fixed, no longer to be expected: {entry}" for entry in findings.fixed]
        over = (entry for entry in known.of_game(self.settings.game) if entry.is_over())
        lines += [f"expected no longer: {entry}" for entry in over if entry not in findings.fixed]
        return lines if known.name or len(lines) > 1 else []

    def error_lines(self, most: int = LINES_KEPT) -> list[str]:
        """The first question without a proper answer, and why the run gave up.

        If the engine had to be ended, this includes its last lines, `most` at most, and the end of stderr.
        """
        errors = self.result.questions.errors
        lines = [f"the first question without a proper answer: {terminal.shown(errors[0].question)}"] if errors else []
        lines += next((words for error in errors if (words := terminal.last_words(error, most))), [])
        if refused := self.refused:
            which = f", that of the vector {self.refused_vector}" if self.refused_vector else ""
            drawn = Drawn.of(refused.rules, refused.position).indented()
            lines += [f"the rules accept this position{which}:", *drawn]
        is_reported = self.headline == "too-little-seen" or not self.result.ending.gave_up
        return [*lines, *([] if is_reported else [f"gave up: {self.result.ending.gave_up}"])]

    @property
    def next_steps(self) -> dict[str, str]:
        """What to try next, each with its command."""
        headline, settings, engine = self.headline, self.settings, self.result.engine
        steps: dict[str, str] = {}
        if self.difference:
            steps |= self._after_difference(self.difference)
        elif headline == "withheld":
            steps["next, with more time for each mutant, or a machine less busy"] = settings.longer()
        elif headline == "too-little-seen" and not self.result.ending.gave_up:
            steps["see more: with more time for the run"] = settings.longer(self.seconds_needed)
        elif headline == "engine-errors" and (refused := self.refused):
            steps["ask again about the position that the engine refuses"] = self._asking(refused.to_json()) or TO_KEEP
        elif headline in ("too-little-seen", "engine-errors"):
            steps["what to fix first"] = self._command("smoke")
        elif self.agrees:
            if engine.unknown:
                steps[f"which value the engine follows of {', '.join(engine.unknown)}"] = self._command("profile")
            if engine.unplayed:
                others = ", ".join(engine.unplayed)
                what = f"whether it also plays the other values that it announces of {others}"
                steps[what] = self._command("profile")
            if self.seed is not None:
                steps["look further"] = settings.longer()
        if headline == "engine-errors":
            if self.counts["timeout"]:
                steps["with more time for every answer"] = settings.slowed()
            steps["speak to the engine yourself, one question a line"] = settings.engine.command or OUR_OWN
        if self.may_take_out:
            steps["take out what is fixed"] = f"{self.repeated()} --update-known"
        return steps

    def _after_difference(self, difference: Difference) -> dict[str, str]:
        steps = {}
        if difference.is_reproduced:
            steps["ask the engine again"] = self.replay(difference) or TO_KEEP
        elif difference.asked:
            steps["ask all the questions before it again"] = self._asking(difference.counterexample()) or TO_KEEP
        if difference.reported and difference.earlier is None:
            steps["the rule at issue"] = f"shatterproof rule {difference.reported}"
        if self.result.findings.stopped_short:
            steps["shrink further, with more time"] = self.settings.longer()
        if any(self.explanations):
            steps["which readings the engine follows"] = self._command("profile")
        if difference.is_reproduced and self.accepting:
            steps["if this is to be known"] = f"{self.repeated()} {self.accepting}"
        return steps if self.report else {**steps, "with pictures": "add --report DIR"}

    @property
    def accepting(self) -> str:
        """The options that make differences known; "" for a single question, and if the run updates its file anyway."""
        known = self.settings.known
        file = "" if known.name else "--known known.toml "
        return "" if self.one_question or known.is_updated else f"{file}--update-known"

    @property
    def may_take_out(self) -> bool:
        known = self.settings.known
        is_in_file = bool(self.result.findings.fixed and known.name and not known.is_updated)
        return is_in_file and self.seed is not None

    def _command(self, name: str) -> str:
        options = self.settings.engine.options()
        if name == "profile":
            return shlex.join(["shatterproof", name, self.settings.game, *options])
        ours = ["--engine", OUR_OWN] if self.settings.engine.command is None else []
        return shlex.join(["shatterproof", name, *ours, *options])


OUR_OWN = "shatterproof engine --second"
TO_KEEP = "add --json, which keeps the question: it is too long for a command"
