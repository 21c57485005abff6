"""Vectors: frozen questions with the answers of the rules, shipped in spec/vectors.

In: a game. Out: its vectors (`vector.py`), and the verdict on an engine. The engine is asked the vectors alone
(`vector_run.py`) or at the start of a check (`first.py`). `tests/conformance/vectors/make.py` makes the vectors.
"""
