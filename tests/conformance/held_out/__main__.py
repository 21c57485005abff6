"""Serves an engine with a held-out mutant on stdin and stdout: `python tests/conformance/held_out GAME NAME`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from conformance.held_out import held_out_mutants
from shatterproof_properties.conformance.mutants import served
from shatterproof_properties.protocol.serve import Introduction, serve

game, name = sys.argv[1:]
(engine,) = (mutant.engine for mutant in held_out_mutants(game) if mutant.name == name)
serve(Introduction(f"second engine with mutant {name}", "1"), [served(game, engine)])
