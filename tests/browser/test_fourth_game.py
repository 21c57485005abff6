"""An installed game of somebody else, played to its end by clicks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser.explorer_page import Player, served
from browser.test_explorer_motion import STAGED, WATCH
from fourth_game_installed import NAME, install


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an explorer that knows the game."""
    installed = install(tmp_path_factory.mktemp("site"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", installed.environment["PYTHONPATH"])
        with served() as found:
            yield found


def test_a_game_from_elsewhere_is_played_to_its_end_by_clicks(player: Player) -> None:
    player.new_game(NAME, "3x3")
    player.page.evaluate(WATCH)
    for square in ("b2", "a1", "c1"):
        player.click(square)
    assert player.page.evaluate(STAGED) == 3
    assert player.refusal() == ""
    assert player.turns() == ["b2", "a1", "c1"]
    assert player.status().startswith("Vertical wins")
    assert "domineering.win.stuck" in player.page.locator("#ended").inner_text()


def test_a_click_on_a_covered_square_is_refused_with_its_clause(player: Player) -> None:
    player.load("Domineering 3x3, Horizontal to move\n...\n.x.\n.x.\n")
    player.click("b1")
    assert "domineering.place.empty" in player.refusal()
