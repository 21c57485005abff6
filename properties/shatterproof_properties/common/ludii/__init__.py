"""Games that Ludii saved, which it calls trials, as game records.

Enters: the text of a trial. Leaves: a `Record`, whose turns are judged like those of any other. `trial.py` reads what
is the same for all games; a game whose trials can be read has a module `GAME.py` or a package, as `TrialReader` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof.record import Record
from shatterproof_properties.common.ludii.trial import Trial, parse_trial
from shatterproof_properties.common.per_game import PerGame


class TrialReader(Protocol):
    """The functions that a game's module offers, if its trials can be read."""

    def record_of(self, trial: Trial, board: str | None, readings: Any) -> Record: ...


READERS = PerGame[TrialReader](__name__)


def record_of_trial(text: str, choose: Callable[[AnyGame], Any], board: str | None = None) -> Record:
    """The record of a trial on a board, None for the board that the trial shows. `choose` gives the readings of a game.

    Raises InputError with the line.
    """
    trial = parse_trial(text)
    readable = [name for name in GAMES if READERS.find(name)]
    name = next((name for name in readable if name in trial.name.casefold()), None)
    if name is None:
        titles = " or ".join(map(str.capitalize, readable))
        what = f"this is a trial of {shorten(trial.name, 60) or 'no game'}"
        wish = f"one of {titles}, since no other is read: game=/{readable[0].capitalize()}.lud"
        raise InputError(what, f"line {trial.line}", wish)
    game = find_game(name)
    return READERS.of(name).record_of(trial, board, choose(game) or game.Readings())
