"""Witnesses for people: text, errors, examples, and the command that writes the files anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from shatterproof.errors import InputError
from shatterproof.game import GAMES
from shatterproof_properties.witnesses.pair import (
    Pair,
    Values,
    data_file,
    pair_to_text,
    shipped,
    shipped_pair,
    values_named,
)
from shatterproof_properties.witnesses.pair_search import look_up
from witnesses import write
from witnesses.write import all_pairs, examples

PAIRS = [pair for game in GAMES for pair in shipped(game)]
ISOLATED = values_named("scrunch.isolated", "from-own", "from-all")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "-".join((pair.reading, *pair.values)))
def test_the_text_says_what_was_asked_what_is_answered_and_what_is_proved(pair: Pair) -> None:
    text = pair_to_text(pair)
    assert pair.witness is not None
    assert text.startswith(f"{pair.reading}: ")
    assert pair.witness.question.turn in text
    assert pair.bound in text
    for value in pair.values:
        assert f"\n{value}: {pair.witness.answers[value]['verdict']}" in text
    assert f"shatterproof witness {pair.reading} {' '.join(pair.values)}" in text


def test_the_text_has_both_positions_as_diagrams() -> None:
    pair = shipped_pair(values_named("scrunch.creation-end", "own-growth", "own-growth-or-full"))
    assert pair is not None
    text = pair_to_text(pair)
    assert "    Scrunch 2, Light to move, creating Dark and Light" in text
    assert "    Scrunch 2, Light to move, creating Light" in text


def test_where_nothing_was_found_the_text_says_so() -> None:
    pair = Pair(
        "scrunch.isolated", ("from-own", "from-all"), None, False, "No difference was found among no positions."
    )
    assert "No difference was found among no positions." in pair_to_text(pair)
    assert examples("scrunch.isolated", [pair]) == ""


def test_values_are_named_in_any_order_and_the_game_may_be_left_out() -> None:
    assert values_named("isolated", "from-all", "from-own") == ISOLATED


@pytest.mark.parametrize(
    ("name", "one", "two", "listed"),
    [
        ("chess.castling", "a", "b", "one of crumble.draw"),
        ("crumble.draw", "same-target", "never", "two of same-target, draw-turns, agreement-only"),
        ("crumble.draw", "same-target", "same-target", "same-target is named twice"),
    ],
)
def test_unknown_readings_and_values_are_refused_with_those_known(name: str, one: str, two: str, listed: str) -> None:
    with pytest.raises(InputError, match=listed):
        values_named(name, one, two)


def test_a_comparison_names_what_is_not_as_shipped(capsys: pytest.CaptureFixture[str]) -> None:
    right = shipped_pair(ISOLATED)
    assert right is not None
    assert write.compared({ISOLATED: right}) == 0
    assert write.compared({ISOLATED: replace(right, proved=False)}) == 1
    assert "scrunch.isolated from-own from-all: not as shipped" in capsys.readouterr().out


def test_the_command_compares_what_it_finds_anew(capsys: pytest.CaptureFixture[str]) -> None:
    assert write.main(["scrunch.creation-end", "scrunch.isolated", "--compare", "--jobs", "1"]) == 0
    assert capsys.readouterr().out == "2 of 2 pairs as shipped\n"


def test_an_unknown_reading_is_refused_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        write.main(["chess.castling"])
    assert stopped.value.code == 2
    assert "chess.castling" in capsys.readouterr().err


def test_what_is_written_anew_is_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {game: data_file(game).read_text(encoding="utf-8") for game in GAMES}
    known: dict[Values, Pair] = {pair.compared: pair for pair in PAIRS}
    monkeypatch.setattr(write, "data_file", lambda game: tmp_path / "witnesses" / f"{game}.json")
    write.write({ISOLATED: known[ISOLATED]})
    assert {game: (tmp_path / "witnesses" / f"{game}.json").read_text(encoding="utf-8") for game in GAMES} == kept


def test_all_pairs_are_those_of_all_values() -> None:
    assert len(all_pairs()) == len(set(all_pairs())) == 38


def test_what_is_shipped_is_looked_up_at_once_and_said_to_be() -> None:
    found = look_up("scrunch.isolated", "from-own", "from-all")
    assert found.pair == shipped_pair(ISOLATED)
    assert found.to_text().endswith("as shipped with the spec; not searched for anew\n")
    assert found.to_json() == found.pair.to_json()


def test_a_search_that_agrees_with_what_is_shipped_says_that_it_was_made() -> None:
    found = look_up("scrunch.isolated", "from-all", "from-own", 60.0, quiet=True)
    assert found.pair == shipped_pair(ISOLATED)
    assert found.source == "searched for anew"


def test_where_the_time_does_not_suffice_what_is_shipped_stands() -> None:
    found = look_up("scrunch.isolated", "from-own", "from-all", 0.0, quiet=True)
    assert found.pair == shipped_pair(ISOLATED)
    assert "did not suffice" in found.source
