"""The questions of the spec that tell the values of a reading apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof_properties.conformance.generate.playable_boards import begun_somehow, by_area, embeddings
from shatterproof_properties.protocol.example_games import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.witnesses.pair import shipped


@cache
def known_questions(game_name: str) -> tuple[Question, ...]:
    """The questions of the spec about readings: shipped witnesses, and examples in the clauses of readings.

    None begins with a game that is over, since engines are seldom asked to go on with one.
    """
    game = find_game(game_name)
    found = [*_witnesses(game), *(question for each in clause_questions(game_name).values() for question in each)]
    begun = map(begun_somehow, found)
    pairs = zip(found, begun, strict=True)
    return _smallest_first(question for question, start in pairs if start is None or game.outcome(start) is None)


def enlarged(game: AnyGame, questions: Iterable[Question], boards: Iterable[str]) -> Iterator[Question]:
    """Questions about boards other than `boards`, set into the smallest of `boards` that have room."""
    larger = by_area(game, boards)
    for question in questions:
        begun = None if question.board in larger else begun_somehow(question)
        for embedding in embeddings(question, larger, begun) if begun else ():
            yield embedding.under({})


@cache
def clause_questions(game_name: str) -> dict[str, tuple[Question, ...]]:
    """The examples in the clause of each reading, near misses included, smallest first."""
    found: dict[str, list[Question]] = {reading: [] for reading in find_game(game_name).Readings.choices()}
    for clause, question in example_questions(game_name, shown_by=found):
        asked = question.under({})
        # It is asked under readings of our own, unless what it remembers makes sense under its own only.
        with suppress(InputError):
            if question.turn and asked.begin(asked.rules.Readings(), strict=False) is not None:
                found[clause].append(asked)
    return {reading: _smallest_first(questions) for reading, questions in found.items()}


def _smallest_first(questions: Iterable[Question]) -> tuple[Question, ...]:
    return tuple(sorted(dict.fromkeys(questions), key=lambda question: question.size))


def _witnesses(game: AnyGame) -> Iterator[Question]:
    """The witnesses shipped with the spec. For a witness about a position, the question is about one of its turns."""
    for pair in shipped(game.NAME):
        if pair.witness is not None:
            question = pair.witness.question
            turn = question.turn
            if not turn:
                # A value accepts the position. If its game is over, any text that can be read will do.
                accepted = next(value for value, said in pair.witness.answers.items() if said["verdict"] != "refused")
                position = question.begin(game.Readings.from_mapping({**pair.given, pair.reading: accepted}))
                position = game.start() if game.outcome(position) else position
                turn = game.format_turn(position, next(iter(game.turns(position))))
            yield question.under({}).asking("apply", turn).abridged()
