"""Files of known differences: what is read, what is refused and where, and what an update leaves alone."""

from __future__ import annotations

import datetime
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.in_process import in_process
from conformance.made import shrinking_briefly, without_mutant_probes
from conformance.made_verdicts import counted, led_elsewhere, refused, verdict
from running import refusal, run, run_for_json
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.conformance.history.known import KnownDifference
from shatterproof_properties.conformance.history.known_file import KnownFile, read_known, updated

TODAY = datetime.date.today()
ENTRY = replace(KnownDifference.of(refused()), why="It's late.", until=datetime.date(2027, 1, 31))


def written(folder: Path, text: str) -> Path:
    file = folder / "known.toml"
    file.write_text(text)
    return file


def kept(folder: Path, *data: Any) -> Path:
    """The verdicts of a run as a file."""
    return written(folder, strict_json.encode(data[0] if len(data) == 1 else {"games": list(data)}))


@pytest.mark.parametrize(
    "entry",
    [
        ENTRY,
        KnownDifference.of(counted()),
        replace(ENTRY, cause="pieces fly", earlier=()),
        replace(ENTRY, earlier=(led_elsewhere().question, refused(plies=2).question)),
    ],
    ids=["whole", "no clause", "earlier questions unknown", "earlier questions"],
)
def test_what_is_written_is_read_again(tmp_path: Path, entry: KnownDifference) -> None:
    (read,) = read_known(written(tmp_path, entry.to_toml())).entries
    assert read.to_toml() == entry.to_toml()
    assert read.earlier == entry.earlier


def test_files_and_verdicts_of_earlier_versions_are_read(tmp_path: Path) -> None:
    text = ENTRY.to_toml()
    for new, old in (("since", "declared"), ("until", "expires"), ("counterexample", "witness")):
        text = text.replace(f"{new} =", f"{old} =")
    assert read_known(written(tmp_path, text)).entries == (ENTRY,)
    data = verdict("crumble", [refused()]).to_json()
    del data["format"]
    data["differences"][0]["witness"] = data["differences"][0].pop("counterexample")
    (entry,) = read_known(kept(tmp_path, data)).entries
    assert entry == KnownDifference.of(refused())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[difference]]\ngame = 3", "difference 1: game is no text"),
        ("[[difference]]\ngame = 'chess'", "lacks"),
        ("[[difference]]\nnames = 'x'", "unknown field 'names'"),
        ("[[difference", "not TOML"),
        ("[other]\nx = 1", "unknown table 'other'"),
        ("difference = 3", "no list of entries"),
        ("a = " + "[" * 5000, "not TOML"),
        (f"why = {'9' * 5000}", "not TOML: a number"),
    ],
)
def test_a_file_that_holds_nothing_clear_is_refused(tmp_path: Path, text: str, said: str) -> None:
    line = refusal("check", "crumble", "--known", written(tmp_path, text))
    assert line.startswith(str(tmp_path / "known.toml"))
    assert said in line


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"crumble"\n', '"chess"\n', "game is 'chess'"),
        ('"refuses"', '"dislikes"', "kind is 'dislikes'"),
        ('"crumble.', '"crumble.no.', "crumble.no."),
        (f"since = {TODAY}", f"since = {TODAY}T10:00:00", "since is no date"),
        ("counterexample = '{", "counterexample = '{{", "counterexample"),
        ('"turn":', '"earlier":3,"turn":', "earlier is no list"),
        ('"played":[', '"played":["nonsense",', "nonsense"),
    ],
)
def test_an_entry_that_cannot_be_understood_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = replace(ENTRY, why="").to_toml()
    assert old in text
    with pytest.raises(InputError, match=said) as caught:
        read_known(written(tmp_path, text.replace(old, new, 1)))
    assert "known.toml, difference 1" in caught.value.where


def test_a_verdict_is_read_with_what_to_do(tmp_path: Path) -> None:
    known = read_known(kept(tmp_path, verdict("crumble", [refused(), counted()]).to_json()))
    assert [(each.kind, each.clause) for each in known.entries] == [("refuses", refused().clause), ("count", "")]
    assert "--update-known" in known.remark
    several = read_known(kept(tmp_path, verdict("scrunch").to_json(), verdict("crumble", [refused()]).to_json()))
    assert [each.game for each in several.entries] == ["crumble"]


def broken(**parts: Any) -> dict[str, Any]:
    return {**verdict("crumble", [refused()]).to_json(), **parts}


def with_counterexample(**parts: Any) -> dict[str, Any]:
    data = broken()
    data["differences"][0]["counterexample"] |= parts
    return data


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({}, ""),
        ({"games": 1}, ""),
        ({"games": [1]}, ""),
        (broken(game="chess"), ""),
        (broken(verdict=1), ", crumble"),
        (broken(differences=3), ", crumble"),
        (broken(differences=[{}]), ", crumble, difference 1"),
        (broken(differences=[{**refused().to_json(), "kind": "fine"}]), ", crumble, difference 1"),
        (with_counterexample(turn=7), ", crumble, difference 1, counterexample"),
        (with_counterexample(played=["nonsense"]), ", crumble, difference 1, counterexample"),
        (with_counterexample(start={"game": "crumble"}), ", crumble, difference 1, counterexample"),
        (with_counterexample(surplus="\x1b[2J"), ", crumble, difference 1, counterexample"),
    ],
)
def test_what_is_no_verdict_is_refused_with_the_place(tmp_path: Path, data: Any, where: str) -> None:
    with pytest.raises(InputError) as caught:
        read_known(kept(tmp_path, data))
    assert caught.value.where == f"{tmp_path / 'known.toml'}{where}"
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 1200


def damages(whole: bytes) -> Iterator[bytes]:
    """Files damaged by a full disk, a lost page, or an editor with another encoding."""
    yield from (whole[:end] for end in (1, len(whole) // 2, len(whole) - 2))
    yield whole[:100] + bytes(512) + whole[612:]
    yield bytes(len(whole))
    yield whole.replace(b"crumble", b"cr\xfcmble", 1)
    yield whole.decode().encode("utf-16")
    yield whole + whole
    yield whole.replace(b'"results":1', b'"results":' + b"9" * 5000)
    yield whole.replace(b'"game"', b'"gamf"')
    yield b"\n".join((whole, b"shatterproof: interrupted"))


def test_a_damaged_file_is_refused_before_an_engine_is_started(tmp_path: Path) -> None:
    file = kept(tmp_path, verdict("crumble", [refused()]).to_json())
    started = tmp_path / "started"
    command = shlex.join([sys.executable, "-c", f"open({str(started)!r}, 'w')"])
    whole = file.read_bytes()
    for damaged in damages(whole):
        assert damaged != whole
        file.write_bytes(damaged)
        assert str(file) in refusal("check", "crumble", "--engine", command, "--known", file)
    assert not started.exists()


@given(data=st.data())
def test_a_file_with_any_bytes_changed_is_read_or_refused(data: st.DataObject, tmp_path_factory: Any) -> None:
    wholes = (ENTRY.to_toml(), strict_json.encode(broken()))
    whole = bytearray(data.draw(st.sampled_from(wholes)).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    file = tmp_path_factory.mktemp("damaged") / "known.toml"
    file.write_bytes(whole)
    complaint = ""
    try:
        read_known(file)
    except InputError as error:
        complaint = str(error)
    assert not complaint or complaint.isprintable()


def test_an_update_adds_what_is_new_and_leaves_alone_what_a_person_wrote(tmp_path: Path) -> None:
    other = KnownDifference.of(counted())
    text = f"# Ours.\n\n{ENTRY.to_toml()}# Until the rewrite.\n\n{other.to_toml()}"
    known = read_known(written(tmp_path, text))
    new = KnownDifference.of(led_elsewhere())
    assert updated(known, [], []) == text
    assert updated(known, [], [new, other]) == f"{text}\n{new.to_toml()}"
    assert updated(known, [ENTRY], []) == f"# Ours.\n\n{other.to_toml()}"
    replaced = f"# Ours.\n\n{ENTRY.to_toml()}# Until the rewrite.\n\n{new.to_toml()}"
    assert updated(known, [known.entries[1]], [new]) == replaced
    # An entry that is over is not written a second time.
    assert updated(known, [], [replace(KnownDifference.of(refused()))]) == text


def test_an_update_of_a_new_file_says_what_it_is(tmp_path: Path) -> None:
    for file in (tmp_path / "new.toml", written(tmp_path, "")):
        assert read_known(file, update=True) == KnownFile(str(file), is_updated=True)
    text = updated(KnownFile("known.toml"), [], [ENTRY])
    assert text.startswith("# Known differences")
    assert read_known(written(tmp_path, text)).entries == (ENTRY,)


@pytest.mark.parametrize("inline", [True, False])
def test_entries_that_cannot_be_told_apart_are_written_anew(tmp_path: Path, inline: bool) -> None:
    text = replace(ENTRY, why="It is late.").to_toml()
    if inline:
        text = f"difference = [{{{', '.join(text.splitlines()[1:])}}}]"
    else:
        text = text.replace('"It is late."', '"""\n[[difference]]\n"""')
    known = read_known(written(tmp_path, text))
    assert len(known.entries) == 1
    assert read_known(written(tmp_path, updated(known, [], []))).entries == known.entries


def test_a_file_goes_with_an_engine_from_its_first_mistake_to_its_last(tmp_path: Path) -> None:
    mistaken, file = in_process("step-off-refused"), tmp_path / "known.toml"
    options = ("check", "splinter", "--results", 200, "--mutants", 0, "--seed", 3, "--known", file)
    with without_mutant_probes(), shrinking_briefly():
        accepted = run(*options, "--engine", mistaken, "--update-known", code=1)
        assert "; written to " in accepted
        assert "accept it: " not in accepted
        file.write_text(file.read_text().replace('why = ""', 'why = "We play it so."'))
        (said,) = run_for_json(*options, "--engine", mistaken)
        assert (len(said["expected"]), said["fixed"], said["differences"]) == (1, [], [])
        assert "We play it so." in said["expected"][0]
        written = file.read_text()
        run(*options, "--engine", mistaken, "--update-known")
        assert file.read_text() == written
        assert "fixed, no longer to be expected: splinter.step-off" in run(*options, "--update-known")
        assert "[[difference]]" not in file.read_text()


def test_a_verdict_becomes_a_file_of_known_differences(tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    options = ("check", "splinter", "--engine", in_process("step-off-refused"), "--vectors-only")
    file.write_text(run(*options, "--json", code=1))
    assert "expected: splinter.step-off" in run(*options, "--known", file, "--update-known")
    assert file.read_text().startswith("# Known differences")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--update-known"], "no file to bring up to date"),
        (["--known", "-", "--update-known"], "no file to bring up to date"),
        (["--known", "nothing.toml"], "nothing.toml"),
        (["--known", "nowhere/known.toml", "--update-known"], "cannot be written"),
        (["--known", "a", "--replay", "{}"], "--replay and --known cannot be used together"),
    ],
)
def test_bad_usage_is_refused(arguments: list[str], said: str) -> None:
    assert said in refusal("check", "splinter", *arguments)
