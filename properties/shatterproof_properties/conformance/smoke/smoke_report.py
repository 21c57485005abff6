"""The report of a walk through the protocol, step by step, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from textwrap import TextWrapper
from typing import Any

from shatterproof_properties.common.prose import printable, visible

OK, FAILED, SKIPPED, NOT_REACHED = STATES = ("ok", "failed", "skipped", "not reached")
MANUAL = "spec/protocol.md"

_ROWS = TextWrapper(110, subsequent_indent=" " * 13, break_long_words=False, break_on_hyphens=False)


@dataclass(frozen=True)
class SmokeStep:
    """One step: what it is `about` (a game, or ""), its `name`, one of STATES, and why it is not ok.

    `asked` and `answered` are the lines as they went over the streams. `expected` says in plain words what should have
    come, and `like` is a line that would be right. `stderr` is the end of what the engine wrote there. `where` is the
    place in the manual.
    """

    name: str
    state: str
    about: str = ""
    why: str = ""
    asked: str = ""
    answered: str = ""
    expected: str = ""
    like: str = ""
    stderr: str = ""
    where: str = MANUAL

    @property
    def title(self) -> str:
        return f"{self.about}: {self.name}" if self.about else self.name

    def to_text(self) -> str:
        """The step in full: what was asked, what came, what was expected, and where that is written."""
        place, _, anchor = self.where.partition("#")
        rows = {name: vars(self)[name] for name in ("asked", "answered", "expected", "like", "stderr")}
        rows["see"] = f'{place}, "{anchor}"' if anchor else place
        if self.asked:
            rows["answered"] = self.answered or "nothing"
        why = printable(self.why)
        lines = [f"Fix this first: {self.title}", f"  {why[:1].upper()}{why[1:]}."]
        for name, text in rows.items():
            lines += [f"  {name:<9} {line}" for line in _cut(text).split("\n") if text]
        return "\n".join(lines)


@dataclass
class SmokeReport:
    """The report of a walk: its steps in the order in which an adapter is built, and remarks that are no faults."""

    engine: str = ""
    steps: list[SmokeStep] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def first_fault(self) -> SmokeStep | None:
        return next((step for step in self.steps if step.state == FAILED), None)

    @property
    def exit_code(self) -> int:
        return 1 if self.first_fault else 0

    def count(self, state: str) -> int:
        return sum(step.state == state for step in self.steps)

    def listed(self, failures: bool) -> list[SmokeStep]:
        """The steps that are listed: all, or those that are not fine."""
        return [step for step in self.steps if not failures or step.state != OK]

    def to_json(self, failures: bool = False) -> dict[str, Any]:
        """The walk as JSON values; with `failures`, only the steps that are not fine."""
        return {
            "verdict": "fix" if self.first_fault else "fine",
            "engine": self.engine,
            "milliseconds": round(1000 * self.seconds),
            "steps": [vars(step) for step in self.listed(failures)],
            "remarks": self.remarks,
        }

    def to_text(self, failures: bool = False) -> str:
        """The walk for people: a summary, the first fault in full, then all steps, similar ones on one line.

        With `failures`, only those that are not fine.
        """
        first = self.first_fault
        names = {OK: "fine", FAILED: "to fix", SKIPPED: "skipped", NOT_REACHED: "not reached"}
        counts = [f"{self.count(state)} {names[state]}" for state in STATES if self.count(state)]
        counts += [] if first else ["nothing to fix"]
        parts = [f"{self.engine or 'the engine'}: {', '.join(counts)} ({self.seconds:.1f} s)"]
        parts += [first.to_text()] if first else []
        parts += ["\n".join(_rows(listed))] if (listed := self.listed(failures)) else []
        parts += ["\n".join(f"remark: {remark}" for remark in self.remarks)] if self.remarks else []
        return visible("\n\n".join(parts)) + "\n"


def _rows(listed: Iterable[SmokeStep]) -> Iterator[str]:
    """A line for steps in a row with the same state and reason; of those that are fine, about the same."""
    alike = groupby(listed, key=lambda step: (step.state, step.why, step.about if step.state == OK else ""))
    for (state, why, _), group in alike:
        topics = groupby(group, key=lambda step: step.about)
        named = [(about, ", ".join(step.name for step in steps)) for about, steps in topics]
        said = "; ".join(f"{about}: {names}" if about else names for about, names in named)
        yield _ROWS.fill(f"{state:<11}  {said}{f' ({_cut(why, 160)})' if why else ''}")


def _cut(text: str, length: int = 3000) -> str:
    return text if len(text) <= length else f"{text[: length - 3]}..."
