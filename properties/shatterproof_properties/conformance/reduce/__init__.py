"""Reduction: the search for a difference, its smallest form, and its reproduction.

In: a differential run, a seed and a deadline. Out: the first difference among cases that Hypothesis draws
(`difference_search.py`), the smallest that shows the same (`shrinking.py`, `shorter_games.py`), and the earlier
questions without which a fresh process does not show it (`reproduction.py`).
"""
