"""Judging: game records of other people's, one or whole folders of them.

In: records. Out: whether each is legal to its end (`records.py`), and the readings under which it would be
(`legality.py`).
"""
