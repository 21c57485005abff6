"""The result of a run, and its meaning.

`result.py` has the values that each process of a run returns, and merges them. `judgement.py` judges a result: its
headline and exit code, its JSON, and what to try next. `printout.py` writes it for people, with `picture.py` and
`command_lines.py`; `verdict.py` joins both. `minimum_coverage.py` says how much a run must have seen before it speaks
of agreement.
"""
