"""Each theme shown by a puzzle that has it, and by one of the same game that lacks it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.showcase import SAMPLES, proved, rated
from shatterproof.game import GAMES
from shatterproof_properties.puzzles.features import measure
from shatterproof_properties.puzzles.rating import THEMES, themes_of


@pytest.mark.parametrize("name", SAMPLES)
def test_a_puzzle_has_just_the_themes_that_it_shows(name: str) -> None:
    assert rated(name).puzzle.themes == SAMPLES[name].themes


@pytest.mark.parametrize("theme", THEMES)
def test_each_theme_is_shown_by_a_puzzle_and_missing_in_another_of_its_game(theme: str) -> None:
    games = [proved(name)[0].game for name in SAMPLES if theme in SAMPLES[name].themes]
    assert games
    assert any(theme not in SAMPLES[name].themes and proved(name)[0].game in games for name in SAMPLES)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_at_least_six_themes_of_its_own_or_shared(game: str) -> None:
    own = [name for name, theme in THEMES.items() if game in theme.games and theme.games != GAMES]
    assert len(own) >= 6


def test_a_theme_of_one_game_is_none_of_another() -> None:
    features = measure(*proved("a capture wins"))
    assert "capture" in themes_of(features)
    assert "capture" not in themes_of(replace(features, game="splinter"))


def test_no_reply_is_forced_where_another_saves() -> None:
    features = measure(*proved("the last space"))
    assert "forced reply" in themes_of(features)
    assert "forced reply" not in themes_of(replace(features, saving=1))


def test_every_theme_says_what_it_means_and_can_be_written_in_a_file() -> None:
    for name, theme in THEMES.items():
        assert "," not in name
        assert theme.means[0].islower()
        assert not theme.means.endswith(".")
