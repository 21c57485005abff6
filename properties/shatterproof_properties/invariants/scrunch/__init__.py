"""What must hold of Scrunch.

A property takes one of these: a position; a position and a legal turn, or the text of an illegal one; a starting
position and the turns played from it; or the name of a board. `brute_force` states the rules a second time, in plain
sets, so that a property does not trust what it checks.
"""
