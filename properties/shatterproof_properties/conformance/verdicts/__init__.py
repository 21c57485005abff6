"""The result of a run, and its meaning.

`result.py` has the values that each process of a run returns, and puts those of several together. `judgement.py` judges
a result: its headline and exit code, for programs as JSON, and what to try next. `printout.py` says to people how a run
has ended, with `picture.py` and `command_lines.py`; `verdict.py` is both. `minimum_coverage.py` is how much a run must
have seen before it speaks of agreement.
"""
