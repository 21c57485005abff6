"""The files of spec/vectors: their form, their index, and that the rules still give their answers."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import jsonschema_rs
import pytest

from conformance.vectors.make import Files, index_of, next_version
from sampling import only_in_ci
from shatterproof import strict_json
from shatterproof.game import GAMES
from shatterproof.spec import clauses, spec_folder
from shatterproof_properties.conformance.vectors.vector import (
    SETS,
    Vector,
    Which,
    file_name,
    folder,
    read,
    read_file,
    read_index,
    wrong_answers,
)

MOST_BYTES = 6_000_000
MOST_IN_CORE = 400
NO_CONTEXT = "its examples are positions that the rules refuse, or stand on boards without an opening"
NOT_ASKED_ABOUT = {
    "crumble.board.rectangle": NO_CONTEXT,
    "crumble.start.agreed": NO_CONTEXT,
    "crumble.notation.fraction": "records have it, the protocol does not",
    "crumble.takeback": "to take a turn back is no turn",
    "splinter.board.rectangle": NO_CONTEXT,
    "splinter.board.limits": NO_CONTEXT,
    "splinter.board.one-piece": NO_CONTEXT,
    "splinter.start.agreed": NO_CONTEXT,
    "splinter.group.one": NO_CONTEXT,
    "splinter.win.own-turn": NO_CONTEXT,
    "splinter.notation.slide": "its examples stand on boards without an opening; all other turns are written so",
}
"""Clauses that fewer than two questions name, and the reason."""
each_game = pytest.mark.parametrize("game", GAMES)
each_file = pytest.mark.parametrize(("game", "which"), [(game, which) for game in GAMES for which in SETS])
SCHEMA = json.loads((folder() / "vector.schema.json").read_text())


@pytest.fixture(scope="module")
def schema() -> Any:
    files = sorted((spec_folder() / "protocol").glob("*.schema.json"))
    known = [json.loads(file.read_text()) for file in files]
    registry = jsonschema_rs.Registry([(each["$id"], each) for each in known])
    return jsonschema_rs.Draft202012Validator(SCHEMA, registry=registry)


@each_file
def test_every_line_is_as_the_schema_says_and_is_printed_as_it_was_read(schema: Any, game: str, which: Which) -> None:
    lines = (folder() / file_name(game, which)).read_text().splitlines()
    for line in lines:
        data = strict_json.decode(line)
        assert data["game"] == game
        schema.validate(data)
    assert [vector.line for vector in read_file(folder() / file_name(game, which))] == lines


def test_the_schema_refuses_what_is_no_vector(schema: Any) -> None:
    good = read("scrunch")[0].to_json()
    changes: list[dict[str, Any]] = [
        {"depth": 2, "turns": ["a1"]},
        {"do": "play"},
        {"new": 1},
        {"answer": {}},
        {"id": "x"},
    ]
    for change in changes:
        assert not schema.is_valid(good | change)
    assert schema.is_valid(good)
    assert all(map(schema.is_valid, SCHEMA["examples"]))


def all_files() -> Files:
    core = {game: list(read(game)) for game in GAMES}
    rest = {game: list(read(game, "full")[len(core[game]) :]) for game in GAMES}
    return {(game, which): found[game] for game in GAMES for which, found in zip(SETS, (core, rest), strict=True)}


def test_the_index_is_what_the_files_make_it() -> None:
    assert index_of(all_files(), read_index()["version"]) == read_index()


@each_game
def test_ids_are_unique_and_made_of_the_question(game: str) -> None:
    for which in SETS:
        ids = [vector.id for vector in read_file(folder() / file_name(game, which))]
        assert ids == sorted(ids)
    full = [vector.id for vector in read(game, "full")]
    assert len(set(full)) == len(full)
    assert {vector.id for vector in read(game)} < set(full)


def test_all_files_together_are_small() -> None:
    assert sum(file.stat().st_size for file in folder().iterdir()) <= MOST_BYTES
    assert all(len(read(game)) <= MOST_IN_CORE for game in GAMES)


@pytest.mark.parametrize("game", [only_in_ci("crumble"), "scrunch", "splinter"])
def test_the_answers_of_the_core_are_those_of_the_reference(game: str) -> None:
    assert [vector.id for vector in wrong_answers(read(game))] == []


@each_game
def test_every_clause_is_asked_about_twice_in_the_core_and_none_is_named_that_the_spec_lacks(game: str) -> None:
    known = {clause.id for clause in clauses(game)}
    counts = Counter(clause for vector in read(game) for clause in vector.clauses)
    assert {clause for clause in known if counts[clause] < 2} <= NOT_ASKED_ABOUT.keys()
    assert {clause for vector in read(game, "full") for clause in vector.clauses} <= known


@each_game
def test_a_good_share_of_the_core_begins_with_the_opening(game: str) -> None:
    from_start = [vector for vector in read(game) if "turns" in vector.to_json()]
    assert len(from_start) >= len(read(game)) / 6
    assert len({vector.question.board for vector in from_start}) >= 4


@pytest.mark.ci
def test_the_version_goes_up_with_what_has_changed() -> None:
    files, version = all_files(), read_index()["version"]
    major, minor, patch = map(int, version.split("."))
    assert next_version(folder(), files) == version
    vectors = files["scrunch", "core"]
    corrected = [Vector(each.question, each.answer, each.clauses, "play") for each in vectors]
    files["scrunch", "core"] = corrected
    assert next_version(folder(), files) == f"{major}.{minor}.{patch + 1}"
    files["scrunch", "core"] = vectors[1:]
    assert next_version(folder(), files) == f"{major}.{minor + 1}.0"
