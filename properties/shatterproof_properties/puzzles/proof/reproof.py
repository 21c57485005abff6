"""z3's part in a verdict: every win in one that a certificate relies on is proved a second time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from shatterproof.game import find_game
from shatterproof_properties.common.interrupts import never
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.protocol.reference_table import position_to_json, result

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

    What z3 does not state is passed over: in Crumble what a standing ring holds under `until-closed`; wins after which
    every reply loses, in Splinter all of them, in Scrunch those under other readings than the defaults. Raises
    Disagreement where z3 proves otherwise.
    """
    prove = PROVERS[game]
    proved = 0
    distinct = list(dict.fromkeys(wins))[:MOST_CONFIRMED]
    for number, win in enumerate(distinct):
        if is_over():
            return Reproof(proved, len(distinct) - number)
        proved += prove(*win)
        if on_progress is not None:
            on_progress(proved)
    return Reproof(proved, 0)


def _crumble(position: Any, text: str) -> bool:
    # z3 takes long to import.
    from shatterproof_properties.proofs.crumble.verdicts import confirm_win, is_stated

    if not is_stated(position):
        return False
    confirm_win(position, text, "the search")
    return True


def _scrunch(position: Any, text: str) -> bool:
    from shatterproof_properties.proofs.scrunch.verdicts import is_mated_now, reprove_turn

    before, after, outcome = _played("scrunch", position, text)
    if outcome is None and position.readings.departures():
        return False
    reprove_turn(before, text, after, outcome)
    if outcome is None and not is_mated_now(after):
        raise Disagreement(f"is every reply to {text} a last removal?", "the search says so", "z3 says no")
    return True


def _splinter(position: Any, text: str) -> bool:
    from shatterproof_properties.proofs.splinter.verdicts import reprove_turn

    before, after, outcome = _played("splinter", position, text)
    if outcome is None:
        return False
    reprove_turn(before, text, after, outcome)
    return True


def _played(game: str, position: Any, text: str) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any] | None]:
    """A position, and the position and outcome after a turn, as the protocol has them."""
    rules = find_game(game)
    then = result(rules, rules.play(position, rules.parse_turn(position, text)))
    return position_to_json(rules, position), then["position"], then["outcome"]


PROVERS: dict[str, Callable[[Any, str], bool]] = {"crumble": _crumble, "scrunch": _scrunch, "splinter": _splinter}
