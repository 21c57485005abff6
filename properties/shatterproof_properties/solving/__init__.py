"""Forced wins, mates and exact play, over any second engine.

A search takes a second engine as a search adapter (`adapters.py`) and a position. `forcing.py` says who can force a win
in how many turns, or raises OutOfLimits. The plain adapter serves a game that has no package here. The package of a
game is its adapter, which gives one key to positions that are images of one another (`images.py`). `finishes.py` finds
turns that win at once without trying the others.

Crumble has more: `prospects.py` proves what its finishes may leave out, and `reach.py` says who is too far from a win.
`exact/` is exact play, proved by search.
"""
