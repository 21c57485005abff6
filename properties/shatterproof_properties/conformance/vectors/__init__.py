"""Vectors: frozen questions with the answers of the rules, as they are shipped in spec/vectors.

In: a game. Out: its vectors, read (`vector.py`) or made anew (`sources.py` draws questions, `candidates.py` chooses,
`release.py` writes); and the verdict on an engine that has been asked them, alone (`run.py`) or first of all in a check
(`first.py`). Which boards the vectors of one game are about stands in a module of its name.
"""

from shatterproof_properties.conformance.vectors.vector import SETS as SETS
from shatterproof_properties.conformance.vectors.vector import Vector as Vector
from shatterproof_properties.conformance.vectors.vector import Which as Which
from shatterproof_properties.conformance.vectors.vector import read as read
