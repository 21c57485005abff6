"""The pictures on the rule pages are those that the reference draws, and contents lists are complete."""

from __future__ import annotations

import re

import pytest

from shatterproof.crumble import from_diagram, parse_turn, play, to_svg
from shatterproof.game import GAMES
from shatterproof.spec import Example, SpecError, page
from spec.pages import drawn, drawn_cases, outdated, pictures_above, with_contents

each_game = pytest.mark.parametrize("game", GAMES)


def test_pictures_contents_and_diagrams_after_turns_are_as_they_would_be_written() -> None:
    assert outdated() == []


@each_game
def test_every_picture_on_a_page_is_drawn_from_the_example_below_it(game: str) -> None:
    shown = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", page(game))
    assert shown == [f"pictures/{name}" for name in drawn(game)]
    assert all(name.startswith(f"{game}-") for name in drawn(game))


def test_pictures_stand_right_above_their_example() -> None:
    above = [
        "![no](pictures/far.svg)",
        "",
        "![one](pictures/a-1.svg) ![two](pictures/a-2.svg)",
        "![three](pictures/b.svg)",
    ]
    assert pictures_above([*above, "", "```crumble"], 5) == ["a-1.svg", "a-2.svg", "b.svg"]
    assert pictures_above([*above, "```crumble"], 4) == ["a-1.svg", "a-2.svg", "b.svg"]
    assert pictures_above([*above, "Words.", "```crumble"], 5) == []


def test_each_picture_draws_a_case_with_its_last_turn_and_what_its_results_name() -> None:
    text = "2x2, Black to move\nAb\naB\n-> chain A\nturn 0,1VE\n-> legal\nturn 0H\n-> illegal crumble.cut.own\n"
    before, after, refused = drawn_cases(Example("crumble#a", 1, "crumble", "spec/crumble.md", 1, text), 3)
    position = from_diagram("2x2, Black to move\nAb\naB\n")
    turn = parse_turn(position, "0,1VE")
    upper_left = next(piece for piece in position.black if piece.x == 0)
    assert before == to_svg(position, marked=[upper_left])
    assert after == to_svg(play(position, turn), last=turn)
    assert refused == to_svg(position)


def test_more_pictures_than_cases_are_an_error() -> None:
    with pytest.raises(SpecError, match=r"spec/crumble\.md:7: 2 pictures, but only 1 cases"):
        drawn_cases(Example("crumble#a", 1, "crumble", "spec/crumble.md", 7, "start 2x2\n-> goes on\n"), 2)


def test_a_contents_list_names_the_sections_below_it_with_their_clauses() -> None:
    page = "# Rules\n\n## Contents\n\nold\n\n## Cuts\n\n### crumble.cut.own\n\n### crumble.chain\n\n## Laws of it\n"
    listed = "- [Cuts](#cuts): [cut.own](#crumblecutown), [chain](#crumblechain)\n- [Laws of it](#laws-of-it)\n"
    assert with_contents("crumble", page) == page.replace("old\n", listed)
    assert with_contents("crumble", page.replace("old\n\n", "")) == page.replace("old\n", listed)
    assert with_contents("crumble", "# Rules\n\n## Cuts\n") == "# Rules\n\n## Cuts\n"
