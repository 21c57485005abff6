"""Profiles an engine, game by game: first the readings that it chooses, then those that it is asked to play."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice

from rich.progress import BarColumn, TextColumn

from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.conformance.profile.inference import Evidence, Inference
from shatterproof_properties.conformance.profile.profile_report import MOOT, AnsweredQuestion, Finding, Profile
from shatterproof_properties.conformance.profile.reading_questions import (
    Assignment,
    EngineAnswer,
    NoAnswer,
    ProfiledEngine,
    count_answers,
    enlarged,
    known_questions,
)
from shatterproof_properties.engines.engine_settings import EngineSettings
from shatterproof_properties.engines.session import introduced
from shatterproof_properties.protocol.announced import ANY_VALUE
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.witnesses import from_openings

SEED = 1
"""The seed of the search for further questions, so that a profile is the same every time."""
MOST_LISTED = 12_000
"""The most results listed in a search on the smallest board. A draw in Crumble is found after 7,754 of 20,000."""
LARGER = 0.3
"""The share of these for each other board. Readings show on small boards, and listing takes longer on large ones."""


def run_profile(settings: EngineSettings, game: str | None = None) -> list[Profile]:
    """Finds out which readings an engine follows, game by game. Without `game`, all games that the engine plays.

    Raises InputError for a command that cannot be run, an engine that does not introduce itself, or one that does not
    play the game.
    """
    with settings.engine(game or GAMES[0]) as engine:
        announced = introduced(engine)
        if game is None and not announced.known_games:
            raise InputError("the engine does not play any of the games", "hello", f"one of {', '.join(GAMES)}")
        profiles = []
        for name in announced.known_games if game is None else (announced.game(game).name,):
            begun, profiled = time.monotonic(), ProfiledEngine(engine, find_game(name), announced)
            values = sum(map(len, find_game(name).Readings.choices().values()))
            with Bar(f"profile of {name}", values * 3, TextColumn("{task.description}"), BarColumn()) as bar:
                profiler = Profiler(profiled, bar)
                findings, rivals = profiler.findings(), profiler.rivals
            seconds = time.monotonic() - begun
            profiles.append(Profile(name, announced.title, settings, findings, profiled.asked, seconds, rivals))
        return profiles


class Profiler:
    """Finds out all about one game.

    `rivals` are other assignments that fit all answers as well. `bar` shows the present reading.
    """

    def __init__(self, engine: ProfiledEngine, bar: Bar) -> None:
        self.engine = engine
        self._bar = bar
        self.choices: dict[str, tuple[str, ...]] = engine.game.Readings.choices()
        known = known_questions(engine.game.NAME)
        self.pool = [*known, *enlarged(engine.game, known, engine.about.boards)]
        self.rivals: list[Assignment] = []
        announced = engine.about.values
        # The values that the engine can be opened with by its own account, the default first if it is among them.
        self.requestable = {
            reading: tuple(sorted(announced[reading], key=lambda value: value != values[0]))
            for reading, values in self.choices.items()
            if ANY_VALUE not in announced.get(reading, (ANY_VALUE,)) and set(announced[reading]) <= set(values)
        }
        self.requested = {reading: values[0] for reading, values in self.requestable.items()}

    def on_progress(self, reading: str) -> None:
        """Shows that questions are asked about a reading."""
        name = self.engine.game.NAME
        self._bar.show(self.engine.asked, description=f"profile of {name}, {reading}")

    def findings(self) -> list[Finding]:
        """A finding for each reading as the engine chooses it, then one for each other value that it can play."""
        defaults = {reading: values[0] for reading, values in self.choices.items()}
        base = self._inference(self.requested, defaults | self.requested)
        base.find_out()
        # Questions rule out other assignments that fit the answers, as far as they can.
        for _ in range(4):
            self.rivals = base.rivals()
            if not any(base.separate_from(rival) for rival in self.rivals):
                break
            base.find_out()
        else:
            self.rivals = base.rivals()
        base.try_near_misses()
        found = []
        for reading in self.choices:
            enabling = self._enabling(base, reading)
            found.append(self._further_finding(base, reading, enabling) if enabling else self._finding(base, reading))
            for value in self.requestable.get(reading, ())[1:]:
                found.append(self._further_finding(base, reading, enabling | {reading: value}, alternative=True))
        return found

    def _further_finding(
        self, base: Inference, reading: str, more: dict[str, str], alternative: bool = False
    ) -> Finding:
        further = self._inference(self.requested | more, base.assumed | more)
        further.settle(reading)
        return self._finding(further, reading, alternative)

    def _enabling(self, base: Inference, reading: str) -> dict[str, str]:
        """Further readings to open with, so that questions can tell the values of a reading apart; mostly none."""
        if base.evidence(reading).separating or base.enables(reading):
            return {}
        others = self.requestable.items()
        more = ({other: value} for other, values in others if other != reading for value in values[1:])
        return next((each for each in more if self._inference({}, base.assumed | each).enables(reading)), {})

    def _inference(self, requested: Mapping[str, str], assumed: Assignment) -> Inference:
        return Inference(self.engine, self.pool, requested, assumed, self._search, self.on_progress)

    def _search(self, reading: str, pair: Sequence[Assignment]) -> Iterable[Question]:
        def tells_apart(question: Question) -> bool:
            return count_answers(question, pair) == 2

        engine, tell = self.engine, partial(self.on_progress, reading)
        boards = engine.about.entries
        found = from_openings.search(engine.game, boards, pair, tells_apart, SEED, MOST_LISTED, LARGER, tell)
        return islice((each for each in found if engine.can_ask(each) and engine.is_fair(each, pair)), 1)

    def _finding(self, inference: Inference, reading: str, alternative: bool = False) -> Finding:
        evidence = inference.evidence(reading)
        sound, wrong = _sorted_out(inference, reading, evidence)
        requested = inference.requested.get(reading)
        # A reading that hello leaves out is played at its default.
        left_out = None if reading in self.engine.about.values else self.choices[reading][0]
        expected = requested or left_out
        keys = ((each, inference.keys_by_value(each.question, reading)) for each in evidence.separating)
        contradicting = [each for each, by_value in keys if expected and by_value[expected] != each.key]
        if wrong:
            status = "mixed" if sound else "none"
        elif len(evidence.left) != 1:
            status = "untold"
        elif expected in (None, evidence.left[0]):
            status = "follows"
        else:
            # Only a position that is legal under the expected value shows that the engine plays otherwise.
            rules = (inference.answers_by_value(each.question, reading)[expected] for each in contradicting)
            status = "untold" if all(said.refused for said in rules) else "otherwise"
        value = inference.assumed[reading] if status in ("follows", "otherwise") else None
        surprising = sound if expected in (None, value) else [each for each in sound if each in contradicting]
        example = None
        if shown := _smallest(wrong) or (_smallest(surprising) if value else None):
            by_rules = inference.answers_by_value(shown.question, reading)
            example = AnsweredQuestion(shown.question, shown.answer, by_rules, inference.assumed)
        why = self._why(inference, reading, evidence) if status == "untold" else ""
        return Finding(reading, status, value, requested, alternative, len(sound) + len(wrong), why, example)

    def _why(self, inference: Inference, reading: str, evidence: Evidence) -> str:
        missing = [each.why for each in inference.asked_for[reading] if isinstance(each, NoAnswer)]
        if evidence.separating and len(evidence.left) < 2:
            return "it accepts positions that the rules refuse, as engines may, and no other question tells"
        if evidence.separating:
            return f"still open between {' and '.join(evidence.left)}" + (f"; {missing[0]}" if missing else "")
        if missing:
            return missing[0]
        if any(inference.separates(question, reading) for question in self.pool):
            return "no question that tells its values apart fits the boards and starts that this engine has"
        return MOOT


def _sorted_out(
    inference: Inference, reading: str, evidence: Evidence
) -> tuple[list[EngineAnswer], list[EngineAnswer]]:
    """The answers about a reading that fit the assumption, and those that do not.

    Answers about positions that may not stand under one of its values do no harm, since nobody need check them closely.
    """

    unexplained = [
        each
        for each in inference.unexplained()
        if each not in evidence.unchecked
        and not any(said.refused for said in inference.answers_by_value(each.question, reading).values())
    ]
    sound = [each for each in evidence.separating if each not in unexplained]
    wrong = [each for each in inference.asked_for[reading] if isinstance(each, EngineAnswer) and each in unexplained]
    if not evidence.left:
        wrong += [each for each in evidence.separating if each in unexplained and each not in wrong]
    return sound, wrong


def _smallest(answers: Iterable[EngineAnswer]) -> EngineAnswer | None:
    """The answer to the smallest question; if possible, one about a position that the engine has accepted."""
    return min(answers, key=lambda each: (each.answer["verdict"] == "refused", each.question.size), default=None)
