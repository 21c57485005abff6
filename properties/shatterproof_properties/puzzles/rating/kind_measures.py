"""The parts of quality that only special kinds of claims have: a series, threats, a pass, a reading that decides."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import REFUSALS, AnyGame
from shatterproof_properties.puzzles.checker.certificate import to_json
from shatterproof_properties.puzzles.checker.results import CheckedResult, Results
from shatterproof_properties.puzzles.claims.differs_claim import DiffersClaim
from shatterproof_properties.puzzles.claims.kind import distinct, going_on, saves
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.threats_claim import Replies
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn
from shatterproof_properties.puzzles.rating.measures import RATED_GAMES, MeasuredThreat
from shatterproof_properties.solving.forcing import Forcing

ORDER, RETURN = 30, 20
MOTIFS, DIVISION = 30, 20
PASS, DETAIL = 20, 20
MOST_ORDERS = 120
"""The most orders of the turns of a series that are tried: all orders of five turns."""


class QualityPart(NamedTuple):
    """The points of a puzzle for one thing, the most possible points, and the reason."""

    name: str
    points: int
    most: int
    why: str


class OwnMeasure(NamedTuple):
    """The parts of quality that only a kind of claim has, and what is remarkable: "" for nothing, as in most kinds."""

    parts: tuple[QualityPart, ...] = ()
    idea: str = ""


def measure_series(game: AnyGame, series: Sequence[PlayedTurn]) -> OwnMeasure:
    """Order: how many later turns, and other orders of all, are legal in the diagram and do not win. And return."""
    texts = tuple(played.text for played in series)
    orders = [order for order in islice(permutations(texts), MOST_ORDERS) if order != texts]
    failing = sum(_is_played_in_vain(game, series[0].before, order) for order in orders)
    early = sum(_is_played_in_vain(game, series[0].before, (text,)) for text in texts[1:])
    known, side, taken, is_restored = RATED_GAMES.find(game), series[0].before.to_move, set[Any](), False
    for played in series:
        before, after = (known.things(at, side)[1] if known else frozenset() for at in (played.before, played.after))
        is_restored = is_restored or bool(taken & (after - before))
        taken |= before - after
    # Half the orders are as good as all: turns that build on each other cannot all change places.
    later, share = len(texts) - 1, min(1.0, 2 * failing / max(1, len(orders)))
    why = (
        f"{early} of the {later} later turns could be made first, in vain; "
        f"and so could all in {failing} of {len(orders)} other orders"
    )
    order = QualityPart("order", round(ORDER / 2 * (early / max(1, later) + share)), ORDER, why)
    back = "a turn puts back what an earlier one took away" if is_restored else "nothing comes back to where it was"
    idea = back.capitalize() if is_restored else "All turns could be made in another order, in vain" if failing else ""
    return OwnMeasure((order, QualityPart("return", RETURN * is_restored, RETURN, back)), idea)


def _is_played_in_vain(game: AnyGame, position: Any, turns: Sequence[str]) -> bool:
    """Whether turns in a row, with passes of the other side between them, fail to win."""
    side, results = position.to_move, Results(game)
    try:
        for text in turns[:-1]:
            after = game.play(position, game.parse_turn(position, text))
            if game.outcome(after) is not None:
                return False
            position = after_pass(game, after)
        last = game.play(position, game.parse_turn(position, turns[-1]))
    except (*REFUSALS, InputError):
        return False
    result = CheckedResult(last, game.outcome(last))
    return not result.wins(side) and not (result.outcome is None and results.is_mated_now(last))


def measure_threats(forcing: Forcing, puzzle: Puzzle, threats: Sequence[MeasuredThreat]) -> OwnMeasure:
    """Ideas: how many threats have different effects. Division: how many replies only one of them answers.

    Raises OutOfLimits.
    """
    motifs = len({frozenset(name for name, count in threat.does.items() if count) for threat in threats})
    replies = Replies(forcing, going_on(forcing.adapter, forcing.adapter.read(dict(puzzle.position))))
    chosen = replies.fewest(puzzle.claim.turns) or frozenset()
    answers, once = len(threats), sum(len(chosen & each.keys()) == 1 for each in replies.answers)
    why = f"{motifs} of {answers} answers do different things"
    ideas = QualityPart("ideas", round(MOTIFS * (motifs - 1) / max(1, answers - 1)), MOTIFS, why)
    why = f"{once} of {len(replies.positions)} replies have one of the answers only"
    division = QualityPart("division", round(DIVISION * once / len(replies.positions)), DIVISION, why)
    return OwnMeasure((ideas, division), "Each answer does something else" if motifs == answers > 1 else "")


def measure_pass(forcing: Forcing, puzzle: Puzzle) -> OwnMeasure:
    """How much the pass itself gives away: how many turns save, and whether one wins as soon. Raises OutOfLimits."""
    adapter, turns = forcing.adapter, puzzle.claim.turns
    here = adapter.read(dict(puzzle.position))
    every = [saves(forcing, after, turns) for _, after in distinct(adapter, adapter.results(here))]
    wins = forcing.is_won(here, turns)
    why = f"{sum(every)} of {len(every)} turns would save" + (", and whoever is to move wins" if wins else "")
    part = QualityPart("pass", round(PASS / 2 * (sum(every) / len(every) + wins)), PASS, why)
    return OwnMeasure((part,), "Whoever is to move wins" if wins else "")


def measure_reading(forcing: Forcing, puzzle: Puzzle, fails: Any, key: str) -> OwnMeasure:
    """How small the detail is that decides: in how many ways the key fails under the other value, if it is legal there.

    `fails` is the position of the reference without a win. Raises OutOfLimits.
    """
    ways = _ways_to_fail(forcing, puzzle, fails, key)
    if ways is None:
        return OwnMeasure((QualityPart("detail", 0, DETAIL, "under the other value the key is no turn"),))
    why = f"under the other value the key can be played, and fails in {'one way' if ways == 1 else f'{ways} ways'}"
    part = QualityPart("detail", round(DETAIL / 2 * (1 + 1 / max(1, ways))), DETAIL, why)
    return OwnMeasure((part,), "Under the other value the same key can be played, and fails" if ways else "")


def _ways_to_fail(forcing: Forcing, puzzle: Puzzle, fails: Any, key: str) -> int | None:
    game, turns, meaning = puzzle.rules, puzzle.claim.turns, puzzle.claim.meaning
    try:
        after = game.play(fails, game.parse_turn(fails, key))
    except REFUSALS:
        return None
    if turns == 1 or game.outcome(after) is not None:
        return 1
    if fails.readings != puzzle.reference_position().readings:
        assert isinstance(meaning, DiffersClaim)
        forcing = meaning.search_beside(forcing, forcing.adapter.read(dict(puzzle.position)))
    adapter = forcing.adapter
    found = distinct(adapter, adapter.results(adapter.read(to_json(game, after))))
    return sum(saves(forcing, then, turns - 1) for _, then in found)
