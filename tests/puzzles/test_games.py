"""Each package that needs to know of games has a module for each; mypy holds them to the Protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shatterproof.game import OURS
from shatterproof_properties.common.per_game import PerGame
from shatterproof_properties.puzzles.checker import crumble as checked_crumble
from shatterproof_properties.puzzles.checker import scrunch as checked_scrunch
from shatterproof_properties.puzzles.checker import splinter as checked_splinter
from shatterproof_properties.puzzles.checker.symmetry_class import CHECKED_GAMES, CheckedGame
from shatterproof_properties.puzzles.claims import crumble as words_of_crumble
from shatterproof_properties.puzzles.claims import scrunch as words_of_scrunch
from shatterproof_properties.puzzles.claims import splinter as words_of_splinter
from shatterproof_properties.puzzles.claims.words import WORDS, GameWords
from shatterproof_properties.puzzles.compose import crumble as composed_crumble
from shatterproof_properties.puzzles.compose import scrunch as composed_scrunch
from shatterproof_properties.puzzles.compose import splinter as composed_splinter
from shatterproof_properties.puzzles.compose.game_composer import COMPOSERS, GameComposer
from shatterproof_properties.puzzles.edit import crumble as edited_crumble
from shatterproof_properties.puzzles.edit import scrunch as edited_scrunch
from shatterproof_properties.puzzles.edit import splinter as edited_splinter
from shatterproof_properties.puzzles.edit.piece_changes import EDITED_GAMES, EditedGame
from shatterproof_properties.puzzles.rating import crumble as rated_crumble
from shatterproof_properties.puzzles.rating import scrunch as rated_scrunch
from shatterproof_properties.puzzles.rating import splinter as rated_splinter
from shatterproof_properties.puzzles.rating.measures import RATED_GAMES, RatedGame

CHECKED: Sequence[CheckedGame] = (checked_crumble, checked_scrunch, checked_splinter)
WORDED: Sequence[GameWords] = (words_of_crumble, words_of_scrunch, words_of_splinter)
COMPOSED: Sequence[GameComposer] = (composed_crumble, composed_scrunch, composed_splinter)
EDITED: Sequence[EditedGame] = (edited_crumble, edited_scrunch, edited_splinter)
RATED: Sequence[RatedGame] = (rated_crumble, rated_scrunch, rated_splinter)


@pytest.mark.parametrize(
    ("found", "known"),
    [(CHECKED_GAMES, CHECKED), (WORDS, WORDED), (COMPOSERS, COMPOSED), (EDITED_GAMES, EDITED), (RATED_GAMES, RATED)],
)
def test_each_game_is_found_by_its_name(found: PerGame[Any], known: Sequence[Any]) -> None:
    assert [found.of(game) for game in OURS] == list(known)
