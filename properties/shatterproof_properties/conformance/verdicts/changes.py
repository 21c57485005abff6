"""What has changed since a baseline: only that, and whether it is for the worse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from shatterproof import strict_json
from shatterproof_properties.common.prose import printable, visible
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.history.baseline import Again, Baseline, Run, Signature, run_of, signature_of
from shatterproof_properties.conformance.verdicts.verdict import EXIT_CODES, SPOILING, Verdict
from shatterproof_properties.engines.session import OUTCOMES

NOTHING_ASKED: Again = {}


@dataclass(frozen=True)
class Change:
    """What has changed in one game.

    `new` differences, each with the command that asks again; of the old ones those `still` there, `gone` (the question
    was asked again) and `unseen` (this run has not found them, nor asked). `complaints` are other things for the worse.
    Outcomes have turned from zero or to zero; mistakes are planted ones with whether they were found, then and now.
    """

    game: str
    before: str
    now: str
    new: tuple[tuple[Difference, str], ...] = ()
    still: tuple[Signature, ...] = ()
    gone: tuple[Signature, ...] = ()
    unseen: tuple[Signature, ...] = ()
    complaints: tuple[str, ...] = ()
    newly_met: tuple[str, ...] = ()
    no_longer_met: tuple[str, ...] = ()
    outcomes: tuple[tuple[str, int, int], ...] = ()
    mistakes: tuple[tuple[str, bool, bool], ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def worse(self) -> bool:
        """Whether there is anything new to complain about."""
        return bool(self.new or self.complaints)

    @property
    def first_line(self) -> str:
        """The change in one line."""
        counts = ((len(self.new), "new"), (len(self.gone), "gone"), (len(self.unseen), "not seen again"),
                  (len(self.still), "still there"))  # fmt: skip
        said = ", ".join(f"{number} {what}" for number, what in counts if number)
        return f"{self.game.capitalize()}: {f'differences: {said}' if said else 'no differences, then or now'}"

    def lines(self) -> Iterator[tuple[str, str]]:
        """Everything but the new differences: what it is, and what it is about."""
        yield from (("for the worse", complaint) for complaint in self.complaints)
        yield from (("gone", str(signature)) for signature in self.gone)
        yield from (("not seen again, not asked again", str(signature)) for signature in self.unseen)
        yield from (("newly met", clause) for clause in self.newly_met)
        yield from (("no longer met", clause) for clause in self.no_longer_met)
        yield from (("questions", f"{name} {before:,}, now {now:,}") for name, before, now in self.outcomes)
        for name, before, now in self.mistakes:
            yield "planted mistake", f"{name} {_found(before)}, now {_found(now)}"
        yield from (("remark", remark) for remark in self.remarks)

    def to_text(self) -> str:
        """The change for people: new differences in full."""
        shown = [f"new: {difference.to_text(replay)}" for difference, replay in self.new]
        others = "\n".join(printable(": ".join(line)) for line in self.lines())
        return "\n\n".join([self.first_line, *shown, *filter(None, [others])])

    def to_json(self) -> dict[str, Any]:
        """The change as JSON values."""
        old = {name: [each._asdict() for each in getattr(self, name)] for name in ("still", "gone", "unseen")}
        return {
            "game": self.game,
            "worse": self.worse,
            "before": self.before,
            "now": self.now,
            "new": [difference.to_json() for difference, _ in self.new],
            **old,
            "complaints": list(self.complaints),
            "newly_met": list(self.newly_met),
            "no_longer_met": list(self.no_longer_met),
            "questions": [{"outcome": name, "before": before, "now": now} for name, before, now in self.outcomes],
            "planted": [{"name": name, "before": before, "now": now} for name, before, now in self.mistakes],
            "remarks": list(self.remarks),
        }


@dataclass(frozen=True)
class Changes:
    """What has changed since a baseline, by game; `missing` are games that only the baseline looked at."""

    source: str
    games: tuple[Change, ...]
    missing: tuple[str, ...] = ()

    @property
    def worse(self) -> bool:
        """Whether there is anything new to complain about."""
        return any(change.worse for change in self.games)

    @property
    def exit_code(self) -> int:
        """1 if something is worse, 3 if a run gave no verdict, 0 if the engine is no worse than at the baseline."""
        return 1 if self.worse else 3 if any(EXIT_CODES[change.now] == 3 for change in self.games) else 0

    @property
    def first_line(self) -> str:
        """The answer in one line."""
        words = {0: "NO WORSE than", 1: "WORSE than", 3: "NO VERDICT to hold against"}
        return printable(f"{words[self.exit_code]} the baseline {self.source}")

    def of(self, game: str) -> Change | None:
        """What has changed in a game, None where this run has not looked at it."""
        return next((change for change in self.games if change.game == game), None)

    def to_text(self) -> str:
        """The changes for people, the answer first."""
        missing = [f"not looked at this time: {', '.join(self.missing)}"] if self.missing else []
        text = "\n\n".join([self.first_line, *(change.to_text() for change in self.games), *missing])
        return visible(text) + "\n"

    def to_json(self) -> dict[str, Any]:
        """The changes as JSON values."""
        games = [change.to_json() for change in self.games]
        return {"baseline": self.source, "worse": self.worse, "games": games, "missing": list(self.missing)}


def changes(baseline: Baseline, verdicts: Iterable[Verdict], again: Again = NOTHING_ASKED) -> Changes:
    """What has changed between a baseline and a run; `again` says what became of differences that were asked again."""
    found = tuple(_change(baseline.runs.get(verdict.plan.game), verdict, again) for verdict in verdicts)
    return Changes(baseline.source, found, tuple(sorted(baseline.runs.keys() - {change.game for change in found})))


def _change(before: Run | None, verdict: Verdict, again: Again) -> Change:
    now, old = run_of(verdict.to_json()), before.differences if before else {}
    asked = {signature: shown for signature, shown in again.items() if signature in old}
    # A witness may show another difference than it did: that is one gone, and one that is perhaps new.
    shown = {signature_of(each): each for each in [*filter(None, asked.values()), *verdict.differences]}
    # What the run has told apart from all that was known is new, though it be of a signature that was known.
    told_apart = [each for each in verdict.differences if verdict.plan.known and each not in verdict.known]
    fresh = [each for signature, each in shown.items() if signature not in old and each not in told_apart]
    lost = [signature for signature in old if signature not in shown]
    found = Change(
        game=now.game,
        before=before.verdict if before else "",
        now=now.verdict,
        new=tuple((each, _replay(verdict, each)) for each in (*fresh, *told_apart)),
        still=tuple(signature for signature in old if signature in shown),
        gone=tuple(signature for signature in lost if signature in asked),
        unseen=tuple(signature for signature in lost if signature not in asked),
        complaints=tuple(_complaints(before, now)),
        remarks=() if before else ("the baseline has not looked at this game",),
    )
    return _with_figures(found, before, now) if before else found


def _with_figures(found: Change, before: Run, now: Run) -> Change:
    """The change with what is different in the coverage, in the outcomes and among the mutants."""
    return replace(
        found,
        newly_met=tuple(sorted(now.clauses - before.clauses)),
        no_longer_met=tuple(sorted(before.clauses - now.clauses)),
        outcomes=tuple(
            (name, before.questions[name], now.questions[name])
            for name in OUTCOMES
            if bool(before.questions[name]) != bool(now.questions[name])
        ),
        mistakes=tuple(
            (name, then, now.mistakes[name])
            for name, then in sorted(before.mistakes.items())
            if now.mistakes.get(name, then) != then
        ),
        remarks=tuple(_remarks(before, now)),
    )


def _complaints(before: Run | None, now: Run) -> Iterator[str]:
    for outcome in SPOILING:
        if now.questions[outcome] and not (before and before.questions[outcome]):
            yield f"questions that ended in {outcome}: {now.questions[outcome]:,}"
    if now.gave_up and not (before and before.gave_up):
        yield f"the run gave up: {now.gave_up}"
    if not now.results and now.verdict != "interrupted" and not (before and not before.results):
        yield "nothing could be compared"
    known = before.stale if before else frozenset()
    yield from (f"a declared difference is stale: {each}" for each in sorted(now.stale - known))


def _remarks(before: Run, now: Run) -> Iterator[str]:
    if before.engine != now.engine:
        yield f"the baseline is of another engine: {before.engine}"
    if before.readings != now.readings:
        yield "the baseline was played under other readings"


def _replay(verdict: Verdict, difference: Difference) -> str:
    return verdict.plan.again("--replay", strict_json.encode(difference.witness()))


def _found(found: bool) -> str:
    return "found" if found else "missed"
