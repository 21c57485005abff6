"""Alternative ends of walks and games of Crumble."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from shatterproof.game import Outcome
from shatterproof_properties.conformance.alternatives import Alternative
from shatterproof_properties.conformance.alternatives.crumble.turns import Tolerant
from shatterproof_properties.conformance.alternatives.numbered import UpTo, numbered, of_class
from shatterproof_properties.second.crumble.arrangement import Arrangement
from shatterproof_properties.second.crumble.board import groups
from shatterproof_properties.second.crumble.position import SIDES, Position
from shatterproof_properties.second.crumble.rules import OPPONENT_WINS, OWN_WINS

FOUR, EITHER, ONCE, STEPS = "crumble.win.four-sides", "crumble.win.either", "crumble.win.at-once", "crumble.walk.steps"


class StepWinner(int):
    """The winner by a step, as a whole number that carries the pieces that the step has captured."""

    captured = 0


class Stepping(Tolerant):
    """Remembers the captures and the end of the latest step."""

    captured = entered = _before = 0

    def standing(self, arrangement: Arrangement, own: int) -> Collection[int]:
        self._before = own
        return super().standing(arrangement, own)

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        after = super().capture(arrangement, own, stood)
        self.entered, self.captured = own & ~self._before, after ^ own
        return after

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        found = StepWinner(self.by_step(arrangement, own, opposing, super().winner(arrangement, own, opposing)))
        found.captured, self.captured, self.entered = self.captured, 0, 0
        return found

    def by_step(self, arrangement: Arrangement, own: int, opposing: int, winner: int) -> int:
        """The winner by the step, if the rules say that it is `winner`."""
        return winner


class CapturesEndWalks(Stepping):
    """A walk ends with a capture."""

    def refusal_to_walk_on(self, kept: bool, winner: int) -> str | None:
        return super().refusal_to_walk_on(kept and not getattr(winner, "captured", 0), winner)


class CapturesDoNotWin(Stepping):
    """A step that captures does not win."""

    def by_step(self, arrangement: Arrangement, own: int, opposing: int, winner: int) -> int:
        return 0 if self.captured else winner


class OnlyCapturesWin(Stepping):
    """Only a step that captures wins."""

    def by_step(self, arrangement: Arrangement, own: int, opposing: int, winner: int) -> int:
        return winner if self.captured or not self.entered else 0


class WalkersChainWins(Stepping):
    """A step wins only by a chain with the swapping piece."""

    def by_step(self, arrangement: Arrangement, own: int, opposing: int, winner: int) -> int:
        if not self.entered:
            return winner
        chains = groups(own, self.chain_links(arrangement))
        mine = [chain for chain in chains if chain & self.entered]
        return OWN_WINS if any(self.spans(arrangement, chain) for chain in mine) else 0


class MoversChain(Tolerant):
    """The mover wins by any chain, the opponent's included."""

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        return OWN_WINS if super().winner(arrangement, own, opposing) else 0


class OpponentsChain(Tolerant):
    """The mover loses by any chain, their own included."""

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        return OPPONENT_WINS if super().winner(arrangement, own, opposing) else 0


class OpponentsOnly(Tolerant):
    """Only the opponent's chains are checked for a win."""

    def players_tested(self) -> tuple[int, ...]:
        return (OPPONENT_WINS,)


class Chains(UpTo, Tolerant):
    """A chain of more than {n} pieces does not win."""

    def wins_by(self, chain: int) -> bool:
        """Whether a chain has the right number of pieces."""
        return chain.bit_count() <= self.most

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        links = self.chain_links(arrangement)
        for player in self.players_tested():
            for chain in groups(own if player == OWN_WINS else opposing, links):
                if self.wins_by(chain) and self.spans(arrangement, chain):
                    return player
        return 0


class LongChains(Chains):
    """A chain of {n} pieces or fewer does not win."""

    def wins_by(self, chain: int) -> bool:
        return chain.bit_count() > self.most


class SidesReached(UpTo, Tolerant):
    """A chain wins when it touches {n} sides."""

    def spans(self, arrangement: Arrangement, chain: int) -> bool:
        return sum(bool(chain & edge) for edge in arrangement.edges) >= self.most


class Renewals(UpTo, Tolerant):
    """The game is drawn when {n} turns in a row have repeated."""

    def renewals_for_draw(self) -> int:
        return self.most


Won = Callable[[str], str | None]
"""The winner of a game that the rules call drawn, by the side to move."""
DRAWN: tuple[tuple[str, Won], ...] = (
    ("Who repeats loses", lambda to_move: to_move),
    ("Who repeats wins", lambda to_move: SIDES[to_move == SIDES[0]]),
    ("When turns repeat Black wins", lambda to_move: SIDES[0]),
    ("When turns repeat White wins", lambda to_move: SIDES[1]),
)


class DrawsDecided(Tolerant):
    """Somebody wins a game that the rules call drawn."""

    won: Won

    def outcome(self, here: Position) -> Outcome | None:
        found = super().outcome(here)
        return Outcome(type(self).won(self.to_move(here)), found.clause) if found and found.winner is None else found


class NeverDrawn(Tolerant):
    """No game is drawn by turns that repeat."""

    def has_renewed(self, renewing: object, targets: object) -> bool:
        return False


def alternatives() -> Iterator[Alternative]:
    """Steps that end walks or win, chains, and draws."""
    for engine, clause in (
        (CapturesEndWalks, STEPS),
        (CapturesDoNotWin, ONCE),
        (OnlyCapturesWin, FOUR),
        (WalkersChainWins, EITHER),
        (MoversChain, EITHER),
        (OpponentsChain, EITHER),
        (OpponentsOnly, EITHER),
        (NeverDrawn, "crumble.draw.repetition"),
    ):
        yield of_class(engine, clause)
    yield from numbered(Chains, FOUR, range(3, 33))
    yield from numbered(LongChains, FOUR, range(3, 33))
    yield from numbered(SidesReached, FOUR, (1, 2, 3))
    yield from numbered(Renewals, "crumble.draw.repetition", (1, 3, 4))
    for words, won in DRAWN:
        says = f"{words}."
        yield of_class(type(says, (DrawsDecided,), {"won": staticmethod(won)}), "crumble.draw.repetition", says)
