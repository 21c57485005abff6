"""Wins in one: z3 proves them again, and contradicts whoever says otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from proofs.answers import others_of, set_ups, together
from sampling import only_in_ci, some
from shatterproof import crumble
from shatterproof.crumble.pieces import GRAIN, Piece
from shatterproof.crumble.swaps import Walk
from shatterproof_properties.play.crumble.positions import set_up
from shatterproof_properties.proofs import Disagreement, Json
from shatterproof_properties.proofs.crumble.verdicts import confirm_win, is_stated, reprove_win
from shatterproof_properties.second.crumble import Engine

THREE_SIDES = "3x3, Black to move\nABA\naba\nAAb"
"""`0VW-NE` wins for Black: a walk of two steps."""

SLIP = "3x3, Black to move\naba\nbaA\nAAa"
"""`0VW-NE` completes White's chain."""

WON_BY_A_CAPTURE = "4x4, White to move\nAAaaaabb\nAAaaaabb\nBBCCccdd\nBBCCccdd\nDeEEffgg\nDeEEffgg\nFFhhffii\nFFhhffii"


@pytest.mark.parametrize(
    ("work", "start", "path", "why"),
    [
        ("0,2H3", 2, "SWW", "the walk goes on after a win"),
        ("0,2H2", 0, "ES", "the mover's own piece"),
        ("0,2H2", 0, "N", "no complete side"),
    ],
)
def test_a_walk_that_breaks_a_rule_is_no_win(work: str, start: int, path: str, why: str) -> None:
    position = crumble.from_diagram(THREE_SIDES)
    lower_half = Piece(start * GRAIN, 2 * GRAIN, GRAIN, GRAIN // 2)
    turn = crumble.Turn(crumble.parse_turn(position, work).work, Walk(lower_half, path))
    assert not reprove_win(position, turn), why


@pytest.mark.parametrize("readings", [{}, {"win_stops": "end-of-turn"}, {"capture_nested": "one-snapshot"}])
@pytest.mark.parametrize("diagram", [SLIP, THREE_SIDES])
def test_turns_that_win_are_proved_and_no_others(diagram: str, readings: dict[str, str]) -> None:
    position = crumble.from_diagram(diagram, crumble.Readings(**readings))
    for turn, after in crumble.results(position):
        ended = crumble.outcome(after)
        assert reprove_win(position, turn) == (ended is not None and ended.winner == "black"), turn


READINGS = [
    *some([crumble.Readings(**dict([each])) for each in others_of(crumble)], one_in=3),
    *(pytest.param(each, marks=pytest.mark.long) for each in together(crumble)),
]


@pytest.mark.parametrize("readings", READINGS, ids=lambda readings: str(readings.departures()))
def test_wins_are_reported_under_every_reading(readings: crumble.Readings) -> None:
    random = Random(str(readings.departures()))
    drawn = set_ups(set_up("3x2", readings, decided=False, bias="chains"), 8, random)
    small = sorted(filter(is_stated, drawn), key=lambda position: len(position.arrangement.pieces))
    for position in small[:3]:
        walked = [(turn, after) for turn, after in crumble.results(position) if turn.walk]
        for turn, after in random.sample(walked, min(8, len(walked))):
            ended = crumble.outcome(after)
            assert reprove_win(position, turn) == (ended is not None and ended.winner == position.to_move), turn


def test_what_a_standing_ring_holds_until_it_is_closed_again_is_not_stated() -> None:
    enclosed = "3x3, White to move\nAAB\nCdB\nCEE"
    held = crumble.from_diagram(enclosed + "\nreadings standing-enclosure=until-closed")
    assert not is_stated(held)
    assert not confirm_win(crumble.to_json(held), "0V", {}, None)
    assert is_stated(crumble.from_diagram(enclosed + "\nreadings standing-enclosure=next-step"))
    assert is_stated(crumble.start("3x3", crumble.Readings(standing_enclosure="until-closed")))
    both = crumble.Readings(standing_enclosure="until-closed", capture_nested="one-snapshot")
    assert not is_stated(crumble.start("3x3", both))


def test_a_win_claimed_wrongly_is_a_disagreement() -> None:
    position = crumble.to_json(crumble.from_diagram(THREE_SIDES))
    assert confirm_win(position, "0VW-NE", {}, None)
    with pytest.raises(Disagreement, match=r"does 0VW-N win.*z3 says it does not"):
        confirm_win(position, "0VW-N", {}, None)


LONGEST_GAME = 8
MOST_PIECES = 18
"""The most pieces of a position set up."""
MOST_ASKED = 3
"""The most turns of a position that z3 is asked about: winning ones, and as many others with a walk."""


def played(random: Random, boards: Sequence[str]) -> Iterator[Json]:
    """Undecided positions of random games, without end. Turns with longer walks are preferred."""
    while True:
        board = random.choice(boards)
        engine = Engine(*crumble.board_size(board))
        position, length = engine.start(), random.randrange(LONGEST_GAME)
        for _ in range(length):
            going_on = [one for one in engine.turns(position) if one["outcome"] is None]
            if not going_on:
                break
            tried = random.sample(going_on, min(3, len(going_on)))
            position = max(tried, key=lambda one: len(one["turn"]))["position"]
        yield position


def positions(number: int, random: Random, boards: Sequence[str]) -> list[Json]:
    """Some positions, half of them from random play."""
    biases = st.sampled_from((None, "rings", "rings", "chains", "walks"))
    drawn = st.tuples(st.sampled_from(boards), biases).flatmap(
        lambda chosen: set_up(chosen[0], crumble.Readings(), decided=False, bias=chosen[1])
    )
    small = (one for one in set_ups(drawn, number, random) if len(one.arrangement.pieces) <= MOST_PIECES)
    there = [crumble.to_json(one) for one in islice(small, number // 2)]
    return [*there, *islice(played(random, boards), number - len(there))]


class Survey(NamedTuple):
    """The second engine's view of a position: the turns with a walk that win, the others, and whether any capture."""

    winning: list[str]
    others: list[str]
    captures: bool
    wins_by_capture: bool


def survey(position: Json) -> Survey:
    """All results with a walk. A walk that changes more than two pieces captures."""
    engine = Engine(*crumble.board_size(position["board"]))
    here, captures = engine.read(position), set[bool]()
    texts: dict[bool, list[str]] = {True: [], False: []}
    for _, results in groupby(engine.results(here), key=lambda one: one[0].work):
        (_, plain), *walked = results
        for turn, after in walked:
            wins = after.outcome is not None and after.outcome.winner == position["to_move"]
            texts[wins].append(engine.turn_text(here, turn))
            if (plain.black ^ after.black).bit_count() > 2:
                captures.add(wins)
    return Survey(texts[True], texts[False], bool(captures), True in captures)


@pytest.mark.parametrize(("most", "few"), [only_in_ci((2, 4)), pytest.param(10, 30, marks=pytest.mark.long)])
def test_z3_and_the_second_engine_agree_on_positions_with_captures_among_them(most: int, few: int) -> None:
    roomy = positions(200, Random(7), ("4x4", "5x4"))
    capturing = [position for position in roomy if survey(position).captures]
    capturing.sort(key=lambda position: (not survey(position).wins_by_capture, len(position["pieces"])))
    capturing.insert(0, crumble.to_json(crumble.from_diagram(WON_BY_A_CAPTURE)))
    met = Counter[str]()
    for number, position in enumerate([*capturing[:most], *positions(few, Random(7), ("3x3", "4x3"))]):
        seen, here, random = survey(position), crumble.from_json(position), Random(number)
        met.update({"captures": seen.captures, "wins by a capture": seen.wins_by_capture, "wins": bool(seen.winning)})
        for texts, wins in ((seen.winning, True), (seen.others, False)):
            for text in random.sample(texts, min(MOST_ASKED, len(texts))):
                assert reprove_win(here, crumble.parse_turn(here, text)) == wins, (position, text)
    assert met["captures"] >= most
    assert met["wins by a capture"] > 0
    assert met["wins"] < most + few
