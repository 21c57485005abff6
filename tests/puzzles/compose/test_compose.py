"""Candidates are positions of real boards for which the claim holds.

Compositions of z3 are fair positions, the same for the same seed, and now and then crumblemates.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.samples import candidates, puzzle
from sampling import some
from shatterproof import crumble
from shatterproof.game import find_game
from shatterproof_properties import play
from shatterproof_properties.puzzles.checker.certificate import forgotten
from shatterproof_properties.puzzles.checker.symmetry_class import image_key
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.wins_claim import MOST_KEYS
from shatterproof_properties.puzzles.compose import crumble as composing
from shatterproof_properties.puzzles.compose import source
from shatterproof_properties.puzzles.compose.game_composer import COMPOSERS, simplified
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.solving.adapters import search_adapter
from shatterproof_properties.solving.forcing import Forcing, SearchLimits

Json = dict[str, Any]
PLENTY = SearchLimits(positions=100_000)
ASKED = [
    ("crumble", "mated-1", "4x4", False),
    ("crumble", "wins-1", "4x3", True),
    ("splinter", "wins-2", "8x7", False),
    ("splinter", "defends-1", "8x7", False),
    ("scrunch", "wins-1", "3", False),
    ("scrunch", "wins-2", "3", True),
    ("scrunch", "mated-1", "3", False),
]
GAMES = ("crumble", "scrunch", "splinter")
BOARDS = {"crumble": ("3x3", "4x3"), "scrunch": ("3", "4"), "splinter": ("6x6", "7x5")}


@cache
def some_candidates(game: str, claim: str, board: str, unique: bool, seed: int = 3) -> tuple[Json, ...]:
    """The first few candidates, found without a clock, so that they are always the same."""
    return tuple(islice(candidates(game, Claim.parse(claim, unique), board, seed), 4))


FEW_TURNS = """\
Scrunch 4, Dark to move
   x x x .
  x . . . .
 . x x x x x
. o . o . . x
 o x . . . x
  o x x x x
   . . o .
"""
ONE_OF_FOUR = """\
Scrunch 5, Dark to move
    . . . x x
   . . . x . x
  . . . . x . x
 . . . . x . . x
. . . . o x . . x
 . . . . . x x .
  . . . . o . x
   . . . . o x
    . . . . .
"""


@pytest.mark.parametrize(("diagram", "claim"), [(FEW_TURNS, "mated-1"), (ONE_OF_FOUR, "defends-1")])
def test_what_is_decided_at_once_is_not_worth_asking_with_few_turns_to_try(diagram: str, claim: str) -> None:
    its = puzzle("scrunch", diagram, claim)
    forcing = search_for(its)
    here = forcing.adapter.read(dict(its.position))
    assert its.claim.meaning.holds(forcing, here, 1, False)
    assert not its.claim.meaning.is_worth_asking(forcing, here, 1, False)


@pytest.mark.parametrize(("game", "claim", "board", "unique"), ASKED)
def test_candidates_are_undecided_positions_of_the_board_and_none_is_an_image_of_another(
    game: str, claim: str, board: str, unique: bool
) -> None:
    rules, found = find_game(game), some_candidates(game, claim, board, unique)
    assert len({key(game, value) for value in found}) == len(found) == 4
    for value in found:
        position = rules.from_json(value)
        assert value["board"] == board
        assert not value.get("memory")
        assert rules.outcome(position) is None
        assert rules.to_json(position) == value


@pytest.mark.parametrize(("game", "claim", "board", "unique"), ASKED)
def test_a_fresh_search_finds_the_claim_true_and_nothing_shorter(
    game: str, claim: str, board: str, unique: bool
) -> None:
    adapter, wanted = search_adapter(game, board), Claim.parse(claim, unique)
    for value in some_candidates(game, claim, board, unique):
        forcing, here = Forcing(adapter, PLENTY), adapter.read(value)
        if wanted.kind == "mated":
            assert forcing.is_mated(here, wanted.turns)
            assert not forcing.is_mated(here, wanted.turns - 1)
        elif wanted.kind == "wins":
            keys = [each for _, each in adapter.results(here) if forcing.achieves(each, wanted.turns)]
            assert 1 <= len(keys) <= (1 if unique else MOST_KEYS)
            assert wanted.turns == 1 or not forcing.is_won(here, wanted.turns - 1)
        else:
            lost = [
                adapter.verdict(after) == 1 or forcing.is_won(after, wanted.turns) for _, after in adapter.results(here)
            ]
            assert any(lost)
            assert not all(lost)


@pytest.mark.parametrize("game", some(["scrunch", "crumble", "splinter"], one_in=3))
def test_a_seed_always_gives_the_same_candidates_and_another_seed_others(game: str) -> None:
    asked = next(each for each in ASKED if each[0] == game)
    again = tuple(islice(candidates(game, Claim.parse(asked[1], asked[3]), asked[2], 3), 4))
    assert again == some_candidates(*asked)
    assert some_candidates(*asked, seed=4) != again


@pytest.mark.parametrize("game", GAMES)
def test_candidates_end_when_asked_to_stop(game: str) -> None:
    asked = count()
    board = BOARDS[game][0]
    found = candidates(game, Claim("mated", 3), board, 1, stop=lambda: next(asked) > 200)
    assert len(list(found)) <= 200
    assert next(asked) <= 203


def test_one_answer_never_settles_a_crumblemate() -> None:
    adapter = search_adapter("crumble", "4x4")
    for value in some_candidates("crumble", "mated-1", "4x4", False):
        afters = [after for _, after in adapter.results(adapter.read(value))]
        wins = [(after, adapter.win_now(after)) for after in afters]
        answers = {adapter.killer(after, win[0]) for after, win in wins if win is not None}
        assert not any(
            all((again := adapter.retry(after, answer)) and adapter.verdict(again[1]) == -1 for after in afters)
            for answer in answers
        )


def test_candidates_and_what_is_simplified_keep_to_the_readings_asked_for() -> None:
    rules, readings = find_game("scrunch"), {"scrunch.loops": "forbidden", "scrunch.snake-count": "after-placement"}
    found = list(islice(candidates("scrunch", Claim("wins", 1), "3", 1, readings), 4))
    adapter = search_adapter("scrunch", "3", readings)
    assert all(Forcing(adapter, PLENTY).is_won(adapter.read(value), 1) for value in found)
    simple = simplified(
        found[0], lambda value: Forcing(adapter, PLENTY).is_won(adapter.read(value), 1), readings=readings
    )
    for value in [*found, simple]:
        assert rules.outcome(rules.from_json(value, rules.Readings.from_mapping(readings))) is None


def test_an_unknown_game_or_board_is_refused() -> None:
    for game, board in (("chess", "8x8"), ("scrunch", "70"), ("splinter", "x"), ("crumble", "1x1")):
        with pytest.raises(ValueError, match=r"game|board|side"):
            next(candidates(game, Claim("wins", 1), board, 1))


def key(game: str, value: Json) -> Hashable:
    return image_key(find_game(game), find_game(game).from_json(value))


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_keys_tell_apart_what_the_search_tells_apart(game: str, data: st.DataObject) -> None:
    rules = find_game(game)
    positions = play.positions(rules, st.sampled_from(BOARDS[game]), readings=rules.Readings()).map(rules.to_json)
    value = forgotten(rules, data.draw(positions))
    adapter = search_adapter(game, value["board"])
    here = adapter.read(value)
    others = [forgotten(rules, adapter.write(after)) for _, after in islice(adapter.results(here), 12)]
    for other in [value, *others]:
        same = adapter.key(adapter.read(other)) == adapter.key(here)
        assert (key(game, other) == key(game, value)) is same
        assert rules.to_json(rules.from_json(other)) == other


@pytest.mark.parametrize("game", GAMES)
def test_what_is_simplified_keeps_its_property_and_never_grows(game: str) -> None:
    asked = next(each for each in ASKED if each[0] == game)
    adapter, rules = search_adapter(game, asked[2]), find_game(game)
    forcing = Forcing(adapter, PLENTY)

    def count_of(value: Json) -> int:
        return sum(len(value.get(name, ())) for name in ("pieces", "dark", "light"))

    def still_holds(value: Json) -> bool:
        here = adapter.read(value)
        turns = Claim.parse(asked[1]).turns
        return forcing.is_mated(here, turns) if asked[1].startswith("mated") else forcing.is_won(here, turns)

    for value in some_candidates(*asked)[:2]:
        simple = simplified(value, still_holds, 40)
        assert still_holds(simple)
        assert count_of(simple) <= count_of(value)
        assert simple["board"] == value["board"]
        assert rules.outcome(rules.from_json(simple)) is None
        assert COMPOSERS.of(game).is_sensible(simple)
        assert simplified(value, lambda _: False) == value


def test_nobody_is_asked_more_often_than_allowed_while_simplifying() -> None:
    asked: list[Json] = []

    def holds(value: Json) -> bool:
        asked.append(value)
        return len(asked) % 2 == 0

    simplified(some_candidates(*ASKED[0])[0], holds, 7)
    assert len(asked) <= 7


COMPOSER, MATED = COMPOSERS.of("crumble"), Claim("mated", 1)


def opening(board: str) -> Json:
    return crumble.to_json(crumble.start(board))


@cache
def composed(seed: int = 2, board: str = "4x4", claim: Claim = MATED) -> list[Json]:
    return list(COMPOSER.composed(opening(board), claim, Random(seed)))


def test_what_is_composed_is_settled_undecided_has_the_pieces_it_was_given_and_is_now_and_then_a_mate() -> None:
    lying = [piece[:4] for piece in opening("4x4")["pieces"]]
    assert composed()
    for value in composed():
        position = crumble.from_json(value)
        assert crumble.to_json(position) == value
        assert crumble.outcome(position) is None
        assert value["board"] == "4x4"
        assert [piece[:4] for piece in value["pieces"]] == lying
    adapter = search_adapter("crumble", "4x4")
    assert any(Forcing(adapter, PLENTY).is_mated(adapter.read(value), 1) for value in composed())


@pytest.mark.ci
def test_a_seed_always_composes_the_same_and_another_seed_something_else() -> None:
    again = list(COMPOSER.composed(opening("4x4"), MATED, Random(2)))
    assert again == composed()
    assert composed(3) != again


def test_where_z3_gives_up_there_is_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composing, "EFFORT", 1)
    assert list(COMPOSER.composed(opening("4x4"), MATED, Random(2))) == []


def test_nothing_is_composed_on_many_pieces_or_for_other_claims() -> None:
    assert composed(board="6x6") == composed(claim=Claim("mated", 2)) == composed(claim=Claim("wins", 1)) == []


def test_candidates_come_from_composing_alone_where_no_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "COMPOSED", 1.0)
    adapter = search_adapter("crumble", "4x4")
    found = list(islice(candidates("crumble", MATED, "4x4", 3), 4))
    assert len(found) == 4
    for value in found:
        assert crumble.outcome(crumble.from_json(value)) is None
        assert Forcing(adapter, PLENTY).is_mated(adapter.read(value), 1)
    assert list(islice(candidates("crumble", MATED, "4x4", 3), 4)) == found


def test_composing_ends_when_asked_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "COMPOSED", 1.0)
    asked = count()
    assert len(list(candidates("crumble", MATED, "4x4", 3, stop=lambda: next(asked) > 5))) <= 5
    assert next(asked) <= 10
