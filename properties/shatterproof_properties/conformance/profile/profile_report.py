"""Profiles for people and as JSON: a line for each reading, the smallest game of a surprise, a table of engines."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof.movetext import wrapped
from shatterproof_properties.common.prose import in_columns, visible
from shatterproof_properties.conformance.profile.reading_questions import Assignment, ReferenceAnswer
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.protocol.answers import Answer, canonical, forgotten, position_key
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.wording import Drawn, answer_in_words

WRONG = ("none", "mixed", "otherwise")
STATUSES = {
    "follows": "{value}{told} ({questions})",
    "otherwise": "{value}, {instead} ({questions})",
    "mixed": "no value fits all its answers ({questions})",
    "none": "matches none of its values ({questions})",
    "untold": "cannot tell{told}: {why}",
}
"""The possible findings about a reading."""
MOOT = "no question tells its values apart, with the other readings as they are"
"""The reason why a reading that could not be found out is no loss."""


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question with the engine's answer, and the rules' answers under each value of a reading.

    All other readings have their assumed values.
    """

    question: Question
    by_engine: Answer
    by_rules: dict[str, ReferenceAnswer]
    assumed: Assignment

    @property
    def got(self) -> Answer:
        """The engine's answer, with `at`, the number of turns played before it."""
        index = {} if self.by_engine["verdict"] == "refused" else {"at": len(self.question.played)}
        return index | self.by_engine

    @property
    def answers(self) -> dict[str, Answer]:
        """The rules' answer under each value, with `at`, and the position `before` the turn asked about."""
        found = {}
        for value, said in self.by_rules.items():
            reached = len(said.positions) > len(self.question.played)
            before = {"before": said.positions[-1]} if reached else {}
            found[value] = {"at": 0 if said.refused else len(self.question.played), **said.answer} | before
        return found

    def to_json(self) -> Answer:
        witness = self.question.under(self.assumed).to_json()
        return {"witness": witness, "got": self.got, "answers": self.answers}

    def lines(self) -> Iterator[str]:
        """The position asked about, the turn, and each answer."""
        answers, got = self.answers, self.got
        played = " ".join(map(wrapped, self.question.played))
        begun = "the opening" if self.question.start is None else "a position"
        yield f"on {self.question.board}, from {begun}{f', after {played}' if played else ''}:"
        # The position is that of the first value whose game reaches it.
        reached = (said["before"] for said in answers.values() if "before" in said)
        before = next(reached, None) or self.question.to_json()["start"]
        asked = _drawn(self.question.rules, before)
        yield from _indented(asked, before)
        yield f"the turn {self.question.turn}"
        for value, said in answers.items():
            yield f"    {value}: {self._words(said)}"
        yield f"    the engine: {self._words(got)}"
        named = {f"under {value}": said for value, said in answers.items()} | {"by the engine": got}
        results = {(self._words(said), position_key(said.get("position"), memory=False)) for said in named.values()}
        if len({words for words, _ in results}) < len(results):
            for who, said in named.items():
                if said.get("position") is not None:
                    yield f"{who} it leads to:"
                    yield from _indented(_drawn(self.question.rules, said["position"], asked), said["position"])

    def _words(self, said: Answer) -> str:
        at = said.get("at", len(self.question.played))
        about = f", already at {self.question.played[at]}" if at < len(self.question.played) else ""
        return answer_in_words(said) + about


@dataclass(frozen=True)
class Finding:
    """The finding about a reading: `status` is one of STATUSES, `value` the value followed, if any.

    `requested` is the value that the engine was opened with, None if it chooses by itself. `alternative` says that this
    is not the first value that it was opened with. `questions` told the values apart.
    """

    reading: str
    status: str
    value: str | None
    requested: str | None
    alternative: bool
    questions: int
    why: str = ""
    shown: AnsweredQuestion | None = None

    def to_json(self) -> dict[str, Any]:
        data = {name: getattr(self, name) for name in ("reading", "status", "value", "questions", "why")}
        return data | {"told": self.requested, "shown": self.shown.to_json() if self.shown else None}

    def to_text(self) -> str:
        """The finding in one line, without the reading's name."""
        requested = self.requested
        return STATUSES[self.status].format(
            value=self.value,
            told=", as told" if requested else "",
            instead=f"though told {requested}" if requested else "though its hello leaves the reading out",
            why=self.why,
            questions=_questions(self.questions),
        )


@dataclass
class Profile:
    """The profile of one game: a finding for each reading, and for each value that the engine can play.

    `asked` counts questions, each a game whose last turn is asked about. `ambiguous` are other assignments that fit all
    answers as well.
    """

    game: str
    engine: str
    settings: EngineSettings
    findings: list[Finding]
    asked: int
    seconds: float
    ambiguous: list[Assignment] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """0 if every reading that could be found out matched a value; 1 if one does not, or none could be found out."""
        settled = [finding for finding in self.findings if finding.status != "untold"]
        return int(not settled or any(finding.status in WRONG for finding in settled))

    @property
    def followed(self) -> dict[str, str]:
        """The values found, by reading, for the readings that the engine chooses by itself."""
        return {each.reading: each.value for each in self.findings if each.value and not each.alternative}

    @property
    def departures(self) -> dict[str, str]:
        return {name: value for name, value in self.followed.items() if value != self.default(name)}

    @property
    def untold(self) -> tuple[str, ...]:
        """The readings that could not be found out, although they matter to this engine."""
        untold = (each for each in self.findings if each.status == "untold" and each.why != MOOT)
        return tuple(dict.fromkeys(each.reading for each in untold))

    def default(self, reading: str) -> str:
        choices: dict[str, tuple[str, ...]] = find_game(self.game).Readings.choices()
        return choices[reading][0]

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "engine": self.engine,
            "follows": self.followed,
            "untold": list(self.untold),
            "findings": [finding.to_json() for finding in self.findings],
            "ambiguous": self.ambiguous,
            "asked": self.asked,
            "milliseconds": round(1000 * self.seconds),
            "exit_code": self.exit_code,
        }

    def to_text(self) -> str:
        """The profile for people: a line for each finding, games that show departures, and what to do next."""
        width = max((len(finding.reading) for finding in self.findings), default=0)
        lines = [self.first_line(), ""]
        for reading, found in groupby(self.findings, key=lambda finding: finding.reading):
            lines += [f"{reading:{width}}  {text}" for text in _summary(list(found))]
        for finding in self.findings:
            expected = finding.value in (self.default(finding.reading), finding.requested)
            is_surprise = finding.status != "follows" or not expected
            if finding.shown and is_surprise:
                lines += ["", f"{finding.reading}: {finding.to_text()}"]
                lines += [f"  {line}" for line in finding.shown.lines()]
        for rival in self.ambiguous:
            other = [f"{name}={value}" for name, value in rival.items() if self.followed.get(name) != value]
            lines += ["", f"as good an account of all answers: {' with '.join(other)}"]
        lines += ["", f"{self.asked} questions in {self.seconds:.1f} s", *self._next_steps()]
        return visible("\n".join(lines)) + "\n"

    def first_line(self) -> str:
        about = f"{self.engine}, {self.game.capitalize()}"
        wrong = [each.reading for each in self.findings if each.status in WRONG]
        if wrong:
            return f"NO PROFILE FITS: {about}: {', '.join(dict.fromkeys(wrong))}"
        if not any(each.status == "follows" for each in self.findings):
            return f"NOTHING FOUND OUT: {about}"
        departures = [f"{name}={value}" for name, value in self.departures.items()]
        found = ", ".join(departures) or "all at their defaults"
        if self.untold:
            of = f"{len(self.untold)} of {len({each.reading for each in self.findings})} readings could not be told"
            return f"FOUND IN PART: {about}: {found}, as far as could be told; {of}"
        return f"FOUND: {about}: {found}"

    def _next_steps(self) -> list[str]:
        wrong = [each.reading for each in self.findings if each.status in ("none", "mixed")]
        if wrong:
            # What was found of others rests on readings that do not fit.
            check = shlex.join(["shatterproof", "check", self.game, *self.settings.options()])
            return [f"what it does instead, shrunk: {check}", f"the reading: shatterproof readings {wrong[0]}"]
        surprises = [each for each in self.findings if each.value not in (None, self.default(each.reading))]
        announce = {each.reading: [each.value] for each in surprises if not each.requested}
        return [f'its hello can say so: "readings":{strict_json.encode(announce)}'] if announce else []


def _summary(findings: list[Finding]) -> list[str]:
    """The finding about a reading, in one line if it is always as requested or always the same."""
    obeyed = [finding.value for finding in findings if finding.status == "follows" and finding.requested]
    questions = sum(finding.questions for finding in findings)
    if len(obeyed) == len(findings):
        return [f"as told: {', '.join(map(str, obeyed))} ({_questions(questions)})"]
    ignoring = [finding for finding in findings if finding.status == "otherwise" and finding.requested]
    if ignoring and {finding.value for finding in findings} == {ignoring[0].value}:
        ignored = " and ".join(str(finding.requested) for finding in ignoring)
        return [replace(ignoring[0], requested=ignored, questions=questions).to_text()]
    return [finding.to_text() for finding in findings]


def _questions(number: int) -> str:
    return f"{number} question{'' if number == 1 else 's'}"


def _drawn(game: AnyGame, data: Any, before: Drawn | None = None) -> Drawn | None:
    """A position in JSON, legal or not, without what it remembers; None if it cannot be drawn."""
    with suppress(InputError):
        return Drawn.of(game, game.from_json(forgotten(canonical(data)), game.Readings(), False), before)
    return None


def _indented(drawn: Drawn | None, data: Any) -> list[str]:
    return drawn.indented() if drawn else [f"    {strict_json.encode(data)[:300]}"]


@dataclass(frozen=True)
class EngineProfiles:
    """The profiles of one engine, one for each game that it plays, or why there are none.

    `is_begun` says that it was asked, and that nobody interrupted the command before.
    """

    name: str
    profiles: Sequence[Profile]
    failure: str = ""
    is_begun: bool = True

    @property
    def exit_code(self) -> int:
        """1 if a profile says no, or if the engine could not be asked; 3 if nobody has asked it."""
        return max((profile.exit_code for profile in self.profiles), default=1 if self.is_begun else 3)

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "failure": self.failure, "games": [each.to_json() for each in self.profiles]}

    def followed(self, game: str, reading: str) -> str:
        """The value that the engine follows, or another finding, in a word."""
        profile = next((each for each in self.profiles if each.game == game), None)
        if profile is None:
            return "-" if self.failure else "not played"
        found = [each for each in profile.findings if each.reading == reading]
        values = [each.value or each.status for each in found if not each.alternative]
        return ", ".join(values) or "untold"


def table_to_text(engines: Sequence[EngineProfiles]) -> str:
    """A table for each game with a row for each reading, then the open questions about each engine."""
    parts = []
    for game in GAMES:
        if any(profile.game == game for engine in engines for profile in engine.profiles):
            readings = find_game(game).Readings.choices()
            rows = [[reading, *(engine.followed(game, reading) for engine in engines)] for reading in readings]
            parts.append(in_columns([game.capitalize(), *(engine.name for engine in engines)], rows))
    lines = []
    for engine in engines:
        left_open = [profile.first_line() for profile in engine.profiles if profile.exit_code or profile.untold]
        lines += [f"{engine.name}: {line}\n" for line in ([engine.failure] if engine.failure else left_open)]
    return visible("\n".join([*parts, *(["".join(lines)] if lines else [])]))
