"""Reduction: a difference is looked for, made small, and shown again.

In: a differential run, a seed and a deadline. Out: the first difference among cases that Hypothesis draws
(`difference_search.py`), the smallest that shows the same (`shrinking.py`, `shorter_games.py`), and the earlier
questions without which a fresh process does not show it (`reproduction.py`).
"""
