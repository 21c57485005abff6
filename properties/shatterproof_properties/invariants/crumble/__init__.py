"""What must hold of Crumble.

A property takes one of these: a position; a position and a legal turn, or the text of an illegal one; a starting
position and the turns played from it; an arrangement and its black pieces, settled or not; or the name of a board.
`brute_force` states the rules a second time, plainly and slowly, so that a property does not trust what it checks.
"""
