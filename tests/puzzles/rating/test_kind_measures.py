"""Measures of series, threats, passes and readings that decide, and their worth."""

from __future__ import annotations

import pytest

from puzzles.certified import BARE, proved
from puzzles.samples import (
    CRUMBLEMATE,
    SCRUNCH_OPEN,
    SCRUNCH_THREATS,
    SPLINTER_SERIES,
    SPLINTER_WIN,
    puzzle,
)
from shatterproof.game import AmbiguousTurn, find_game
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.puzzles.rating.kind_measures import (
    OwnMeasure,
    measure_pass,
    measure_reading,
    measure_series,
)
from shatterproof_properties.puzzles.rating.rated import rate
from shatterproof_properties.solving.adapters import SearchAdapter
from shatterproof_properties.solving.forcing import Forcing

BOX = "Splinter 6x4, Blue to move\n......\n.osX..\n.xSO..\n......\n"
CUT_AND_JOIN = "Crumble 2x2, Black to move\nAAaa\nAAbb\nBCCc\nBCCc\n"
TIED = "Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo\n"
NO_TURN = "under the other value the key is no turn"


def points(own: OwnMeasure) -> list[int]:
    return [part.points for part in own.parts]


@pytest.mark.parametrize(
    ("diagram", "turns", "early", "failing", "worth"),
    [
        (BOX, ("d3N", "c2S"), 1, 1, [30, 0]),
        (BOX, ("d3E", "e3W"), 0, 0, [0, 20]),
        (BOX, ("d3E", "e3E"), 0, 0, [0, 0]),
        (CUT_AND_JOIN, ("0H", "0J1,2"), 0, 0, [0, 20]),
        (SPLINTER_WIN, ("a4E", "d3N"), 0, 0, [0, 0]),
        (SPLINTER_WIN, ("a4E", "d3S"), 1, 1, [30, 0]),
    ],
    ids=["free", "taken back", "goes on", "joined again", "wins at once", "early"],
)
def test_a_series_is_worth_more_if_its_turns_could_change_places_in_vain_and_if_it_puts_something_back(
    diagram: str, turns: tuple[str, str], early: int, failing: int, worth: list[int]
) -> None:
    game = find_game(diagram.split()[0].lower())
    first = PlayedTurn(game, game.from_diagram(diagram), turns[0])
    own = measure_series(game, [first, PlayedTurn(game, after_pass(game, first.after), turns[1])])
    assert points(own) == worth
    assert own.parts[0].why == (
        f"{early} of the 1 later turns could be made first, in vain; and so could all in {failing} of 1 other orders"
    )


def test_a_turn_that_would_leave_a_tie_without_a_choice_cannot_be_made_then() -> None:
    game = find_game("splinter")
    position = game.from_diagram(TIED)
    with pytest.raises(AmbiguousTurn):
        game.parse_turn(position, "d3N")
    its = puzzle("splinter", TIED, "differs-1 splinter.step-off=forbidden")
    assert measure_reading(search_for(its), its, position, "d3N").parts[0].why == NO_TURN


@pytest.mark.parametrize(
    ("game", "diagram", "worth", "whys"),
    [
        ("scrunch", SCRUNCH_THREATS, [30, 20], ["2 of 2 answers do different", "4 of 4 replies have one"]),
        ("crumble", CRUMBLEMATE, [0, 18], ["1 of 2 answers do different", "24 of 27 replies have one"]),
    ],
)
def test_threats_are_worth_more_if_they_do_different_things_and_if_each_is_needed(
    game: str, diagram: str, worth: list[int], whys: list[str]
) -> None:
    rated = rate(*proved(game, diagram, "threats-2"))
    assert points(rated.own) == worth
    assert all(part.why.startswith(why) for part, why in zip(rated.own.parts, whys, strict=True))
    assert [part.name for part in rated.parts] == ["answers", "ideas", "division", "economy"]


@pytest.mark.parametrize(
    ("game", "diagram", "worth", "why"),
    [
        ("splinter", SPLINTER_WIN, 12, "5 of 22 turns would save, and whoever is to move wins"),
        ("crumble", CRUMBLEMATE, 0, "0 of 29 turns would save"),
    ],
)
def test_a_pass_is_worth_more_where_it_alone_loses_and_most_where_whoever_moves_wins(
    game: str, diagram: str, worth: int, why: str
) -> None:
    its = puzzle(game, diagram, "passes-1")
    own = measure_pass(search_for(its), its)
    assert (points(own), own.parts[0].why, bool(own.idea)) == ([worth], why, worth > 0)


def test_a_key_that_can_be_played_under_the_other_value_is_worth_more_the_fewer_ways_it_fails_in() -> None:
    its, certificate = proved("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    kind = its.claim.meaning
    begins, fails = (
        where(its.rules, its.reference_position(), certificate["proof"])
        for where in (kind.play_begins, kind.play_fails)  # type: ignore[attr-defined]
    )
    assert begins.readings != fails.readings
    key = certificate["proof"]["stated" if begins == its.reference_position() else "other"]["key"]["by"]
    own = measure_reading(search_for(its), its, fails, key)
    assert (points(own), own.parts[0].why[-6:]) == ([15], "2 ways")
    illegal = measure_reading(search_for(its), its, fails, "a1 b2-c3")
    assert (points(illegal), illegal.parts[0].why) == ([0], NO_TURN)


def test_one_search_measures_all_finds_of_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    its, certificate = proved("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    adapters, real = list[SearchAdapter](), Forcing.beside

    def beside(search: Forcing, adapter: SearchAdapter) -> Forcing:
        adapters.append(adapter)
        return real(search, adapter)

    monkeypatch.setattr(Forcing, "beside", beside)
    forcing = search_for(its)
    ratings = [rate(its, certificate, forcing) for _ in range(2)]
    assert ratings[0].parts == ratings[1].parts
    assert len({id(adapter) for adapter in adapters}) == 1
    assert sum(part.most for part in ratings[0].parts) == 100


def test_a_rated_series_has_the_parts_of_its_kind() -> None:
    its, certificate = proved("splinter", SPLINTER_SERIES, "series-2", unique=True)
    rated = rate(its, certificate)
    assert [(part.name, part.most) for part in rated.parts] == [
        ("key", 30),
        ("order", 30),
        ("return", 20),
        ("economy", 20),
    ]
