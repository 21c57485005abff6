"""Rates puzzles: solution, themes, difficulty and quality, all measured.

In goes a puzzle with an accepted certificate. Out comes a `Rated` puzzle with its reasons. `measures.py` counts what
turns do, `solver_model.py` imitates a person who solves, and `rated.py` turns both into points. `selection.py`
chooses a collection from many. Each game says in its module what its turns do.
"""
