"""The bulk comparison: thousands of positions in which the second engine says what to expect.

The reference alone decides: it judges every answer that is not the expected one, and a sample of the others.
"""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.differential_run import DifferentialRun
from shatterproof_properties.conformance.compare.mismatch_candidates import SELDOM, CandidateJudge, MismatchCandidate
from shatterproof_properties.conformance.generate.cases import MOST_RESULTS
from shatterproof_properties.conformance.generate.exhaustive import Shard, Visited, Walk, positions_of_small_boards
from shatterproof_properties.conformance.generate.variants import near_misses, variant
from shatterproof_properties.protocol import answers
from shatterproof_properties.protocol.expected import Expected, ExpectedResults
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.second import SECOND
from shatterproof_properties.second.engine import ResultTexts

FOR_EACH = {"lists": 300, "verdicts": 20, "games": 10}
"""The most results compared for each result of a batch of random cases, by what an engine does.

"lists": it lists turns. "verdicts": it judges turns of a position. "games": it plays every game from its start, so that
its answers cost more and say less.
"""
GAME_LENGTHS = (2, 10, 40, 120)
"""How long games are, at most."""
KEPT = 60
"""The most positions of cases that are kept as beginnings of games."""
COUNTED = 0.1
"""The share of the games in which whole subtrees are counted, and no results listed."""
APPLIED, APPLIED_FROM_START = 6, 1
"""The number of turns of a position that are asked about one by one, if the engine does not list them.

The second number is for engines that have to play the game again each time.
"""
NEAR_MISSES, NEAR_MISSES_IN = 3, 0.5
"""The number of near misses asked about in a position, and the share of the positions in which they are asked."""
ENDS_LOOKED_AT, ENDS_IN = 8, 0.1
"""Of up to ENDS_LOOKED_AT results of a position that end the game, one is asked about in every way.

Once its way to end has been met SELDOM times, this happens only in a share of ENDS_IN of such positions.
"""
VARIANTS_IN = 0.25
"""The share of the positions of a game after which a variant is asked about."""
WALKED = 0.5
"""The share of all positions that comes from small boards, as long as there are some left.

They cost as much as others, and have few results.
"""
MOST_CHARACTERS = 2_000_000
"""The approximate length of the longest list of results to ask for. Reading longer ones takes too long."""


class BulkComparison:
    """Asks an engine about positions of long games. `differential` judges answers unlike those of the second engine.

    `on_step` is called before every question; an exception from it ends the work. `for_each` is the most results to
    compare for each result of a batch of cases. Engines with a notation of their own are not asked, since only the
    reference can read their texts. Without a second engine of the game nothing is asked, and nothing if only some
    clauses are asked about.
    """

    def __init__(
        self, differential: DifferentialRun, boards: tuple[str, ...], on_step: Callable[[], None], shard: Shard
    ) -> None:
        session = differential.session
        announced = session.announced
        self.differential = differential
        self._boards = boards
        self._on_step = on_step
        has_second = SECOND.find(session.game) is not None
        self._judge = CandidateJudge(differential)
        self._begun: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self._fresh: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self._from_position = announced.from_position
        self._lists = self._from_position and "position" in announced.lists_from
        self._counts = self._from_position and "count" in announced.can
        kind = "lists" if self._lists else "verdicts" if self._from_position else "games"
        is_wanted = has_second and not announced.own_texts and not differential.coverage.only
        self.for_each = FOR_EACH[kind] if is_wanted else 0
        self._readings = tuple(sorted(session.readings.departures().items()))
        self._turns = deque[str](maxlen=200)
        walk = Walk[Visited]([])
        if self._lists and self.for_each:
            walk = positions_of_small_boards(session.game, boards, session.readings, self._judge.engine, shard)
        self.small_boards, self._walk = walk, iter(walk)
        self._walked = self._visited = 0
        self._endings: Counter[str] = Counter()

    def begin_with(self, question: Question) -> None:
        """Keeps the position of a question as a beginning of games."""
        if self._from_position:
            self._begun.append(question.data)
            self._fresh.append(question.data)

    def search(self, random: Random, results: int, until: float = inf) -> Iterator[Difference]:
        """Yields differences while so many `results` are compared, or until `until`, a monotonic time."""
        yield from self._judge.judged(self._candidates(random, results, until))

    def _candidates(self, random: Random, results: int, until: float) -> Iterator[MismatchCandidate]:
        coverage = self.differential.coverage
        enough = coverage.bulk_results + results
        # An engine that answers nothing of it is not asked for ever.
        for _ in range(results):
            if coverage.bulk_results >= enough or time.monotonic() >= until:
                break
            yield from self._walk_on(random, until)
            yield from self._game(random, until)

    def _walk_on(self, random: Random, until: float) -> Iterator[MismatchCandidate]:
        """Goes on through small boards until they have had their share."""
        session = self.differential.session
        while self._walked < WALKED * max(1, self._visited) and time.monotonic() < until:
            visited = next(self._walk, None)
            if visited is None:
                return
            board, text, results = visited
            self._on_step()
            if not (yield from self._judge.opened(board)):
                return
            self._walked += 1
            self._visited += 1
            # Without a memory a position that has one says less than it seems to.
            data = {} if session.remembers else json.loads(text)
            if len(results) <= MOST_RESULTS and answers.forgotten(data) == data:
                here = Question(self.differential.game.NAME, board, self._readings, text)
                yield from self._asked(here, text, results, random)

    def _game(self, random: Random, until: float) -> Iterator[MismatchCandidate]:
        """Plays a game, asks about its positions, and yields the questions to judge."""
        plies, plain = random.choice(GAME_LENGTHS), random.random() < 0.5
        # Mostly a game begins where a random case has ended, else with an opening.
        begun = random.choice(self._begun) if self._begun and random.random() < 0.7 else None
        if self._fresh:
            # What nobody has seen yet is looked at first, but not for long.
            begun, plies = self._fresh.popleft(), GAME_LENGTHS[0]
        board = random.choice(self._boards) if begun is None else begun["board"]
        engine = self._judge.engine(board)
        text = engine.text(engine.opening() if begun is None else engine.read(begun))
        way = Question(self.differential.game.NAME, board, self._readings, None if begun is None else text)
        session = self.differential.session
        if not (yield from self._judge.opened(board)):
            return
        # Without a memory some results are one.
        counts = self._counts and session.remembers and random.random() < COUNTED
        for _ in range(plies + 1):
            self._on_step()
            self._visited += 1
            if self._from_position and not session.remembers:
                text = engine.text(engine.read(answers.forgotten(strict_json.decode(text))))
            found = engine.listed(text, MOST_RESULTS + 1)
            if _is_too_long(found, text) or time.monotonic() >= until:
                return
            if counts and random.randrange(plies + 1) < 4:
                yield from self._judge.count(Question(way.game, board, self._readings, text), len(found))
            elif not counts:
                yield from self._asked(way, text, found, random)
                yield from self._nearly(way, text, found, random)
                yield from self._variant(way.board, text, found, random)
                yield from self._over(way, found, random)
            if not found:
                return
            # The shortest of four in half of the games: else pieces and stones would only get more.
            some = random.choices(found, k=4 if plain else 1)
            turn, text, _ = min(some, key=lambda each: len(each.position)) if plain else some[0]
            way = way.after(turn)

    def _asked(self, way: Question, text: str, results: ResultTexts, random: Random) -> Iterator[MismatchCandidate]:
        """Asks for all results of a position, or about some turns if the engine does not list them.

        `way` is the game that led there, `text` the position in canonical JSON.
        """
        here = Question(way.game, way.board, way.readings, text, do="turns")
        if self._lists:
            yield from self._judge.ask(here, ExpectedResults(results))
            return
        asked, turns = (here, APPLIED) if self._from_position else (way, APPLIED_FROM_START)
        for result in random.sample(results, min(turns, len(results))):
            expected = ExpectedResults(ResultTexts.of([result]), verdict=True)
            yield from self._judge.ask(asked.asking("apply", result.turn), expected)

    def _nearly(self, way: Question, text: str, results: ResultTexts, random: Random) -> Iterator[MismatchCandidate]:
        """Asks about near misses of a position: from it, or by the game that led there, as the engine can."""
        if not self.differential.session.announced.refuses or random.random() >= NEAR_MISSES_IN:
            return
        asked = Question(way.game, way.board, way.readings, text) if self._from_position else way
        engine = self._judge.engine(way.board)
        here = engine.read(json.loads(text))
        for turn in near_misses(random, results.turns(), self._turns, NEAR_MISSES):
            verdict = engine.verdict(here, turn)
            if self.differential.session.announced.lenient and verdict["verdict"] != "illegal":
                continue
            yield from self._judge.ask(asked.asking("apply", turn), Expected(strict_json.encode(verdict)))

    def _variant(self, board: str, text: str, results: ResultTexts, random: Random) -> Iterator[MismatchCandidate]:
        """Asks about a variant of a position as about the position itself, and about two turns in both."""
        if not self._from_position or random.random() >= VARIANTS_IN:
            return
        try:
            data = variant(random, json.loads(text), self._boards)
            engine = self._judge.engine(data["board"])
            other = engine.text(engine.read(data))
        except InputError:
            return
        others = engine.listed(other, MOST_RESULTS + 1)
        if other == text or _is_too_long(others, other) or not (yield from self._judge.opened(data["board"])):
            return
        places = [(Question(self.differential.game.NAME, on, self._readings, at), of)
                  for on, at, of in ((board, text, results), (data["board"], other, others))]  # fmt: skip
        yield from self._asked(places[1][0], other, others, random)
        here, there = set(results.turns()), set(others.turns())
        # Those that are legal in one of them alone tell most.
        some = [sorted(here & there), sorted(here ^ there) if self.differential.session.announced.refuses else []]
        for turn in [random.choice(turns) for turns in some if turns]:
            for question, legal in places:
                yield from self._judge.ask(question.asking("apply", turn), self._expected(question, turn, legal))

    def _over(self, way: Question, results: ResultTexts, random: Random) -> Iterator[MismatchCandidate]:
        """Asks by every command about a game that a turn has ended.

        It takes the way to end the game that was met least often.
        """
        if not self._from_position or not (ended := results.ended()):
            return
        last = min(random.sample(ended, min(ENDS_LOOKED_AT, len(ended))), key=lambda each: self._endings[each.outcome])
        self._endings[last.outcome] += 1
        if self._endings[last.outcome] > SELDOM and random.random() >= ENDS_IN:
            return
        over, nothing = Question(way.game, way.board, self._readings, last.position), ResultTexts("", 0)
        if self._lists:
            yield from self._judge.ask(over.asking("turns"), ExpectedResults(nothing))
        if self._counts and self.differential.session.remembers:
            yield from self._judge.count(over, 0)
        if self.differential.session.announced.refuses:
            turn = random.choice(results.turns())
            yield from self._judge.ask(over.asking("apply", turn), self._expected(over, turn, nothing))

    def _expected(self, question: Question, turn: str, legal: ResultTexts) -> Expected:
        result = next((result for result in legal if result.turn == turn), None)
        if result:
            return ExpectedResults(ResultTexts.of([result]), verdict=True)
        engine = self._judge.engine(question.board)
        return Expected(strict_json.encode(engine.verdict(engine.read(question.data), turn)))


def _is_too_long(results: ResultTexts, position: str) -> bool:
    """Whether a position in canonical JSON is too large to ask for all its results."""
    return len(results) > MOST_RESULTS or len(results) * len(position) > MOST_CHARACTERS
