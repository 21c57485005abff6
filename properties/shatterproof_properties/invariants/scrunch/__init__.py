"""What must hold of Scrunch.

A property takes a position; a position and a legal turn of it, or the text of a turn that is not legal; a starting
position and the turns played from it; or the name of a board. `definitions` and `brute_force` state the rules a second
time, in plain sets, so that a property does not trust what it checks.
"""
