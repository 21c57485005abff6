"""The checker on proofs made from the definitions of claims: true ones, and forged ones for false claims."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from puzzles.checker import forged_claims, toy_game
from puzzles.checker.forging import CHEATS, Forger, certificate
from puzzles.checker.toy_game import CLAUSE, ToyGame, ToyPosition
from puzzles.samples import holds
from sampling import some
from shatterproof.errors import InputError
from shatterproof.game import Outcome
from shatterproof_properties.puzzles.checker import certificate as certificates
from shatterproof_properties.puzzles.checker import splinter
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.checker.checker import Refused, check
from shatterproof_properties.puzzles.claims.claim import Claim

READING = "splinter.step-off=forbidden"
CLAIMS = [
    *(Claim("wins", turns, unique) for turns in (1, 2, 3, 4) for unique in (False, True)),
    *(Claim("mated", turns) for turns in range(4)),
    *(Claim("defends", turns, unique) for turns in (1, 2, 3) for unique in (False, True)),
    *(Claim("threats", number, unique) for number in (1, 2, 3) for unique in (False, True)),
    *(Claim("passes", turns, unique) for turns in (1, 2, 3) for unique in (False, True)),
    *(Claim("series", turns, unique) for turns in (1, 2, 3) for unique in (False, True)),
    *(Claim("differs", turns, unique, READING) for turns in (1, 2, 3) for unique in (False, True)),
]

SEEDS = [
    1, 86, 415, 2912, 68, 262, 34, 381, 444, 2388, 352, 329, 1612, 2054, 127, 1138,
    36, 71, 77, 619, 2819, 17, 287, 423, 435, 785, 978, 1031, 1131, 52, 142,
]  # fmt: skip
"""Games that together have all that 3,000 games show: true and false claims, cooks, shorter wins, all ends."""


def toy(game: ToyGame, monkeypatch: pytest.MonkeyPatch) -> ToyGame:
    """Puts a toy game in the place of Splinter, and returns it."""
    monkeypatch.setattr(certificates, "find_game", lambda name: game)
    monkeypatch.setattr(splinter, "images", toy_game.images)
    return game


def begun(game: ToyGame, seed: int) -> Any:
    """The start of a game, in every third under another reading."""
    here = game.start()
    other = replace(here, readings=game.Readings.from_mapping(dict([READING.split("=")])))
    return here if seed % 3 or game.outcome(other) is not None else other


def why_not(data: Json) -> str:
    """The reason why the checker refuses a certificate; empty if it accepts it."""
    try:
        check(data)
    except (Refused, InputError) as error:
        return str(error)
    return ""


def attempts(game: Any, here: Any, claim: Claim, is_so: bool, cheat: str = "", choice: int = 0) -> list[Json]:
    """Certificates of a verdict. What is not true is forged by a cheat."""
    found = []
    elsewhere = [here, *game.every()]
    for write in forged_claims.proofs(game, here, claim, is_so):
        by = Forger(game, cheat, choice, elsewhere)
        proof = write(by)
        found.append(certificate(game, here, claim, is_so, proof, by.finish()))
    return found


@pytest.mark.parametrize("seed", some(SEEDS, len(SEEDS), SEEDS[:6].__contains__))
def test_what_is_true_can_be_shown_by_a_proof_written_from_the_definitions(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = toy(ToyGame(seed), monkeypatch)
    here = begun(game, seed)
    for claim in CLAIMS:
        is_so = holds(game, here, claim)
        if is_so is not None:
            whys = [why_not(data) for data in attempts(game, here, claim, is_so)]
            assert "" in whys, (claim, is_so, whys)


@pytest.mark.parametrize("seed", some(SEEDS, len(SEEDS), SEEDS[:3].__contains__))
def test_nothing_that_is_not_true_can_be_shown(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame(seed), monkeypatch)
    here = begun(game, seed)
    for claim, cheat, choice in product(CLAIMS, CHEATS, (0, 1)):
        is_so = holds(game, here, claim)
        if is_so is not None:
            for data in attempts(game, here, claim, not is_so, cheat, choice):
                assert why_not(data), (claim, cheat, choice, data)


@pytest.mark.parametrize("is_sooner", [False, True])
def test_what_is_the_same_as_the_key_to_a_solver_does_not_win_sooner(
    is_sooner: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # From 1 both memories lead to 2; there memory 0 alone may win at once, by 9, and memory 1 goes on to 3.
    steps = {(0, 0): [(1, 0), (1, 1)], (1, 0): [(2, 0)], (1, 1): [(2, 1)], (2, 0): [(9, 0)], (2, 1): [(3, 0)]}
    steps |= {(3, 0): [(4, 0)], (4, 0): [(9, 0)]}
    if not is_sooner:
        steps[2, 0] = [(3, 1)]
        steps[3, 1] = steps[3, 0]
    game = toy(ToyGame.of({9: 0}, steps), monkeypatch)
    here, claim = game.start(), Claim("wins", 3, unique=True)
    assert holds(game, here, claim) is not is_sooner
    whys = [why_not(data) for cheat in CHEATS for data in attempts(game, here, claim, True, cheat, 0)]
    left_out = CHEATS.index("left out")
    assert whys.pop(left_out) == "/proof/tries: result 1: nothing shows that it does not win sooner"
    assert all(map(bool, whys)) is is_sooner
    refuted = [why_not(data) for data in attempts(game, here, claim, False)]
    assert is_sooner or "/proof/cook: it is the key itself" in refuted


def test_a_key_that_loses_at_once_is_no_key_by_any_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({9: 0, 8: 1}, {(0, 0): [(8, 0), (1, 0)], (1, 0): [(2, 0)], (2, 0): [(9, 0)]}), monkeypatch)
    here, claim = game.start(), Claim("wins", 2)
    [data] = attempts(game, here, claim, True)
    assert why_not(data) == ""
    proof = {"key": data["proof"]["key"] | {"by": "8a"}}
    assert "the game is over" in why_not(certificate(game, here, claim, True, proof, data["nodes"]))


SAME_LOOK = {(0, 0): [(1, 0), (1, 1), (8, 0)], (1, 0): [(2, 0)], (1, 1): [(3, 0)], (2, 0): [(9, 0)], (3, 0): [(9, 0)]}
"""From 0 two turns lead to 1, with either memory; there the replies are different."""


def all_refused(game: Any, here: Any, claim: Claim, is_so: bool) -> bool:
    return all(why_not(data) for cheat in ("", *CHEATS) for data in attempts(game, here, claim, is_so, cheat, 0))


def test_keys_that_look_alike_are_two_where_the_replies_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(ToyGame.of({9: 0, 8: 1}, SAME_LOOK), monkeypatch)
    here, claim = game.start(), Claim("wins", 2, unique=True)
    assert holds(game, here, claim) is False
    assert all_refused(game, here, claim, True)
    assert not all_refused(game, here, claim, False)


@pytest.mark.parametrize("remembered", [0, 1])
def test_turns_that_look_alike_are_two_where_one_of_them_ends_the_game(
    remembered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Drawn(ToyGame):
        """Drawn at 1 with one of the memories."""

        def outcome(self, here: ToyPosition) -> Outcome | None:
            drawn = (here.place, here.memory) == (1, remembered)
            return Outcome(None, CLAUSE) if drawn else super().outcome(here)

    game = toy(Drawn.of({9: 0, 8: 1}, SAME_LOOK), monkeypatch)
    here, claim = game.start(), Claim("defends", 1, unique=True)
    assert holds(game, here, claim) is False
    assert all_refused(game, here, claim, True)
    assert not all_refused(game, here, claim, False)


def test_of_what_is_the_same_as_the_key_nothing_false_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {(0, 0): [(1, 0), (1, 1)], (1, 0): [(2, 0)], (1, 1): [(2, 0)], (2, 0): [(9, 0)]}
    game = toy(ToyGame.of({9: 0}, steps), monkeypatch)
    here, claim = game.start(), Claim("wins", 2, unique=True)
    [data] = attempts(game, here, claim, True)
    assert why_not(data) == ""
    key = game.play(here, data["proof"]["key"]["by"])
    other = [after == key for after in Forger(game).results(here)].index(False)
    proof = data["proof"] | {"tries": [{"by": "2a", "results": [other], "then": None}]}
    said = certificate(game, here, claim, True, proof, data["nodes"])
    assert why_not(said) == "/proof/tries/0: the other side wins after it"


@pytest.mark.parametrize(("turns", "said"), [(turns, said) for said in (3, 4, 5) for turns in range(2, said + 1)])
def test_a_key_that_wins_sooner_is_not_the_key_to_a_longer_win(
    turns: int, said: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = 2 * turns - 1
    steps = {(place, 0): [(place + 1, 0)] for place in range(over)}
    game = toy(ToyGame.of({over: 0}, steps), monkeypatch)
    here, by = game.start(), Forger(game)
    after = game.play(here, "1a")
    proof = {"key": by.won(here, turns), "tries": [], "long": by.not_mated(after, turns - 2)}
    claim, nodes = Claim("wins", said, unique=True), by.finish()
    assert holds(game, here, claim) is (turns == said)
    assert bool(why_not(certificate(game, here, claim, True, proof, nodes))) is (turns != said)
