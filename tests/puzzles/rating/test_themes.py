"""Each theme shown by a puzzle that has it, and by one of the same game that lacks it; and difficulties."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.showcase import SAMPLES, each_sample, proved, rated
from shatterproof.game import GAMES
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles.rating.measures import Features, MeasuredThreat
from shatterproof_properties.puzzles.rating.themes import PLAY, STEPS, THREATS, difficulty, themes_in, themes_of

RARE = ("smaller join", "decoy", "there and back", "shutting out", "last egg", "breakaway", "squeeze")
"""Themes that no sample has."""
CRUMBLE = Features(
    "crumble", "wins", 2, 9, 9, 0, 0, {"cut": 1, "steps": 4}, (MeasuredThreat(8, {}), MeasuredThreat(1, {}))
)
SCRUNCH = replace(CRUMBLE, game="scrunch", key={"placed": 1})
SPLINTER = replace(CRUMBLE, game="splinter", key={"line": 1})


def keyed(features: Features, **does: int) -> Features:
    """The features with a key that does only this; underscores stand for spaces."""
    return replace(features, key={name.replace("_", " "): count for name, count in does.items()})


MOTIFS = {
    "closing the ring": (keyed(CRUMBLE, steps=4, returns=1, captured=1), keyed(CRUMBLE, steps=4, captured=1)),
    "there and back": (keyed(CRUMBLE, steps=4, returns=1), keyed(CRUMBLE, steps=4, returns=1, captured=1)),
    "breakaway": (keyed(SCRUNCH, placed=1, stepped=1), keyed(SCRUNCH, placed=1)),
    "squeeze": (replace(CRUMBLE, waits=True), replace(CRUMBLE, waits=True, threats=(MeasuredThreat(1, {}),))),
    "smaller join": (keyed(CRUMBLE, joined=2, smaller=1), keyed(CRUMBLE, joined=2)),
    "shutting out": (keyed(SCRUNCH, placed=1, shuts_out=1), keyed(SCRUNCH, placed=1)),
    "last egg": (keyed(SCRUNCH, eggs=1, last_egg=1), keyed(SCRUNCH, eggs=1)),
    "strangling": (keyed(SCRUNCH, strangles=1), replace(keyed(SCRUNCH, strangles=1), turns=1)),
    "pushing back denied": (replace(SPLINTER, denied=True), SPLINTER),
    "decoy": (replace(SPLINTER, baited=3), replace(SPLINTER, baited=2)),
    "sacrifice": (keyed(SPLINTER, own_lost=2, theirs_lost=1), keyed(SPLINTER, own_lost=1, theirs_lost=1)),
    "tie as a weapon": (keyed(SPLINTER, tie=1, theirs_lost=1), keyed(SPLINTER, theirs_lost=1)),
    "quiet key": (keyed(CRUMBLE, cut=1), keyed(CRUMBLE, cut=1, steps=1)),
    "double threat": (
        replace(CRUMBLE, threats=(MeasuredThreat(6, {}), MeasuredThreat(2, {}))),
        replace(CRUMBLE, threats=(MeasuredThreat(7, {}), MeasuredThreat(2, {}))),
    ),
    "only defence": (replace(CRUMBLE, saving=1), replace(CRUMBLE, saving=2)),
    "near miss": (replace(CRUMBLE, tries=1), CRUMBLE),
    "forced reply": (
        replace(CRUMBLE, threats=(MeasuredThreat(1, {}),)),
        replace(CRUMBLE, threats=(MeasuredThreat(1, {}),), saving=1),
    ),
}
"""For each motif: the measures of a puzzle that has it, and of one that nearly has it."""


@each_sample
def test_a_puzzle_has_just_the_themes_that_it_shows(name: str) -> None:
    assert rated(name).puzzle.themes == SAMPLES[name].themes


@pytest.mark.parametrize("theme", sorted({name for game in GAMES for name in themes_in(game)} - set(RARE)))
def test_each_theme_is_shown_by_a_puzzle_and_missing_in_another_of_its_game(theme: str) -> None:
    games = [proved(name)[0].game for name in SAMPLES if theme in SAMPLES[name].themes]
    assert games
    assert any(theme not in SAMPLES[name].themes and proved(name)[0].game in games for name in SAMPLES)


@pytest.mark.parametrize("theme", MOTIFS)
def test_a_motif_is_there_where_its_measures_say_so_and_not_in_what_is_nearly_it(theme: str) -> None:
    shown, near = MOTIFS[theme]
    assert theme in themes_of(shown)
    assert theme not in themes_of(near)


def test_every_motif_that_no_sample_shows_is_shown_by_its_measures() -> None:
    assert set(RARE) <= MOTIFS.keys()


OF_THE_OTHER_SIDE = ("double threat", "one threat", "many threats", "forced reply")


@pytest.mark.parametrize("theme", OF_THE_OTHER_SIDE)
def test_what_refutes_the_other_turns_is_no_theme_of_a_defence(theme: str) -> None:
    numbers = {"double threat": (6, 2), "one threat": (8,), "many threats": (1,) * 6, "forced reply": (1,)}[theme]
    attack = replace(CRUMBLE, threats=tuple(MeasuredThreat(number, {"joined": 2}) for number in numbers))
    assert {theme, "join"} <= set(themes_of(attack))
    assert not {theme, "join"} & set(themes_of(replace(attack, is_defence=True)))


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_at_least_six_themes_of_its_own_or_shared(game: str) -> None:
    assert len(themes_in(game).keys() - {*THREATS, *PLAY}) >= 6


def test_a_theme_of_one_game_is_none_of_another() -> None:
    features = rated("a capture wins").features
    assert "capture" in themes_of(features)
    assert "capture" not in themes_of(replace(features, game="splinter"))


def test_no_reply_is_forced_where_another_saves() -> None:
    features = rated("the last space").features
    assert "forced reply" in themes_of(features)
    assert "forced reply" not in themes_of(replace(features, saving=1))


@pytest.mark.parametrize("game", GAMES)
def test_every_theme_says_what_it_means_and_can_be_written_in_a_file(game: str) -> None:
    for name, theme in themes_in(game).items():
        assert "," not in name
        assert theme.means[0].islower()
        assert not theme.means.endswith(".")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_for_composers_lists_the_motifs_as_they_are_meant(game: str) -> None:
    page = (spec_folder() / "puzzles" / "README.md").read_text(encoding="utf-8")
    for name in MOTIFS.keys() & themes_in(game).keys():
        assert f"| {name} | " in page
        assert f"| {themes_in(game)[name].means}" in page


def test_each_step_of_solvers_who_fail_makes_a_puzzle_harder_by_one() -> None:
    assert [difficulty(step - 0.01) for step in STEPS] == [1, 2, 3, 4]
    assert [difficulty(step) for step in STEPS] == [2, 3, 4, 5]
    assert (difficulty(0.0), difficulty(1.0)) == (1, 1 + len(STEPS)) == (1, 5)


@pytest.mark.parametrize(
    ("name", "hard"), [("a tie to win", 1), ("a quiet join", 2), ("a capture wins", 3), ("an egg first", 4)]
)
def test_the_solvers_of_the_samples_rate_them(name: str, hard: int) -> None:
    assert rated(name).puzzle.difficulty == hard
