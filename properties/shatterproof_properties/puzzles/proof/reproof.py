"""z3's part in a verdict: every win in one that a certificate relies on is proved a second time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from shatterproof.game import AnyGame, find_game
from shatterproof_properties.common.interrupts import never
from shatterproof_properties.proofs import STATEMENTS
from shatterproof_properties.protocol.reference_table import position_to_json, result

Json = dict[str, Any]
Win = tuple[Any, str]
"""A position of the reference, and the text of a turn that wins there at once or leaves no reply that does not lose."""
MOST_CONFIRMED = 2_000
"""Wins proved a second time for one certificate; larger ones are left at that."""


class Reproof(NamedTuple):
    """How many wins z3 has proved a second time, and how many it had no time for."""

    proved: int
    left: int


NOTHING_AGAIN = Reproof(0, 0)


def confirm(
    game: str,
    wins: Iterable[Win],
    on_progress: Callable[[int], None] | None = None,
    is_over: Callable[[], bool] = never,
) -> Reproof:
    """Proves wins in z3, each once, until time is over; `on_progress` is called with how many so far.

    What the statement of the game does not speak of is passed over: all wins where a game has no statement. Raises
    Disagreement where z3 proves otherwise.
    """
    statement = STATEMENTS.find(game)
    if statement is None:
        return NOTHING_AGAIN
    rules, proved = find_game(game), 0
    distinct = list(dict.fromkeys(wins))[:MOST_CONFIRMED]
    for number, win in enumerate(distinct):
        if is_over():
            return Reproof(proved, len(distinct) - number)
        proved += statement.confirm_win(*_played(rules, *win))
        if on_progress is not None:
            on_progress(proved)
    return Reproof(proved, 0)


def _played(rules: AnyGame, position: Any, text: str) -> tuple[Json, str, Json, Json | None]:
    """A position, a turn, and the position and outcome after it, as the protocol has them."""
    then = result(rules, rules.play(position, rules.parse_turn(position, text)))
    return position_to_json(rules, position), text, then["position"], then["outcome"]
