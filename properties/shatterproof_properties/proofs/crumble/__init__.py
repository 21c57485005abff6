"""Crumble in z3: what a swap, a capture and a win are on a fixed arrangement, with the colours left open.

Beside the four files of every game there is z3's part in puzzles: `legs` finds the shortest winning walk, which
`verdicts` and `compose` need; `compose` paints an arrangement so that there are threats; and `threats` finds those that
mate. Each asks z3 about many colourings where a verdict asks about one.
"""
