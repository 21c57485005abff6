"""Judging other people's game records: one, or whole folders of them.

In: records. Out: whether each is legal to its end (`records.py`), and the readings under which it would be
(`legality.py`).
"""
