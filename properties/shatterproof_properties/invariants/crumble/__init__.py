"""What must hold of Crumble.

A property takes a position; a position and a legal turn of it; an arrangement and its black pieces, settled or not; or
a starting position and the turns played from it. `definitions` and `brute_force` state the rules a second time,
plainly and slowly, so that a property does not trust what it checks.
"""
