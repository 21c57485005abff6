"""Comparison: the answers of an engine beside those of the rules, question by question.

In: a session with an engine, and cases or positions to ask about. Out: differences, and the coverage of what was
compared. `differential_run.py` asks the engine and the reference case by case, and mutants beside them
(`mutant_probes.py`). `bulk.py` compares with the second engine position by position, and sends mismatch candidates
(`mismatch_candidates.py`) to the reference, which alone decides.
"""
