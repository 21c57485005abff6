"""The result of a run, and its meaning.

`result.py` has the values that each process of a run returns, merges them, and says how much a run must have seen
before it speaks of agreement. `judgement.py` judges a result: its headline and exit code, its JSON, and what to try
next. `verdict.py` writes it for people, with `terminal.py`.
"""
