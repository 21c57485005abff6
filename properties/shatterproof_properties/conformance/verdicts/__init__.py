"""What a run has come to, and what that means.

`result.py` has the values that each process of a run returns, and puts those of several together. `verdict.py` judges a
result: its headline and exit code, for programs as JSON. `text.py` says the same to people, with what to try next.
`minimum_coverage.py` is how much a run must have seen before it speaks of agreement.
"""
