"""What must hold of Crumble.

A property takes one of these: a position; a position and one of its legal turns; a starting position and the turns
played from it; or an arrangement and its black pieces, settled or not. `definitions` and `brute_force` state the rules
a second time, plainly and slowly, so that a property does not trust what it checks.
"""
