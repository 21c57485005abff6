"""Our games offer what each package asks of a game.

mypy compares each module with the Protocol of its package here, and names what a module lacks.
"""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof.game import OURS, find_game
from shatterproof_properties.common.ludii import TrialReader
from shatterproof_properties.common.ludii import scrunch as trials_of_scrunch
from shatterproof_properties.common.per_game import Offered, PerGame
from shatterproof_properties.conformance.alternatives import ALTERNATIVES
from shatterproof_properties.conformance.alternatives import crumble as alternatives_of_crumble
from shatterproof_properties.conformance.alternatives import scrunch as alternatives_of_scrunch
from shatterproof_properties.conformance.alternatives import splinter as alternatives_of_splinter
from shatterproof_properties.conformance.generate import GENERATION
from shatterproof_properties.conformance.generate import crumble as generate_crumble
from shatterproof_properties.conformance.generate import scrunch as generate_scrunch
from shatterproof_properties.conformance.generate import splinter as generate_splinter
from shatterproof_properties.conformance.mutants import SELF_CHECK
from shatterproof_properties.conformance.mutants import crumble as mutants_of_crumble
from shatterproof_properties.conformance.mutants import scrunch as mutants_of_scrunch
from shatterproof_properties.conformance.mutants import splinter as mutants_of_splinter
from shatterproof_properties.explorer import crumble as explorer_crumble
from shatterproof_properties.explorer import scrunch as explorer_scrunch
from shatterproof_properties.explorer import splinter as explorer_splinter
from shatterproof_properties.explorer.knowledge import KNOWLEDGE
from shatterproof_properties.invariants import LAWS
from shatterproof_properties.invariants import crumble as laws_of_crumble
from shatterproof_properties.invariants import scrunch as laws_of_scrunch
from shatterproof_properties.invariants import splinter as laws_of_splinter
from shatterproof_properties.play import crumble as play_crumble
from shatterproof_properties.play import scrunch as play_scrunch
from shatterproof_properties.play import splinter as play_splinter
from shatterproof_properties.play.strategies import STRATEGIES
from shatterproof_properties.players import crumble as players_crumble
from shatterproof_properties.players import scrunch as players_scrunch
from shatterproof_properties.players import splinter as players_splinter
from shatterproof_properties.players.program import EVALUATIONS
from shatterproof_properties.proofs import STATEMENTS
from shatterproof_properties.proofs import crumble as proofs_of_crumble
from shatterproof_properties.proofs import scrunch as proofs_of_scrunch
from shatterproof_properties.proofs import splinter as proofs_of_splinter
from shatterproof_properties.protocol import crumble as boards_of_crumble
from shatterproof_properties.protocol import scrunch as boards_of_scrunch
from shatterproof_properties.protocol import splinter as boards_of_splinter
from shatterproof_properties.protocol.explaining import EXPLAINERS
from shatterproof_properties.protocol.explaining import crumble as explaining_crumble
from shatterproof_properties.protocol.explaining import scrunch as explaining_scrunch
from shatterproof_properties.protocol.explaining import splinter as explaining_splinter
from shatterproof_properties.protocol.features import FEATURES
from shatterproof_properties.protocol.features import crumble as features_of_crumble
from shatterproof_properties.protocol.features import scrunch as features_of_scrunch
from shatterproof_properties.protocol.features import splinter as features_of_splinter
from shatterproof_properties.protocol.served import ANNOUNCEMENTS
from shatterproof_properties.second import SECOND
from shatterproof_properties.second import crumble as second_crumble
from shatterproof_properties.second import scrunch as second_scrunch
from shatterproof_properties.second import splinter as second_splinter
from shatterproof_properties.solving.exact import ExactSolver
from shatterproof_properties.solving.exact import scrunch as exact_scrunch
from shatterproof_properties.witnesses import crumble as witnesses_crumble
from shatterproof_properties.witnesses import scrunch as witnesses_scrunch
from shatterproof_properties.witnesses import splinter as witnesses_splinter
from shatterproof_properties.witnesses.distinctions import SMALL_POSITIONS


def ours(known: PerGame[Offered], *modules: Offered) -> tuple[PerGame[Any], tuple[object, ...]]:
    """What a package finds of our games, which keeps to the Protocol of the package."""
    return known, modules


OUR_TRIAL_READERS: tuple[TrialReader, ...] = (trials_of_scrunch,)
OUR_SOLVERS: tuple[ExactSolver, ...] = (exact_scrunch,)
FOUND = [
    ours(LAWS, laws_of_crumble, laws_of_scrunch, laws_of_splinter),
    ours(GENERATION, generate_crumble, generate_scrunch, generate_splinter),
    ours(KNOWLEDGE, explorer_crumble, explorer_scrunch, explorer_splinter),
    ours(SELF_CHECK, mutants_of_crumble, mutants_of_scrunch, mutants_of_splinter),
    ours(ALTERNATIVES, alternatives_of_crumble, alternatives_of_scrunch, alternatives_of_splinter),
    ours(SMALL_POSITIONS, witnesses_crumble, witnesses_scrunch, witnesses_splinter),
    ours(STRATEGIES, play_crumble, play_scrunch, play_splinter),
    ours(STATEMENTS, proofs_of_crumble, proofs_of_scrunch, proofs_of_splinter),
    ours(ANNOUNCEMENTS, boards_of_crumble, boards_of_scrunch, boards_of_splinter),
    ours(FEATURES, features_of_crumble, features_of_scrunch, features_of_splinter),
    ours(EXPLAINERS, explaining_crumble, explaining_scrunch, explaining_splinter),
    ours(EVALUATIONS, players_crumble, players_scrunch, players_splinter),
    ours(SECOND, second_crumble, second_scrunch, second_splinter),
]


@pytest.mark.parametrize(("known", "modules"), FOUND)
def test_every_game_of_ours_is_found_by_its_name(known: PerGame[Any], modules: tuple[object, ...]) -> None:
    assert tuple(known.of(find_game(name)) for name in OURS) == modules
