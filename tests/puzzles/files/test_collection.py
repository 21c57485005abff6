"""Collections of puzzles in one file, in both forms: there and back, hostile files, and what is wrong with files."""

from __future__ import annotations

import json
from collections.abc import Callable

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.files.test_json_form import HOSTILE, LINE, puzzles, read_or_refused, with_mistakes
from puzzles.showcase import SAMPLES, proved
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.files.collection import (
    HEADING,
    Collection,
    Entry,
    check_size,
    collection_from_json,
    collection_to_json,
    duplicates,
    format_collection,
    name_of,
    parse_collection,
)
from shatterproof_properties.puzzles.files.text import format_puzzle, is_collection, parse_puzzle, puzzle_from_text

SCHEMA = json.loads((spec_folder() / "puzzles" / "collection.schema.json").read_bytes())
NAME = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=9)
FIRST, SECOND = "a quiet join", "a tie to win"


def collected(*names: str) -> Collection:
    entries = tuple(Entry(name.replace(" ", "-"), *proved(name)) for name in names)
    return Collection(entries, title="Some", editor="Anna")


def parsed(*names: str) -> Json:
    """A collection as JSON that a test may change."""
    data: Json = strict_json.decode(strict_json.encode(collection_to_json(collected(*names))))
    return data


def bare(collection: Collection) -> Collection:
    return Collection(tuple(Entry(name, puzzle) for name, puzzle, _ in collection.entries), **collection.heading)


@st.composite
def collections(draw: st.DrawFn) -> Collection:
    """Collections without certificates; their claims need not hold."""
    every = draw(st.lists(st.sampled_from(GAMES).flatmap(puzzles), min_size=1, max_size=3))
    names = draw(st.lists(NAME, min_size=len(every), max_size=len(every), unique_by=str.casefold))
    heading = {each: draw(LINE) for each in HEADING}
    return Collection(tuple(map(Entry, names, every)), **heading)


@given(collections())
def test_what_is_printed_is_read_back_in_both_forms(collection: Collection) -> None:
    text = format_collection(collection)
    assert parse_collection(text) == collection
    assert format_collection(parse_collection(text)) == text
    assert collection_from_json(strict_json.decode(strict_json.encode(collection_to_json(collection)))) == collection


def test_certificates_go_along_as_json_and_stay_behind_in_text_where_a_heading_and_names_may_be_missing() -> None:
    collection = collected(*SAMPLES)
    assert collection_from_json(collection_to_json(collection)) == collection
    assert parse_collection(format_collection(collection)) == bare(collection)
    text = "\n".join(format_puzzle(proved(name)[0]) for name in (FIRST, SECOND))
    found = parse_collection(text)
    assert [entry.name for entry in found.entries] == ["01-a-quiet-join", "02-a-tie-to-win"]
    assert [entry.puzzle for entry in found.entries] == [proved(name)[0] for name in (FIRST, SECOND)]
    assert found.heading == {}
    assert name_of(7, "") == "07"


def test_notes_may_hold_whatever_looks_like_a_puzzle() -> None:
    text = format_puzzle(proved(FIRST)[0]) + '\n{ See\n\n[Puzzle "another"]\n}\n' + format_puzzle(proved(SECOND)[0])
    found = parse_collection(text)
    assert len(found.entries) == 2
    assert '[Puzzle "another"]' in found.entries[0].puzzle.note


@given(st.data())
def test_a_collection_with_mistakes_in_it_is_read_or_refused_in_one_line(data: st.DataObject) -> None:
    text = with_mistakes(data, format_collection(collected(FIRST, SECOND)))
    found = read_or_refused(lambda: parse_collection(text))
    assert isinstance(found, str) or parse_collection(format_collection(found)) == found


@given(st.data())
def test_json_with_any_field_changed_is_read_or_refused_with_its_pointer(data: st.DataObject) -> None:
    said = parsed(FIRST, SECOND)
    at: Json = data.draw(st.sampled_from((said, *said["puzzles"], said["puzzles"][0]["certificate"])))
    at[data.draw(st.sampled_from(sorted(at)) | st.text(max_size=5))] = data.draw(HOSTILE)
    found = read_or_refused(lambda: collection_from_json(said))
    assert isinstance(found, Collection) or found.startswith("/")


TEXT = format_collection(bare(collected(FIRST, SECOND)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Editor "Anna"]\n', '[Editor "Anna"]\n[Autor "A"]\n', "line 3: unknown tag Autor; expected one of Coll"),
        ('[Editor "Anna"]\n', '[Editor "Anna"]\nhello\n', "line 3: text follows the heading; expected an empty line"),
        ('[File "a-quiet-join"]', '[File "../up"]', "line 4, tag File: '../up' is no name of a file; expected at most"),
        ('[File "a-quiet-join"]', '[File "A-TIE-to-win"]', "line 16: two puzzles are called a-tie-to-win; expected"),
        ('[Game "splinter"]', '[Game "chess"]', "line 18, tag Game: unknown game 'chess'; expected one of"),
        ('[Game "splinter"]\n', "", "line 16: the tag Game is missing"),
        ("XO.", "XOO.", "line 24: the row has 4 squares"),
        ('[Claim "wins-1"]', '[Claim "wins-x"]', "line 19, tag Claim: 'wins-x' counts no turns"),
        (TEXT, '[Collection "none"]\n', "there is no puzzle in this collection; expected one or more"),
        (TEXT, "", "there is no puzzle in this collection; expected one or more"),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(InputError) as caught:
        parse_collection(TEXT.replace(old, new))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.update(version=2), "/version: version is 2; expected 1"),
        (lambda data: data.update(colour="red"), '/: unknown field "colour"; expected only format, version'),
        (lambda data: data.update(puzzles=[]), "/puzzles: "),
        (lambda data: data.update(title="\x07"), "/title: a character that cannot be printed"),
        *(
            (lambda data, name=name: data["puzzles"][1].update(name=name), f"/puzzles/1/name: {name!r} is no name")
            for name in ("a/b", ".a", "a.", " a")
        ),
        (lambda data: data["puzzles"][1].update(name="A-quiet-join"), "/puzzles/1/name: two puzzles are called"),
        (lambda data: data["puzzles"][1]["puzzle"].update(claim="x"), '/puzzles/1/puzzle/claim: "x" is refused'),
        (lambda data: data["puzzles"][1]["certificate"].pop("seal"), "/puzzles/1/certificate: field 'seal' is missing"),
        (
            lambda data: data["puzzles"][1].update(certificate=data["puzzles"][0]["certificate"]),
            "/puzzles/1/certificate/game: the certificate has another game than the puzzle",
        ),
    ],
)
def test_json_that_is_wrong_is_reported_with_its_pointer(change: Callable[[Json], object], message: str) -> None:
    data = parsed(FIRST, SECOND)
    change(data)
    with pytest.raises(InputError) as caught:
        collection_from_json(data)
    assert str(caught.value).startswith(message)


def test_a_collection_is_known_by_its_beginning_or_a_second_puzzle_and_is_no_puzzle() -> None:
    collection = collected(FIRST)
    for text in (format_collection(collection), strict_json.encode(collection_to_json(collection))):
        assert is_collection(text)
        with pytest.raises(InputError, match="this is a collection of puzzles; expected one puzzle"):
            puzzle_from_text(text)
    one, other = (format_puzzle(proved(name)[0]) for name in (FIRST, SECOND))
    assert all(map(is_collection, (f"{one}\n{other}", f'[File "one"]\n{one}')))
    for text in (one, f'{one}\n{{ a note\n[Puzzle "x"]\n}}\n', f'[Puzzle "x"]\n[Puzzle "y"]\n{one}'):
        assert not is_collection(text)


def test_the_same_puzzle_twice_is_found() -> None:
    (name, puzzle, _), other = collected(FIRST, SECOND).entries
    again = Entry("again", parse_puzzle(format_puzzle(puzzle).replace("[Puzzle ", '[Author "me"]\n[Puzzle ')))
    assert duplicates([Entry(name, puzzle), other, again]) == [[name, "again"]]
    assert duplicates([Entry(name, puzzle), other]) == []


def test_the_schema_is_valid_and_describes_every_field() -> None:
    jsonschema_rs.meta.validate(SCHEMA)
    full = Collection(collected(FIRST).entries, *"abcde")
    assert set(SCHEMA["properties"]) == set(collection_to_json(full))
    entry = SCHEMA["properties"]["puzzles"]["items"]["properties"]
    assert set(entry) == set(collection_to_json(full)["puzzles"][0])
    assert all(field["description"] for field in (*SCHEMA["properties"].values(), *entry.values()))


def test_too_many_puzzles_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shatterproof_properties.puzzles.files.collection.MOST_PUZZLES", 2)
    with pytest.raises(InputError, match="3 puzzles; expected at most 2"):
        parse_collection('[Puzzle "a"]\nx\n\n' * 3)


def test_a_text_that_could_not_be_read_again_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "SIZE_LIMIT", 10)
    check_size("a" * 10)
    with pytest.raises(InputError, match="the collection would have 11 bytes; expected at most 10"):
        check_size("a" * 11)
