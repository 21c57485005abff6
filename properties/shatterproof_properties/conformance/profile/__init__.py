"""Profiles: which reading of each open point an engine follows, found out in a few questions.

In: the command of an engine. Out: a finding for each reading (`profile_report.py`). `reading_questions.py` has the
questions that tell values apart, `engine_answers.py` what the rules and the engine answer, `inference.py` what follows
from that and what to ask next, and `profiler.py` goes through the readings of a game.
"""
