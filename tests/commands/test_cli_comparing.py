"""The command that compares editions."""

from __future__ import annotations

import pytest

from running import refusal, run, run_for_json
from shatterproof_properties.common.editions import editions


def test_without_names_the_editions_are_listed() -> None:
    lines = run("compare").splitlines()
    assert [line.split()[0] for line in lines] == list(editions())
    assert [entry["edition"] for entry in run_for_json("compare")] == list(editions())


def test_with_one_name_it_is_said_what_gives_each_reading_its_value() -> None:
    said = run("compare", "2026")
    assert said.startswith("Scrunch, its designer's later words of 2026: ")
    assert "scrunch.loops=forbidden\n    his program of 2026" in said
    assert "scrunch.isolated=from-own\n    as in 2025: " in said
    (data,) = run_for_json("compare", "2026")
    assert (data["edition"], data["readings"]["scrunch.loops"]) == ("2026", "forbidden")
    assert "scrunch.first-wriggle" in data["open"]


def test_two_editions_are_compared() -> None:
    said = run("compare", "2025", "2026")
    assert "1. scrunch.creation-end: What ends a player's creation?\n    2025: own-growth (" in said
    assert "The smallest game in which the two sets differ:" in said
    (data,) = run_for_json("compare", "2025", "2026", "--shipped")
    assert data["differences"][0]["values"] == ["own-growth", "own-growth-or-full"]
    assert data["differences"][0]["in_play"] == "yes"
    assert data["whole"]["witness"]["turn"] == "b2"


def test_sets_that_do_not_differ_are_reported_by_the_exit_code() -> None:
    assert "no game differs" in run("compare", "default", "draw=same-target", code=1)
    assert run_for_json("compare", "default", "draw=same-target", code=1)[0]["whole"] is None


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("rules-c",), "there is no edition 'rules-c'"),
        (("rules-a\x1b[31m", "rules-b"), "there is no edition"),
        (("draw=" + "x" * 5000, "rules-b"), "crumble.draw has no value"),
    ],
)
def test_bad_sets_are_refused_in_one_line(arguments: tuple[str, ...], reported: str) -> None:
    assert reported in refusal("compare", *arguments)
