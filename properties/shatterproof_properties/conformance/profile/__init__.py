"""Profiles: which reading of each open point an engine follows, found out in a few questions.

In: the command of an engine. Out: a finding for each reading (`profile_report.py`). `reading_questions.py` has the
questions that tell values apart, and the answers of the rules and of the engine. `inference.py` draws conclusions and
decides what to ask next. `profiler.py` goes through the readings of a game.
"""
