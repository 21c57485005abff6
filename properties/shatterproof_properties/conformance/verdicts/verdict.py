"""What a run has found, for people and for programs."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.game import find_game
from shatterproof_properties.common.prose import visible
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.history.declared import Declared, entry_of
from shatterproof_properties.conformance.history.totals import Totals
from shatterproof_properties.conformance.settings import Plan
from shatterproof_properties.conformance.verdicts.engine_errors import refused_position, shown, told_of_refused
from shatterproof_properties.conformance.verdicts.minimum_coverage import lacking
from shatterproof_properties.engines.session import LEGAL_ONLY, OUTCOMES, EngineErrorRecord
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.question import Question

SPOILING = ("error", "timeout", "breach", "flaky")
EXIT_CODES = {
    "own-mistake": 3,
    "agrees": 0,
    "differs": 1,
    "interrupted": 3,
    "withheld": 3,
    "stale": 1,
    "troubled": 1,
    "too-little-seen": 3,
}
"""The verdicts in one word, and the exit code of each."""
SHOWN_NEVER = 4
"""Features never met that a verdict in words names."""
SHOWN_NAMED = 8
"""Pairs of clauses that it names, where the engine names one in place of the other."""


class MutantResult(NamedTuple):
    """A mutant that the run was to find first: whether it did, and after how many seconds."""

    name: str
    found: bool
    seconds: float


@dataclass
class Verdict:
    """What a run found: differences, shrunk, each in another way; troubles; the coverage; and how to run it again.

    `caught` tells of each mutant whether the questions of this very run would have shown it. `declared` are
    declared differences that turned up, `stale` those that did not or whose time is over. `sent` is the number of
    questions, which `counts` add up to. `along` has for each difference the single values of readings under which the
    engine would be right; `unknown` are the readings of which the engine does not say what it follows, `unplayed`
    those of which it has announced further values; `gaps` are the reasons that it gave for not answering, and
    `asked_as` says what it was spared by its own account. `not_announced` is what would let a run see more of it.
    `own_mistake` is set where our second engine and the reference part, or the harness fails: what the run says of
    agreement means nothing.
    `known` are the differences that the plan knew and the run met. `stopped_short` is for how many differences time
    was over before all smaller questions were tried. `campaign` is what the campaign has come to of which it is
    part. `refused_vector` is the vector with the position that the engine has refused, if there is one.
    """

    plan: Plan
    engine: str
    readings: dict[str, str]
    seed: int | None = None
    differences: list[Difference] = field(default_factory=list)
    along: list[tuple[tuple[str, str], ...]] = field(default_factory=list)
    unknown: tuple[str, ...] = ()
    unplayed: tuple[str, ...] = ()
    gaps: Counter[str] = field(default_factory=Counter)
    not_announced: tuple[str, ...] = ()
    asked_as: tuple[str, ...] = ()
    sent: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    troubles: list[EngineErrorRecord] = field(default_factory=list)
    coverage: Coverage = field(default_factory=Coverage)
    controls: list[MutantResult] = field(default_factory=list)
    caught: dict[str, bool] = field(default_factory=dict)
    declared: list[Declared] = field(default_factory=list)
    known: list[Difference] = field(default_factory=list)
    stale: list[Declared] = field(default_factory=list)
    seconds: float = 0.0
    found_after: float | None = None
    stopped_short: int = 0
    interrupted: bool = False
    gave_up: str = ""
    own_mistake: str = ""
    report: str = ""
    refused_vector: str = ""
    campaign: Totals | None = None

    @property
    def difference(self) -> Difference | None:
        """The smallest difference, if there is one."""
        return next(iter(self.differences), None)

    @property
    def one_question(self) -> bool:
        """Whether only one question was asked, again."""
        return self.seed is None

    @property
    def withheld(self) -> bool:
        """Whether a mutant was missed, so that agreement would mean nothing."""
        return any(not mutant.found for mutant in self.controls)

    @property
    def spoilt(self) -> bool:
        """Whether the engine did not answer properly."""
        return bool(self.gave_up) or any(self.counts[outcome] for outcome in SPOILING)

    @property
    def lacking(self) -> list[str]:
        """What is too little for a verdict of agreement, in words; nothing where the run has seen enough."""
        if self.one_question:
            return [] if self.coverage.results else ["no answer to this question"]
        # What was seen to differ at the very end nobody could ask about again.
        open_ends = self.counts["differ"] if not self.differences else 0
        unsure = [f"time to ask again about {open_ends:,} answers that differ"] if open_ends else []
        return [*unsure, *lacking(self.coverage)]

    @property
    def agrees(self) -> bool:
        """Whether all answers compared, enough of them, were right or as declared, and all questions answered or
        declared a gap."""
        return self.headline == "agrees"

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.headline]

    @property
    def headline(self) -> str:
        """The verdict in one word, a key of EXIT_CODES."""
        reasons = {
            "own-mistake": self.own_mistake,
            "differs": self.differences,
            "interrupted": self.interrupted,
            "withheld": self.withheld,
            "stale": self.stale,
            "troubled": self.spoilt,
            "too-little-seen": self.lacking,
        }
        return next((word for word, reason in reasons.items() if reason), "agrees")

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON values."""
        return {
            "verdict": self.headline,
            "game": self.plan.game,
            "engine": self.engine,
            "readings": self.readings,
            "seed": self.seed,
            "milliseconds": round(1000 * self.seconds),
            "sent": self.sent,
            "questions": {outcome: self.counts[outcome] for outcome in OUTCOMES},
            "results": self.coverage.results,
            "by_second": self.coverage.by_second,
            "nearly_legal": self.coverage.near_misses,
            "known_by_cause": self.coverage.known,
            "leaves": self.coverage.leaves,
            "vectors_first": self.coverage.vectors,
            "positions": self.coverage.positions,
            "refusals": self.coverage.refusals,
            "other_clauses": self.coverage.other_clauses,
            "other_clauses_named": [
                {"clause": rightful, "named": theirs, "times": times}
                for (rightful, theirs), times in self.coverage.named.most_common()
            ],
            "left": self.coverage.left,
            "small_boards": list(self.coverage.small_boards),
            "small_boards_by_second": list(self.coverage.small_boards_by_second),
            "boards": dict(sorted(self.coverage.boards.items())),
            "clauses": dict(sorted(self.coverage.all_clauses.items())),
            "features": {name: self.coverage.features[name] for name in self._features()},
            "controls": [{"name": mutant.name, "found": mutant.found} for mutant in self.controls],
            "caught": dict(sorted(self.caught.items())),
            "differences": [difference.to_json() for difference in self.differences],
            "along": [[list(each) for each in found] for found in self.along],
            "unknown": list(self.unknown),
            "unplayed": list(self.unplayed),
            "gaps": dict(self.gaps.most_common()),
            "asked_as": list(self.asked_as),
            "declared": [str(entry) for entry in self.declared],
            "stale": [str(entry) for entry in self.stale],
            "troubles": [vars(trouble) for trouble in self.troubles],
            "gave_up": self.gave_up,
            "own_mistake": self.own_mistake,
            "interrupted": self.interrupted,
            "stopped_short": self.stopped_short,
            "lacking": self.lacking if self.headline == "too-little-seen" else [],
            "again": self.repeated(),
            "report": self.report,
            "campaign": self.campaign.to_json() if self.campaign else None,
        }

    def replay(self, difference: Difference, witness: str = "") -> str:
        """The command that asks the differing question again; `witness` names a file that has it."""
        return self.plan.again("--replay", witness or strict_json.encode(difference.witness()))

    def repeated(self) -> str:
        """The command that repeats the run, "" where it was a replay."""
        return "" if self.seed is None else self.plan.repeated(self.seed)

    def to_text(self) -> str:
        """The verdict for people: the answer first, what was looked at, what to try next, and the seed last."""
        lines = [self.first_line(), ""]
        for number, difference in enumerate(self.differences, start=1):
            lines += [f"difference {number} of {len(self.differences)}", ""] if len(self.differences) > 1 else []
            lines += [difference.to_text(), *self.in_other_readings(number - 1), ""]
        lines += self._warnings()
        lines += self._declarations()
        lines += self._troubles()
        lines += self.looked_at()
        for mutant in self.controls:
            result = f"found in {mutant.seconds:.1f} s" if mutant.found else "MISSED"
            lines.append(f"mistake planted in an engine of our own, {mutant.name}: {result}")
        lines += self._caught() if self.agrees else []
        lines += [f"report: {self.report}"] if self.report else []
        lines += ["", *(f"{what}:\n    {how}" for what, how in self.next_steps()), ""]
        if self.seed is not None:
            lines.append(f"seed {self.seed}; this run again:\n    {self.repeated()}")
        return visible("\n".join(lines).rstrip("\n")) + "\n"

    def first_line(self) -> str:
        """The answer in one line."""
        about = f"{self.engine} and the rules of {self.plan.game.capitalize()}"
        if self.own_mistake:
            return f"NO VERDICT on {about}: {self.own_mistake}"
        if self.difference:
            turns = len(self.difference.question.texts)
            count = f" in {turns} turn{'' if turns == 1 else 's'}" if turns else ""
            ways = f" in {len(self.differences)} ways, the smallest" if len(self.differences) > 1 else ""
            return f"DIFFERS: {about},{ways} shown{count} on {self.difference.question.board}"
        more = f" and {self.coverage.by_second:,} more by our second engine" if self.coverage.by_second else ""
        seen = f"over {self.coverage.results:,} compared results{more}"
        seen += "; asked legal turns only" if LEGAL_ONLY in self.asked_as else ""
        lines = {
            "interrupted": f"INTERRUPTED: {about} agree so far, {seen}",
            "withheld": f"NO VERDICT on {about}: this run missed a mistake that was planted for it to find",
            "stale": f"STALE: {about} were declared to differ where they do not, or no longer may",
            "troubled": f"TROUBLED: {about} agree where they could be compared, but not every question was answered "
            "properly",
            "too-little-seen": f"TOO LITTLE SEEN: {about} agree so far, {seen}, which is no verdict",
            "agrees": f"AGREES: {about}, {seen}{self._but_declared()}",
        }
        if self.one_question:
            game = self.plan.game.capitalize()
            lines["agrees"] = f"AGREES: {self.engine} answers this question as the rules of {game} do"
        elif self.counts["skip"]:
            lines["agrees"] += f"; {self.counts['skip']:,} questions were not answered"
        if not self.coverage.results:
            lines["troubled"] = f"TROUBLED: {about} could not be compared at all"
            lines["interrupted"] = f"INTERRUPTED: {about} were not compared yet"
            lines["too-little-seen"] = f"TOO LITTLE SEEN: {about} were not compared"
        return lines[self.headline]

    def _but_declared(self) -> str:
        count = len(self.declared)
        return f", but for {count} declared difference{'' if count == 1 else 's'}" if count else ""

    def in_other_readings(self, index: int) -> list[str]:
        """What a difference may come from: another reading of the rules, a line for each."""
        found = self.along[index] if index < len(self.along) else ()
        return [f"this is what the reading {name}={value} says" for name, value in found]

    def profiled(self) -> str:
        """The command that finds out which readings the engine follows."""
        engine = ["--engine", self.plan.command] if self.plan.command is not None else []
        return shlex.join(["shatterproof", "profile", self.plan.game, *engine])

    def _warnings(self) -> list[str]:
        """What makes this less than a full verdict."""
        lines = ["interrupted: this is what was found until then"] if self.interrupted else []
        if self.stopped_short:
            lines.append("shrinking stopped short, for lack of time: a smaller question may show the same")
        if self.headline == "too-little-seen":
            lines += [f"too little seen: {what}" for what in self.lacking]
        return [*lines, ""] if lines else []

    def _declarations(self) -> list[str]:
        lines = [f"differs as declared: {entry}" for entry in self.declared]
        lines += [f"stale, delete this entry: {entry}" for entry in self.stale]
        return [*lines, ""] if lines else []

    def _caught(self) -> list[str]:
        if not self.caught:
            return []
        missed = sorted(name for name, caught in self.caught.items() if not caught)
        rest = f"; not {', '.join(missed)}" if missed else ""
        found = len(self.caught) - len(missed)
        return [f"of {len(self.caught)} mutants the questions of this run would have shown {found}{rest}"]

    def _troubles(self) -> list[str]:
        lines = [f"trouble: {trouble}" for trouble in self.troubles]
        if self.troubles:
            lines.append(f"the first question in trouble: {shown(self.troubles[0].question)}")
        lines += told_of_refused(self.refused, self.refused_vector) if self.refused else []
        lines += [f"gave up: {self.gave_up}"] if self.gave_up else []
        return [*lines, ""] if lines else []

    @property
    def refused(self) -> Question | None:
        """The first question whose position the engine has refused, though the rules accept it."""
        return refused_position(self.plan.game, self.readings, self.troubles)

    def looked_at(self) -> list[str]:
        """What the run has looked at, a line each."""
        coverage = self.coverage
        questions = ", ".join(f"{self.counts[outcome]:,} {outcome}" for outcome in OUTCOMES if self.counts[outcome])
        rows = [
            f"in {self.seconds:.1f} s: {coverage.results:,} results compared, {coverage.refusals:,} of them refusals; "
            f"{coverage.positions:,} positions with all their turns",
            f"questions sent: {self.sent:,} ({questions})" if questions else "questions sent: none",
        ]
        if (
            self.plan.results
            and coverage.results < self.plan.results
            and self.headline in ("agrees", "too-little-seen")
        ):
            rows.append(f"its time was over before the {self.plan.results:,} results that were asked for (--time)")
        if coverage.vectors:
            rows.append(f"vectors asked first: {coverage.vectors:,}")
        if coverage.by_second:
            judged = "what differed the reference has judged, and a sample of the rest"
            nearly = f" ({coverage.near_misses:,} of them near misses)" if coverage.near_misses else ""
            more = f"{coverage.by_second:,} results more{nearly}, as our second engine has them"
            rows.append(f"in the bulk comparison: {more}; {judged}")
        if coverage.known:
            rows.append(f"of causes that were known by then, told by the turns that differ: {coverage.known:,} answers")
        if coverage.leaves:
            rows.append(f"counted in whole subtrees, as our second engine does: {coverage.leaves:,} leaves")
        rows += [self.campaign.to_text()] if self.campaign else []
        rows += self.asked_as
        rows += [f"not answered: {count:,}, for {why}" for why, count in self.gaps.most_common()]
        rows += [f"left, since the rules take too long for them: {coverage.left:,} cases"] if coverage.left else []
        if coverage.boards:
            rows.append("boards: " + ", ".join(f"{board} {count:,}" for board, count in by_size(coverage.boards)))
        if coverage.small_boards:
            rows.append("small boards, position by position: " + "; ".join(coverage.small_boards))
        if coverage.small_boards_by_second:
            rows.append("in the bulk comparison besides: " + "; ".join(coverage.small_boards_by_second))
        if met := coverage.all_clauses:
            rows.append("clauses: " + ", ".join(f"{name} {count:,}" for name, count in sorted(met.items())))
        rows += self._features_met() if coverage.features else []
        rows += self._named_otherwise() if coverage.other_clauses else []
        departures = find_game(self.plan.game).Readings.from_mapping(self.readings).departures()
        if departures:
            rows.append("readings: " + ", ".join(f"{name}={value}" for name, value in departures.items()))
        return rows

    def _named_otherwise(self) -> list[str]:
        """How many refusals name another clause than the reference, and which in place of which."""
        count, named = self.coverage.other_clauses, self.coverage.named.most_common(SHOWN_NAMED)
        told = "; ".join(f"{theirs} for {rightful} {times:,}" for (rightful, theirs), times in named)
        more = "; others" if len(self.coverage.named) > SHOWN_NAMED else ""
        return [f"remark: {count:,} refusals name another clause than the reference: {told}{more}"]

    def _features(self) -> tuple[str, ...]:
        return features.notable(find_game(self.plan.game))

    def _features_met(self) -> list[str]:
        """How much of what is notable about turns was met, and some of what never was."""
        every = self._features()
        never = [name for name in every if not self.coverage.features[name]]
        more = f" and {len(never) - SHOWN_NEVER} more" if len(never) > SHOWN_NEVER else ""
        rest = f"; never: {'; '.join(never[:SHOWN_NEVER])}{more}" if never else ""
        return [f"features of turns: {len(every) - len(never)} of {len(every)} met{rest}"]

    def next_steps(self, witness: str = "") -> list[tuple[str, str]]:
        """What to try next, each with its command; `witness` names a file with the differing question."""
        if self.difference:
            clause = self.difference.reported
            rule = [("the rule at issue", f"shatterproof rule {clause}")] if clause else []
            page = [] if self.report else [("with pictures", "add --report DIR")]
            profile = [("which readings the engine follows", self.profiled())] if any(self.along) else []
            entry = "\n    ".join(entry_of(self.difference).splitlines())
            known = [("if this is known, what --declared FILE may say", entry)] if not self.one_question else []
            short = [("shrink further, with more time", self.plan.longer())] if self.stopped_short else []
            again = ("ask the engine again", self.replay(self.difference, witness))
            return [again, *rule, *short, *profile, *known, *page]
        if self.interrupted:
            return []
        if self.withheld:
            return [("next, with more time for each mutant, or a machine less busy", self.plan.longer())]
        if self.agrees:
            unknown = [f"which value the engine follows of {', '.join(self.unknown)}"] if self.unknown else []
            others = f"whether it also plays the other values that it announces of {', '.join(self.unplayed)}"
            profile = [(what, self.profiled()) for what in (*unknown, *([others] if self.unplayed else []))]
            return [*profile, *([("look further", self.plan.longer())] if self.seed is not None else [])]
        if self.headline == "too-little-seen":
            besides = f", and an engine that announces {' and '.join(self.not_announced)}" if self.not_announced else ""
            return [(f"see more: with more time for the run{besides}", self.plan.longer())]
        command = self.plan.command or "shatterproof engine --second"
        walk = ("what to fix first", shlex.join(["shatterproof", "smoke", "--engine", command]))
        if self.refused:
            asked = self.plan.again("--replay", strict_json.encode(self.refused.witness()))
            walk = ("ask again about the position that the engine refuses", asked)
        patience = [("with more time for every answer", self.plan.slowed())] if self.counts["timeout"] else []
        return [walk, *patience, ("speak to the engine by hand, one question a line", command)]


def by_size(boards: Counter[str]) -> list[tuple[str, int]]:
    """Boards with their numbers, smallest first."""
    return sorted(boards.items(), key=lambda entry: [int(side) for side in entry[0].split("x")])
