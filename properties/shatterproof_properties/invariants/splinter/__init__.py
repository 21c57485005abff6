"""What must hold of Splinter.

A property takes one of these: a position; a position and a legal turn; a position and the text of a turn, legal or not;
a starting position and the turns played from it; or the name of a board. `brute_force` states the rules a second
time, plainly and slowly, so that a property does not trust what it checks.
"""
