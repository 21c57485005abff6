"""Judging whole folders of game records, and the readings under which a record is legal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from shatterproof.errors import InputError
from shatterproof.record import parse_record
from shatterproof_properties.cli import main
from shatterproof_properties.judging import legality as legality_module
from shatterproof_properties.judging import records as judged
from shatterproof_properties.judging.legality import Legality, legal_under
from shatterproof_properties.judging.records import JudgedFile, JudgedFolder, judge_file, judge_folder

SMALL = '[Game "scrunch"]\n[Board "2"]\n'
FROM_ALL = f'{SMALL}[Readings "isolated=from-all"]\n'
SIX_TURNS = "1) 1VW-N 0VW-NEE 2) 3HNW 1HNE 3) 3HNNW 1HNNE"
DRAWN = f'[Game "crumble"]\n[Position "2x2, Black to move/ABab/ABab/ccCC/ccCC"]\n{SIX_TURNS}'
"""Drawn by repetition after its sixth turn."""
RING = "6x4, Black to move/Acacab/BABaba/AdAbCC/BABaba"
"""A position with a piece inside a ring."""


def legality(text: str) -> Legality:
    return legal_under(parse_record(text))


def folder(place: Path, **texts: str) -> JudgedFolder:
    for name, text in texts.items():
        path = place / (name.replace("__", "/") + ".txt")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return judge_folder(place)


OWN, DRAWS = {"scrunch.isolated": "from-own"}, ({"crumble.draw": "draw-turns"}, {"crumble.draw": "agreement-only"})
LEGALITIES = {
    "no reading bears on it": (f"{SMALL}1) a1 c2 *", True, True, (), ""),
    "it depends on one": (f"{SMALL}1) a1 a2", True, True, (), "depends on scrunch.isolated=from-own"),
    "it depends on two together": (
        f"{FROM_ALL}1) b2 pass *", True, True, (), "depends on scrunch.isolated=from-all, scrunch.shut-out=pass"),
    "one makes it legal": (f"{FROM_ALL}1) a1 a2", False, True, (OWN,), "legal under scrunch.isolated=from-own"),
    "one is not enough, and two are": (
        f"{SMALL}1) b2 pass 2) b1 *", False, True,
        ({"scrunch.isolated": "from-all", "scrunch.first-wriggle": "bare-placement"},),
        "legal under scrunch.isolated=from-all with scrunch.first-wriggle=bare-placement"),
    "nothing makes it legal": (f"{SMALL}1) a1 a1", False, True, (), "legal under no other one or two readings"),
    "another bears its result out": (
        f"{DRAWN} *", True, False, DRAWS,
        "that result holds under crumble.draw=draw-turns, or crumble.draw=agreement-only"),
    "a resignation bears its result out": (
        f'{SMALL}[Termination "resignation"]\n1) a1 c2 1-0', True, True, (), ""),
    "nothing bears its result out": (f"{SMALL}1) a1 c2 1-0", True, False, (), ""),
}  # fmt: skip


@pytest.mark.parametrize(("text", "legal", "fits", "departures", "words"), LEGALITIES.values(), ids=LEGALITIES)
def test_a_record_is_legal_under_these_readings(
    text: str, legal: bool, fits: bool, departures: tuple[dict[str, str], ...], words: str
) -> None:
    found = legality(text)
    assert (found.legal, found.fits, found.departures, found.to_text()) == (legal, fits, departures, words)


def only(text: str, place: Path) -> JudgedFile:
    """The judgement of the only game in a file with this text."""
    path = place / "game.txt"
    path.write_text(text)
    (found,) = judge_file(path)
    return found


def test_a_turn_after_the_end_is_legal_under_readings_by_which_the_game_goes_on(tmp_path: Path) -> None:
    found = only(f"{DRAWN} 4) 0H *", tmp_path)
    assert found.status == "illegal"
    assert found.legality is not None
    assert {"crumble.draw": "agreement-only"} in found.legality.departures
    assert "the game is over (crumble.turn.finished)" in found.to_text()
    assert "legal under crumble.draw=draw-turns, or crumble.draw=agreement-only" in found.to_text()


def test_a_start_that_may_not_stand_is_legal_under_readings_by_which_it_may(tmp_path: Path) -> None:
    text = f'[Game "crumble"]\n[Readings "draw=agreement-only"]\n[Position "{RING}"]\n1) 4,1V *'
    found = only(text, tmp_path)
    assert found.status == "broken"
    assert found.legality is not None
    assert {"crumble.standing-enclosure": "next-step"} in found.legality.departures
    # The readings of a tag stay while others depart.
    assert found.legality.values["crumble.draw"] == ()
    assert found.legality.values["crumble.standing-enclosure"] == ("next-step", "until-closed")
    assert "line 3, tag Position" in found.why


def test_a_record_too_long_to_try_everything_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legality_module, "MOST_REPLAYED", 1)
    found = legality(f"{FROM_ALL}1) a1 a2")
    assert not found.whole
    assert found.to_text().endswith(", of those that were tried")


def test_a_folder_is_judged_with_the_folders_in_it(tmp_path: Path) -> None:
    found = folder(tmp_path, one=f"{SMALL}1) a1 c2 *", deeper__two=f"{SMALL}1) a1 a1 *")
    lines = found.to_text().splitlines()
    assert lines[0].startswith("deeper/two.txt: illegal: line 3, move 1 (Light), a1: ")
    assert lines[1] == "one.txt: legal: 2 turns, undecided"
    assert lines[2] == "2 records: 1 legal, 1 illegal"
    assert found.exit_code == 1


def test_a_broken_record_does_not_stop_the_others(tmp_path: Path) -> None:
    found = folder(tmp_path, a=f"{SMALL}1) zz *", b=f"{SMALL}1) a1 *", c=f"{SMALL}2) a1")
    assert [file.status for file in found.files] == ["broken", "legal", "broken"]
    assert found.to_text().startswith("a.txt: broken: line 3, move 1 (Dark): 'zz' is no turn")
    assert found.exit_code == 2


def test_files_that_are_no_records_are_named_and_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "picture.bin").write_bytes(b"\xff\xfe")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "position.json").write_text('{"game":"scrunch"}')
    (tmp_path / ".hidden").write_text(f"{SMALL}1) zz *")
    found = folder(tmp_path, one=f"{SMALL}1) a1 c2 *", notes="nothing to do with it")
    assert found.summary()[-1] == "4 files are no records: empty.txt, notes.txt, picture.bin, position.json"
    assert found.exit_code == 0
    monkeypatch.setattr(judged, "NAMED", 2)
    assert found.summary()[-1] == "4 files are no records: empty.txt, notes.txt and 2 more"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ('[Game "scrunch"]\n[White "J\xf6rg"]\n\n1) a1 *\n'.encode("latin-1"), ", line 2, byte 10: the text is not"),
        ('{J\xf6rg} [Game "scrunch"]\n\n1) a1 *\n'.encode("cp1252"), ", line 1, byte 3: the text is not UTF-8"),
        ('[Game "scrunch"]\n\n1) a1 *\n'.encode("utf-16"), ", line 1, byte 1: the text is not UTF-8"),
        (b'[Game "scrunch"]\n\n1) a1 ' + b" " * 9_000_000, ": the file is too long"),
    ],
    ids=["latin-1", "cp1252", "utf-16", "long"],
)
@pytest.mark.parametrize("alone", [True, False])
def test_a_record_whose_text_cannot_be_read_is_broken_with_the_reason(
    tmp_path: Path, data: bytes, reason: str, alone: bool
) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(data)
    found = folder(tmp_path) if alone else folder(tmp_path, b=f"{SMALL}1) a1 *")
    assert found.to_text().startswith(f"a.txt: broken: {file}{reason}")
    assert found.exit_code == 2


def test_a_reading_that_makes_all_records_legal_is_named(tmp_path: Path) -> None:
    found = folder(tmp_path, one=f"{FROM_ALL}1) a1 a2", two=f"{SMALL}1) a1 a2", three=DRAWN)
    assert "all records of Scrunch are legal under scrunch.isolated=from-own" in found.summary()
    assert not [line for line in found.summary() if "Crumble" in line]


def test_what_cannot_be_judged_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no file in it is a game record"):
        folder(tmp_path, one="x", two="y")
    with pytest.raises(InputError, match="this is no folder"):
        judge_folder(tmp_path / "one.txt")
    monkeypatch.setattr(judged, "MOST_FILES", 1)
    with pytest.raises(InputError, match="too many files"):
        judge_folder(tmp_path)


def test_a_link_in_a_circle_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    assert len(folder(tmp_path, one=f"{SMALL}1) a1 *").files) == 1


def test_a_folder_as_json_has_every_file_and_the_counts(tmp_path: Path) -> None:
    data = folder(tmp_path, a=f"{SMALL}1) zz *", b=f"{FROM_ALL}1) a1 a2 *", c="no record").to_json()
    assert data["counts"] == {"legal": 0, "illegal": 1, "broken": 1, "other": 1}
    assert data["exit_code"] == 2
    assert data["files"][1]["readings"]["departures"] == [{"scrunch.isolated": "from-own"}]
    assert data["files"][1]["clause"] == "scrunch.creation.egg"
    assert data["files"][0]["error"].startswith("line 3")


@pytest.mark.parametrize("end", ["\r", "\r\n", "\u2028", "\x85", "\x0b", "\x1c"])
def test_a_start_that_may_not_stand_is_a_line_whatever_ends_the_lines(tmp_path: Path, end: str) -> None:
    text = f'[Game "crumble"]\n[Position "{RING}"]\n1) 0V\n'.replace("\n", end)
    (tmp_path / "odd.txt").write_bytes(text.encode())
    judged = folder(tmp_path, good=f"{SMALL}1) a1 *")
    statuses = {file.path.name: file.status for file in judged.files}
    assert statuses == {"good.txt": "legal", "odd.txt": "broken"}


def test_a_link_that_cannot_be_followed_is_a_line(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to("x" * 300)
    judged = folder(tmp_path, good=f"{SMALL}1) a1 *")
    assert [file.status for file in judged.files] == ["legal", "broken"]
    assert "cannot be read: File name too long" in judged.files[1].why


def test_a_failure_of_our_own_is_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise AssertionError("never\nto happen")

    monkeypatch.setattr("shatterproof_properties.judging.records.judge", fails)
    judged = folder(tmp_path, good=f"{SMALL}1) a1 *")
    assert judged.files[0].why == "shatterproof itself failed: AssertionError: never to happen"
    assert judged.exit_code == 2


def test_the_games_in_one_file_are_judged_a_line_each(tmp_path: Path) -> None:
    games = [f"{SMALL}1) a1 c2 *", "{The second.}", f"{SMALL}1) a1 a1", "[Game {}]\n1) a1"]
    (tmp_path / "games.txt").write_text("\n".join(games))
    judged = judge_folder(tmp_path)
    assert [file.status for file in judged.files] == ["legal", "illegal", "broken"]
    first = [number for number, line in enumerate("\n".join(games).splitlines(), start=1) if line.startswith("[Game")]
    lines = judged.to_text().splitlines()
    assert [line.partition(" ")[0] for line in lines[:3]] == [f"games.txt:{number}:" for number in first]
    assert judged.exit_code == 2
    assert CliRunner().invoke(main, ["judge", str(tmp_path / "games.txt")]).output == judged.to_text()
