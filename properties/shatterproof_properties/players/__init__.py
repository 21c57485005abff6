"""The program: an opponent in three strengths, for any game, board and readings, in pure Python.

In goes a position as a search adapter (`solving/adapters.py`) has it, out comes a Reply: a turn, and what the program
saw. `program.py` has the strengths and the guard, `lookahead.py` looks some turns ahead. How good a position looks
stands in the module named after its game; `plain.py` stands for a game without one.
"""
