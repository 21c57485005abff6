"""The program: an opponent in three strengths, for any game, board and readings, in pure Python.

In goes a position as a search adapter (`solving/adapters.py`) has it, out comes a Reply: a turn, and what the program
saw. `program.py` has the strengths, the guard and the look ahead. How good a position looks stands in the module named
after its game; for a game without one, random games tell.
"""
