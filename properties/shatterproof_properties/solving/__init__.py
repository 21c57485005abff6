"""Forced wins, mates and exact play, over any second engine.

`forcing.py` searches; what it asks of a game is a SearchAdapter, and `adapters.py` has the part of it that engines
answer alike. Each game has the same files: `symmetry.py` (one key for positions that are images of one another),
`finishes.py` (turns that win at once, found without trying the others) and `adapter.py`. Crumble has `prospects.py`,
the proofs of what its finishes leave out, `reach.py`, who is too far from a win, `threatening.py`, what may win in
two, and `threats.py`, turns as geometry that can be tried on other arrangements. `exact/` is exact play, which in
Scrunch `exact_search.py` searches.
"""
