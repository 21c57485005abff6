"""The mutants of any game as engines in this process: `python:conformance.mutants_in_process:NAME`.

The second engine itself has the name of its game.
"""

from __future__ import annotations

from conformance.held_out import held_out_mutants, pair_mutants, unlisted_mutants
from conformance.held_out.kinds import mutants_of_kinds
from shatterproof.game import OURS
from shatterproof_properties.conformance.mutants import self_check_mutants, served
from shatterproof_properties.protocol.served import second_engine


def in_process(name: str) -> str:
    """The command of the engine with that mutant, or the second engine of that game, without a process."""
    return f"python:{__name__}:{name}"


globals().update({mutant.name: served(game, mutant.engine) for game in OURS for mutant in self_check_mutants(game)})
# Held-out mutants of several games may have one name.
globals().update(
    {f"{game}-{one.name}": served(game, one.engine) for game in OURS
     for one in (*held_out_mutants(game), *pair_mutants(game), *unlisted_mutants(game), *mutants_of_kinds(game))}
)  # fmt: skip
globals().update({game: served(game, second_engine(game)) for game in OURS})
