"""The pages of the spec show the editions."""

from __future__ import annotations

import pytest

from shatterproof.game import GAMES
from shatterproof.spec import page, spec_folder
from shatterproof_properties.common.editions import editions, editions_of
from spec.edition_pages import section, table, wanted_first_page, wanted_page

each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_the_page_of_a_game_shows_its_editions(game: str) -> None:
    assert page(game) == wanted_page(game)
    assert page(game).count(section(game)) == 1


@each_game
def test_the_section_names_what_each_edition_settles_and_by_which_sentence(game: str) -> None:
    for edition in editions_of(game):
        assert f"**{edition.name}**" in section(game)
        for settled in edition.settled.values():
            assert f"| `{settled.value}` | {settled.by} |" in section(game)


def test_the_first_page_lists_all_editions() -> None:
    first = (spec_folder() / "README.md").read_text("utf-8")
    assert first == wanted_first_page()
    assert table() in first
    assert table().count("\n") == len(editions())
