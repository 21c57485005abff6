"""Vectors: frozen questions with the answers of the rules, as they are shipped in spec/vectors.

In: a game. Out: its vectors (`vector.py`), and the verdict on an engine that has been asked them, alone
(`vector_run.py`) or first of all in a check (`first.py`). `tests/conformance/vectors/make.py` makes them.
"""

from shatterproof_properties.conformance.vectors.vector import SETS as SETS
from shatterproof_properties.conformance.vectors.vector import Vector as Vector
from shatterproof_properties.conformance.vectors.vector import Which as Which
from shatterproof_properties.conformance.vectors.vector import read as read
