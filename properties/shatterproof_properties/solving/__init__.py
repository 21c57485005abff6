"""Forced wins, mates and exact play, over any second engine.

In goes a second engine as a search adapter (`adapters.py`), with a position. `forcing.py` says who can force a win in
how many turns, or raises OutOfLimits. A game without a package here is searched plainly. Each of ours has the same
files: `symmetry.py` (one key for positions that are images of one another), `finishes.py` (turns that win at once,
found without trying the others) and `adapter.py`. Crumble has `prospects.py`, the proofs of what its finishes leave
out, `reach.py`, who is too far from a win, `threatening.py`, what may win in two, and `turn_shapes.py`, turns as
geometry that can be tried on other arrangements. `exact/` is exact play, which in Scrunch `exact_search.py` searches.
"""
