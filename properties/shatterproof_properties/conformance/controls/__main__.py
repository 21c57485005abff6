"""Serves an engine with a planted mistake on stdin and stdout: `python -m ... GAME NAME`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from shatterproof.game import find_game
from shatterproof_properties.conformance.controls import find_control
from shatterproof_properties.protocol.serve import Introduction, ServedGame, serve
from shatterproof_properties.protocol.served import BOARDS, opened


def main(arguments: Sequence[str]) -> None:
    """Serves the engine until `bye` or the end of the input. Raises InputError for an unknown mistake."""
    game, name = arguments
    control = find_control(game, name)
    readings = find_game(game).Readings.choices()
    table = ServedGame(game, BOARDS[game], readings, lambda board, chosen: opened(control.engine, board, chosen))
    serve(Introduction(f"second engine with planted mistake {control.name}", "1"), [table])


main(sys.argv[1:])
