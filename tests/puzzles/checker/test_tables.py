"""Tables of results: what the checker lets them leave out, name twice or refer to."""

from __future__ import annotations

import copy
import json

import pytest

from puzzles.certified import Json, certificate, outcome_of, sealed
from puzzles.samples import (
    CRUMBLE_CORNER,
    holds,
    puzzle,
)
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED
from shatterproof_properties.puzzles.checker.checker import Refused, check
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.verification import verify

SCRUNCH_EMPTY = "Scrunch 2, Dark to move, creating Dark and Light\n . .\n. . .\n . .\n"
MATED_IN_TWO = """\
Scrunch 3, Light to move
  x x .
 x . o o
x . x . o
 x . x x
  x . .
"""


def deep(name: str) -> Json:
    """A certificate whose tables refer to each other."""
    diagram, claim = {"lost": (MATED_IN_TWO, "mated-2"), "not won": (SCRUNCH_EMPTY, "wins-3")}[name]
    found = verify(puzzle("scrunch", diagram, claim)).certificate
    assert found is not None
    assert len(found["nodes"]) > 1
    return dict(json.loads(json.dumps(found)))


def test_a_result_that_no_turn_meets_is_refused() -> None:
    data = certificate("crumblemate")
    data["nodes"][0]["met"][0]["results"].pop()
    data["nodes"][0]["met"] = [group for group in data["nodes"][0]["met"] if group["results"]]
    with pytest.raises(Refused, match="has no answer and does not decide the claim"):
        check(sealed(data))


def test_a_result_that_two_turns_meet_is_refused() -> None:
    data = certificate("crumblemate")
    met = data["nodes"][0]["met"]
    met.append({"by": met[0]["by"], "results": met[0]["results"][:1], "then": None})
    with pytest.raises(Refused, match="named twice"):
        check(sealed(data))


def test_a_turn_that_wins_against_some_replies_is_replayed_for_each() -> None:
    data = certificate("crumblemate")
    met = data["nodes"][0]["met"]
    assert len(met) > 1
    met[0]["results"] += met[1]["results"]
    data["nodes"][0]["met"] = [met[0], *met[2:]]
    with pytest.raises(Refused, match=r"/nodes/0/met/0"):
        check(sealed(data))


def test_a_result_in_which_the_game_is_over_is_not_met() -> None:
    data = certificate("crumblemate")
    table = data["nodes"][0]
    named = {index for group in table["met"] for index in group["results"]}
    over = next(index for index in range(table["count"]) if index not in named)
    table["met"][0]["results"].append(over)
    with pytest.raises(Refused, match="the game is over"):
        check(sealed(data))


@pytest.mark.parametrize("name", ["lost", "not won"])
def test_a_table_shows_no_more_than_it_says(name: str) -> None:
    data = deep(name)
    for node in data["nodes"]:
        for turns in (node["turns"] - 1, node["turns"] + 1):
            changed = copy.deepcopy(data)
            changed["nodes"][data["nodes"].index(node)]["turns"] = turns
            checked = outcome_of(sealed(changed))
            # What is mated in n is mated in n + 1: to say so of an inner table may do no harm.
            if checked is not None:
                said = Puzzle("scrunch", checked.position, Claim.parse(checked.claim))
                assert holds(said) == (checked.verdict == PROVED)


def test_a_table_of_a_mate_may_not_lean_on_itself() -> None:
    data = deep("lost")
    top = data["nodes"][0]
    for group in top["met"]:
        if group["then"] is not None:
            group["then"] = [None if at is None else 0 for at in group["then"]]
    data["nodes"] = [top]
    with pytest.raises(Refused, match="it should show: mated in"):
        check(sealed(data))


def test_a_table_about_another_position_is_refused() -> None:
    data = deep("not won")
    for group in data["nodes"][0]["met"]:
        group["then"] = group["then"] and [at if at is None else 1 for at in group["then"]]
    data["nodes"] = data["nodes"][:2]
    with pytest.raises(Refused, match="/nodes/1 is about another position"):
        check(sealed(data))


def test_what_results_show_by_themselves_takes_no_table() -> None:
    assert certificate("scrunch-no-win")["nodes"] == certificate("crumble-no-win")["nodes"] == []
    data = certificate("crumble-no-win") | {"verdict": PROVED}
    with pytest.raises((Refused, InputError)):
        check(sealed(data))
    won = verify(puzzle("crumble", CRUMBLE_CORNER, "wins-1")).certificate
    assert won is not None
    with pytest.raises(Refused, match="the other side wins after it"):
        check(sealed(won | {"verdict": REFUTED, "proof": {}, "nodes": []}))


def test_what_nothing_refers_to_is_refused() -> None:
    data = certificate("crumblemate")
    data["nodes"].append(data["nodes"][0])
    with pytest.raises(Refused, match="nothing refers to this table"):
        check(sealed(data))
