"""Measures of series, threats, passes and readings that decide, and their worth."""

from __future__ import annotations

from dataclasses import replace

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
from puzzles.showcase import rated
from shatterproof.game import AmbiguousTurn, find_game
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.puzzles.rating.kind_measures import (
    OwnMeasure,
    PassMeasure,
    QualityPart,
    ReadingMeasure,
    SeriesMeasure,
    ThreatsMeasure,
    measure_pass,
    measure_reading,
    measure_series,
)
from shatterproof_properties.puzzles.rating.rated import rate
from shatterproof_properties.solving.adapters import SearchAdapter
from shatterproof_properties.solving.forcing import Forcing

BOX = "Splinter 6x4, Blue to move\n......\n.osX..\n.xSO..\n......\n"
CUT_AND_JOIN = "Crumble 2x2, Black to move\nAAaa\nAAbb\nBCCc\nBCCc\n"


def in_a_row(diagram: str, *turns: str) -> SeriesMeasure:
    """The measure of turns in a row, whether they win or not."""
    game = find_game(diagram.split()[0].lower())
    position, series = game.from_diagram(diagram), list[PlayedTurn]()
    for text in turns:
        series.append(PlayedTurn(game, after_pass(game, series[-1].after) if series else position, text))
    return measure_series(game, series)


def test_a_turn_that_takes_back_an_earlier_one_puts_something_back() -> None:
    assert in_a_row(BOX, "d3E", "e3W").restored == 1
    assert in_a_row(CUT_AND_JOIN, "0H", "0J1,2").restored == 1
    assert in_a_row(BOX, "d3E", "e3E").restored == 0


def test_a_turn_that_would_leave_a_tie_without_a_choice_cannot_be_made_then() -> None:
    tied = "Splinter 7x4, Blue to move\n.......\n...O...\nSXO.SXO\nsxo.sxo\n"
    game = find_game("splinter")
    position = game.from_diagram(tied)
    with pytest.raises(AmbiguousTurn):
        game.parse_turn(position, "d3N")
    assert in_a_row(tied, "a2E", "d3N").early == 0
    its = puzzle("splinter", tied, "differs-1 splinter.step-off=forbidden")
    assert measure_reading(search_for(its), its, position, "d3N") == ReadingMeasure(None)


def test_turns_that_have_nothing_to_do_with_each_other_can_be_made_in_any_order() -> None:
    assert in_a_row(BOX, "d3N", "c2S") == SeriesMeasure(later=1, early=1, orders=1, failing=1, restored=0)
    assert in_a_row(BOX, "d3E", "e3W")[:4] == (1, 0, 1, 0)


def test_a_later_turn_that_would_win_at_once_is_not_made_in_vain() -> None:
    won = in_a_row(SPLINTER_WIN, "a4E", "d3N")
    assert (won.early, won.orders) == (0, 1)
    assert in_a_row(SPLINTER_WIN, "a4E", "d3S").early == 1


@pytest.mark.parametrize(
    ("game", "diagram", "found"),
    [
        ("scrunch", SCRUNCH_THREATS, ThreatsMeasure(answers=2, motifs=2, replies=4, met_once=4)),
        ("crumble", CRUMBLEMATE, ThreatsMeasure(answers=2, motifs=1, replies=27, met_once=24)),
    ],
)
def test_threats_are_counted_by_what_they_do_and_by_what_they_alone_answer(
    game: str, diagram: str, found: ThreatsMeasure
) -> None:
    its, certificate = proved(game, diagram, "threats-2")
    assert rate(its, certificate).own == found


def test_a_pass_where_whoever_is_to_move_wins() -> None:
    its = puzzle("splinter", SPLINTER_WIN, "passes-1")
    assert measure_pass(search_for(its), its) == PassMeasure(turns=22, saving=5, wins=True)


def test_a_pass_where_the_side_that_passes_is_lost_anyway() -> None:
    its = puzzle("crumble", CRUMBLEMATE, "passes-1")
    found = measure_pass(search_for(its), its)
    assert (found.saving, found.wins) == (0, False)
    assert found.turns == 29


def test_a_key_fails_under_the_other_value_in_some_ways_or_is_no_turn_there() -> None:
    its, certificate = proved("scrunch", SCRUNCH_OPEN, f"differs-2 {BARE}")
    kind = its.claim.meaning
    begins, fails = (
        where(its.rules, its.reference_position(), certificate["proof"])
        for where in (kind.play_begins, kind.play_fails)  # type: ignore[attr-defined]
    )
    assert begins.readings != fails.readings
    key = certificate["proof"]["stated" if begins == its.reference_position() else "other"]["key"]["by"]
    assert measure_reading(search_for(its), its, fails, key) == ReadingMeasure(2)
    assert measure_reading(search_for(its), its, fails, "a1 b2-c3") == ReadingMeasure(None)


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


def own_parts(own: OwnMeasure) -> dict[str, QualityPart]:
    """The parts of the quality that only this kind of puzzle has."""
    parts = replace(rated("nothing goes yet"), own=own).parts
    assert sum(part.most for part in parts) == 100
    return {part.name: part for part in parts}


def test_a_series_whose_order_matters_and_that_takes_something_back_is_worth_more() -> None:
    plain, early, free, back = (
        own_parts(SeriesMeasure(*numbers))
        for numbers in ((2, 0, 5, 0, 0), (2, 1, 5, 0, 0), (2, 2, 5, 5, 0), (2, 0, 5, 0, 1))
    )
    assert [each["order"].points for each in (plain, early, free, back)] == [0, 8, 30, 0]
    assert [each["return"].points for each in (plain, early, free, back)] == [0, 0, 0, 20]
    assert "tries" not in plain


def test_threats_by_different_ideas_each_needed_are_worth_more() -> None:
    same, different, doubled = (
        own_parts(ThreatsMeasure(*numbers)) for numbers in ((3, 1, 10, 10), (3, 3, 10, 10), (3, 3, 10, 4))
    )
    assert [each["ideas"].points for each in (same, different, doubled)] == [0, 30, 30]
    assert [each["division"].points for each in (same, different, doubled)] == [20, 20, 8]
    assert "key" not in same


def test_a_pass_is_worth_more_where_it_alone_loses_and_most_where_whoever_moves_wins() -> None:
    lost, saved, won = (
        own_parts(PassMeasure(*each))["pass"] for each in ((20, 0, False), (20, 10, False), (20, 20, True))
    )
    assert [part.points for part in (lost, saved, won)] == [0, 5, 20]
    assert "whoever is to move wins" in won.why


def test_a_key_that_fails_in_one_way_under_the_other_value_is_worth_most() -> None:
    none, one, many = (own_parts(ReadingMeasure(ways))["detail"].points for ways in (None, 1, 10))
    assert (none, one, many) == (0, 20, 11)


def test_a_rated_puzzle_has_the_parts_of_its_kind() -> None:
    its, certificate = proved("splinter", SPLINTER_SERIES, "series-2", unique=True)
    assert [part.name for part in rate(its, certificate).parts] == ["key", "order", "return", "economy"]
