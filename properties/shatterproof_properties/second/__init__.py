"""Second engines, one a game: whole numbers and bit masks, built to be fast; no rules are shared with the reference.

Each game has the same files, each of which imports only those before it:

- `position.py`: Position and Turn, and the bits of the board.
- `shortcuts.py` (in Splinter a part of `slides.py`): results found from the bits at once. A subclass that overrides a
  rule behind them goes without.
- `rules.py`: Rules, one decision a method, so that a subclass can get exactly one of them wrong.
- What a player does: `removals.py` (Scrunch), `slides.py` (Splinter), `work.py` and `walks.py` (Crumble).
- `notation.py`: ParsedTurn, turns as text, and a written turn carried out, or RefusedTurn with its clause.
- `values.py`: positions as JSON values, in and out.
- `__init__.py`: Engine, the rules with the methods of SecondEngine.
- `compiled/`: lists of results, and numbers of leaves, in C under the default readings, exactly as Engine lists them;
  `compiled.h` and `sets.h` have what the games share.

`fast_game.py` is the public face: FastGame plays any game with the same methods. `reference_engine.py` finds the engine
of a game. `compiled.py` finds the library that `properties/build_compiled.py` makes of the sources in C when the
package is installed. Where there is none, or where it declines a position, Engine answers. A class derived from Engine,
such as a mutant, never asks it.

Crumble has two more files: `board.py` below `position.py`, since its turns cut and join pieces and so change who lies
beside whom, and `draws.py` below `rules.py`, since the memory of its draw rule has many readings.
"""

from shatterproof_properties.second.fast_game import FastGame as FastGame
from shatterproof_properties.second.fast_game import FastPosition as FastPosition
from shatterproof_properties.second.reference_engine import SECOND as SECOND
from shatterproof_properties.second.reference_engine import second_engine as second_engine
