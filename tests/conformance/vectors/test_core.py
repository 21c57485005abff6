"""The core sets show every self-check mutant, and tell every reading from the others."""

from __future__ import annotations

from itertools import combinations

import pytest

from invariants.test_mutants import MUTANTS
from sampling import some
from shatterproof.game import GAMES, find_game
from shatterproof_properties.conformance.mutants import EngineMutant, self_check_mutants
from shatterproof_properties.conformance.vectors.vector import Vector, read
from shatterproof_properties.conformance.vectors.vector_differences import misleads
from shatterproof_properties.protocol.answers import same
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.protocol.table import ReferenceTable, Table, answer

SELF_CHECK = [pytest.param(game, mutant, id=mutant.name) for game in GAMES for mutant in self_check_mutants(game)]
SET_UP = "it lets positions be set up that the rules refuse, and vectors ask about none of those"
READ_ALIKE = "it writes turns otherwise, and what it writes is read as the same turn"
OUT_OF_REACH = {
    "a captured piece walks on": "the next step is refused all the same: all around has the colour of the captured",
    "creators may be set up with longer snakes": SET_UP,
    "the side to move may be set up with nothing": SET_UP,
    "pieces may be set up apart": SET_UP,
    "any memory may be set up": SET_UP,
    "boards may be one column wider": SET_UP,
    "a removed snake is named by its last cell": READ_ALIKE,
    "a choice is named by the greatest square": READ_ALIKE,
}
"""Mutants that no question shows, and the reason."""
SHAPED = [(game, name) for game in GAMES for name in MUTANTS[game] if name not in OUT_OF_REACH]
READ_OTHERWISE = [
    (game, reading, *pair)
    for game in GAMES
    for reading, values in find_game(game).Readings.choices().items()
    for pair in combinations(values, 2)
]


def shows(vector: Vector, table: Table) -> bool:
    """Whether a table answers a vector differently from the rules, or not at all."""
    try:
        return not same(vector.question.do, vector.answer, answer(table, vector.question))
    except Exception:
        return True


@pytest.mark.parametrize(("game", "mutant"), SELF_CHECK)
def test_a_self_check_mutant_shows(game: str, mutant: EngineMutant) -> None:
    assert any(
        shows(vector, mutant.engine.on_board(vector.question.board, vector.question.chosen.to_mapping()))
        for vector in read(game)
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_second_engine_shows_no_mistake(game: str) -> None:
    table = second_engine(game).on_board
    wrong = [v.id for v in read(game) if shows(v, table(v.question.board, v.question.chosen.to_mapping()))]
    assert wrong == []


@pytest.mark.parametrize(("game", "name"), some(SHAPED, one_in=6))
def test_a_rule_shaped_mistake_shows(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lists = []
    with monkeypatch.context() as patch:
        MUTANTS[game][name].plant(patch)
        # Lists take longest, and hardly any mistake shows in them alone.
        for vector in sorted(read(game), key=lambda vector: vector.question.do == "turns"):
            question = vector.question
            try:
                said = answer(ReferenceTable(question.rules, question.board, question.chosen), question)
            except Exception:
                return
            if not same(question.do, vector.answer, said):
                return
            if question.do == "turns":
                lists.append((vector, said))
    assert any(misleads(vector, vector.question, said) for vector, said in lists)


@pytest.mark.parametrize(("game", "reading", "one", "other"), READ_OTHERWISE)
def test_two_values_of_a_reading_are_told_apart(game: str, reading: str, one: str, other: str) -> None:
    """An engine that follows one of them answers a question otherwise that is asked under the other."""
    table = second_engine(game).on_board
    for vector in read(game):
        held = vector.question.chosen.to_mapping()[reading]
        if reading in vector.clauses and held in (one, other):
            mistaken = {**vector.question.chosen.to_mapping(), reading: other if held == one else one}
            if shows(vector, table(vector.question.board, mistaken)):
                return
    pytest.fail(f"no vector tells {reading} = {one} from {other}")
