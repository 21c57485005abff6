"""Serves an engine with a mutant on stdin and stdout: `python -m ... GAME NAME`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from shatterproof_properties.conformance.mutants import find_mutant
from shatterproof_properties.protocol.serve import Introduction, ServedGame, serve
from shatterproof_properties.protocol.served import boards_of, opened, second_readings


def main(arguments: Sequence[str]) -> None:
    """Serves the engine until `bye` or the end of the input. Raises InputError for an unknown mistake."""
    game, name = arguments
    mutant = find_mutant(game, name)
    table = ServedGame(
        game, boards_of(game), second_readings(game), lambda board, chosen: opened(mutant.engine, board, chosen)
    )
    serve(Introduction(f"second engine with mutant {mutant.name}", "1"), [table])


main(sys.argv[1:])
