"""Serves an engine with a self-check mutant on stdin and stdout: `python -m ... GAME NAME`."""

from __future__ import annotations

import sys

from shatterproof_properties.conformance.mutants import find_mutant, served
from shatterproof_properties.protocol.serve import Introduction, serve

game, name = sys.argv[1:]
serve(Introduction(f"second engine with mutant {name}", "1"), [served(game, find_mutant(game, name).engine)])
