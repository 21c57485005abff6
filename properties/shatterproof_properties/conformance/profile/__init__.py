"""Profiles: which reading of each open point an engine follows, found out in a few questions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.conformance.plan import Plan
from shatterproof_properties.conformance.profile import search
from shatterproof_properties.conformance.profile.inquiry import Inquiry, Tally
from shatterproof_properties.conformance.profile.interview import Gap, Interview, Reply, Told
from shatterproof_properties.conformance.profile.questions import Assignment, Question, known_questions
from shatterproof_properties.conformance.profile.shown import Finding, Shown, profile_to_text
from shatterproof_properties.engines.engine import Engine
from shatterproof_properties.engines.session import introduced

SEED = 1
"""Of the search for further questions: a profile is the same every time."""
QUESTIONS_OF_A_READING = 3
"""Questions expected for each value of a reading, for the progress bar."""
MOST_RIVALS_ASKED = 4
WRONG = ("none", "mixed", "otherwise")


@dataclass
class Profile:
    """What was found out about one game: a finding for each reading, and for each value that the engine was told.

    `asked` counts questions, each a game whose last turn is asked about. `ambiguous` are other assignments that fit all
    answers as well as what was found.
    """

    game: str
    engine: str
    command: str | None
    findings: list[Finding]
    asked: int
    seconds: float
    ambiguous: list[Assignment] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """0 when every reading that could be told matched a value; 1 when one does not, or none could be told."""
        told = [finding for finding in self.findings if finding.status != "untold"]
        return int(not told or any(finding.status in WRONG for finding in told))

    @property
    def followed(self) -> dict[str, str]:
        """The values found, by reading, where the engine settles them itself."""
        return {each.reading: each.value for each in self.findings if each.value and not each.alternative}

    def to_text(self) -> str:
        """The profile for people."""
        return profile_to_text(self)

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON values."""
        return {
            "game": self.game,
            "engine": self.engine,
            "follows": self.followed,
            "findings": [finding.to_json() for finding in self.findings],
            "ambiguous": self.ambiguous,
            "asked": self.asked,
            "milliseconds": round(1000 * self.seconds),
            "exit_code": self.exit_code,
        }


def run_profile(command: str | None, game: str | None = None, quiet: bool = False) -> list[Profile]:
    """Finds out which readings an engine follows, game by game; `command` None is our own second engine.

    Without `game`, all games that the engine plays. Raises InputError for a command that cannot be run, an engine that
    does not introduce itself, or one that does not play the game.
    """
    profiles = []
    with Engine(Plan(game or GAMES[0], command).argv) as engine:
        introduced(engine)
        introduction = engine.introduction
        played = [name for name in GAMES if name in introduction["games"] and game in (None, name)]
        if not played:
            wish = f"one of {', '.join(GAMES)}" if game is None else f"{game} among its games"
            raise InputError(f"the engine does not play {game or 'any of the games'}", "hello", wish)
        for name in played:
            profiles.append(profile_game(engine, introduction, name, command, quiet))
    return profiles


def profile_game(
    engine: Engine, introduction: dict[str, Any], name: str, command: str | None = None, quiet: bool = False
) -> Profile:
    """The profile of one game of an engine that has introduced itself."""
    game = find_game(name)
    begun = time.monotonic()
    interview = Interview(engine, game, introduction)
    values = sum(map(len, game.Readings.choices().values()))
    with Bar(f"profile of {name}", values * QUESTIONS_OF_A_READING, quiet=quiet) as bar:
        examination = Examination(interview, lambda: bar.show(interview.asked))
        findings = examination.findings()
    return Profile(
        name, interview.name, command, findings, interview.asked, time.monotonic() - begun, examination.rivals
    )


class Examination:
    """All that is found out about one game: first as the engine settles things itself, then as it is told."""

    def __init__(self, interview: Interview, pulse: Callable[[], None]) -> None:
        self.interview = interview
        self.pulse = pulse
        self.choices: dict[str, tuple[str, ...]] = interview.game.Readings.choices()
        self.pool = list(known_questions(interview.game.NAME))
        self.told = {reading: values[0] for reading, values in self.tellable().items()}
        self.rivals: list[Assignment] = []

    def tellable(self) -> dict[str, tuple[str, ...]]:
        """The values that the engine says it can be told, the default first where it is among them."""
        announced = self.interview.announced
        return {
            reading: tuple(sorted(announced[reading], key=lambda value: value != values[0]))
            for reading, values in self.choices.items()
            if "*" not in announced.get(reading, ["*"]) and set(announced[reading]) <= set(values)
        }

    def findings(self) -> list[Finding]:
        """A finding for each reading as the engine opens by itself, then one for each other value it can be told."""
        defaults = {reading: values[0] for reading, values in self.choices.items()}
        base = self._inquiry(self.told, defaults | self.told)
        base.find_out()
        self._tell_rivals(base)
        base.try_near_misses()
        found = []
        for reading in self.choices:
            enabling = self._enabling(base, reading)
            found.append(self._told_finding(base, reading, enabling) if enabling else self._finding(base, reading))
            for value in self.tellable().get(reading, ())[1:]:
                found.append(self._told_finding(base, reading, enabling | {reading: value}, alternative=True))
        return found

    def _told_finding(self, base: Inquiry, reading: str, more: Told, alternative: bool = False) -> Finding:
        """What the engine plays of a reading when it is told more."""
        told = self._inquiry(self.told | more, base.assumed | more)
        told.inquire(reading)
        return self._finding(told, reading, alternative)

    def _enabling(self, base: Inquiry, reading: str) -> Told:
        """What to tell the engine besides, so that questions tell the values of a reading apart; mostly nothing."""
        if base.tally(reading).telling or base.enables(reading):
            return {}
        others = [(other, value) for other, values in self.tellable().items() for value in values[1:]]
        return next(
            (
                {other: value}
                for other, value in others
                if other != reading and self._inquiry({}, base.assumed | {other: value}).enables(reading)
            ),
            {},
        )

    def _inquiry(self, told: Told, assumed: Assignment) -> Inquiry:
        return Inquiry(self.interview, self.pool, told, assumed, self._seek)

    def _seek(self, reading: str, pair: tuple[Assignment, ...]) -> Iterable[Question]:
        """Further questions from openings; few for an engine that has been asked about positions."""
        interview = self.interview
        placed = "position" in interview.starts
        most = search.FEWER_LISTED if placed else search.MOST_LISTED
        found = search.seek(interview.game, interview.boards, (pair[0], pair[1]), SEED, most, self.pulse)
        return islice((question for question in found if interview.can_ask(question)), 1)

    def _tell_rivals(self, base: Inquiry) -> None:
        """Rules out what fits the answers as well, as far as questions can."""
        for _ in range(MOST_RIVALS_ASKED):
            self.rivals = base.rivals()
            if not self.rivals or not any(base.tell_from(rival) for rival in self.rivals):
                return
            base.find_out()
        self.rivals = base.rivals()

    def _finding(self, inquiry: Inquiry, reading: str, alternative: bool = False) -> Finding:
        tally = inquiry.tally(reading)
        unexplained = [reply for reply in inquiry.unexplained() if reply not in tally.unchecked]
        sound = [reply for reply in tally.telling if reply not in unexplained]
        wrong = [reply for reply in inquiry.asked_for[reading] if reply in unexplained]
        if not tally.left:
            wrong += [reply for reply in tally.telling if reply in unexplained and reply not in wrong]
        told = inquiry.told.get(reading)
        expected = told or self._left_out(reading)
        status = _status(tally, sound, wrong, expected)
        value = inquiry.assumed[reading] if status in ("follows", "otherwise") else None
        telling = [
            reply for reply in sound if expected in (None, value) or _contradicts(inquiry, reply, reading, expected)
        ]
        shown = _smallest(wrong) or (_smallest(telling) if value else None)
        return Finding(
            reading=reading,
            status=status,
            value=value,
            told=told,
            left_out=reading not in self.interview.announced,
            alternative=alternative,
            questions=len(sound) + len(wrong),
            why=self._why(inquiry, reading, tally) if status == "untold" else "",
            shown=Shown.of(shown, inquiry.assumed, reading, self.choices[reading]) if shown else None,
        )

    def _left_out(self, reading: str) -> str | None:
        """What leaving a reading out of hello says: that it is played at its default."""
        return None if reading in self.interview.announced else self.choices[reading][0]

    def _why(self, inquiry: Inquiry, reading: str, tally: Tally) -> str:
        """Why it cannot be told which value is followed."""
        gaps = [reply.view.why for reply in inquiry.asked_for[reading] if isinstance(reply.view, Gap)]
        if tally.telling:
            return f"still open between {' and '.join(tally.left)}" + (f"; {gaps[0]}" if gaps else "")
        if gaps:
            return gaps[0]
        known = any(len(set(inquiry.views(question, reading).values())) > 1 for question in self.pool)
        if known:
            return "no question that tells its values apart fits the boards and starts that this engine has"
        return "with the other readings as they are, no question tells its values apart"


def _status(tally: Tally, sound: list[Reply], wrong: list[Reply], expected: str | None) -> str:
    """What came out: `sound` and `wrong` are the answers that fit what is assumed, and those that do not."""
    if wrong:
        return "mixed" if sound else "none"
    if len(tally.left) != 1:
        return "untold"
    return "follows" if expected in (None, tally.left[0]) else "otherwise"


def _contradicts(inquiry: Inquiry, reply: Reply, reading: str, expected: str | None) -> bool:
    """Whether a reply is not what an engine answers that follows the value expected of it."""
    return expected is not None and inquiry.views(reply.question, reading)[expected] != reply.view


def _smallest(replies: Iterable[Reply]) -> Reply | None:
    """The reply to the smallest question, of those about a position that the engine has accepted if there are any."""
    return min(replies, key=lambda reply: (reply.verdict is None, reply.question.size), default=None)
