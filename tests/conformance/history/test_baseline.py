from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.made import FROM_START, made
from conformance.made_verdicts import (
    REFUSES_ALL,
    counted,
    declared,
    led_elsewhere,
    refused,
    troubled,
    verdict,
    withheld,
)
from running import refusal
from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.compare.coverage import Coverage
from shatterproof_properties.conformance.history.baseline import Baseline, read_baseline, signature_of
from shatterproof_properties.conformance.runs.check import ask_witnesses
from shatterproof_properties.conformance.settings import Plan
from shatterproof_properties.conformance.verdicts.changes import Change, changes
from shatterproof_properties.conformance.verdicts.verdict import Verdict
from shatterproof_properties.protocol.question import Question


def kept(folder: Path, *verdicts: Verdict) -> Baseline:
    """The baseline that a run would leave."""
    return read_baseline(written(folder, *(each.to_json() for each in verdicts)))


def written(folder: Path, *data: Any) -> Path:
    file = folder / "baseline.json"
    file.write_text(strict_json.encode(data[0] if len(data) == 1 else {"games": list(data)}))
    return file


def only(baseline: Baseline, now: Verdict, **more: Any) -> Change:
    (change,) = changes(baseline, [now], **more).games
    return change


# What has changed


def test_the_same_run_again_has_nothing_to_complain_about(tmp_path: Path) -> None:
    for same in (verdict("crumble", [refused(), led_elsewhere()]), troubled(), declared()):
        found = changes(kept(tmp_path, same), [same])
        assert (found.exit_code, found.worse) == (0, False)
        assert list(found.games[0].lines()) == []
        assert found.to_text().startswith("NO WORSE than the baseline ")


def test_a_new_difference_is_shown_in_full_and_makes_it_worse(tmp_path: Path) -> None:
    baseline = kept(tmp_path, verdict("crumble", [refused()]))
    found = changes(baseline, [verdict("crumble", [refused(), led_elsewhere()])])
    assert found.exit_code == 1
    assert [signature_of(each) for each, _ in found.games[0].new] == [signature_of(led_elsewhere())]
    assert [signature_of(refused())] == list(found.games[0].still)
    text = found.to_text()
    assert text.startswith("WORSE than the baseline ")
    assert led_elsewhere().to_text("").rstrip() in text
    assert "ask again: shatterproof check crumble --engine 'tiny --flag' --replay" in text
    assert refused().to_text("") not in text


def test_differences_match_by_kind_clause_and_verdicts_not_by_witness(tmp_path: Path) -> None:
    small, large = led_elsewhere("splinter"), led_elsewhere("splinter", 3)
    large = replace(large, clause=small.clause)
    assert small.question.witness() != large.question.witness()
    change = only(kept(tmp_path, verdict("splinter", [small])), verdict("splinter", [large]))
    assert not change.worse
    assert len(change.still) == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(refused(), kind="verdict"),
        replace(refused(), clause="crumble.cut.own"),
        replace(refused(), got={"verdict": "malformed"}),
    ],
    ids=["kind", "clause", "verdict"],
)
def test_another_kind_clause_or_verdict_is_another_difference(tmp_path: Path, other: Difference) -> None:
    change = only(kept(tmp_path, verdict("crumble", [refused()])), verdict("crumble", [other]))
    assert change.worse
    assert [len(change.new), len(change.unseen)] == [1, 1]


def test_what_is_not_found_again_is_gone_only_when_the_engine_was_asked(tmp_path: Path) -> None:
    baseline = kept(tmp_path, verdict("crumble", [refused(), led_elsewhere()]))
    gone = signature_of(refused())
    change = only(baseline, verdict("crumble"), again={gone: None})
    assert change.gone == (gone,)
    assert change.unseen == (signature_of(led_elsewhere()),)
    assert not change.worse
    assert change.first_line == "Crumble: differences: 1 gone, 1 not seen again"
    assert (
        "gone: crumble.cut.halves: the engine refuses a turn that the rules allow (legal by the rules"
        in change.to_text()
    )


def test_what_asking_again_shows_is_still_there_though_the_run_missed_it(tmp_path: Path) -> None:
    baseline = kept(tmp_path, verdict("crumble", [refused()]))
    signature = signature_of(refused())
    change = only(baseline, verdict("crumble"), again={signature: refused()})
    assert change.still == (signature,)
    assert not change.worse


def test_a_witness_that_shows_something_else_now_is_a_new_difference(tmp_path: Path) -> None:
    baseline = kept(tmp_path, verdict("crumble", [refused()]))
    signature = signature_of(refused())
    change = only(baseline, verdict("crumble"), again={signature: led_elsewhere()})
    assert [each for each, _ in change.new] == [led_elsewhere()]
    assert change.gone == (signature,)


def test_new_troubles_make_it_worse_and_old_ones_do_not(tmp_path: Path) -> None:
    change = only(kept(tmp_path, verdict()), troubled())
    assert change.complaints == (
        "questions that ended in error: 2",
        "questions that ended in timeout: 1",
        "the run gave up: the engine had to be ended 10 times",
    )
    again = troubled()
    again.counts["breach"] = 1
    assert only(kept(tmp_path, troubled()), again).complaints == ("questions that ended in breach: 1",)


def test_a_run_that_compares_nothing_any_more_is_worse(tmp_path: Path) -> None:
    nothing = verdict()
    nothing.coverage.results = 0
    assert only(kept(tmp_path, verdict()), nothing).complaints == ("nothing could be compared",)


def test_a_declaration_that_has_gone_stale_since_is_worse(tmp_path: Path) -> None:
    (complaint,) = only(kept(tmp_path, verdict()), declared()).complaints
    assert "stale" in complaint
    assert "we knew" in complaint


def test_clauses_outcomes_and_planted_mistakes_that_changed_are_told(tmp_path: Path) -> None:
    before, now = verdict("splinter", met=10), verdict("splinter", met=12)
    lost, *_ = before.coverage.clauses
    del now.coverage.clauses[lost]
    name = next(name for name, found in before.caught.items() if found)
    now.caught[name] = False
    now.counts["skip"] = 0
    change = only(kept(tmp_path, before), now)
    assert set(change.newly_met) == now.coverage.clauses.keys() - before.coverage.clauses.keys()
    assert len(change.newly_met) == 2
    assert change.no_longer_met == (lost,)
    assert change.outcomes == (("skip", 3, 0),)
    assert change.mistakes == ((name, True, False),)
    assert f"planted mistake: {name} found, now missed" in change.to_text()
    assert not change.worse


def test_numbers_that_only_grew_are_no_change(tmp_path: Path) -> None:
    now = verdict()
    now.counts += Counter(agree=1000)
    now.coverage.clauses += now.coverage.clauses
    assert list(only(kept(tmp_path, verdict()), now).lines()) == []


def test_another_engine_and_other_readings_are_remarked(tmp_path: Path) -> None:
    now = verdict(engine="other 2")
    now.readings = {**now.readings, "crumble.draw": "agreement-only"}
    change = only(kept(tmp_path, verdict()), now)
    assert change.remarks == (
        "the baseline is of another engine: tiny 1",
        "the baseline was played under other readings",
    )


def test_a_game_that_the_baseline_has_not_looked_at_is_all_new(tmp_path: Path) -> None:
    found = changes(kept(tmp_path, verdict("scrunch")), [verdict("crumble", [refused()])])
    (change,) = found.games
    assert [each for each, _ in change.new] == [refused()]
    assert change.remarks == ("the baseline has not looked at this game",)
    assert found.missing == ("scrunch",)
    assert "not looked at this time: scrunch" in found.to_text()
    assert found.of("scrunch") is None


def test_a_run_without_a_verdict_is_nothing_to_hold_against_a_baseline(tmp_path: Path) -> None:
    baseline = kept(tmp_path, verdict())
    assert changes(baseline, [withheld()]).exit_code == 3
    worse = withheld()
    worse.differences = [refused()]
    assert changes(baseline, [worse]).exit_code == 1


def test_changes_are_told_to_programs_as_well(tmp_path: Path) -> None:
    before = [verdict("crumble", [refused(), counted()]), verdict("splinter")]
    now = verdict("crumble", [led_elsewhere(), counted()])
    data = changes(kept(tmp_path, *before), [now], {signature_of(refused()): None}).to_json()
    assert strict_json.decode(strict_json.encode(data)) == data
    (game,) = data["games"]
    assert data["worse"]
    assert data["missing"] == ["splinter"]
    assert game["new"] == [led_elsewhere().to_json()]
    assert game["gone"] == [signature_of(refused())._asdict()]
    assert game["still"] == [{"game": "crumble", "kind": "count", "clause": "", "expected": "", "got": ""}]


# Reading a baseline


def test_a_baseline_of_one_game_or_of_several_is_read(tmp_path: Path) -> None:
    assert kept(tmp_path, verdict("crumble")).runs.keys() == {"crumble"}
    assert kept(tmp_path, verdict("crumble"), troubled("splinter")).runs.keys() == {"crumble", "splinter"}


def broken(**parts: Any) -> dict[str, Any]:
    return {**verdict("crumble", [refused()]).to_json(), **parts}


def without(name: str) -> dict[str, Any]:
    return {field: value for field, value in broken().items() if field != name}


def with_witness(**parts: Any) -> dict[str, Any]:
    data = broken()
    data["differences"][0]["witness"] |= parts
    return data


@pytest.mark.parametrize(
    ("data", "where", "what"),
    [
        ([1], "/", "object"),
        ({}, "/", "required"),
        ({"games": []}, "/games", "[]"),
        ({"games": [1]}, "/games/0", "object"),
        ({"games": [broken()], "more": 1}, "/", "more"),
        (without("caught"), "/", "caught"),
        (broken(game="chess"), "/game", "chess"),
        (broken(verdict="fine"), "/verdict", "fine"),
        (broken(clauses={"crumble.ring": -1}), "/clauses/crumble.ring", "-1"),
        (broken(questions={"agree": 1}), "/questions", "required"),
        (broken(stale=[{}]), "/stale/0", "string"),
        (broken(engine=["\x1b[2J"]), "/engine", "string"),
        (with_witness(turn=7), "/differences/0/witness/turn", "string"),
        (with_witness(played=["nonsense"]), "/differences/0/witness", ""),
        (with_witness(start={"game": "crumble"}), "/differences/0/witness", ""),
        (with_witness(surplus=1), "/differences/0/witness", "surplus"),
        ({"games": [broken(), broken()]}, "/games/1", "crumble twice"),
    ],
)
def test_what_is_no_verdict_is_refused_with_the_place(tmp_path: Path, data: Any, where: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        read_baseline(written(tmp_path, data))
    assert f"baseline.json, at {where}" in caught.value.where
    assert what in caught.value.what
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 1200


def test_what_is_no_json_is_refused(tmp_path: Path) -> None:
    for text in ("", "{", '{"verdict":1.5}', "[" * 100_000):
        (tmp_path / "baseline.json").write_text(text)
        with pytest.raises(InputError):
            read_baseline(tmp_path / "baseline.json")
    with pytest.raises(InputError, match="cannot be read"):
        read_baseline(tmp_path / "missing.json")


def damages(whole: bytes) -> Iterator[bytes]:
    """What becomes of a file when a disk is full, a page is lost, or an editor saves it in another encoding."""
    yield from (whole[:end] for end in (0, 1, len(whole) // 2, len(whole) - 2))
    yield whole[:100] + bytes(512) + whole[612:]
    yield bytes(len(whole))
    yield whole.replace(b"crumble", b"cr\xfcmble", 1)
    yield whole.decode().encode("utf-16")
    yield whole + whole
    yield whole.replace(b'"results":1', b'"results":' + b"9" * 5000)
    yield whole.replace(b'"game"', b'"gamf"')
    yield b"\n".join((whole, b"shatterproof: interrupted"))


def test_a_damaged_baseline_is_refused_before_an_engine_is_started(tmp_path: Path) -> None:
    file = written(tmp_path, replace(verdict("crumble", [refused()]), coverage=Coverage(results=1)).to_json())
    started = tmp_path / "started"
    command = shlex.join([sys.executable, "-c", f"open({str(started)!r}, 'w')"])
    whole = file.read_bytes()
    read_baseline(file)
    for damaged in damages(whole):
        assert damaged != whole
        file.write_bytes(damaged)
        assert str(file) in refusal("check", "crumble", "--engine", command, "--baseline", file)
    assert not started.exists()


@given(data=st.data())
def test_a_baseline_with_any_bytes_changed_is_read_or_refused(data: st.DataObject, tmp_path_factory: Any) -> None:
    whole = bytearray(strict_json.encode(verdict("crumble", [refused()]).to_json()).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    file = tmp_path_factory.mktemp("damaged") / "baseline.json"
    file.write_bytes(whole)
    complaint = ""
    try:
        read_baseline(file)
    except InputError as error:
        complaint = str(error)
    assert not complaint or complaint.isprintable()


# Asking again


def test_witnesses_of_the_baseline_are_asked_again(tmp_path: Path) -> None:
    baseline = kept(tmp_path, verdict("crumble", [refused()]))
    signature = signature_of(refused())
    again = ask_witnesses(baseline, [Plan("crumble", made(tmp_path, REFUSES_ALL))])
    assert {name: each and signature_of(each) for name, each in again.items()} == {signature: signature}
    assert ask_witnesses(baseline, [Plan("crumble")]) == {signature: None}
    assert ask_witnesses(baseline, [Plan("scrunch")]) == {}


def test_a_witness_that_is_not_answered_stays_open(tmp_path: Path) -> None:
    dies = REFUSES_ALL.replace('return {"verdict": "illegal"}', "os._exit(1)")
    baseline = kept(tmp_path, verdict("crumble", [refused()]))
    assert ask_witnesses(baseline, [Plan("crumble", made(tmp_path, dies))]) == {}


def test_what_an_engine_cannot_be_asked_stays_open(tmp_path: Path) -> None:
    elsewhere = replace(refused(), question=Question.at(find_game("crumble"), refused().question.position, turn="0H"))
    baseline = kept(tmp_path, verdict("crumble", [elsewhere]))
    assert ask_witnesses(baseline, [Plan("crumble", made(tmp_path, FROM_START))]) == {}
    assert only(baseline, verdict("crumble")).unseen == (signature_of(elsewhere),)
