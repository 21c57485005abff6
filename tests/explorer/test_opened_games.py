"""Games opened from records, positions, and findings of `check`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from explorer.asking import ask, error, opening


def test_a_record_that_becomes_illegal_is_opened_up_to_there() -> None:
    text = '[Game "crumble"]\n[Board "2x2"]\n\n1) 1H 0H\n2) 7V *\n'
    answer = ask("open", text=text)
    assert [turn["turn"] for turn in answer["turns"]][:1] in (["1H"], [])
    assert answer["refusal"]["reason"].startswith("turn ")


@pytest.mark.parametrize(
    ("text", "clause", "about"),
    [
        ("3x2, Black to move\nAAb\nAAc\nddd", "", []),
        ("2x2, Black to move\nAABc\nAABc\nddBe\nddBe", "crumble.pieces.shape", []),
        ("2, Dark to move\nx x\nx x .\n. .", "scrunch.start.mutants", []),
        ("Splinter 5x2, Blue to move\nS...s\nX....", "splinter.group.one", ["e2"]),
    ],
)
def test_a_position_that_is_not_allowed_is_reported_with_its_clause(text: str, clause: str, about: list[str]) -> None:
    problem = error("open", text=text)["problem"]
    assert problem["clause"] == clause
    assert set(about) <= set(problem["about"])


def test_what_is_beyond_the_limits_is_refused_as_such() -> None:
    rows = ["".join("Ab"[(column + row) % 2] for column in range(128)) for row in range(128)]
    assert error("open", text="16x16, Black to move\n" + "\n".join(rows))["code"] == "too-many"
    turns = " ".join(f"{number}) a1 a1" for number in range(1, 502))
    assert error("open", text=f'[Game "scrunch"]\n\n{turns}\n')["code"] == "too-many"


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_comments_are_found_after_many_empty_lines(ending: str) -> None:
    text = '[Game "splinter"]\n[Board "6x5"]\n[Event "{no comment}"]\n' + "1) a1SE" + "\n" * 200_000 + "{so}\n"
    assert ask("open", text=text.replace("\n", ending))["comments"] == {"1": "so"}


@pytest.mark.parametrize("earlier", [{}, {"earlier": []}, {"earlier": [{"start": {}}]}])
def test_a_counterexample_opens_before_the_turn_that_it_is_about(earlier: dict[str, Any]) -> None:
    start = {name: value for name, value in opening("splinter", "6x5").items() if name != "readings"}
    counterexample = {"start": start, "played": ["a1SE"], "turn": "a2S"}
    opened = ask("open", text=json.dumps(counterexample | earlier))
    assert opened["at"] == 1
    assert [each["turn"] for each in opened["turns"]][:1] == ["a1SE"]


def test_a_verdict_opens_at_its_first_difference_with_both_answers_about_each() -> None:
    start = {name: value for name, value in opening("splinter", "6x5").items() if name != "readings"}
    after = ask("play", position=start, turn="a1SE")["played"]["shown"]["position"]
    counterexample = {"start": start, "played": ["a1SE"], "turn": "a2S"}
    expected = {"verdict": "illegal", "clause": "splinter.turn.own"}
    got = {"verdict": "legal", "position": after, "outcome": None}
    difference = {"kind": "allows", "clause": "splinter.turn.own", "position": after}
    answers = {"expected": expected, "got": got}
    # Older verdicts call it a witness.
    named = [difference | answers | {name: counterexample} for name in ("counterexample", "witness")]
    verdict = {"verdict": "differs", "differences": named}
    opened = ask("open", text=json.dumps(verdict))
    assert opened["at"] == 1
    first, second = opened["differences"]
    assert first == second
    assert first["rules"] == {"text": "illegal, splinter.turn.own", "drawing": None}
    assert first["engine"]["drawing"].startswith("<svg")
    assert ask("open", code=first["code"])["at"] == 1
    several = {"games": [{"verdict": "agrees", "differences": []}, verdict]}
    assert ask("open", text=json.dumps(several)) == opened


GAMES: tuple[Any, ...] = ([], {}, [1], [{}], [{"differences": []}], [{"differences": [1]}])
LISTED: tuple[Any, ...] = ([], {}, [1], [{}], [{"counterexample": {}}])
NO_DIFFERENCE: list[Any] = [
    *({"games": games} for games in GAMES),
    *({"differences": listed} for listed in LISTED),
    {"differences": [{"counterexample": {"start": {}, "played": []}}]},
]


@pytest.mark.parametrize("verdict", NO_DIFFERENCE)
def test_a_verdict_without_a_difference_is_refused(verdict: Any) -> None:
    assert error("open", text=json.dumps(verdict))["code"] == "bad-input"
