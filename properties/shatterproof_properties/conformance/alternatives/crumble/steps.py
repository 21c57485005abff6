"""Alternative captures of Crumble, and ends of walks and games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from shatterproof.game import Outcome
from shatterproof_properties.conformance.alternatives import changed
from shatterproof_properties.conformance.alternatives.crumble.turns import Tolerant
from shatterproof_properties.second.crumble.board import groups, slots
from shatterproof_properties.second.crumble.position import SIDES, Arrangement, Position
from shatterproof_properties.second.crumble.rules import OPPONENT_WINS, OWN_WINS

ENCLOSED, RING, EITHER, FORCED, EVERY = (
    f"crumble.{name}" for name in ("capture.enclosed", "ring", "capture.either", "capture.forced", "capture.every-step")
)
FOUR, WHOSE, ONCE, DRAW = (
    f"crumble.{name}" for name in ("win.four-sides", "win.either", "win.at-once", "draw.repetition")
)


def _around(arrangement: Arrangement, group: int) -> int:
    """The pieces around a group."""
    ring = 0
    for slot in slots(group):
        ring |= arrangement.touch[slot]
    return ring & ~group


def _enclosed(it: Tolerant, arrangement: Arrangement, colour: int) -> list[int]:
    """The enclosed groups of a colour."""
    return [group for group in groups(colour, it.group_links(arrangement)) if it.is_enclosed(arrangement, group)]


class CountedSteps(Tolerant):
    """Captures in only some steps of a walk. To list turns, it asks itself about each turn that the rules allow."""

    steps = 0

    def captures_in(self, step: int) -> bool:
        """Whether a step captures, counted from 1."""
        raise NotImplementedError

    def meanings(self, here: Position, text: str) -> list[tuple[str, Position]]:
        self.steps = 0
        return super().meanings(here, text)

    def capture(self, arrangement: Arrangement, own: int, stood: Collection[int] = ()) -> int:
        self.steps += 1
        return super().capture(arrangement, own, stood) if self.captures_in(self.steps) else own

    def turns(self, position: Any) -> Iterator[dict[str, Any]]:
        for entry in Tolerant.on_board(f"{self.columns}x{self.rows}", self.readings).turns(position):
            found = self.apply(position, entry["turn"])
            if found["verdict"] == "legal":
                yield {"turn": entry["turn"], "position": found["position"], "outcome": found["outcome"]}


Both = Callable[[int, int, int], int]
"""The mover's pieces after a step that encloses pieces of both sides, from those before, those lost and those won."""
BOTH: tuple[tuple[str, str, Both], ...] = (
    ("nothing is captured", EITHER, lambda own, lost, won: own),
    ("only the opponent's are captured", EITHER, lambda own, lost, won: own | won),
    ("only the mover's are captured", EITHER, lambda own, lost, won: own & ~lost),
    ("both are captured once", "crumble.capture-nested", lambda own, lost, won: own & ~lost | won),
    ("the larger part is captured", EITHER,
     lambda own, lost, won: own | won if won.bit_count() >= lost.bit_count() else own & ~lost),
)  # fmt: skip


def _capture(both: Both) -> Callable[..., int]:
    """Captures in which `both` decides where a step encloses pieces of both sides."""

    def capture(
        it: Tolerant, usual: Callable[..., int], arrangement: Arrangement, own: int, stood: Collection[int] = ()
    ) -> int:
        lost, won = it.enclosed(arrangement, own, stood), it.enclosed(arrangement, arrangement.live ^ own, stood)
        return both(own, lost, won) if lost and won else usual(arrangement, own, stood)

    return capture


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
        found = StepWinner(self.by_step(arrangement, own, super().winner(arrangement, own, opposing)))
        found.captured, self.captured, self.entered = self.captured, 0, 0
        return found

    def by_step(self, arrangement: Arrangement, own: int, winner: int) -> int:
        """The winner by the step, if the rules say that it is `winner`."""
        return winner

    def wins_by_entered(self, arrangement: Arrangement, own: int) -> bool:
        """Whether the swapping piece is in a chain that wins."""
        chains = groups(own, self.chain_links(arrangement))
        return any(self.spans(arrangement, chain) for chain in chains if chain & self.entered)


class Chained(Tolerant):
    """Looks at each chain alone, so that its number of pieces may decide."""

    def winner(self, arrangement: Arrangement, own: int, opposing: int) -> int:
        links = self.chain_links(arrangement)
        for player in self.players_tested():
            for chain in groups(own if player == OWN_WINS else opposing, links):
                if self.spans(arrangement, chain):
                    return player
        return 0


DRAWN: tuple[tuple[str, Callable[[str], str | None]], ...] = (
    ("Who repeats loses", lambda to_move: to_move),
    ("Who repeats wins", lambda to_move: SIDES[to_move == SIDES[0]]),
    ("When turns repeat Black wins", lambda to_move: SIDES[0]),
    ("When turns repeat White wins", lambda to_move: SIDES[1]),
)
"""Who wins a game that the rules call drawn, in words and by the side to move."""


def _outcome(won: Callable[[str], str | None]) -> Callable[..., Outcome | None]:
    """Outcomes by which somebody wins a game that the rules call drawn."""

    def outcome(it: Tolerant, usual: Callable[..., Outcome | None], here: Position) -> Outcome | None:
        found = usual(here)
        return Outcome(won(it.to_move(here)), found.clause) if found and found.winner is None else found

    return outcome


ALTERNATIVES = (
    *changed(Tolerant, "A group of more than {n} pieces is not captured.", ENCLOSED,
             is_enclosed=lambda it, usual, arrangement, group:
             group.bit_count() <= it.most and usual(arrangement, group)),
    *changed(Tolerant, "A group of {n} pieces or fewer is not captured.", ENCLOSED,
             is_enclosed=lambda it, usual, arrangement, group:
             group.bit_count() > it.most and usual(arrangement, group)),
    *changed(Tolerant, "A ring of more than {n} pieces captures nothing.", RING,
             is_enclosed=lambda it, usual, arrangement, group:
             _around(arrangement, group).bit_count() <= it.most and usual(arrangement, group)),
    *changed(Tolerant, "A step captures {n} groups of a colour at most, the first of them.", FORCED,
             enclosed=lambda it, usual, arrangement, colour, stood=():
             sum(_enclosed(it, arrangement, colour)[: it.most])),
    *changed(Tolerant, "Of several enclosed groups of a colour only the largest is captured.", FORCED,
             enclosed=lambda it, usual, arrangement, colour, stood=():
             max(_enclosed(it, arrangement, colour), key=int.bit_count, default=0)),
    *changed(Tolerant, "Of several enclosed groups of a colour only the smallest is captured.", FORCED,
             enclosed=lambda it, usual, arrangement, colour, stood=():
             min(_enclosed(it, arrangement, colour), key=int.bit_count, default=0)),
    *changed(CountedSteps, "Only the first {n} steps of a walk capture.", EVERY,
             captures_in=lambda it, usual, step: step <= it.most),
    *changed(CountedSteps, "The first {n} steps of a walk capture nothing.", EVERY,
             captures_in=lambda it, usual, step: step > it.most),
    *(each for words, clause, both in BOTH
      for each in changed(Tolerant, f"Where a step encloses pieces of both, {words}.", clause, capture=_capture(both))),
    *changed(Tolerant, "Nothing is ever captured.", FORCED, capture=lambda it, usual, arrangement, own, stood=(): own),
    *changed(Tolerant, "Only the mover's pieces are captured.", EITHER,
             capture=lambda it, usual, arrangement, own, stood=(): own & ~it.enclosed(arrangement, own, stood)),
    *changed(Stepping, "A walk ends with a capture.", "crumble.walk.steps",
             refusal_to_walk_on=lambda it, usual, kept, winner:
             usual(kept and not getattr(winner, "captured", 0), winner)),
    *changed(Stepping, "A step that captures does not win.", ONCE,
             by_step=lambda it, usual, arrangement, own, winner: 0 if it.captured else winner),
    *changed(Stepping, "Only a step that captures wins.", FOUR,
             by_step=lambda it, usual, arrangement, own, winner: winner if it.captured or not it.entered else 0),
    *changed(Stepping, "A step wins only by a chain with the swapping piece.", WHOSE,
             by_step=lambda it, usual, arrangement, own, winner:
             (OWN_WINS if it.wins_by_entered(arrangement, own) else 0) if it.entered else winner),
    *changed(Tolerant, "The mover wins by any chain, the opponent's included.", WHOSE,
             winner=lambda it, usual, *given: OWN_WINS if usual(*given) else 0),
    *changed(Tolerant, "The mover loses by any chain, their own included.", WHOSE,
             winner=lambda it, usual, *given: OPPONENT_WINS if usual(*given) else 0),
    *changed(Tolerant, "Only the opponent's chains are checked for a win.", WHOSE,
             players_tested=lambda it, usual: (OPPONENT_WINS,)),
    *changed(Tolerant, "No game is drawn by turns that repeat.", DRAW, has_renewed=lambda it, usual, *given: False),
    *changed(Chained, "A chain of more than {n} pieces does not win.", FOUR, range(3, 33),
             spans=lambda it, usual, arrangement, chain: chain.bit_count() <= it.most and usual(arrangement, chain)),
    *changed(Chained, "A chain of {n} pieces or fewer does not win.", FOUR, range(3, 33),
             spans=lambda it, usual, arrangement, chain: chain.bit_count() > it.most and usual(arrangement, chain)),
    *changed(Tolerant, "A chain wins when it touches {n} sides.", FOUR, (1, 2, 3),
             spans=lambda it, usual, arrangement, chain:
             sum(bool(chain & edge) for edge in arrangement.edges) >= it.most),
    *changed(Tolerant, "The game is drawn when {n} turns in a row have repeated.", DRAW, (1, 3, 4),
             renewals_for_draw=lambda it, usual: it.most),
    *(each for words, won in DRAWN for each in changed(Tolerant, f"{words}.", DRAW, outcome=_outcome(won))),
)  # fmt: skip
