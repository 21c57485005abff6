"""The statements against the reference under readings taken together, and lemmas on larger boards: with `--long`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from proofs.answers import answers, choices_of, played, set_ups
from proofs.lemmas import Lemma, is_possible, is_proved
from proofs.scrunch import laws as scrunch_laws
from proofs.scrunch import turn_lists as scrunch_turn_lists
from proofs.splinter import laws as splinter_laws
from proofs.splinter import turn_lists as splinter_turn_lists
from shatterproof import crumble, scrunch, splinter
from shatterproof.game import AnyGame
from shatterproof_properties.play.crumble.positions import set_up as crumble_set_up
from shatterproof_properties.play.scrunch.positions import set_up as scrunch_set_up
from shatterproof_properties.play.splinter.positions import set_up as splinter_set_up
from shatterproof_properties.proofs.crumble import verdicts as crumble_verdicts

pytestmark = pytest.mark.long

LEMMAS: dict[str, Callable[[], list[Lemma]]] = {
    "Scrunch 3, no turn raises the number of snakes": lambda: scrunch_laws.snakes_never_increase(3),
    "Scrunch 3, there is a snake to remove": lambda: scrunch_laws.there_is_a_snake_to_remove(3),
    "Scrunch 4, no mutant stands": lambda: scrunch_laws.no_mutant_stands(4),
    "Splinter 4x3, one group stays": lambda: splinter_laws.one_group_stays(4, 3),
    "Splinter 4x4, nothing comes back": lambda: splinter_laws.nothing_comes_back(4, 4),
    "Splinter 4x4, a group stays": lambda: splinter_laws.a_group_stays(4, 4),
    "Splinter 16x16, there is a slide": lambda: splinter_laws.there_is_a_slide(16, 16),
}
MOST_PIECES, MOST_WALKS = 10, 10
"""The most pieces of a position of Crumble, and the most of its turns that z3 is asked about."""


@pytest.mark.parametrize("law", LEMMAS)
def test_a_lemma_is_proved_on_a_larger_board(law: str) -> None:
    assert all(is_possible(lemma) and is_proved(lemma) for lemma in LEMMAS[law]())


@pytest.mark.parametrize("game", [crumble, scrunch, splinter], ids=lambda game: str(game.NAME))
def test_both_agree_under_readings_taken_together(game: AnyGame) -> None:
    random = Random(1)
    for readings in _together(game, random):
        for position in _positions(game, readings, random):
            _CHECKS[game](position)


def _together(game: AnyGame, random: Random) -> Iterator[Any]:
    """Every value of every reading, each together with one to three other random values."""
    choices = choices_of(game)
    for reading, values in choices.items():
        for value in values[1:]:
            others = random.sample(list(choices), random.randint(1, 3))
            drawn = {name: random.choice(choices[name][1:]) for name in others} | {reading: value}
            yield game.Readings(**{name.replace("-", "_"): chosen for name, chosen in drawn.items()})


def _positions(game: AnyGame, readings: Any, random: Random) -> Iterator[Any]:
    """Ten positions of a random game, and fifty set up."""
    if game is crumble:
        drawn = crumble_set_up(random.choice(("2x2", "3x2")), readings, decided=False, bias="chains")
        yield from set_ups(drawn.filter(lambda found: len(found.arrangement.pieces) <= MOST_PIECES), 50, random)
        return
    board, arranged, boards = _BOARDS[game]
    there = list(played(game, board, random, 60, readings))
    yield from random.sample(there, min(len(there), 10))
    yield from set_ups(arranged(random.choice(boards), readings, decided=True), 50, random)


def _check_wins(position: crumble.Position) -> None:
    """Fails unless z3 tells winning turns from the others, under the stated readings."""
    if not crumble_verdicts.is_stated(position):
        return
    walked = [(turn, after) for turn, after in crumble.results(position) if turn.walk]
    for turn, after in Random(0).sample(walked, min(MOST_WALKS, len(walked))):
        ended = crumble.outcome(after)
        wins = ended is not None and ended.winner == position.to_move
        assert crumble_verdicts.reprove_win(position, turn) == wins, crumble.format_turn(position, turn)


_BOARDS: dict[AnyGame, tuple[str, Any, tuple[str, ...]]] = {
    scrunch: ("3", scrunch_set_up, ("2", "3")),
    splinter: ("5x2", splinter_set_up, ("3x3", "4x3", "4x4")),
}
"""The boards of games and of positions set up."""
_CHECKS: dict[AnyGame, Callable[[Any], None]] = {
    crumble: _check_wins,
    scrunch: lambda found: scrunch_turn_lists.check_turns(scrunch.to_json(found), answers(scrunch, found)),
    splinter: lambda found: splinter_turn_lists.check_turns(splinter.to_json(found), answers(splinter, found)),
}
