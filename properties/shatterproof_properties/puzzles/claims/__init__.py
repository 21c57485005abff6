"""The claims of puzzles: kinds of claim, puzzles, and their words.

In goes what people write ("White wins in two") with a position of the reference. Out come a `Claim`, whose `ClaimKind`
says how a search decides it and which tables prove it, and a `Puzzle`. `Writer` writes those tables. To add a kind: a
module here like `series_claim.py`, its object in `KINDS` of `claim.py`, and a function in the checker.
"""
