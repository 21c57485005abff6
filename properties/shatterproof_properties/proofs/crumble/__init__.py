"""Crumble in z3: what a swap, a capture and a win are on a fixed arrangement, with the colours left open.

Beside the files of every game there is `compose`, which paints an arrangement so that there are threats.
"""

from shatterproof_properties.proofs.crumble.verdicts import confirm_win as confirm_win
