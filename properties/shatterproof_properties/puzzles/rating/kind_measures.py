"""The measures of special kinds of claims: a series, threats, a pass, a reading that decides.

Each has the parts of quality that only its kind has, and a sentence about what is remarkable.
"""

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


class SeriesMeasure(NamedTuple):
    """A series: the number of turns after the first, and how many of these are legal in the diagram, in vain.

    `orders` counts the other orders of its turns, `failing` those that are legal and do not win. `restored` counts the
    turns that put back what an earlier one took away.
    """

    later: int
    early: int
    orders: int
    failing: int
    restored: int

    @property
    def parts(self) -> tuple[QualityPart, ...]:
        """Order and return."""
        # Half the orders are as good as all: turns that build on each other cannot all change places.
        share = min(1.0, 2 * self.failing / max(1, self.orders))
        points = ORDER / 2 * (self.early / max(1, self.later) + share)
        why = (
            f"{self.early} of the {self.later} later turns could be made first, in vain; "
            f"and so could all in {self.failing} of {self.orders} other orders"
        )
        again = (
            "a turn puts back what an earlier one took away" if self.restored else "nothing comes back to where it was"
        )
        order = QualityPart("order", round(points), ORDER, why)
        return order, QualityPart("return", RETURN * bool(self.restored), RETURN, again)

    @property
    def idea(self) -> str:
        """What is remarkable; "" for nothing, as in most kinds."""
        if self.restored:
            return "A turn puts back what an earlier one took away"
        return "All turns could be made in another order, in vain" if self.failing else ""


class ThreatsMeasure(NamedTuple):
    """Threats: their number, how many have different effects, and how many replies only one of them answers."""

    answers: int
    motifs: int
    replies: int
    met_once: int

    @property
    def parts(self) -> tuple[QualityPart, ...]:
        """Ideas and division."""
        points = MOTIFS * (self.motifs - 1) / (self.answers - 1) if self.answers > 1 else 0.0
        ideas = f"{self.motifs} of {self.answers} answers do different things"
        once = f"{self.met_once} of {self.replies} replies have one of the answers only"
        division = QualityPart("division", round(DIVISION * self.met_once / self.replies), DIVISION, once)
        return QualityPart("ideas", round(points), MOTIFS, ideas), division

    @property
    def idea(self) -> str:
        return "Each answer does something else" if self.motifs == self.answers > 1 else ""


class PassMeasure(NamedTuple):
    """A pass: how many different turns there are instead, how many of them save, and whether one wins as soon."""

    turns: int
    saving: int
    wins: bool

    @property
    def parts(self) -> tuple[QualityPart, ...]:
        """How much the pass itself gives away."""
        points = PASS / 2 * (self.saving / self.turns + self.wins)
        why = f"{self.saving} of {self.turns} turns would save" + (", and whoever is to move wins" if self.wins else "")
        return (QualityPart("pass", round(points), PASS, why),)

    @property
    def idea(self) -> str:
        return "Whoever is to move wins" if self.wins else ""


class ReadingMeasure(NamedTuple):
    """A reading that decides: in how many ways the key fails under the other value; None if it is illegal there."""

    ways: int | None

    @property
    def parts(self) -> tuple[QualityPart, ...]:
        """How small the detail is that decides."""
        if self.ways is None:
            return (QualityPart("detail", 0, DETAIL, "under the other value the key is no turn"),)
        points = DETAIL / 2 * (1 + 1 / max(1, self.ways))
        ways = "one way" if self.ways == 1 else f"{self.ways} ways"
        why = f"under the other value the key can be played, and fails in {ways}"
        return (QualityPart("detail", round(points), DETAIL, why),)

    @property
    def idea(self) -> str:
        return "Under the other value the same key can be played, and fails" if self.ways else ""


OwnMeasure = SeriesMeasure | ThreatsMeasure | PassMeasure | ReadingMeasure


def measure_series(game: AnyGame, series: Sequence[PlayedTurn]) -> SeriesMeasure:
    """The measure of a series that wins."""
    texts = tuple(played.text for played in series)
    orders = [order for order in islice(permutations(texts), MOST_ORDERS) if order != texts]
    failing = sum(_is_played_in_vain(game, series[0].before, order) for order in orders)
    early = sum(_is_played_in_vain(game, series[0].before, (text,)) for text in texts[1:])
    known, side, taken, restored = RATED_GAMES.find(game), series[0].before.to_move, set[Any](), 0
    for played in series:
        if known is None:
            break
        before, after = (known.things(position, side)[1] for position in (played.before, played.after))
        restored += bool(taken & (after - before))
        taken |= before - after
    return SeriesMeasure(len(texts) - 1, early, len(orders), failing, restored)


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


def measure_threats(forcing: Forcing, puzzle: Puzzle, threats: Sequence[MeasuredThreat]) -> ThreatsMeasure:
    """The measure of proved threats. Raises OutOfLimits."""
    motifs = {frozenset(name for name, count in threat.does.items() if count) for threat in threats}
    replies = Replies(forcing, going_on(forcing.adapter, forcing.adapter.read(dict(puzzle.position))))
    chosen = replies.fewest(puzzle.claim.turns) or frozenset()
    met_once = sum(len(chosen & answers.keys()) == 1 for answers in replies.answers)
    return ThreatsMeasure(len(threats), len(motifs), len(replies.positions), met_once)


def measure_pass(forcing: Forcing, puzzle: Puzzle) -> PassMeasure:
    """The measure of a pass that loses. Raises OutOfLimits."""
    adapter, turns = forcing.adapter, puzzle.claim.turns
    here = adapter.read(dict(puzzle.position))
    found = list(distinct(adapter, adapter.results(here)))
    saving = sum(saves(forcing, after, turns) for _, after in found)
    return PassMeasure(len(found), saving, forcing.is_won(here, turns))


def measure_reading(forcing: Forcing, puzzle: Puzzle, fails: Any, key: str) -> ReadingMeasure:
    """The measure of a reading that decides, and of its key.

    `fails` is the position of the reference without a win. Raises OutOfLimits.
    """
    game, turns, meaning = puzzle.rules, puzzle.claim.turns, puzzle.claim.meaning
    try:
        after = game.play(fails, game.parse_turn(fails, key))
    except REFUSALS:
        return ReadingMeasure(None)
    if turns == 1 or game.outcome(after) is not None:
        return ReadingMeasure(1)
    if fails.readings != puzzle.reference_position().readings:
        assert isinstance(meaning, DiffersClaim)
        forcing = meaning.search_beside(forcing, forcing.adapter.read(dict(puzzle.position)))
    adapter = forcing.adapter
    found = distinct(adapter, adapter.results(adapter.read(to_json(game, after))))
    return ReadingMeasure(sum(saves(forcing, then, turns - 1) for _, then in found))
