"""The generated parts of the pages: pictures, contents, diagrams after turns with what changed, and editions."""

from __future__ import annotations

import re

import pytest

from shatterproof.crumble import from_diagram, parse_turn, play, to_svg
from shatterproof.examples import run_example
from shatterproof.game import GAMES
from shatterproof.spec import Example, SpecError, page, spec_folder
from shatterproof_properties.common.editions import editions, editions_of
from spec.edition_pages import section, table, wanted_first_page, wanted_page
from spec.pages import drawn, drawn_cases, marked_example, outdated, pictures_above, with_contents

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


WRITTEN = [
    (
        "crumble",
        "start 2x2\nturn 0,1V\n-> 2x2, White to move\n\nABcc\nABcc\naaCC\naaCC\n# why\nmemory {}\n\n-> changed A\n",
        "start 2x2\nturn 0,1V\n-> 2x2, White to move\nCDaa\nCDaa\nbbBB\nbbBB\n# why\nmemory {}\n-> changed C D\n",
    ),
    (
        "crumble",
        "3x2, Black to move\nAAb\nAAc\n-> 3x2, Black to move\nXXb\nXXc\n-> enclosed nothing\n",
        "3x2, Black to move\nAAb\nAAc\n-> 3x2, Black to move\nXXb\nXXc\n-> enclosed nothing\n",
    ),
    (
        "crumble",
        "3x2, Black to move\nAAb\nAAc\nturn 0V\n-> 3x2, White to move, 2 per unit\n" + 2 * "AABBaa\n" + 2 * "AABBbb\n",
        "3x2, Black to move\nAAb\nAAc\nturn 0V\n-> 3x2, White to move, 2 per unit\n"
        + 2 * "BBCCbb\n"
        + 2 * "BBCCcc\n"
        + "-> changed B C\n",
    ),
    (
        "scrunch",
        "2, Dark to move\n. o\n. . .\nx .\nturn a2 a1-b2\n-> 2, Light to move\n. o\n. x .\n. x\n-> snakes 1\n",
        "2, Dark to move\n. o\n. . .\nx .\nturn a2 a1-b2\n-> 2, Light to move\n. o\n. x .\n. x\n"
        "-> changed a1 a2 b2\n-> snakes 1\n",
    ),
]
"""Games and examples, and their form on a page."""


@pytest.mark.parametrize(("game", "text", "written"), WRITTEN)
def test_an_example_is_written_with_kept_letters_and_what_changed(game: str, text: str, written: str) -> None:
    example = Example("a.clause", 1, game, "spec/a.md", 7, text)
    assert marked_example(example) == written.splitlines()
    again = Example("a.clause", 1, game, "spec/a.md", 7, written)
    assert marked_example(again) == written.splitlines()


def test_what_is_written_holds() -> None:
    for game, _, written in WRITTEN:
        run_example(Example("a.clause", 1, game, "spec/a.md", 1, written.replace("memory {}\n", "")))


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
