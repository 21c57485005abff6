"""Our games offer what each package asks of a game.

mypy compares each module with the Protocol of its package here, and names what a module lacks.
"""

from __future__ import annotations

from typing import Any

import pytest

from shatterproof.game import OURS, find_game
from shatterproof_properties.common.ludii import TrialReader
from shatterproof_properties.common.ludii import scrunch as trials_of_scrunch
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.conformance.alternatives import ALTERNATIVES, GameAlternatives
from shatterproof_properties.conformance.alternatives import crumble as alternatives_of_crumble
from shatterproof_properties.conformance.alternatives import scrunch as alternatives_of_scrunch
from shatterproof_properties.conformance.alternatives import splinter as alternatives_of_splinter
from shatterproof_properties.conformance.causes import FAULTY_TURNS, FaultyTurns
from shatterproof_properties.conformance.causes import crumble as causes_crumble
from shatterproof_properties.conformance.causes import scrunch as causes_scrunch
from shatterproof_properties.conformance.causes import splinter as causes_splinter
from shatterproof_properties.conformance.generate import GENERATION, Generation
from shatterproof_properties.conformance.generate import crumble as generate_crumble
from shatterproof_properties.conformance.generate import scrunch as generate_scrunch
from shatterproof_properties.conformance.generate import splinter as generate_splinter
from shatterproof_properties.conformance.mutants import SELF_CHECK, GameMutants
from shatterproof_properties.conformance.mutants import crumble as mutants_of_crumble
from shatterproof_properties.conformance.mutants import scrunch as mutants_of_scrunch
from shatterproof_properties.conformance.mutants import splinter as mutants_of_splinter
from shatterproof_properties.explorer import crumble as explorer_crumble
from shatterproof_properties.explorer import scrunch as explorer_scrunch
from shatterproof_properties.explorer import splinter as explorer_splinter
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Knowledge
from shatterproof_properties.invariants import LAWS
from shatterproof_properties.invariants import crumble as laws_of_crumble
from shatterproof_properties.invariants import scrunch as laws_of_scrunch
from shatterproof_properties.invariants import splinter as laws_of_splinter
from shatterproof_properties.play import crumble as play_crumble
from shatterproof_properties.play import scrunch as play_scrunch
from shatterproof_properties.play import splinter as play_splinter
from shatterproof_properties.play.strategies import STRATEGIES, GameStrategies
from shatterproof_properties.players import crumble as players_crumble
from shatterproof_properties.players import scrunch as players_scrunch
from shatterproof_properties.players import splinter as players_splinter
from shatterproof_properties.players.program import EVALUATIONS, GameEvaluation
from shatterproof_properties.proofs import STATEMENTS, Statement
from shatterproof_properties.proofs import crumble as proofs_of_crumble
from shatterproof_properties.proofs import scrunch as proofs_of_scrunch
from shatterproof_properties.proofs import splinter as proofs_of_splinter
from shatterproof_properties.protocol import crumble as boards_of_crumble
from shatterproof_properties.protocol import scrunch as boards_of_scrunch
from shatterproof_properties.protocol import splinter as boards_of_splinter
from shatterproof_properties.protocol.explaining import EXPLAINERS, Explainer
from shatterproof_properties.protocol.explaining import crumble as explaining_crumble
from shatterproof_properties.protocol.explaining import scrunch as explaining_scrunch
from shatterproof_properties.protocol.explaining import splinter as explaining_splinter
from shatterproof_properties.protocol.features import FEATURES, GameFeatures
from shatterproof_properties.protocol.features import crumble as features_of_crumble
from shatterproof_properties.protocol.features import scrunch as features_of_scrunch
from shatterproof_properties.protocol.features import splinter as features_of_splinter
from shatterproof_properties.protocol.served import ANNOUNCEMENTS, Announcement
from shatterproof_properties.second import SECOND
from shatterproof_properties.second import crumble as second_crumble
from shatterproof_properties.second import scrunch as second_scrunch
from shatterproof_properties.second import splinter as second_splinter
from shatterproof_properties.second.reference_engine import SecondGame
from shatterproof_properties.solving.exact import ExactSolver
from shatterproof_properties.solving.exact import scrunch as exact_scrunch
from shatterproof_properties.witnesses import crumble as witnesses_crumble
from shatterproof_properties.witnesses import scrunch as witnesses_scrunch
from shatterproof_properties.witnesses import splinter as witnesses_splinter
from shatterproof_properties.witnesses.distinctions import SMALL_POSITIONS, SmallPositions

OUR_STRATEGIES: tuple[GameStrategies, ...] = (play_crumble, play_scrunch, play_splinter)
OUR_SMALL_POSITIONS: tuple[SmallPositions, ...] = (witnesses_crumble, witnesses_scrunch, witnesses_splinter)
OUR_FAULTY_TURNS: tuple[FaultyTurns, ...] = (causes_crumble, causes_scrunch, causes_splinter)
OUR_GENERATION: tuple[Generation, ...] = (generate_crumble, generate_scrunch, generate_splinter)
OUR_KNOWLEDGE: tuple[Knowledge, ...] = (explorer_crumble, explorer_scrunch, explorer_splinter)
OUR_STATEMENTS: tuple[Statement, ...] = (proofs_of_crumble, proofs_of_scrunch, proofs_of_splinter)
OUR_ALTERNATIVES: tuple[GameAlternatives, ...] = (
    alternatives_of_crumble,
    alternatives_of_scrunch,
    alternatives_of_splinter,
)
OUR_MUTANTS: tuple[GameMutants, ...] = (mutants_of_crumble, mutants_of_scrunch, mutants_of_splinter)
OUR_ANNOUNCEMENTS: tuple[Announcement, ...] = (boards_of_crumble, boards_of_scrunch, boards_of_splinter)
OUR_FEATURES: tuple[GameFeatures, ...] = (features_of_crumble, features_of_scrunch, features_of_splinter)
OUR_EXPLAINERS: tuple[Explainer, ...] = (explaining_crumble, explaining_scrunch, explaining_splinter)
OUR_PLAYERS: tuple[GameEvaluation, ...] = (players_crumble, players_scrunch, players_splinter)
OUR_SECOND: tuple[SecondGame, ...] = (second_crumble, second_scrunch, second_splinter)
OUR_TRIAL_READERS: tuple[TrialReader, ...] = (trials_of_scrunch,)
OUR_SOLVERS: tuple[ExactSolver, ...] = (exact_scrunch,)

FOUND: list[tuple[PerGame[Any], tuple[object, ...]]] = [
    (LAWS, (laws_of_crumble, laws_of_scrunch, laws_of_splinter)),
    (FAULTY_TURNS, OUR_FAULTY_TURNS),
    (GENERATION, OUR_GENERATION),
    (KNOWLEDGE, OUR_KNOWLEDGE),
    (SELF_CHECK, OUR_MUTANTS),
    (ALTERNATIVES, OUR_ALTERNATIVES),
    (SMALL_POSITIONS, OUR_SMALL_POSITIONS),
    (STRATEGIES, OUR_STRATEGIES),
    (STATEMENTS, OUR_STATEMENTS),
    (ANNOUNCEMENTS, OUR_ANNOUNCEMENTS),
    (FEATURES, OUR_FEATURES),
    (EXPLAINERS, OUR_EXPLAINERS),
    (EVALUATIONS, OUR_PLAYERS),
    (SECOND, OUR_SECOND),
]


@pytest.mark.parametrize(("known", "modules"), FOUND)
def test_every_game_of_ours_is_found_by_its_name(known: PerGame[Any], modules: tuple[object, ...]) -> None:
    assert tuple(known.of(find_game(name)) for name in OURS) == modules
