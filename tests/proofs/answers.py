"""The reference's answers about positions, to compare with the statements in z3; and the positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from shatterproof import scrunch
from shatterproof.game import AnyGame, IllegalPosition
from shatterproof.scrunch.cells import Cell, board
from shatterproof.scrunch.position import set_up as scrunch_position
from shatterproof_properties.invariants.scrunch.symmetry import SYMMETRIES
from shatterproof_properties.proofs import ListedTurn
from shatterproof_properties.protocol.answers import outcome_to_json
from shatterproof_properties.witnesses.pair import shipped


def answers(game: AnyGame, position: Any) -> list[ListedTurn]:
    """Every legal turn of a position, with the position it leads to and the outcome there."""
    return [
        (game.format_turn(position, turn), game.to_json(after), outcome_to_json(game.outcome(after)))
        for turn, after in game.actions(position)
    ]


def choices_of(game: AnyGame) -> dict[str, tuple[str, ...]]:
    """The readings of a game by name without the game, with their values, the default first."""
    return {name.removeprefix(f"{game.NAME}."): values for name, values in game.Readings.choices().items()}


def others_of(game: AnyGame) -> list[tuple[str, str]]:
    """Every value of a reading that is not its default, with the name of its field."""
    found = choices_of(game).items()
    return [(name.replace("-", "_"), value) for name, values in found for value in values[1:]]


def together(game: AnyGame) -> Iterator[Any]:
    """Readings: every value that is no default, each together with one to three other random values."""
    choices, random = choices_of(game), Random(1)
    for name, value in others_of(game):
        others = random.sample(list(choices), random.randint(1, 3))
        drawn = {other.replace("-", "_"): random.choice(choices[other][1:]) for other in others}
        yield game.Readings(**drawn | {name: value})


def where_it_matters(game: AnyGame, reading: str, value: str) -> list[Any]:
    """Positions with a turn that a value changes, from the shipped witnesses."""
    name = f"{game.NAME}.{reading.replace('_', '-')}"
    found = []
    for pair in shipped(game.NAME):
        if pair.reading == name and value in pair.values and pair.witness:
            found.append(pair.witness.question.under({**pair.given, name: value}).position)
    return found


def set_ups(strategy: Any, number: int, random: Random) -> list[Any]:
    """Some positions that a strategy sets up."""
    found: list[Any] = []

    @seed(random.randrange(1 << 32))
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def note(position: Any) -> None:
        found.append(position)

    note()
    return found


def played(game: AnyGame, board: str, random: Random, longest: int, readings: Any = None) -> Iterator[Any]:
    """The positions of a random game that is not over, from the opening, under readings or the defaults."""
    position = game.start(board, readings=readings or game.Readings())
    for _ in range(longest):
        found = list(game.actions(position))
        if not found:
            return
        yield position
        position = random.choice(found)[1]


def all_scrunch_positions(side: int) -> Iterator[scrunch.Position]:
    """Every position on a board with Dark to move, in which Light may be in creation or past it."""
    cells = sorted(board(side))
    for colours in product(".xo", repeat=len(cells)):
        dark, light = ([cell for cell, colour in zip(cells, colours, strict=True) if colour == mark] for mark in "xo")
        for creating in ((), ("dark",), ("light",), ("dark", "light")):
            try:
                yield scrunch_position(str(side), dark, light, creating=creating)
            except IllegalPosition:
                continue


def is_first_of_its_kind(position: scrunch.Position) -> bool:
    """Whether no image of the stones comes before them, by the order of cells."""
    images = (symmetry.position(position) for symmetry in SYMMETRIES if not symmetry.colours)
    return all(_cells(position) <= _cells(image) for image in images)


def _cells(position: scrunch.Position) -> tuple[list[Cell], list[Cell]]:
    return sorted(position.dark), sorted(position.light)
