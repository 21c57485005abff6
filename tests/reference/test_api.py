"""What `import shatterproof` offers: the same names for the three games, loaded when used, and values that stay."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import shatterproof
from shatterproof import api, crumble, scrunch, splinter
from shatterproof.game import Game, ReadingsBase, find_game, game_of

ROOT = Path(__file__).resolve().parents[2]
SESSION = doctest.DocTestParser().get_examples(shatterproof.__doc__ or "")
each_game = pytest.mark.parametrize("name", shatterproof.GAMES)

# Type checkers see that each package is a game of its own positions, turns and readings.
CRUMBLE: Game[crumble.Position, crumble.Turn, crumble.Readings] = crumble
SCRUNCH: Game[scrunch.Position, scrunch.Turn, scrunch.Readings] = scrunch
SPLINTER: Game[splinter.Position, splinter.Turn, splinter.Readings] = splinter


def test_the_session_of_the_docstring_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(SESSION) > 8
    assert doctest.testmod(shatterproof).failed == 0
    assert ElementTree.parse(tmp_path / "after.svg").getroot().tag.endswith("svg")


def test_the_readme_shows_the_session_of_the_docstring() -> None:
    text = (ROOT / "README.md").read_text("utf-8").replace("\n```\n", "\n\n")
    shown = [each for each in doctest.DocTestParser().get_examples(text) if "command" not in each.source]
    assert [(each.source, each.want) for each in shown] == [(each.source, each.want) for each in SESSION]


@each_game
def test_a_game_is_played_with_the_same_names(name: str) -> None:
    position = shatterproof.start(name)
    game = game_of(position)
    assert (position, game.NAME) == (game.start(), name)
    turn = next(shatterproof.turns(position))
    text = shatterproof.format_turn(position, turn)
    after = shatterproof.play(position, text)
    assert shatterproof.parse_turn(position, text) == turn
    assert after == shatterproof.play(position, turn) == game.play(position, turn)
    assert shatterproof.outcome(after) is None
    assert sorted([turn, next(shatterproof.turns(position))]) == [turn, turn]


@each_game
def test_every_form_of_a_position_reads_back(name: str) -> None:
    position = shatterproof.play(shatterproof.start(name), next(shatterproof.turns(shatterproof.start(name))))
    data = shatterproof.to_json(position)
    assert shatterproof.from_json(data) == position
    assert shatterproof.parse_position(f"\n{json.dumps(data)}") == position
    assert shatterproof.parse_position(shatterproof.to_diagram(position)) == position
    assert shatterproof.parse_position(shatterproof.to_diagram(position), name) == position


@each_game
def test_a_position_as_json_values_is_what_its_type_says(name: str) -> None:
    form = getattr(find_game(name), "PositionData")  # noqa: B009 - not every game has one
    position = shatterproof.start(name)
    turn = next(shatterproof.turns(position))
    for each in (position, shatterproof.play(position, turn)):
        data = shatterproof.to_json(each)
        assert msgspec.convert(data, form) == data
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**data, "to_move": 1}, form)


@each_game
def test_a_game_is_written_down_and_judged(name: str) -> None:
    position = shatterproof.start(name)
    turn = next(shatterproof.turns(position))
    record = shatterproof.parse_record(shatterproof.format_record(position, [turn]))
    judgement = shatterproof.judge(record)
    assert (judgement.legal, judgement.played) == (True, 1)
    assert judgement.position == shatterproof.play(position, turn)
    marked = shatterproof.to_svg(judgement.position, last=turn)
    assert marked != shatterproof.to_svg(judgement.position) == game_of(position).to_svg(judgement.position)


def test_readings_are_chosen_by_text_or_by_id() -> None:
    chosen = splinter.Readings(tie="remove-one", step_off="forbidden")
    assert shatterproof.start("splinter", readings="tie=remove-one, step-off=forbidden").readings == chosen
    assert shatterproof.start("splinter", "6x5", chosen.to_mapping()) == splinter.start("6x5", chosen)
    diagram = shatterproof.to_diagram(shatterproof.start("splinter"))
    assert shatterproof.parse_position(diagram, readings="tie=remove-one").readings.departures() == {
        "splinter.tie": "remove-one"
    }
    data = shatterproof.to_json(shatterproof.start("splinter"))
    assert shatterproof.from_json(data, "tie=remove-one") == splinter.start(
        readings=splinter.Readings(tie="remove-one")
    )
    assert shatterproof.start("splinter").readings == splinter.Readings()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", "no line of a diagram"),
        ("{}", "field 'game' is missing"),
        ('{"game": 7}', "/game: game is 7"),
        ('{"game": "chess"}', "/game: unknown game 'chess'"),
        ("3x3, White to move\nAAA\n", "line 1: the diagram is 3 characters wide and 1 high"),
        ('{"game"', "line 1"),
    ],
)
def test_what_is_no_position_is_refused_with_its_place(text: str, expected: str) -> None:
    with pytest.raises(shatterproof.InputError, match=expected):
        shatterproof.parse_position(text)


def test_an_unknown_game_board_or_reading_is_refused() -> None:
    for game, board, readings in (("chess", "", ""), ("crumble", "6by6", ""), ("crumble", "", "draw=never")):
        with pytest.raises(shatterproof.InputError):
            shatterproof.start(game, board, readings)
    with pytest.raises(shatterproof.IllegalPosition):
        shatterproof.parse_position("3x1, White to move\nAAb\n")


def test_type_checkers_know_the_positions_of_a_game_by_its_name() -> None:
    black: crumble.Position = shatterproof.play(shatterproof.start("crumble"), "1V")
    dark: scrunch.Position = shatterproof.play(shatterproof.start("scrunch"), "a1")
    blue: splinter.Position = shatterproof.start("splinter")
    assert (len(black.arrangement.pieces), len(dark.dark), len(blue.standing)) == (37, 1, 30)
    assert shatterproof.to_json(dark)["dark"] == ["a1"]


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = "import sys, shatterproof; print([n for n in sys.modules if n.startswith(('shatterproof.', 'networkx'))])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_the_names_are_those_that_type_checkers_see() -> None:
    tree = ast.parse(inspect.getsource(shatterproof))
    typed = [alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert sorted(set(typed) - {"annotations", "TYPE_CHECKING"}) == sorted(shatterproof.__all__)
    assert set(shatterproof.__all__) <= set(dir(shatterproof))
    with pytest.raises(AttributeError, match="no attribute 'castle'"):
        getattr(shatterproof, "castle")  # noqa: B009


@pytest.mark.parametrize("name", sorted(set(shatterproof.__all__) - {"GAMES"}))
def test_every_name_is_there_and_explained(name: str) -> None:
    found = getattr(shatterproof, name)
    assert inspect.getdoc(found)
    if inspect.isfunction(found):
        assert "Any" not in str(inspect.signature(found))
    assert name in shatterproof.GAMES or found is getattr(api, name)


def test_every_member_of_a_game_is_explained_and_typed() -> None:
    members = {name: found for name, found in vars(Game).items() if inspect.isfunction(found) and name[0] != "_"}
    assert len(members) > 12
    for name, member in members.items():
        if name != "__init__":
            assert inspect.getdoc(member), name
            assert "Any" not in str(inspect.signature(member)), name


CLASSES = {ReadingsBase} | {
    value
    for module in pkgutil.walk_packages(shatterproof.__path__, "shatterproof.")
    for value in vars(importlib.import_module(module.name)).values()
    if isinstance(value, type)
    and dataclasses.is_dataclass(value)
    and value.__module__.startswith("shatterproof.")
    and value.__module__ != "shatterproof.examples"
    and not value.__name__.startswith("_")
}
"""All dataclasses except those that collect something: the parts of an example, the lines of a record."""


@pytest.mark.parametrize("kind", sorted(CLASSES, key=str), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_a_value_cannot_be_changed(kind: Any) -> None:
    name = dataclasses.fields(kind)[0].name if dataclasses.fields(kind) else "any"
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(object.__new__(kind), name, None)
