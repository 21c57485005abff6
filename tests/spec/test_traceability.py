"""Traceability: spec, reference, readings, properties and source map know the same clauses; four versions are named."""

from __future__ import annotations

import pkgutil
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import shatterproof
from shatterproof.game import GAMES
from shatterproof.spec import ASKED, anchor, clauses, page, page_examples, spec_version, topics
from shatterproof_properties.cli import main
from shatterproof_properties.common.clauses import clauses_under
from shatterproof_properties.invariants import registry

CLAUSES = [clause for game in GAMES for clause in clauses(game)]
REFERENCE = Path(shatterproof.__file__).parent
each_game = pytest.mark.parametrize("game", GAMES)


def ids_in_the_reference(game: str) -> Iterator[tuple[str, str]]:
    """Every clause id that the source of the reference mentions, with the file."""
    mentioned = re.compile(rf"(?<![\w./]){game}\.[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)?(?![\w.]*\()")
    for file in sorted(REFERENCE.rglob("*.py")):
        for found in mentioned.findall(file.read_text(encoding="utf-8")):
            yield found, file.name


def test_every_clause_names_functions_of_the_reference() -> None:
    for clause in CLAUSES:
        assert clause.references, clause.id
        for path in clause.references:
            assert path.startswith(f"shatterproof.{clause.id.partition('.')[0]}."), clause.id
            assert pkgutil.resolve_name(path) is not None, clause.id


def test_every_clause_says_what_it_must_say() -> None:
    for clause in CLAUSES:
        assert clause.title.endswith((".", "?", ")")), clause.id
        assert clause.formally, clause.id
        assert clause.source, clause.id
        assert clause.examples, clause.id


def test_players_ask_at_least_five_things_that_each_clause_answers() -> None:
    for clause in CLAUSES:
        assert len({each.question for each in clause.asked}) >= 5, clause.id
        assert ASKED not in clause.text, clause.id


@each_game
def test_what_is_not_covered_says_what_is_known_and_is_asked_about(game: str) -> None:
    left_out = [topic for topic in topics(game) if not topic.is_covered]
    assert len(left_out) >= 8
    for topic in left_out:
        assert len(topic.asked) >= 5
        assert len(topic.text.split()) > 5


def test_every_clause_has_a_property() -> None:
    assert [clause.id for clause in CLAUSES if not registry().get(clause.id)] == []


@each_game
def test_properties_guard_known_clauses_only(game: str) -> None:
    known = {clause.id for clause in clauses(game)}
    assert {guarded for guarded in registry() if guarded.startswith(f"{game}.")} <= known


@each_game
def test_ids_are_unique(game: str) -> None:
    ids = [clause.id for clause in clauses(game)]
    assert len(ids) == len(set(ids))


@each_game
def test_every_clause_that_the_reference_mentions_is_in_the_spec(game: str) -> None:
    known = {clause.id for clause in clauses(game)}
    mentioned = list(ids_in_the_reference(game))
    assert len({found for found, _ in mentioned}) > 20
    groups = {name.rpartition(".")[0] for name in known}
    assert [(found, file) for found, file in mentioned if found not in known | groups] == []


@each_game
def test_every_reading_is_linked_from_a_rule_on_which_it_bears(game: str) -> None:
    assert [clause.id for clause in clauses(game) if clause.values and not clauses_under(clause)] == []


@each_game
def test_every_reading_shows_each_of_its_values_in_an_example(game: str) -> None:
    for clause in clauses(game):
        texts = "".join(example.text for example in clause.examples)
        for value in clause.values[1:]:
            assert f"{clause.id}={value}" in texts


@each_game
def test_the_source_map_accounts_for_every_clause(game: str) -> None:
    rows = re.findall(r"^\| .* \| (.*) \|$", page(game).partition("## Source map")[2], re.MULTILINE)
    mapped = {found for row in rows for found in re.findall(rf"\[({game}\.[a-z.-]+)\]", row)}
    known = {clause.id: clause for clause in clauses(game)}
    assert mapped <= set(known)
    left = [clause for name, clause in known.items() if name not in mapped]
    assert [clause.id for clause in left if not clause.values and not clause.is_ours] == []


@each_game
def test_links_on_the_page_lead_to_headings(game: str) -> None:
    headings = re.findall(r"^#+ (.+)$", page(game), re.MULTILINE)
    anchors = set(map(anchor, headings))
    assert [link for link in re.findall(r"\]\(#([^)]*)\)", page(game)) if link not in anchors] == []


@each_game
def test_no_two_headings_have_the_same_anchor(game: str) -> None:
    anchors = [anchor(heading) for heading in re.findall(r"^##+ (.+)$", page(game), re.MULTILINE)]
    assert len(set(anchors)) == len(anchors)


@each_game
def test_every_fenced_block_is_an_example(game: str) -> None:
    blocks = len(re.findall(rf"^```{game}$", page(game), re.MULTILINE))
    assert blocks == len(page_examples(game))
    in_clauses = [example for example in page_examples(game) if "#" not in example.clause]
    assert in_clauses == [example for clause in clauses(game) for example in clause.examples]
    assert page(game).count("```") == 2 * blocks


@each_game
def test_the_lines_of_examples_are_where_the_page_has_them(game: str) -> None:
    lines = page(game).splitlines()
    for clause in clauses(game):
        assert lines[clause.line - 1].endswith(clause.id)
        for example in clause.examples:
            assert lines[example.line - 1] == example.text.splitlines()[0], example.name


ROOT = Path(__file__).parents[2]


def test_all_versions_are_named() -> None:
    found = CliRunner().invoke(main, ["--version"])
    assert found.exit_code == 0
    package, protocol, games, vectors = found.output.splitlines()
    assert re.fullmatch(r"shatterproof \d+\.\d+\.\d+|shatterproof unpackaged", package)
    assert protocol == "protocol 1"
    assert games == "spec " + ", ".join(f"{game} {spec_version(game)}" for game in GAMES)
    assert re.fullmatch(r"vectors \d+\.\d+\.\d+", vectors)


def test_the_changes_have_the_version_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {project['version']}" in changes
