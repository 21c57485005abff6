"""The verdict on an engine in one game: a result judged, for people and for programs."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof_properties.common.prose import visible
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.history.saved_run import Totals
from shatterproof_properties.conformance.mutants import self_check_mutants
from shatterproof_properties.conformance.run_settings import RunSettings
from shatterproof_properties.conformance.verdicts import covered
from shatterproof_properties.conformance.verdicts.engine_errors import accepted_position, refused_position, shown
from shatterproof_properties.conformance.verdicts.minimum_coverage import lacking
from shatterproof_properties.conformance.verdicts.result import SPOILING, RunResult, VectorsAsked
from shatterproof_properties.engines.session import LEGAL_ONLY
from shatterproof_properties.protocol.question import Question

FORMAT = 2
"""The version of verdicts in JSON: spec/report/verdict.schema.json says what changed."""
EXIT_CODES = {
    "internal-error": 3,
    "agrees": 0,
    "differs": 1,
    "interrupted": 3,
    "withheld": 3,
    "engine-errors": 1,
    "too-little-seen": 3,
}
"""The verdicts in one word, and the exit code of each."""
LONGEST_COMMAND = 2000
"""Characters of a question in a command that people copy; a longer one goes into a file."""


class MutantResult(NamedTuple):
    """A mutant that the run was to find first: whether it did, and after how many seconds."""

    name: str
    found: bool
    seconds: float


@dataclass
class Verdict:
    """What a result means. Without a seed it is about one question, asked again, or about vectors.

    `self_check` are the mutants tried first. `explanations` has for each difference the single values of readings under
    which the engine would be right. `refused_vector` is the vector with the position that the engine has refused, if
    there is one. `saved` is what the saved run has come to of which this one is part. `files` are those that hold
    questions too long for a command, by their JSON.
    """

    settings: RunSettings
    result: RunResult
    seed: int | None = None
    self_check: list[MutantResult] = field(default_factory=list)
    explanations: list[tuple[tuple[str, str], ...]] = field(default_factory=list)
    vectors: VectorsAsked | None = None
    saved: Totals | None = None
    refused_vector: str = ""
    report: str = ""
    files: dict[str, str] = field(default_factory=dict)

    @property
    def differences(self) -> list[Difference]:
        """The differences that nobody expects, smallest first."""
        return self.result.findings.differences

    @property
    def difference(self) -> Difference | None:
        """The smallest difference, if there is one."""
        return next(iter(self.differences), None)

    @property
    def coverage(self) -> Coverage:
        """What was compared."""
        return self.result.coverage

    @property
    def counts(self) -> Counter[str]:
        """How many questions ended in each way."""
        return self.result.questions.counts

    @property
    def one_question(self) -> bool:
        """Whether only one question was asked, again."""
        return self.seed is None and self.vectors is None

    @property
    def lacking(self) -> list[str]:
        """What is too little for a verdict of agreement, in words; nothing where the run has seen enough."""
        if self.one_question:
            return [] if self.coverage.results else ["no answer to this question"]
        # What was seen to differ at the very end nobody could ask about again.
        open_ends = self.counts["differ"] if not self.differences else 0
        unsure = [f"time to ask again about {open_ends:,} answers that differ"] if open_ends else []
        return [*unsure, *lacking(self.result)]

    @property
    def headline(self) -> str:
        """The verdict in one word, a key of EXIT_CODES."""
        ending = self.result.ending
        reasons = {
            "internal-error": ending.internal_error,
            "differs": self.differences,
            "interrupted": ending.interrupted,
            "withheld": not all(mutant.found for mutant in self.self_check),
            "engine-errors": ending.gave_up or any(self.counts[outcome] for outcome in SPOILING),
            "too-little-seen": self.lacking,
        }
        return next((word for word, reason in reasons.items() if reason), "agrees")

    @property
    def agrees(self) -> bool:
        """Whether all answers compared, enough of them, were right or expected, and all questions answered or a gap."""
        return self.headline == "agrees"

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.headline]

    @property
    def refused(self) -> Question | None:
        """The first question whose position the engine has refused, though the rules accept it."""
        return refused_position(self.settings.game, self.result.engine.readings, self.result.questions.errors)

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON values."""
        engine, findings, ending = self.result.engine, self.result.findings, self.result.ending
        return {
            "format": FORMAT,
            "verdict": self.headline,
            "game": self.settings.game,
            "engine": engine.title,
            "readings": engine.readings,
            "seed": self.seed,
            **covered.to_json(self.settings.game, self.result),
            "self_check": [{"name": mutant.name, "found": mutant.found} for mutant in self.self_check],
            "differences": [difference.to_json() for difference in findings.differences],
            "explanations": [[list(each) for each in found] for found in self.explanations],
            "expected": [str(entry) for entry in findings.expected],
            "fixed": [str(entry) for entry in findings.fixed],
            "unknown": list(engine.unknown),
            "unplayed": list(engine.unplayed),
            "gaps": dict(self.result.questions.gaps.most_common()),
            "spared": list(engine.spared),
            "engine_errors": [vars(error) for error in self.result.questions.errors],
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
        """The questions to ask again, as JSON, that are too long for a command and that no file holds yet."""
        shown = [difference.counterexample() for difference in self.differences if difference.is_reproduced]
        texts = map(strict_json.encode, shown or ([self.refused.to_json()] if self.refused else []))
        return [text for text in texts if len(text) > LONGEST_COMMAND and text not in self.files]

    def replay(self, difference: Difference, counterexample: str = "") -> str:
        """The command that asks the differing question again; `counterexample` names a file that has it.

        "" for a difference that no fresh process shows, as far as is known, and for one too long without a file.
        """
        return self._asking(difference.counterexample(), counterexample) if difference.is_reproduced else ""

    def _asking(self, question: dict[str, Any], file: str = "") -> str:
        text = strict_json.encode(question)
        given = file or self.files.get(text) or (text if len(text) <= LONGEST_COMMAND else "")
        return self.settings.again("--replay", given) if given else ""

    def repeated(self) -> str:
        """The command that repeats the run, "" where it was a replay."""
        if self.vectors:
            return self.settings.again(*self.vectors.options(), *self.settings.known.options())
        return "" if self.seed is None else self.settings.repeated(self.seed)

    def to_text(self) -> str:
        """The verdict for people: the answer first, what was covered, what to try next, and the seed last."""
        lines = [self.first_line(), ""]
        for number, difference in enumerate(self.differences, start=1):
            lines += [f"difference {number} of {len(self.differences)}", ""] if len(self.differences) > 1 else []
            lines += [difference.to_text(), *self._explained(number - 1), ""]
        for part in (self._limits(), self.known_lines(), self._engine_errors()):
            lines += [*part, ""] if part else []
        lines += self.covered()
        for mutant in self.self_check:
            lines.append(f"mutant {mutant.name}: {f'found in {mutant.seconds:.1f} s' if mutant.found else 'MISSED'}")
        lines += covered.caught_line(self.result.caught) if self.agrees else []
        lines += [f"report: {self.report}"] if self.report else []
        lines += ["", *(f"{what}:\n    {how}" for what, how in self.next_steps()), ""]
        if self.seed is not None:
            lines.append(f"seed {self.seed}; this run again:\n    {self.repeated()}")
        return visible("\n".join(lines).rstrip("\n")) + "\n"

    def first_line(self) -> str:
        """The answer in one line."""
        game, result, coverage = self.settings.game.capitalize(), self.result, self.coverage
        about = f"{result.engine.title} and the rules of {game}"
        more = f" and {coverage.bulk_results:,} more by our second engine" if coverage.bulk_results else ""
        seen = f"over {coverage.results:,} compared results{more}"
        seen += "; asked legal turns only" if LEGAL_ONLY in result.engine.spared else ""
        compared = bool(coverage.results)
        match self.headline:
            case "internal-error":
                return f"NO VERDICT on {about}: {result.ending.internal_error}"
            case "differs":
                return f"DIFFERS: {about},{self._shown()}"
            case "withheld":
                return f"NO VERDICT on {about}: this run missed a mutant that it was to find"
            case "interrupted":
                return f"INTERRUPTED: {about} {f'agree so far, {seen}' if compared else 'were not compared yet'}"
            case "engine-errors":
                where = "agree where they could be compared, but not every question was answered properly"
                return f"ENGINE ERRORS: {about} {where if compared else 'could not be compared at all'}"
            case "too-little-seen":
                what = f"agree so far, {seen}, which is no verdict" if compared else "were not compared"
                return f"TOO LITTLE SEEN: {about} {what}"
        if self.one_question:
            return f"AGREES: {result.engine.title} answers this question as the rules of {game} do"
        expected = len(result.findings.expected)
        but = f", but for {expected} known difference{'' if expected == 1 else 's'}" if expected else ""
        gaps = f"; {self.counts['skip']:,} questions were not answered" if self.counts["skip"] else ""
        return f"AGREES: {about}, {seen}{but}{gaps}"

    def _shown(self) -> str:
        smallest = self.differences[0].question
        turns = len(smallest.texts)
        count = f" in {turns} turn{'' if turns == 1 else 's'}" if turns else ""
        ways = f" in {len(self.differences)} ways, the smallest" if len(self.differences) > 1 else ""
        return f"{ways} shown{count} on {smallest.board}"

    def _explained(self, index: int) -> list[str]:
        """What a difference may come from: another reading of the rules, a line for each."""
        found = self.explanations[index] if index < len(self.explanations) else ()
        return [f"this is what the reading {name}={value} says" for name, value in found]

    def _limits(self) -> list[str]:
        """What makes this less than a full verdict."""
        lines = ["interrupted: this is what was found until then"] if self.result.ending.interrupted else []
        if self.result.findings.stopped_short:
            lines.append("shrinking stopped short, for lack of time: a smaller question may show the same")
        if self.headline == "too-little-seen":
            lines += [f"too little seen: {what}" for what in self.lacking]
        if self.agrees and not self.one_question and not self_check_mutants(self.settings.game):
            lines.append(f"nothing was self-checked: no mutants of {self.settings.game.capitalize()} are known")
        return lines

    def known_lines(self) -> list[str]:
        """What became of known differences, a line each."""
        findings = self.result.findings
        numbers = {"new": len(findings.differences), "expected": len(findings.expected), "fixed": len(findings.fixed)}
        lines = [f"known differences: {', '.join(f'{number} {what}' for what, number in numbers.items())}"]
        lines += [f"expected: {entry}" for entry in findings.expected]
        lines += [f"fixed, no longer to be expected: {entry}" for entry in findings.fixed]
        over = (entry for entry in self.settings.known.of_game(self.settings.game) if entry.is_over())
        lines += [f"expected no longer: {entry}" for entry in over if entry not in findings.fixed]
        return lines if self.settings.known.name or len(lines) > 1 else []

    def _engine_errors(self) -> list[str]:
        errors = self.result.questions.errors
        lines = [f"engine error: {error}" for error in errors]
        lines += [f"the first question without a proper answer: {shown(errors[0].question)}"] if errors else []
        lines += accepted_position(self.refused, self.refused_vector) if self.refused else []
        return [*lines, *([f"gave up: {self.result.ending.gave_up}"] if self.result.ending.gave_up else [])]

    def covered(self) -> list[str]:
        """What the run has covered, a line each."""
        rows = covered.lines(self.settings.game, self.result)
        most = self.settings.budget.results
        if most and self.coverage.results < most and self.headline in ("agrees", "too-little-seen"):
            rows.insert(2, f"its time was over before the {most:,} results that were asked for (--time)")
        rows += [self.saved.to_text()] if self.saved else []
        return [*(self.vectors.lines() if self.vectors else []), *rows]

    def next_steps(self, counterexample: str = "") -> list[tuple[str, str]]:
        """What to try next, each with its command; `counterexample` names a file with the differing question."""
        return list(self._next_steps(counterexample))

    def _next_steps(self, counterexample: str) -> Iterator[tuple[str, str]]:
        headline, settings, engine = self.headline, self.settings, self.result.engine
        if self.difference:
            yield from self._after_difference(self.difference, counterexample)
        elif headline == "withheld":
            yield "next, with more time for each mutant, or a machine less busy", settings.longer()
        elif headline == "too-little-seen":
            lacks = (
                f", and an engine that announces {' and '.join(engine.not_announced)}" if engine.not_announced else ""
            )
            yield f"see more: with more time for the run{lacks}", settings.longer()
        elif headline == "agrees":
            if engine.unknown:
                yield f"which value the engine follows of {', '.join(engine.unknown)}", self._command("profile")
            if engine.unplayed:
                others = ", ".join(engine.unplayed)
                yield f"whether it also plays the other values that it announces of {others}", self._command("profile")
            if self.seed is not None:
                yield "look further", settings.longer()
        elif headline != "interrupted":
            yield from self._after_errors()
        if self.result.findings.fixed and settings.known.name and self.seed is not None:
            yield "take out what is fixed", f"{self.repeated()} --update-known"

    def _after_difference(self, difference: Difference, counterexample: str) -> Iterator[tuple[str, str]]:
        if difference.is_reproduced:
            yield "ask the engine again", self.replay(difference, counterexample) or TO_KEEP
        if difference.reported:
            yield "the rule at issue", f"shatterproof rule {difference.reported}"
        if self.result.findings.stopped_short:
            yield "shrink further, with more time", self.settings.longer()
        if any(self.explanations):
            yield "which readings the engine follows", self._command("profile")
        if not self.one_question and difference.is_reproduced:
            known = [] if self.settings.known.name else ["--known", "known.toml"]
            yield "if this is to be known", shlex.join([*shlex.split(self.repeated()), *known, "--update-known"])
        if not self.report:
            yield "with pictures", "add --report DIR"

    def _after_errors(self) -> Iterator[tuple[str, str]]:
        if self.refused:
            asked = self._asking(self.refused.to_json())
            yield "ask again about the position that the engine refuses", asked or TO_KEEP
        else:
            yield "what to fix first", self._command("smoke")
        if self.counts["timeout"]:
            yield "with more time for every answer", self.settings.slowed()
        yield "speak to the engine yourself, one question a line", self.settings.engine.command or OUR_OWN

    def _command(self, name: str) -> str:
        """The line of another command about the same engine."""
        options = self.settings.engine.options()
        if name == "profile":
            return shlex.join(["shatterproof", name, self.settings.game, *options])
        ours = ["--engine", OUR_OWN] if self.settings.engine.command is None else []
        return shlex.join(["shatterproof", name, *ours, *options])


OUR_OWN = "shatterproof engine --second"
TO_KEEP = "add --json, which keeps the question: it is too long for a command"
