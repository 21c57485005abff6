"""Puzzles in both forms: there and back for all games, hostile files, and the JSON form against its schema."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES, find_game
from shatterproof.spec import spec_folder
from shatterproof_properties import play
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.puzzles.checker.certificate import FIELDS
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.files.collection import Collection, collection_from_json, parse_collection
from shatterproof_properties.puzzles.files.statement import LONGEST_NOTE
from shatterproof_properties.puzzles.files.text import (
    TAGS,
    format_puzzle,
    parse_puzzle,
    puzzle_from_json,
    puzzle_to_json,
)
from shatterproof_properties.puzzles.proof.verification import verify

SCHEMA = json.loads((spec_folder() / "puzzles" / "puzzle.schema.json").read_bytes())
PAGE = (spec_folder() / "puzzles" / "README.md").read_text()
CERTIFICATES = (spec_folder() / "puzzles" / "certificates.md").read_text()

Found = TypeVar("Found")

PRINTED = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=30)


def line_of(text: str) -> str:
    return " ".join(text.split())


LINE = PRINTED.map(line_of)
THEME = PRINTED.map(lambda text: line_of(text.replace(",", "").replace(";", ""))).filter(bool)
NAME = PRINTED.map(lambda text: line_of(text.replace(";", ""))).filter(bool)
NOTE = st.lists(LINE.map(lambda line: line.replace("}", "")), max_size=4).map(lambda lines: noted("\n".join(lines)))


def noted(text: str) -> str:
    return "\n".join(map(line_of, text.splitlines())).strip()


@st.composite
def puzzles(draw: st.DrawFn, name: str) -> Puzzle:
    """Puzzles whose claims need not hold, about any position."""
    game = find_game(name)
    position = draw(play.positions_set_up(game, readings=play.readings(game)))
    claim = draw(st.sampled_from((Claim("wins", 2), Claim("mated", 1), Claim("defends", 1), Claim("wins", 1, True))))
    turns = [] if claim.kind == "mated" else islice(game.turns(position), draw(st.integers(0, 1)))
    key = tuple(game.format_turn(position, turn) for turn in turns)
    texts = {each: draw(LINE) for each in ("title", "source", "dedication", "comment")}
    texts["date"] = draw(st.just("") | st.dates().map(str) | st.dates().map(lambda day: f"{day.year:04}"))
    texts["author"] = "; ".join(draw(st.lists(NAME, max_size=3, unique=True)))
    themes = tuple(draw(st.lists(THEME, max_size=3, unique=True)))
    difficulty = draw(st.none() | st.integers(1, 5))
    return Puzzle(
        name, position_to_json(game, position), claim, position.readings.departures(), key,
        **texts, note=draw(NOTE), themes=themes, difficulty=difficulty,
    )  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_what_is_printed_is_read_back_in_both_forms(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(name))
    assert parse_puzzle(format_puzzle(puzzle)) == puzzle
    assert puzzle_from_json(strict_json.decode(strict_json.encode(puzzle_to_json(puzzle)))) == puzzle


def reads_or_complains(text: str) -> None:
    """Fails unless a puzzle is read that can be printed and read again, or one line says why not."""
    puzzle = read_or_refused(lambda: parse_puzzle(text))
    assert isinstance(puzzle, str) or parse_puzzle(format_puzzle(puzzle)) == puzzle


def read_or_refused(read: Callable[[], Found]) -> Found | str:
    """What is read, or the place in a one-line complaint. Any other error passes."""
    try:
        return read()
    except InputError as complaint:
        text, where = str(complaint), complaint.where
    assert 0 < len(text) < 1000
    assert len(text.splitlines()) == 1
    return where


def with_mistakes(data: st.DataObject, text: str) -> str:
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 12)))
        text = text[:at] + data.draw(st.text(max_size=3) | st.sampled_from(('"', "{", "}", "\n", "]"))) + text[until:]
    return text


@given(st.text() | st.text('[]"\\{} \n#CollectionFilePuzzleGameClaimcrumblewins-2scrunchdark,xo.ABab'))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    reads_or_complains(text)
    assert not isinstance(read_or_refused(lambda: parse_collection(text)), Collection)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_file_with_mistakes_in_it_is_read_or_refused_in_one_line(name: str, data: st.DataObject) -> None:
    reads_or_complains(with_mistakes(data, format_puzzle(data.draw(puzzles(name)))))


HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=9) | st.sampled_from(("crumble", "wins-1", "}")),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=5), values, max_size=3),
    max_leaves=4,
)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_json_with_any_field_changed_is_read_or_refused_with_its_pointer(name: str, data: st.DataObject) -> None:
    said = puzzle_to_json(data.draw(puzzles(name)))
    field = data.draw(
        st.sampled_from(sorted(said)) | st.sampled_from(sorted(SCHEMA["properties"])) | st.text(max_size=5)
    )
    said[field] = data.draw(HOSTILE)
    found = read_or_refused(lambda: puzzle_from_json(said))
    assert isinstance(found, Puzzle) or found.startswith("/")


@given(HOSTILE)
def test_any_json_is_refused_with_a_pointer(value: Any) -> None:
    for read in (puzzle_from_json, collection_from_json):
        with pytest.raises(InputError) as caught:
            read(value)
        assert caught.value.where.startswith("/")


SMALL = Puzzle("splinter", position_to_json(find_game("splinter"), find_game("splinter").start()), Claim("wins", 1))


REMOVE_ONE = {"splinter.tie": "remove-one"}


def changed(**fields: Any) -> dict[str, Any]:
    data = puzzle_to_json(SMALL) | fields
    return {name: value for name, value in data.items() if value is not ...}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"format": "x"}, '/format: format is "x"; expected "shatterproof-puzzle"'),
        ({"version": 2}, "/version: version is 2; expected 1"),
        ({"version": True}, "/version: version is true; expected 1"),
        ({"position": ...}, '/: lacks "position"; expected The position'),
        ({"colour": "red"}, '/: unknown field "colour"; expected only format, version'),
        ({"game": "chess"}, "/game: unknown game 'chess'; expected one of crumble, scrunch, splinter"),
        ({"game": "crumble"}, '/position'),
        ({"claim": "crumblemate"}, '/claim: "crumblemate" is refused; expected What is claimed'),
        ({"claim": "mated-1", "solution": ["a2N"]}, "/solution: a solution to a mate"),
        ({"solution": ["a2N", "zz"]}, "/solution/0: 'a2N' is illegal"),
        ({"solution": ["zz"]}, "/solution/0: 'zz' is no turn"),
        ({"side": "white"}, "/side: the position has blue to move"),
        ({"difficulty": 6}, "/difficulty: 6 is refused; expected How hard it is: 1 to 5"),
        ({"themes": ["ring", " ring"]}, "/themes/1: the theme ring is given twice"),
        ({"title": "a\u0007"}, "/title: a character that cannot be printed, U+0007"),
        ({"author": "Anna;"}, "/author: an author without a name; expected names with semicolons between them"),
        ({"comment": "x" * 301}, '/comment: "x'),
        ({"note": "}"}, '/note: "}" is refused'),
        ({"note": "x" * (LONGEST_NOTE + 1)}, "/note: "),
        ({"readings": {"splinter.tie": "never"}}, "/readings: splinter.tie has no value 'never'"),
        ({"readings": {"splinter.tie": 1}}, "/readings/splinter.tie: 1 is refused"),
        ({"position": {"game": "splinter"}}, "/position: field 'board' is missing"),
        ({"position": []}, "/position: [] is no object"),
        ({"readings": REMOVE_ONE, "position": {**SMALL.position, "readings": REMOVE_ONE}}, "/position: unknown field"),
    ],
)  # fmt: skip
def test_json_that_is_wrong_is_reported_with_its_pointer(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzle_from_json(changed(**fields))
    assert str(caught.value).startswith(message)


def test_the_schema_is_valid_accepts_its_examples_and_describes_every_field_of_puzzles() -> None:
    jsonschema_rs.meta.validate(SCHEMA)
    assert SCHEMA["examples"]
    for example in SCHEMA["examples"]:
        puzzle = puzzle_from_json(example)
        assert puzzle_to_json(puzzle) == example
        assert verify(puzzle).verdict == "proved"
    full = replace(
        SMALL, claim=Claim("wins", 1, True), readings={"splinter.tie": "remove-one"}, solution=("a2E",), title="a",
        author="b", date="c", source="d", dedication="g", comment="h", note="e", themes=("f",), difficulty=1,
    )  # fmt: skip
    assert set(SCHEMA["properties"]) == {*puzzle_to_json(full), "side"}
    assert all(field["description"] for field in SCHEMA["properties"].values())


def test_the_examples_of_the_page_are_puzzles_that_hold_and_one_says_everything() -> None:
    written = [parse_puzzle(text) for text in re.findall(r"```puzzle\n(.*?)```", PAGE, re.DOTALL)]
    data = [puzzle_from_json(strict_json.decode(text)) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
    assert any(all((each.title, each.solution, each.note, each.themes, each.difficulty)) for each in written)
    assert data[0] == written[0]
    assert all(verify(puzzle).verdict == "proved" for puzzle in written)


def test_the_page_tells_of_every_tag_and_every_field() -> None:
    for name in TAGS:
        assert f"`{name}`" in PAGE, name
    for name in SCHEMA["properties"]:
        assert f'"{name}":' in PAGE or f"`{name}`" in PAGE, name
    for name in FIELDS:
        assert f"`{name}`" in CERTIFICATES, name
