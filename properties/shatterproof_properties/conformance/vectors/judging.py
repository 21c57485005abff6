"""What a question is worth: its answer, the clauses it leans on, and which planted mistakes and readings it tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, Game, IllegalTurn, find_game
from shatterproof_properties.conformance.controls import Control, controls
from shatterproof_properties.conformance.vectors.answers import answer, same
from shatterproof_properties.conformance.vectors.sources import Draft, under
from shatterproof_properties.conformance.vectors.vector import Answer, Question, Vector
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.reference_table import ReferenceTable
from shatterproof_properties.protocol.served import opened, second_table
from shatterproof_properties.protocol.table import Table

LONGEST = 12_000
"""Bytes of an answer, at most."""
ENOUGH = 40
"""Questions of one form that show a planted mistake, after which no more are looked for."""
LISTED = 40
"""Results up to which all turns of a list are looked at for the clauses that they lean on."""

Reading = tuple[str, str, str]
"""A reading, the value of it that a question is asked under, and another."""


class Judged(NamedTuple):
    """A vector, the clause that it is an example of, if it is one, the names of the planted mistakes that it shows, and
    the pairs of values that it tells apart.

    `remembered` are pairs whose answers differ only in what the position remembers, and `refused` those of which the
    other value does not allow the position at all.
    """

    vector: Vector
    example: str
    caught: frozenset[str]
    told: frozenset[Reading]
    refused: frozenset[Reading]
    remembered: frozenset[Reading]


class Judge:
    """Answers the questions of one game by the reference, and asks what else would have answered otherwise."""

    def __init__(self, game: str) -> None:
        self.game = find_game(game)
        self._second = lru_cache(maxsize=2000)(second_table(game))
        self._planted = lru_cache(maxsize=20_000)(_planted)
        self._caught_before: Counter[tuple[str, bool, str]] = Counter()

    def judge(self, draft: Draft) -> Judged | None:
        """What a draft is worth; None where the rules refuse its position, or the answer is too long."""
        question = draft.question
        table = reference(question)
        try:
            said = answer(table, question)
        except InputError:
            return None
        if len(strict_json.encode(said)) > LONGEST:
            return None
        told, refused, remembered = self._readings(question, said)
        named = [
            *dict.fromkeys([*met(self.game, question, said), *sorted({r for r, *_ in (*told, *refused, *remembered)})])
        ]
        named += [draft.clause] if draft.clause and draft.clause not in named else []
        vector = Vector(question, said, tuple(named), draft.made)
        return Judged(vector, draft.clause, self._caught(question, said), told, refused, remembered)

    def _caught(self, question: Question, said: Answer) -> frozenset[str]:
        found = set()
        readings = tuple(sorted(question.readings.items()))
        for control in controls(self.game.NAME):
            seen = control.name, question.from_start, question.do
            if self._caught_before[seen] >= ENOUGH:
                continue
            try:
                theirs = answer(self._planted(control, question.board, readings), question)
                if same(question.do, said, theirs):
                    continue
            except Exception:
                # What a mistaken engine trips over shows the mistake.
                pass
            found.add(control.name)
            self._caught_before[seen] += 1
        return frozenset(found)

    def _readings(self, question: Question, said: Answer) -> tuple[frozenset[Reading], ...]:
        """The pairs of values that are told apart, those refused, and those that only a memory tells."""
        own = self.game.Readings.from_mapping(question.readings).to_mapping()
        told, refused, remembered = set[Reading](), set[Reading](), set[Reading]()
        for reading, values in self.game.Readings.choices().items():
            for other in values:
                if other == own[reading]:
                    continue
                try:
                    theirs = self._by_second(under(self.game, question, reading, other))
                except ValueError:
                    refused.add((reading, own[reading], other))
                    continue
                if not same(question.do, said, theirs, remembers=False):
                    told.add((reading, own[reading], other))
                elif not same(question.do, said, theirs):
                    remembered.add((reading, own[reading], other))
        return frozenset(told), frozenset(refused), frozenset(remembered)

    def _by_second(self, question: Question) -> Answer:
        return answer(self._second(question.board, _Frozen(question.readings)), question)


class _Frozen(dict[str, str]):
    """Readings that may be a key."""

    @cached_property
    def _items(self) -> frozenset[tuple[str, str]]:
        return frozenset(self.items())

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self._items)


def _planted(control: Control, board: str, readings: tuple[tuple[str, str], ...]) -> Table:
    return opened(control.engine, board, dict(readings))


@lru_cache(maxsize=500)
def _reference(game: str, board: str, readings: tuple[tuple[str, str], ...]) -> Table:
    face = find_game(game)
    return ReferenceTable(face, board, face.Readings.from_mapping(dict(readings)))


def reference(question: Question) -> Table:
    """The reference, at the board and under the readings of a question."""
    return _reference(question.game, question.board, tuple(sorted(question.readings.items())))


def met(game: Game, question: Question, said: Answer) -> list[str]:
    """The clauses that an answer leans on, the most telling first."""
    position = asked_about(game, question)
    if question.do != "apply":
        begun = [features.start_clause(game)] if question.from_start else []
        return [*_met_by_list(game, position, said), f"{game.NAME}.turn.no-pass", *begun]
    texts = question.asked.get("turns") or [question.asked["turn"]]
    begun = [features.start_clause(game)] if question.from_start and len(texts) == 1 else []
    begun += [f"{game.NAME}.turn.order"] if question.from_start and said["verdict"] == "legal" else []
    last = said.get("at", len(texts) - 1)
    for text in texts[:last]:
        position = game.play(position, game.parse_turn(position, text))
    return [*_met_by_turn(game, position, texts[last]), *begun]


def asked_about(game: Game, question: Question) -> Any:
    """The position that a question begins with."""
    readings = game.Readings.from_mapping(question.readings)
    if question.from_start:
        return game.start(question.board, readings)
    return game.from_json(question.asked["position"], readings)


def _met_by_turn(game: Game, position: Any, text: str) -> list[str]:
    try:
        return features.clauses_met(game, position, game.parse_turn(position, text))
    except (IllegalTurn, AmbiguousTurn) as error:
        return [error.clause]
    except InputError:
        return []


def _met_by_list(game: Game, position: Any, said: Answer) -> list[str]:
    ended = game.outcome(position)
    if ended:
        return [f"{game.NAME}.turn.finished", ended.clause]
    entries = said.get("turns", ())
    leant_on: Mapping[str, None] = {
        clause: None
        for entry in (entries if len(entries) <= LISTED else ())
        for clause in _met_by_turn(game, position, entry["turn"])
    }
    return [f"{game.NAME}.turn.parts", *sorted(leant_on)]
