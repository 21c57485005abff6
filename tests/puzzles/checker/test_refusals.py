"""The demands of the checker: a certificate with one fault is refused there, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from functools import cache, reduce
from itertools import product
from operator import getitem
from typing import Any

import pytest

from puzzles.checker.test_checker import LEFT_OUT, altered, places
from puzzles.checker.test_forged import CLAIMS, READING, attempts, toy, why_not
from puzzles.checker.toy_game import ToyGame
from puzzles.samples import holds
from shatterproof.errors import InputError
from shatterproof_properties.puzzles.checker.certificate import PROVED, REFUTED, Json, position_of, seal_of
from shatterproof_properties.puzzles.checker.checker import Refused, check
from shatterproof_properties.puzzles.claims.claim import Claim

NOTHING: Json = {"results": [], "then": None}
BASES: dict[str, tuple[Claim, bool, Callable[[Json], Any]]] = {
    "win": (Claim("wins", 2), True, lambda its: len(its["nodes"]) == 1 and its["nodes"][0]["met"]),
    "win now": (Claim("wins", 1), True, lambda its: True),
    "no win": (Claim("wins", 2), False, lambda its: its["proof"].keys() == {"table"} and its["nodes"][0]["met"]),
    "key": (Claim("wins", 3, True), True, lambda its: its["proof"]["tries"]),
    "key now": (Claim("wins", 1, True), True, lambda its: its["proof"]["tries"] == []),
    "cook": (Claim("wins", 2, True), False, lambda its: its["proof"].keys() == {"key", "cook"}),
    "short win": (Claim("wins", 3, True), False, lambda its: its["proof"].keys() == {"short"}),
    "mate": (Claim("mated", 2), True, lambda its: len(its["nodes"]) > 1),
    "no mate": (Claim("mated", 1), False, lambda its: True),
    "defence": (Claim("defends", 1), True, lambda its: its["proof"]["lost"] and its["proof"]["saved"]["results"]),
    "no defence": (Claim("defends", 1), False, lambda its: its["proof"]["lost"] and its["proof"]["saved"] == NOTHING),
    "threats": (Claim("threats", 2), True, lambda its: True),
    "only threats": (Claim("threats", 2, True), True, lambda its: True),
    "fewer threats": (Claim("threats", 2), False, lambda its: its["proof"].keys() == {"answers"}),
    "more threats": (Claim("threats", 1), False, lambda its: its["proof"].keys() == {"more"}),
    "other threats": (Claim("threats", 2, True), False, lambda its: "others" in its["proof"]),
    "no threats": (Claim("threats", 1), False, lambda its: its["proof"].keys() == {"defence"}),
    "series": (Claim("series", 2, True), True, lambda its: True),
    "short series": (Claim("series", 2, True), False, lambda its: its["proof"].keys() == {"short"}),
    "two series": (Claim("series", 2, True), False, lambda its: "other" in its["proof"]),
    "reading": (Claim("differs", 1, False, READING), True, lambda its: True),
    "two keys of a reading": (Claim("differs", 1, True, READING), False, lambda its: "cook" in str(its["proof"])),
}
"""Claims, whether they are true, and the kind of certificate they need."""


@cache
def found(name: str) -> tuple[ToyGame, Json]:
    """The first game drawn that has such a certificate, with it."""
    claim, is_so, fits = BASES[name]
    with pytest.MonkeyPatch.context() as patch:
        for seed in range(5000):
            game = toy(ToyGame(seed), patch)
            here = game.start()
            if holds(game, here, claim) is is_so:
                for data in attempts(game, here, claim, is_so):
                    if not why_not(data) and fits(data):
                        return game, data
    raise AssertionError(name)


def changed(name: str, path: str, value: Any) -> Json:
    """A certificate with another value in one place, or without it, sealed anew; see `altered`."""
    data = altered(found(name)[1], tuple(int(step) if step.isdigit() else step for step in path.split()), value)
    return data | {"seal": seal_of(data)}


def said_twice(parts: Json) -> Json:
    """A proof that says that what is lost is saved too."""
    saved = [*parts["saved"]["results"], parts["lost"][0]["results"][0]]
    return parts | {"saved": {"results": saved, "then": None}}


def first_twice(old: Any) -> Any:
    return [*old, old[0]]


def keys_alone(parts: Json) -> Json:
    return {name: {"key": part["key"]} for name, part in parts.items()}


def keys_elsewhere(parts: Json) -> Json:
    """A nonexistent turn for each key in a proof of a reading."""
    return {name: part | {"key": part["key"] | {"by": "9z"}} if "key" in part else part for name, part in parts.items()}


AFTER = "the turn does not win at once"
FORM = "not an object of"
NO_TABLE = "there is no such table"
NO_RESULT = "is no result, or named twice"
UNLISTED = "neither under saved nor under lost"
NEITHER = "it has neither a defence nor answers"
CHOSEN = "an answer chosen so far meets this result"
NO_SECOND = "it has neither a second key nor a shorter win"
EMPTY: Json = {"by": "0a", "results": [], "then": None}
NO_WIN: list[Any] = [{}, [], None, {"table": 0}, {"short": None}]
FAILURES: list[tuple[str, str, Any, str, str]] = [
    ("win", "proof key then", None, "/proof/key", AFTER),
    ("win now", "proof key then", 0, "/proof/key", "the game is over, or the turns are"),
    *[("win", "proof key then", at, "/proof/key", NO_TABLE) for at in (-1, 1, True, False, "0", 0.0)],
    *[("win", "proof key by", by, "/proof/key/by", why) for by, why in ((7, "text"), ("x", "no"), ("9z", "no"))],
    *[("win", "proof", other, "/proof*", "") for other in NO_WIN],
    ("win", "proof key", {"by": "0a"}, "/proof/key", ""),
    ("win", "proof key", lambda key: key | {"more": 0}, "/proof/key/more", ""),
    ("win", "nodes 0", {}, "/nodes/0", FORM),
    ("win", "nodes 0", 7, "/nodes/0", FORM),
    ("win", "nodes 0", lambda table: table | {"more": 0}, "/nodes/0", FORM),
    *[("win", "nodes 0 turns", turns, "/nodes/0", "should show: mated in 1") for turns in (0, -1, 2, True, "1", 1.0)],
    ("win", "nodes 0 shows", "not won", "/nodes/0", "should show: mated in 1"),
    ("no win", "nodes 0 turns", 1, "/nodes/0", "should show: not won in 2"),
    ("no win", "nodes 0 turns", 10, "/nodes/0", "should show: not won in 2"),
    ("no win", "nodes 0 shows", "mated", "/nodes/0", "should show: not won in 2"),
    *[("win", "nodes 0 count", count, "/nodes/0/count", "there are") for count in (0, -1, "1", None, 1.5, float)],
    ("win", "nodes 0 count", lambda count: count + 1, "/nodes/0/count", "there are"),
    ("win", "nodes 0 hash", "", "/nodes/0/hash", "the results have the hash"),
    ("win", "nodes 0 met", {}, "/nodes/0/met", "not a list"),
    ("win", "nodes 0 met", [], "/nodes/0/met", "has no answer and does not decide the claim"),
    ("no win", "nodes 0 met", [], "/nodes/0/met", "has no answer and does not decide the claim"),
    *[("win", "nodes 0 met 0", group, "/nodes/0/met/0", FORM) for group in (7, {}, EMPTY | {"results": 0})],
    ("win", "nodes 0 met 0", lambda group: group | {"more": 0}, "/nodes/0/met/0", FORM),
    *[("win", "nodes 0 met 0 then", then, "/nodes/0/met/0/then", "neither null nor") for then in ([], 0, [None] * 9)],
    ("win", "nodes 0 met", lambda its: [*its, EMPTY], "/nodes/0/met/*", "neither null"),
    *[("win", "nodes 0 met 0 results 0", at, "/nodes/0/met/0/results", NO_RESULT) for at in (-1, 99, True, "0", None)],
    ("win", "nodes 0 met 0 results", first_twice, "/nodes/0/met/0/results", NO_RESULT),
    ("win", "nodes 0 met", first_twice, "/nodes/0/met/*", NO_RESULT),
    ("win", "nodes 0 met 0 by", 7, "/nodes/0/met/0/by", "a turn is text"),
    ("win", "nodes", lambda nodes: [*nodes, nodes[0], nodes[0]], "/nodes/1", "nothing refers to this table"),
    ("mate", "proof table", 1, "*", ""),
    ("no mate", "proof defence by", "9z", "/proof/defence/by", ""),
    ("key", "proof tries", [], "/proof/tries: result *", "nothing shows that it does not win"),
    ("key", "proof tries", None, "/proof/tries", "not a list"),
    ("key", "proof long by", "9z", "/proof/long/by", ""),
    ("key", "proof long", LEFT_OUT, "/proof", "long"),
    ("key", "proof tries", LEFT_OUT, "/proof", "tries"),
    ("key", "proof", lambda parts: {"key": parts["key"]}, "/proof", "field 'long'"),
    ("cook", "proof", lambda parts: {"key": parts["key"], "cook": parts["key"]}, "/proof/cook", "it is the key itself"),
    ("cook", "unique", False, "/proof/key", ""),
    ("cook", "proof cook then", 7, "/proof/cook", ""),
    ("defence", "proof lost", [], "/proof: result *", UNLISTED),
    ("defence", "proof saved", NOTHING, "/proof: result *", UNLISTED),
    ("defence", "proof saved", {"results": []}, "/proof/saved", ""),
    ("defence", "proof saved then", 0, "/proof/saved/0/then", "neither null nor"),
    ("defence", "verdict", "refuted", "/verdict", "turns save"),
    ("no defence", "verdict", "proved", "/verdict", "turns save"),
    ("no defence", "proof saved then", [0], "/proof/saved/0/then", "neither null nor"),
    ("defence", "proof", said_twice, "/proof: result *", "it is listed under saved and under lost"),
    ("threats", "proof answers", 7, "/proof/answers", "not a list of lists"),
    ("threats", "proof answers", [7], "/proof/answers", "not a list of lists"),
    ("threats", "proof answers 0", [], "/proof/answers/0", "not one answer"),
    ("threats", "proof answers", first_twice, "/proof/answers/2", "not one answer"),
    ("threats", "proof answers", lambda its: its[:1], "/proof/answers", "nothing answers result"),
    ("threats", "proof answers", lambda its: [[*its[0], *its[1]]], "/proof/answers/0", "not one answer"),
    ("threats", "proof answers 0 0 by", "9z", "/proof/answers/0/0/by", ""),
    ("threats", "proof fewest", None, "/proof/fewest", "null stands where"),
    ("threats", "proof fewest", {"result": 0}, "/proof/fewest", "then"),
    *[("threats", "proof fewest result", at, "/proof/fewest/result", "no such result") for at in (-1, 99, "0", True)],
    ("threats", "proof fewest then", first_twice, "/proof/fewest/then", "is expected"),
    ("threats", "proof fewest then", 7, "/proof/fewest/then", "is expected"),
    ("threats", "proof fewest then 0", None, "/proof/fewest/then/0", "null stands where"),
    (
        "threats",
        "proof fewest",
        lambda node: node | {"then": [node] * len(node["then"])},
        "/proof/fewest/then/0/result",
        CHOSEN,
    ),
    ("fewer threats", "claim", "threats-1", "/proof/answers", "these are 1"),
    ("more threats", "proof", {"more": None}, "/proof/more", "null stands where"),
    ("more threats", "proof", {"fewest": None}, "/proof", ""),
    ("other threats", "proof", lambda parts: parts | {"others": parts["answers"]}, "/proof/others", "the same answers"),
    ("other threats", "unique", False, "/proof", NEITHER),
    ("only threats", "verdict", "refuted", "/proof", NEITHER),
    ("other threats", "proof answers", LEFT_OUT, "/proof", NEITHER),
    ("series", "proof series", [], "/proof/series", "not a list of turns"),
    ("series", "proof series", "0a", "/proof/series", "not a list of turns"),
    ("series", "proof series", lambda texts: texts[1:], "/proof/series/0/by", ""),
    ("series", "proof series 0", "9z", "/proof/series/0", ""),
    ("series", "proof series 1", "9z", "/proof/series/1/by", ""),
    ("series", "verdict", "refuted", "/proof", ""),
    ("short series", "claim", "series-1", "/proof/short", "these are 1 turns"),
    ("two series", "proof", lambda its: its | {"other": its["series"]}, "/proof/other", "it is the series itself"),
    ("two series", "claim", "series-3", "/proof", "not a series of 3 turns"),
    ("two series", "unique", False, "/proof/series", ""),
    ("reading", "claim", "differs-1 splinter.step-off=allowed", "/claim", "in force anyway"),
    ("reading", "verdict", "refuted", "/proof", "1 of them win"),
    ("reading", "proof stated", 7, "/proof/stated", "not an object"),
    ("reading", "proof", lambda parts: {"stated": parts["stated"]}, "/proof", ""),
    ("reading", "proof", keys_elsewhere, "/proof/*/key/by", ""),
    ("two keys of a reading", "unique", False, "/proof", ""),
    ("two keys of a reading", "proof", {}, "/proof", "is missing"),
    ("two keys of a reading", "proof", keys_alone, "/proof/*", NO_SECOND),
]
"""A certificate, the place and value of a change, the place of the refusal, and its reason."""


@pytest.mark.parametrize(("name", "path", "value", "where", "why"), FAILURES)
def test_a_certificate_is_refused_where_it_fails(
    name: str, path: str, value: Any, where: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy(found(name)[0], monkeypatch)
    with pytest.raises((Refused, InputError)) as refused:
        check(changed(name, path, value))
    assert fnmatchcase(str(getattr(refused.value, "where", "")), where)
    assert why in str(refused.value)


NO_PROOFS: list[Any] = [7, True, None, "key", [], ["key"], [{}], [[]]]


@pytest.mark.parametrize("name", BASES)
def test_of_what_is_accepted_no_part_can_be_another_and_nothing_is_said_besides(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, data = found(name)
    toy(game, monkeypatch)
    checked = check(data)
    assert checked[:5] == tuple(data[field] for field in ("game", "position", "claim", "unique", "verdict"))
    parts = [(f"proof {part}", value, f"/proof/{part}/") for part, value in product(data["proof"], (7, [7]))]
    wholes = [("proof", value, "/proof") for value in NO_PROOFS]
    shown = {part: data[part] for part in ("proof", "nodes")}
    objects = (path for path in places(shown) if path and isinstance(reduce(getitem, path, shown), dict))
    besides = [(" ".join(map(str, path)), lambda old: old | {"besides": None}, "") for path in objects]
    for path, value, where in (*parts, *wholes, *besides):
        with pytest.raises((Refused, InputError)) as refused:
            check(changed(name, path, value))
        assert f"{getattr(refused.value, 'where', '')}/".startswith(where)


@pytest.mark.parametrize("name", BASES)
def test_a_proof_of_one_claim_shows_no_other_that_is_not_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, data = found(name)
    toy(game, monkeypatch)
    for claim, (verdict, is_so) in product(CLAIMS, ((PROVED, True), (REFUTED, False))):
        if holds(game, game.start(), claim) is not is_so:
            other = data | {"claim": str(claim), "unique": claim.unique, "verdict": verdict}
            assert why_not(other | {"seal": seal_of(other)}), (claim, verdict)


def test_two_series_show_in_either_order_that_there_is_more_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game, data = found("two series")
    toy(game, monkeypatch)
    first, second = data["proof"]["series"], data["proof"]["other"]
    assert check(changed("two series", "proof", {"series": second, "other": first})).verdict == data["verdict"]


NO_READINGS: list[Any] = [[], {"splinter.tie": 1}, {"splinter.step-off": "allowed"}]
NO_CLAIMS: list[Any] = [7, "wins", "wins-0", "wins-12", "Wins-1", "wins-1 ", "loses-1", "differs-1"]
HEADS: list[tuple[str, Any, str]] = [
    *[("unique", value, "/unique") for value in ("yes", 1, None)],
    *[("verdict", value, "/verdict") for value in ("maybe", True, None)],
    ("nodes", {}, "/nodes"),
    ("nodes", None, "/nodes"),
    *[("readings", value, "/readings") for value in NO_READINGS],
    *[("claim", value, "/claim") for value in NO_CLAIMS],
    ("claim", "wins-1 splinter.step-off=forbidden", "/claim"),
    ("position", lambda here: here | {"more": 1}, "/position"),
    ("position", lambda here: here | {"board": [8, False, False], "to_move": "white"}, "/position/to_move"),
    ("seal", "", "/seal"),
]
"""Fields of a certificate, a change, and the place of the refusal."""


@pytest.mark.parametrize(("name", "value", "where"), HEADS)
def test_a_certificate_says_what_it_is_about_as_the_format_has_it(
    name: str, value: Any, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy(found("win now")[0], monkeypatch)
    data = changed("win now", name, value)
    with pytest.raises((Refused, InputError)) as refused:
        check(data | {"seal": ""} if name == "seal" else data)
    assert getattr(refused.value, "where", "") == where


@pytest.mark.parametrize("game", [7, None, "", "chess"])
def test_a_certificate_names_a_game_that_there_is(game: Any) -> None:
    with pytest.raises(InputError, match="game"):
        position_of(found("win now")[1] | {"game": game})
