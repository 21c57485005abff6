"""Known differences: what an engine is expected to get wrong, why, and until when."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from shatterproof import strict_json
from shatterproof_properties.common.prose import printable
from shatterproof_properties.conformance.causes.differences import Cause, Difference
from shatterproof_properties.conformance.causes.known_causes import KnownCauses
from shatterproof_properties.protocol.question import EARLIER, Question


@dataclass(frozen=True)
class KnownDifference:
    """A known difference: in `game` the engine differs in the way `kind` about `clause`, as `counterexample` shows.

    `why` is a reason for people, and `cause` the rule by which the engine seems to play. `earlier` are the questions to
    ask before, as in a Difference. `ways` are further ways in which the cause has shown itself. After the day `until`
    the difference is not expected any more.
    """

    game: str
    kind: str
    clause: str
    counterexample: Question
    since: datetime.date
    why: str = ""
    cause: str = ""
    until: datetime.date | None = None
    earlier: tuple[Question, ...] | None = None
    ways: tuple[str, ...] = ()

    @classmethod
    def of(cls, difference: Difference) -> KnownDifference:
        """The entry for a difference. A person completes it with a reason."""
        cause = difference.cause.as_if if difference.cause else ""
        own = f"{difference.kind} {difference.reported}".rstrip()
        ways = tuple(way for way in difference.ways if way != own)
        return cls(difference.question.game, difference.kind, difference.reported, difference.question,
                   datetime.date.today(), cause=cause, earlier=difference.earlier, ways=ways)  # fmt: skip

    def is_over(self) -> bool:
        return self.until is not None and datetime.date.today() > self.until

    def covers(self, difference: Difference) -> bool:
        """Whether the difference shows in one of the ways, or has this kind and the same clause or counterexample."""
        if self.game != difference.question.game:
            return False
        if difference.way in self.ways:
            return True
        same = self.clause == difference.clause or self.counterexample.to_json() == difference.question.to_json()
        return same and self.kind == difference.kind

    def as_difference(self, shown: Difference) -> Difference:
        """The difference that the counterexample shows, with the cause that the entry names."""
        return replace(shown, cause=Cause(self.clause, self.cause), also=tuple({*self.ways, *shown.also}))

    def to_toml(self) -> str:
        earlier = {} if self.earlier is None else {EARLIER: [question.to_json() for question in self.earlier]}
        cause = {"cause": self.cause} if self.cause else {}
        ways = {"ways": list(self.ways)} if self.ways else {}
        texts = {"game": self.game, "kind": self.kind, "clause": self.clause, **ways, **cause, "why": self.why}
        days = {"since": self.since, **({"until": self.until} if self.until else {})}
        lines = [f"{name} = {strict_json.encode(text)}" for name, text in texts.items()]
        lines += [f"{name} = {day}" for name, day in days.items()]
        counterexample = strict_json.encode(self.counterexample.to_json() | earlier)
        # A literal text of TOML takes JSON as it stands, but ends at the first single quote.
        literal = strict_json.encode(counterexample) if "'" in counterexample else f"'{counterexample}'"
        return "\n".join(["[[difference]]", *lines, f"counterexample = {literal}"]) + "\n"

    def __str__(self) -> str:
        why = f": {self.why or self.cause}" if self.why or self.cause else ""
        until = f" until {self.until}" if self.until else ""
        return printable(f"{self.clause or 'spec/protocol.md'}, {self.kind}, since {self.since}{until}{why}")


class ExpectedDifferences:
    """The known differences that are in force in a run; `seen` are those that were met.

    Only this class decides what "the same difference" means. An entry covers differences of its kind about its clause,
    those of its counterexample, and those in one of its ways. It also covers whatever one rule mutant explains together
    with the first difference that it has covered.
    """

    def __init__(self, entries: Sequence[KnownDifference] = ()) -> None:
        self.seen: list[KnownDifference] = []
        self._entries = [entry for entry in entries if not entry.is_over()]
        self._causes: dict[Question, KnownCauses] = {}
        self._learnt: dict[str, KnownDifference] = {}

    def outcome(self, found: Iterable[Difference | None]) -> str:
        """How a question counts if its answer shows these differences."""
        differences = [difference for difference in found if difference]
        if not differences:
            return "agree"
        return "expected" if all(map(self._covering, differences)) else "differ"

    def others(self, found: Iterable[Difference | None]) -> Iterator[Difference]:
        """The unexpected differences. Entries that cover the others count as seen."""
        for difference in found:
            entry = self._covering(difference) if difference else None
            if entry:
                self.seen += [entry] if entry not in self.seen else []
            elif difference:
                yield difference

    def settles(self, difference: Difference) -> bool:
        """Whether a difference with a known cause belongs to an entry that was seen.

        If so, the ways of the difference are expected from then on.
        """
        for entry in self.seen:
            is_dependent = entry.earlier is not None, difference.earlier is not None
            if is_dependent[0] == is_dependent[1] and entry.as_difference(difference).has_cause_of(difference):
                self._learnt |= dict.fromkeys(difference.ways, entry)
                return True
        return False

    def _covering(self, difference: Difference) -> KnownDifference | None:
        entry = next((entry for entry in self._entries if entry.covers(difference)), None)
        if entry is None:
            known = ((entry, self._causes.get(entry.counterexample)) for entry in self._entries)
            explained = (entry for entry, causes in known if causes is not None and causes.cover(difference))
            return next(explained, None) or self._learnt.get(difference.way)
        if entry.counterexample not in self._causes:
            causes, cause = KnownCauses(difference.question.game, difference.question.chosen), entry.cause
            self._causes[entry.counterexample] = causes
            # Of the many alternatives only the one that has been named.
            causes.add(difference, lambda rule: not rule.acts or rule.says == cause)
        return entry
