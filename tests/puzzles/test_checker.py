"""The checker of certificates: it accepts what is proved, and nothing that has been tampered with."""

from __future__ import annotations

import ast
import copy
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from puzzles.samples import (
    CRUMBLE_CORNER,
    CRUMBLEMATE,
    SCRUNCH_KEY,
    SCRUNCH_OPEN,
    SCRUNCH_THREATS,
    SPLINTER_KEY,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    holds,
    puzzle,
)
from shatterproof.errors import InputError
from shatterproof.spec import spec_folder
from shatterproof_properties.puzzles import certificate as certificates
from shatterproof_properties.puzzles import checker, results
from shatterproof_properties.puzzles.certificate import PROVED, REFUTED, read_certificate, seal_of
from shatterproof_properties.puzzles.checker import Refused, check
from shatterproof_properties.puzzles.claim import DEEPEST, KINDS, Claim
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.verify import verify

Json = dict[str, Any]
SCRUNCH_EMPTY = "Scrunch 2, Dark to move, creating Dark and Light\n . .\n. . .\n . .\n"
MATED_IN_TWO = """\
Scrunch 3, Light to move
  x x .
 x . o o
x . x . o
 x . x x
  x . .
"""
BARE = "scrunch.first-wriggle=bare-placement"
PUZZLES = {
    "crumblemate": (PROVED, puzzle("crumble", CRUMBLEMATE, "mated-1")),
    "crumble-no-win": (REFUTED, puzzle("crumble", CRUMBLEMATE, "wins-1")),
    "scrunch-key": (PROVED, puzzle("scrunch", SCRUNCH_KEY, "wins-2", unique=True)),
    "scrunch-win": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, "wins-2")),
    "scrunch-short": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "wins-3", unique=True)),
    "scrunch-cook": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "wins-2", unique=True)),
    "scrunch-no-win": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "wins-1")),
    "scrunch-not-mated": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "mated-2")),
    "scrunch-defence": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, "defends-1")),
    "scrunch-two-defences": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "defends-1", unique=True)),
    "scrunch-threats": (PROVED, puzzle("scrunch", SCRUNCH_THREATS, "threats-2")),
    "scrunch-fewer-threats": (REFUTED, puzzle("scrunch", SCRUNCH_THREATS, "threats-3")),
    "scrunch-more-threats": (REFUTED, puzzle("scrunch", SCRUNCH_THREATS, "threats-1")),
    "scrunch-other-threats": (REFUTED, puzzle("scrunch", SCRUNCH_THREATS, "threats-2", unique=True)),
    "scrunch-pass": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, "passes-2")),
    "scrunch-cooked-pass": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "passes-2", unique=True)),
    "scrunch-no-pass": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "passes-1")),
    "scrunch-no-series": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, "series-2")),
    "scrunch-reading": (PROVED, puzzle("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")),
    "scrunch-cooked-reading": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}", unique=True)),
    "scrunch-no-reading": (REFUTED, puzzle("scrunch", SCRUNCH_OPEN, f"differs-1 {BARE}")),
    "splinter-series": (PROVED, puzzle("splinter", SPLINTER_WIN, "series-2")),
    "splinter-short-series": (REFUTED, puzzle("splinter", SPLINTER_WIN, "series-2", unique=True)),
    "splinter-only-series": (PROVED, puzzle("splinter", SPLINTER_SERIES, "series-2", unique=True)),
    "crumble-threats": (PROVED, puzzle("crumble", CRUMBLEMATE, "threats-2")),
    "splinter-win": (PROVED, puzzle("splinter", SPLINTER_WIN, "wins-1")),
    "splinter-key": (PROVED, puzzle("splinter", SPLINTER_KEY, "wins-2")),
    "splinter-not-mated": (REFUTED, puzzle("splinter", SPLINTER_WIN, "mated-1")),
}
PARTS = {"certificate", "checker", "covers", "ideas", "images", "proof", "results"}
SMALL = [name for name, (_, its) in PUZZLES.items() if its.game == "scrunch" and its.board == "2"]


@cache
def _certified(name: str) -> str:
    verdict = verify(PUZZLES[name][1])
    assert verdict.certificate is not None
    return json.dumps(verdict.certificate)


def certificate(name: str) -> Json:
    """A certificate of one's own to change."""
    return dict(json.loads(_certified(name)))


@pytest.mark.parametrize("name", PUZZLES)
def test_a_certificate_says_what_was_found_and_is_accepted(name: str) -> None:
    verdict, its = PUZZLES[name]
    checked = check(read_certificate(_certified(name)))
    assert (checked.verdict, checked.position) == (verdict, its.position)
    assert Claim.parse(checked.claim, checked.unique) == its.claim


@pytest.mark.parametrize("name", SMALL)
def test_what_is_certified_is_true_by_the_definitions(name: str) -> None:
    verdict, its = PUZZLES[name]
    assert holds(its) == (verdict == PROVED)


def changes(value: Any) -> Iterator[Any]:
    """Other values in the place of one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, 10**6, -1, str(value), True)
    elif isinstance(value, str):
        yield from ("", value + "0", value[1:], "0" * len(value), value.upper(), 7)
    elif isinstance(value, list):
        yield from ([], [*value, None], [*value, *value[-1:]], value[1:], value[::-1], {}, 0)
    elif isinstance(value, dict):
        yield from ({}, {**value, "more": 1}, [], None)
    elif value is None:
        yield from (0, "", False)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value, the whole first."""
    yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield from places(part, (*at, name))


def changed(whole: Json) -> Iterator[tuple[tuple[Any, ...], Json]]:
    """The value with one field changed, or one left out, in every way that `changes` knows."""
    for at in places(whole):
        if not at:
            continue
        held: Any = whole
        for name in at:
            held = held[name]
        for other in changes(held):
            if other != held or type(other) is not type(held):
                yield at, _with(whole, at, other)
        if isinstance(at[-1], str):
            yield at, _with(whole, at, None, leave_out=True)


def _with(whole: Json, at: tuple[Any, ...], value: Any, leave_out: bool = False) -> Json:
    copied = copy.deepcopy(whole)
    inner: Any = copied
    for name in at[:-1]:
        inner = inner[name]
    if leave_out:
        del inner[at[-1]]
    else:
        inner[at[-1]] = value
    return copied


def outcome_of(data: Json) -> checker.CheckedCertificate | None:
    """What the checker makes of a certificate read from its text; None where it does not accept it."""
    try:
        return check(read_certificate(json.dumps(data)))
    except (Refused, InputError):
        return None


@pytest.mark.parametrize("name", PUZZLES)
def test_a_certificate_with_any_field_changed_is_refused(name: str) -> None:
    accepted = [at for at, tampered in changed(certificate(name)) if outcome_of(tampered) is not None]
    assert accepted == []


@pytest.mark.parametrize("name", SMALL)
def test_whatever_is_accepted_after_sealing_a_change_is_true_all_the_same(name: str) -> None:
    its = PUZZLES[name][1]
    refused = 0
    for at, tampered in changed(certificate(name)):
        if at == ("seal",):
            continue
        checked = outcome_of({**tampered, "seal": seal_of(tampered)})
        if checked is None:
            refused += 1
        else:
            said = Puzzle(its.game, checked.position, Claim.parse(checked.claim, checked.unique))
            assert holds(said) == (checked.verdict == PROVED), at
    assert refused > 20


def test_the_claim_that_is_shown_is_not_stronger_than_the_proof() -> None:
    data = certificate("scrunch-win") | {"claim": "wins-1"}
    with pytest.raises(Refused):
        check(data | {"seal": seal_of(data)})


def test_a_win_in_one_is_not_refuted_by_its_own_key_as_a_shorter_one() -> None:
    its = puzzle("crumble", CRUMBLE_CORNER, "wins-1", unique=True)
    proved = verify(its).certificate
    assert proved is not None
    data = proved | {"verdict": REFUTED, "proof": {"short": proved["proof"]["key"]}}
    with pytest.raises((Refused, InputError)):
        check(data | {"seal": seal_of(data)})


def put_together(nodes: list[Json], moves: list[Json]) -> Iterator[tuple[Claim, str, Json]]:
    """Claims, verdicts and proofs of every shape that refer to some of these tables and turns."""
    claims = [Claim("wins", turns, unique) for turns in (1, 2, 3) for unique in (False, True)]
    claims += [Claim("mated", turns) for turns in (0, 1, 2)]
    for claim, verdict in itertools.product(claims, (PROVED, REFUTED)):
        yield claim, verdict, {}
        for at in range(len(nodes)):
            yield claim, verdict, {"table": at}
        for move in moves:
            for shape in ("key", "short", "defence"):
                yield claim, verdict, {shape: move}
            yield claim, verdict, {"key": move, "tries": []}
        for one, two in itertools.combinations(moves, 2):
            yield claim, verdict, {"key": one, "cook": two}


def references(nodes: list[Json], proof: Json) -> Iterator[int]:
    """The tables that a proof refers to, in the order in which the checker comes to them."""
    waiting = [part["then"] if isinstance(part, dict) else part for part in proof.values() if part != []]
    met: list[int] = []
    while waiting:
        at = waiting.pop(0)
        if at is not None and at not in met:
            met.append(at)
            waiting += [at for group in nodes[at]["met"] for at in group["then"] or ()]
    return iter(met)


def only_used(nodes: list[Json], proof: Json) -> tuple[list[Json], Json]:
    """The tables that a proof refers to, renumbered, and the proof with their new numbers."""
    kept = list(references(nodes, proof))

    def number(at: int | None) -> int | None:
        return None if at is None else kept.index(at)

    def renumbered(part: Any) -> Any:
        if isinstance(part, dict):
            return part | {"then": number(part["then"])}
        return number(part) if isinstance(part, int) else part

    tables = [
        nodes[at] | {"met": [
            group | {"then": group["then"] and [number(each) for each in group["then"]]} for group in nodes[at]["met"]
        ]}
        for at in kept
    ]  # fmt: skip
    return tables, {name: renumbered(part) for name, part in proof.items()}


def moved(value: Any, base: int) -> Any:
    """A move or a table with the tables that it refers to moved on by so many places."""
    if "met" in value:
        return value | {"met": [
            group | {"then": group["then"] and [None if at is None else at + base for at in group["then"]]}
            for group in value["met"]
        ]}  # fmt: skip
    return value | {"then": None if value["then"] is None else value["then"] + base}


def test_no_proof_put_together_from_sound_parts_shows_what_is_false() -> None:
    its = puzzle("scrunch", SCRUNCH_OPEN, "wins-1")
    nodes: list[Json] = []
    moves: list[Json] = []
    for text in ("wins-2", "wins-3", "wins-1", "mated-1", "mated-2"):
        data = verify(replace(its, claim=Claim.parse(text))).certificate
        assert data is not None
        base = len(nodes)
        nodes += [moved(node, base) for node in data["nodes"]]
        moves += [moved(part, base) for part in data["proof"].values() if isinstance(part, dict)]
    accepted = 0
    for claim, verdict, proof in put_together(nodes, moves):
        kept, renumbered = only_used(nodes, proof)
        data = certificate(SMALL[0]) | {"claim": str(claim), "unique": claim.unique, "verdict": verdict}
        data |= {"proof": renumbered, "nodes": kept}
        checked = outcome_of(data | {"seal": seal_of(data)})
        if checked is not None:
            accepted += 1
            assert holds(Puzzle(its.game, its.position, claim)) == (verdict == PROVED), (claim, verdict, proof)
    assert accepted > 5


def sealed(data: Json) -> Json:
    return data | {"seal": seal_of(data)}


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
    with pytest.raises(Refused, match="is not met and does not settle it"):
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
    with pytest.raises(Refused, match="nothing refers to this"):
        check(data | {"seal": seal_of(data)})


def test_a_turn_that_is_illegal_is_named_with_its_place() -> None:
    data = certificate("splinter-win")
    data["proof"]["key"]["by"] = "a1N"
    with pytest.raises(Refused, match=r"/proof/key/by: .*splinter\."):
        check(data | {"seal": seal_of(data)})


def test_a_check_ends_when_it_is_told_to() -> None:
    counted = []

    def watch(results: int) -> None:
        counted.append(results)
        if results == 5:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        check(certificate("crumblemate"), watch=watch)
    assert counted == [1, 2, 3, 4, 5]


def test_work_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MOST_RESULTS", 10)
    with pytest.raises(Refused, match="more than 10 results"):
        check(certificate("crumblemate"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("{", "not JSON"),
        ("[]", "no certificate"),
        ('{"format":"shatterproof-certificate","version":1}', "is 1; expected 2; .* makes a new one"),
        ('{"format":"shatterproof-certificate","version":true}', "is true; expected 2"),
        ('{"format":"shatterproof-certificate","version":2}', "missing"),
        ('{"format":"shatterproof-puzzle","version":1}', "no certificate"),
    ],
)
def test_what_is_no_certificate_of_this_version_is_bad_input(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_certificate(text)


def test_a_truncated_certificate_is_bad_input() -> None:
    text = _certified("crumblemate")
    for length in range(0, len(text), 97):
        with pytest.raises(InputError):
            read_certificate(text[:length])


def test_a_certificate_of_a_decided_position_is_bad_input() -> None:
    over = puzzle("scrunch", "Scrunch 2, Light to move\n  . .\n o o .\n  . .\n", "mated-1")
    data = certificate("scrunch-not-mated") | {"position": over.position}
    with pytest.raises(InputError, match="decided"):
        check(data | {"seal": seal_of(data)})


def test_the_checker_is_small_and_searches_for_nothing() -> None:
    folder = Path(checker.__file__).parent
    for name in PARTS:
        source = (folder / f"{name}.py").read_text()
        assert len(source.splitlines()) < 300
        imported = {node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
        ours = {name for name in imported if name.startswith("shatterproof_properties")}
        assert ours <= {f"shatterproof_properties.puzzles.{part}" for part in PARTS}


def test_the_checker_runs_on_the_reference_and_the_format_alone() -> None:
    loaded = "import sys, shatterproof_properties.puzzles.checker; print(*sys.modules)"
    names = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in names if name.startswith("shatterproof_properties.")}
    assert ours == {f"shatterproof_properties.puzzles{name}" for name in ("", *(f".{part}" for part in PARTS))}
    assert not {"z3", "hypothesis"} & set(names)


def test_the_checker_knows_the_kinds_of_claim_that_there_are() -> None:
    assert set(checker.SHOWN) == set(KINDS) == set(certificates.KINDS)
    schema = json.loads((spec_folder() / "puzzles" / "puzzle.schema.json").read_text(encoding="utf-8"))
    assert all(re.search(schema["properties"]["claim"]["pattern"], kind.example) for kind in KINDS.values())
    for name, kind in KINDS.items():
        for turns, unique in itertools.product(range(DEEPEST + 1), (False, True)):
            about = f" {BARE}" if kind.names_reading else ""
            data = certificate("scrunch-win") | {"claim": f"{name}-{turns}{about}", "unique": unique}
            is_claim = turns >= kind.least and not (unique and kind.no_unique)
            with pytest.raises(Refused if is_claim else InputError, match="/seal" if is_claim else "/claim"):
                check(data | {"seal": "" if is_claim else seal_of(data)})


def test_claims_read_as_they_are_printed() -> None:
    for claim in (Claim("wins", 2), Claim("mated", 0), Claim("defends", 9), Claim("differs", 2, about=BARE)):
        assert Claim.parse(str(claim)) == claim
    assert Claim.parse(" Crumblemate ") == Claim("mated", 1)
    assert Claim.parse("wins in 3", unique=True) == Claim("wins", 3, True)


@pytest.mark.parametrize("text", ["", "wins", "wins-0", "mated-10", "loses-1", "wins-1 unique", "wins-٣", "wins--1"])
def test_what_is_no_claim_is_bad_input(text: str) -> None:
    with pytest.raises(InputError):
        Claim.parse(text)


def test_a_mate_has_no_key_to_be_unique() -> None:
    with pytest.raises(InputError, match="unique"):
        Claim("mated", 1, unique=True)
