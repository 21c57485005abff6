"""Crumble in z3: swaps, captures and wins on a fixed arrangement, with the colours left open.

Beside the files of every game there is `compose`, which colours an arrangement so that there are threats.
"""

from shatterproof_properties.proofs.crumble.verdicts import confirm_win as confirm_win
