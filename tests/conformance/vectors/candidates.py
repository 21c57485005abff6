"""The choice of vectors: the worth of each question, a small core that does everything, then many of every kind."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from conformance.vectors.drafts import Draft
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof_properties.conformance.mutants import EngineMutant, self_check_mutants
from shatterproof_properties.conformance.vectors.vector import Vector
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import Answer, same
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.protocol.table import Table, answer, answer_by_rules

LONGEST = 12_000
"""The most bytes of an answer."""
ENOUGH = 40
"""After this many questions of one form that show a mutant, no more are looked for."""
LISTED = 40
"""Lists with at most this many results are searched in full for the clauses that their turns exercise."""
WANTED = {"clause": 2, "mutant": 2, "exercises": 2}
"""The number of vectors that a core needs for an aim of each kind; one for all other kinds."""

Departure = tuple[str, str, str]
"""A reading, the value under which a question is asked, and another value."""
Aim = tuple[Hashable, ...]
"""An aim of a core, by its kind and its parts."""


class VectorCandidate(NamedTuple):
    """A vector, its example's clause, the mutants that it shows, and the pairs of values that it separates.

    `remembered` are pairs whose answers differ only in what the position remembers. `refused` are those whose other
    value does not allow the position at all.
    """

    vector: Vector
    example: str
    caught: frozenset[str]
    separated: frozenset[Departure]
    refused: frozenset[Departure]
    remembered: frozenset[Departure]


class CandidateMaker:
    """Answers the questions of one game by the reference, and finds out which mutants and values answer otherwise."""

    def __init__(self, game: str) -> None:
        self.game = find_game(game)
        self._engine = second_engine(game)
        self._table = lru_cache(maxsize=20_000)(self._open)
        self._caught_before: Counter[tuple[str, bool, str]] = Counter()

    def candidate(self, draft: Draft) -> VectorCandidate | None:
        """A draft as a candidate; None if the rules refuse its position, or if the answer is too long."""
        question = draft.question
        said = answer_by_rules(question)
        if said.get("verdict") == "refused" or len(strict_json.encode(said)) > LONGEST:
            return None
        departures = separated, refused, remembered = self._departures(question, said)
        named = [*exercised(self.game, question, said), *sorted({r for each in departures for r, *_ in each})]
        named += [draft.clause] if draft.clause else []
        vector = Vector(question, said, tuple(dict.fromkeys(named)), draft.made)
        return VectorCandidate(vector, draft.clause, self._caught(question, said), separated, refused, remembered)

    def _open(self, mutant: EngineMutant | None, board: str, readings: tuple[tuple[str, str], ...]) -> Table:
        """A table of the second engine, with a mutant if one is given."""
        table: Table = (mutant.engine if mutant else self._engine).on_board(board, dict(readings))
        return table

    def _caught(self, question: Question, said: Answer) -> frozenset[str]:
        found = set()
        for mutant in self_check_mutants(self.game.NAME):
            seen = mutant.name, question.start is None, question.do
            if self._caught_before[seen] >= ENOUGH:
                continue
            try:
                table = self._table(mutant, question.board, question.readings)
                is_caught = not same(question.do, said, answer(table, question))
            except Exception:
                # What a mistaken engine trips over shows the mistake.
                is_caught = True
            if is_caught:
                found.add(mutant.name)
                self._caught_before[seen] += 1
        return frozenset(found)

    def _departures(self, question: Question, said: Answer) -> tuple[frozenset[Departure], ...]:
        """The pairs of values that are separated, those refused, and those that differ only in a memory."""
        own = question.chosen.to_mapping()
        separated, refused, remembered = set[Departure](), set[Departure](), set[Departure]()
        for reading, values in self.game.Readings.choices().items():
            for other in values:
                if other == own[reading]:
                    continue
                departed = question.under({**own, reading: other})
                try:
                    theirs = answer(self._table(None, question.board, departed.readings), departed)
                except ValueError:
                    refused.add((reading, own[reading], other))
                    continue
                if not same(question.do, said, theirs, memory=False):
                    separated.add((reading, own[reading], other))
                elif not same(question.do, said, theirs):
                    remembered.add((reading, own[reading], other))
        return frozenset(separated), frozenset(refused), frozenset(remembered)


def exercised(game: AnyGame, question: Question, said: Answer) -> list[str]:
    """The clauses that an answer exercises, the most specific first."""
    position, from_opening = question.begun, question.start is None
    if question.do != "apply":
        begun = [f"{game.NAME}.turn.no-pass", *([features.start_clause(game)] if from_opening else [])]
        if ended := game.outcome(position):
            return [f"{game.NAME}.turn.finished", ended.clause, *begun]
        entries = said.get("turns", ())
        listed = entries if len(entries) <= LISTED else ()
        clauses = {clause for entry in listed for clause in _exercised_by_turn(game, position, entry["turn"])}
        return [f"{game.NAME}.turn.parts", *sorted(clauses), *begun]
    texts = (*question.played, question.turn)
    begun = [features.start_clause(game)] if from_opening and len(texts) == 1 else []
    begun += [f"{game.NAME}.turn.order"] if from_opening and said["verdict"] == "legal" else []
    last = said.get("at", len(texts) - 1)
    for text in texts[:last]:
        position = game.play(position, game.parse_turn(position, text))
    return [*_exercised_by_turn(game, position, texts[last]), *begun]


def _exercised_by_turn(game: AnyGame, position: object, text: str) -> list[str]:
    try:
        return features.clauses_of_turn(game, position, game.parse_turn(position, text))
    except (IllegalTurn, AmbiguousTurn) as error:
        return [error.clause]
    except InputError:
        return []


def aims(candidate: VectorCandidate) -> Iterator[Aim]:
    """The aims of a core that a vector meets.

    They are clauses, mutants and readings, also for engines that can only begin with the opening or only with
    positions; combinations; boards and commands.
    """
    vector = candidate.vector
    question, verdict = vector.question, vector.answer.get("verdict", "")
    form = "start" if question.start is None else "position"
    yield "board", question.board, form
    yield "do", question.do, form, question.board
    for name in candidate.caught:
        yield "mutant", name
        yield "mutant", name, form
        yield "mutant", name, form, question.do
    for departure in candidate.separated:
        yield "separated", *departure
        yield "separated", *departure, form
    for departure in candidate.refused:
        yield "refused", *departure
    for departure in candidate.remembered:
        yield "remembered", *departure
    if question.do == "apply":
        for clause in vector.clauses:
            yield "clause", clause
            yield "clause", clause, form
        if not question.readings:
            yield "together", tuple(sorted(vector.clauses)), verdict
    yield "exercises", candidate.example or vector.clauses[:1]


def core(pool: Iterable[VectorCandidate]) -> list[VectorCandidate]:
    """A small set that meets every aim as far as the pool can, chosen greedily."""
    fit = [candidate for candidate in pool if len(candidate.vector.line) <= 6_000]
    sought = {id(candidate): list(dict.fromkeys(aims(candidate))) for candidate in fit}
    left = Counter({aim: WANTED.get(str(aim[0]), 1) for found in sought.values() for aim in found})
    chosen: list[VectorCandidate] = []
    waiting = [(-float("inf"), candidate.vector.id, candidate) for candidate in fit]
    while waiting:
        _, name, candidate = heapq.heappop(waiting)
        gain = sum(left[aim] > 0 for aim in sought[id(candidate)])
        if not gain:
            continue
        worth = gain / (1 + len(candidate.vector.line) / 3_000)
        # Gains only fall, so whoever is still ahead of the others' last known worth is the best.
        if waiting and -worth > waiting[0][0]:
            heapq.heappush(waiting, (-worth, name, candidate))
            continue
        chosen.append(candidate)
        left.subtract(aim for aim in sought[id(candidate)] if left[aim] > 0)
    return chosen


def more(pool: Iterable[VectorCandidate], chosen: Iterable[VectorCandidate], budget: int) -> list[VectorCandidate]:
    """More vectors, up to `budget` bytes: in turn one of each kind, clause, board and form, short ones first."""
    taken = {candidate.vector.id for candidate in chosen}
    kinds: dict[Hashable, list[VectorCandidate]] = defaultdict(list)
    for candidate in sorted(pool, key=lambda each: (len(each.vector.line), each.vector.id), reverse=True):
        vector = candidate.vector
        if vector.id not in taken:
            question = vector.question
            kinds[(vector.clauses[:1], question.board, question.do, question.start is None)].append(candidate)
    found: list[VectorCandidate] = []
    while kinds:
        for kind in sorted(kinds, key=str):
            candidate = kinds[kind].pop()
            budget -= len(candidate.vector.line) + 1
            if budget < 0:
                return found
            found.append(candidate)
            if not kinds[kind]:
                del kinds[kind]
    return found
