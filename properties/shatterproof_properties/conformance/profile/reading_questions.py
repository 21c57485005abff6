"""Questions that tell the values of a reading apart: those of the spec, and games from the opening looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, find_game
from shatterproof_properties.conformance.generate.playable_boards import begun_somehow, by_area, embeddings
from shatterproof_properties.conformance.profile.engine_answers import Assignment, count_answers
from shatterproof_properties.protocol.example_games import example_questions
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.witnesses import from_openings
from shatterproof_properties.witnesses.pair import Pair, shipped

# Those of the spec


@cache
def known_questions(game_name: str) -> tuple[Question, ...]:
    """The questions of the spec about readings: the shipped witnesses, and the examples in the clauses of readings.

    None begins with a game that is over: few engines are ever asked to go on with one.
    """
    game = find_game(game_name)
    examples = [question for questions in clause_questions(game_name).values() for question in questions]
    return _smallest_first(question for question in (*_witnesses(game), *examples) if not _is_over(question))


def _is_over(question: Question) -> bool:
    begun = begun_somehow(question)
    return begun is not None and question.rules.outcome(begun) is not None


def enlarged(game: AnyGame, questions: Iterable[Question], boards: Iterable[str]) -> Iterator[Question]:
    """Questions about other boards than these, set into the smallest of these that have room."""
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
    """The witnesses shipped with the spec. Where it is the position itself, a turn of it is asked about."""
    for pair in shipped(game.NAME):
        if pair.witness is not None:
            question = pair.witness.question
            turn = question.turn or _first_turn(game, pair)
            yield question.under({}).asking("apply", turn).abridged()


def _first_turn(game: AnyGame, pair: Pair) -> str:
    """A turn of the position of a witness where that is accepted; where it is over, any that can be read."""
    assert pair.witness is not None
    accepted = next(value for value, said in pair.witness.answers.items() if said["verdict"] != "refused")
    readings = game.Readings.from_mapping({**pair.given, pair.reading: accepted})
    position = pair.witness.question.begin(readings)
    if game.outcome(position):
        position = game.start()
    return game.format_turn(position, next(iter(game.turns(position))))


# Games looked for


MOST_LISTED = 12_000
"""Results listed on the smallest board in a search: a game of Crumble drawn by repetition takes 7,754 of 20,000."""
LARGER = 0.3
"""Share of these on each other board: what readings do shows on small ones, and listing takes longer."""


def search(
    game: AnyGame,
    boards: Iterable[str],
    pair: Sequence[Assignment],
    seed: int,
    most: int = MOST_LISTED,
    on_progress: Callable[[], None] = lambda: None,
) -> Iterator[Question]:
    """Questions from openings that tell two sets of readings apart, as `from_openings.search` has them."""

    def tells_apart(question: Question) -> bool:
        return count_answers(question, pair) == 2

    return from_openings.search(game, boards, pair, tells_apart, seed, most, LARGER, on_progress)
