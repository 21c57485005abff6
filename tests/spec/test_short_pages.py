"""The short pages for programmers: clauses exist, links lead somewhere, numbers of leaves are right."""

from __future__ import annotations

import re

import pytest

from shatterproof.game import find_game
from shatterproof.spec import clauses, spec_folder
from shatterproof_properties.cli import main
from shatterproof_properties.protocol.served import second_readings, second_table

PROGRAMMERS, UNCHANGED = "for-programmers.md", "unchanged-engines.md"
ROW = re.compile(r"^\| (crumble|scrunch|splinter) \| (\w+) \| ([0-9, ]+) \|$", re.MULTILINE)
MOST_LEAVES = 20_000


def text_of(page: str) -> str:
    return (spec_folder() / page).read_text("utf-8")


def anchors(page: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [PROGRAMMERS, UNCHANGED])
def test_links_lead_somewhere(page: str) -> None:
    found = re.findall(r"(?:\]\(|\]: )([a-z-]+\.md|README\.md)(?:#([^)\s]+))?", text_of(page))
    assert found
    for target, anchor in found:
        assert (spec_folder() / target).is_file(), target
        assert not anchor or anchor in anchors(target), (target, anchor)


def test_the_clauses_that_are_named_exist_and_are_links() -> None:
    text = text_of(PROGRAMMERS)
    named = set(re.findall(r"\[((?:crumble|scrunch|splinter)\.[a-z.-]+)\]", text))
    known = {clause.id for game in ("crumble", "scrunch", "splinter") for clause in clauses(game)}
    assert named <= known
    assert named == set(re.findall(r"^\[([a-z.-]+)\]: ", text, re.MULTILINE))


@pytest.mark.parametrize(("game", "board", "numbers"), ROW.findall(text_of(PROGRAMMERS)))
def test_the_numbers_of_leaves_are_right(game: str, board: str, numbers: str) -> None:
    table = second_table(game)(board, {name: values[0] for name, values in second_readings(game).items()})
    for depth, leaves in enumerate((int(number.replace(",", "")) for number in numbers.split(", ")), start=1):
        assert leaves < MOST_LEAVES
        assert table.count(table.start(), depth)["total"] == leaves


def test_the_standard_boards_are_among_them() -> None:
    shown = {(game, board) for game, board, _ in ROW.findall(text_of(PROGRAMMERS))}
    for game in ("crumble", "scrunch", "splinter"):
        assert (game, find_game(game).start().board) in shown


@pytest.mark.parametrize("page", [PROGRAMMERS, UNCHANGED])
def test_the_commands_on_the_pages_exist(page: str) -> None:
    named = set(re.findall(r"`shatterproof ([a-z-]+)", text_of(page)))
    assert named
    assert named <= main.commands.keys()
