"""Witnesses: the smallest games in which two values of a reading, or two whole sets of readings, differ.

In: a reading and two of its values, or two sets of readings. Out: a game, with the answer under each. `pair.py` reads
the games that are shipped. A search finds others among all positions of small boards (`distinctions.py`,
`pair_search.py`), near examples of the spec or by play from an opening (`from_openings.py`).
`comparer.py` compares two sets. The module named after a game lists its positions.
"""
