"""Profiles for people: a line for each reading, and the smallest game that shows what is to be shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AnyGame, IllegalPosition, find_game
from shatterproof.record import wrapped
from shatterproof_properties.conformance.profile.interview import Reply
from shatterproof_properties.conformance.profile.questions import Assignment, Question, board_of
from shatterproof_properties.protocol.reference_table import answer, position_to_json
from shatterproof_properties.protocol.wording import answer_in_words

if TYPE_CHECKING:
    from shatterproof_properties.conformance.profile import Profile

REFUSED = {"verdict": "refused", "note": "the position may not stand"}
Answer = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """A question with the engine's answer, and that of the rules under each value of the reading.

    An answer is a verdict as the protocol has it, with `at`, how many turns were played before it. The word `refused`
    is about the position to start from.
    """

    question: Question
    got: Answer
    answers: dict[str, Answer]
    assumed: Assignment

    @classmethod
    def of(cls, reply: Reply, assumed: Assignment, reading: str, values: tuple[str, ...]) -> Shown:
        """The question of a reply, with the answers under each value, all other readings as assumed."""
        answers = {value: rightful(reply.question, assumed | {reading: value}) for value in values}
        played = getattr(reply.view, "played", 0)
        got = REFUSED if reply.verdict is None else {**reply.verdict, "at": played}
        return cls(reply.question, got, answers, assumed)

    @property
    def game(self) -> AnyGame:
        return self.question.face

    def to_json(self) -> Answer:
        """The question as `check --replay` reads it, and all answers."""
        readings = self.game.Readings.from_mapping(self.assumed)
        data = {
            "start": self._start(readings),
            "played": list(self.question.turns[:-1]),
            "turn": self.question.turns[-1],
        }
        departures = readings.departures()
        witness = data | ({"readings": departures} if departures else {})
        return {"witness": witness, "got": self.got, "answers": self.answers}

    def _start(self, readings: Any) -> Any:
        if self.question.start is not None:
            return strict_json.decode(self.question.start)
        return position_to_json(self.game, self.question.begin(readings))

    def lines(self) -> Iterator[str]:
        """The position asked about, the turn, and each answer."""
        before = self._before()
        played = " ".join(map(wrapped, self.question.turns[:-1]))
        begun = "the opening" if self.question.start is None else "a position"
        yield f"on {self.question.board}, from {begun}{f', after {played}' if played else ''}:"
        yield from indented(self.game, before)
        yield f"the turn {self.question.turns[-1]}"
        for value, said in self.answers.items():
            yield f"    {value}: {self._words(said)}"
        yield f"    the engine: {self._words(self.got)}"
        if self._alike():
            yield from self.pictures()

    def _alike(self) -> bool:
        """Whether words do not tell the answers apart."""
        said = [*self.answers.values(), self.got]
        return len({self._words(each) for each in said}) < len({self._result(each) for each in said})

    def _result(self, said: Answer) -> tuple[str, str]:
        return self._words(said), board_of(said.get("position"))

    def pictures(self) -> Iterator[str]:
        """The positions that the answers lead to."""
        named = {f"under {value}": said for value, said in self.answers.items()} | {"by the engine": self.got}
        for who, said in named.items():
            if said.get("position") is not None:
                yield f"{who} it leads to:"
                yield from indented(self.game, said["position"])

    def _words(self, said: Answer) -> str:
        early = said.get("at", len(self.question.turns) - 1) < len(self.question.turns) - 1
        about = f", already at {self.question.turns[said['at']]}" if early else ""
        return answer_in_words({"verdict": said["verdict"], **said}) + about

    def _before(self) -> Any:
        """The position before the turn asked about, as JSON, under the first value that comes so far."""
        for said in self.answers.values():
            if "before" in said:
                return said["before"]
        return self._start(self.game.Readings())


@dataclass(frozen=True)
class Finding:
    """What was found out about a reading: `status` is one of STATUSES, `value` the value followed, if one is.

    `told` is what the engine was opened with, None where it settles the reading itself; `left_out` says that its hello
    does not name the reading. `alternative`: told a value that is not the one it was opened with at first. `questions`
    told the values apart.
    """

    reading: str
    status: str
    value: str | None
    told: str | None
    left_out: bool
    alternative: bool
    questions: int
    why: str = ""
    shown: Shown | None = None

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON values."""
        return {
            "reading": self.reading,
            "status": self.status,
            "value": self.value,
            "told": self.told,
            "questions": self.questions,
            "why": self.why,
            "shown": self.shown.to_json() if self.shown else None,
        }

    def to_text(self) -> str:
        """The finding in one line, without the reading's name."""
        return STATUSES[self.status].format(
            value=self.value,
            told=", as told" if self.told else "",
            instead=f"though told {self.told}" if self.told else "though its hello leaves the reading out",
            why=self.why,
            questions=f"{self.questions} question{'' if self.questions == 1 else 's'}",
        )


STATUSES = {
    "follows": "{value}{told} ({questions})",
    "otherwise": "{value}, {instead} ({questions})",
    "mixed": "no value fits all its answers ({questions})",
    "none": "matches none of its values ({questions})",
    "untold": "cannot tell{told}: {why}",
}
"""What can come out about a reading."""


def profile_to_text(profile: Profile) -> str:
    """A profile as text: a line for each finding, games that show departures, and what to do next."""
    width = max(len(finding.reading) for finding in profile.findings)
    lines = [first_line(profile), ""]
    for reading, found in groupby(profile.findings, key=lambda finding: finding.reading):
        lines += [f"{reading:{width}}  {text}" for text in summary(list(found))]
    for finding in profile.findings:
        lines += shown_lines(profile, finding)
    for rival in profile.ambiguous:
        other = [f"{name}={value}" for name, value in rival.items() if profile.followed.get(name) != value]
        lines += ["", f"as good an account of all answers: {' with '.join(other)}"]
    lines += ["", f"{profile.asked} questions in {profile.seconds:.1f} s", *next_steps(profile)]
    return "\n".join(lines) + "\n"


def summary(findings: list[Finding]) -> list[str]:
    """What was found out about one reading, in one line where it is always as told or always the same."""
    told = [finding.value for finding in findings if finding.status == "follows" and finding.told]
    questions = sum(finding.questions for finding in findings)
    if len(told) == len(findings):
        return [f"as told: {', '.join(map(str, told))} ({questions} question{'' if questions == 1 else 's'})"]
    deaf = [finding for finding in findings if finding.status == "otherwise" and finding.told]
    if deaf and {finding.value for finding in findings} == {deaf[0].value}:
        ignored = " and ".join(str(finding.told) for finding in deaf)
        return [replace(deaf[0], told=ignored, questions=questions).to_text()]
    return [finding.to_text() for finding in findings]


def first_line(profile: Profile) -> str:
    """What came out, in one line."""
    about = f"{profile.engine}, {profile.game.capitalize()}"
    wrong = [each.reading for each in profile.findings if each.status in ("none", "mixed", "otherwise")]
    if wrong:
        return f"NO PROFILE FITS: {about}: {', '.join(dict.fromkeys(wrong))}"
    departures = departed(profile)
    if not any(each.status == "follows" for each in profile.findings):
        return f"NOTHING FOUND OUT: {about}"
    return f"FOUND: {about}: {', '.join(departures) or 'all at their defaults'}"


def departed(profile: Profile) -> list[str]:
    """The readings that the engine settles itself, away from the default."""
    choices = profile_choices(profile)
    return [f"{name}={value}" for name, value in profile.followed.items() if value != choices[name][0]]


def profile_choices(profile: Profile) -> dict[str, tuple[str, ...]]:
    choices: dict[str, tuple[str, ...]] = find_game(profile.game).Readings.choices()
    return choices


def shown_lines(profile: Profile, finding: Finding) -> list[str]:
    """The smallest game that shows a finding, where it is none that one would expect."""
    expected = finding.value in (profile_choices(profile)[finding.reading][0], finding.told)
    if finding.shown is None or (finding.status == "follows" and expected):
        return []
    return ["", f"{finding.reading}: {finding.to_text()}", *(f"  {line}" for line in finding.shown.lines())]


def next_steps(profile: Profile) -> list[str]:
    """What to do with it."""
    unnamed = {each.reading: each.value for each in profile.findings if each.value and not each.told}
    choices = profile_choices(profile)
    announce = {name: [value] for name, value in unnamed.items() if value != choices[name][0]}
    lines = [f'its hello can say so: "readings":{strict_json.encode(announce)}'] if announce else []
    wrong = next((each for each in profile.findings if each.status in ("none", "mixed")), None)
    return [*lines, *([f"the reading: shatterproof readings {wrong.reading}"] if wrong else [])]


def rightful(question: Question, assignment: Assignment) -> Answer:
    """The answer of the rules to a question under readings, with the position before the turn that it is about."""
    game = question.face
    try:
        position = question.begin(game.Readings.from_mapping(assignment))
    except IllegalPosition as error:
        return {"verdict": "refused", "clause": error.clause, "at": 0}
    except InputError as error:
        return {"verdict": "refused", "note": str(error), "at": 0}
    said: Answer = {}
    for index, text in enumerate(question.turns):
        said = {**answer(game, position, text), "at": index}
        if index == len(question.turns) - 1:
            return said | {"before": position_to_json(game, position)}
        if said["verdict"] != "legal":
            break
        position = game.play(position, game.parse_turn(position, text))
    return said


def indented(game: AnyGame, data: Any) -> Iterator[str]:
    """The diagram of a position in JSON, be it one that may not stand, or its text."""
    for readings in all_readings(game):
        try:
            picture = game.to_diagram(game.from_json(data, readings, False))
        except InputError:
            continue
        yield from (f"    {line}" for line in picture.splitlines() if not line.startswith("memory "))
        return
    yield f"    {strict_json.encode(data)[:300]}"


def all_readings(game: AnyGame) -> Iterator[Any]:
    """The defaults, then each departure alone: what a position remembers may stand under few of them."""
    yield game.Readings()
    for reading, values in game.Readings.choices().items():
        for value in values[1:]:
            yield game.Readings.from_mapping({reading: value})
