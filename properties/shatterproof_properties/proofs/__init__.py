"""The rules a second time, declaratively, in z3: lemmas proved outright, and z3's part in puzzles.

Formulas are text (`terms`), and z3 is touched in one place (`solver`). Each game has the same files: `board`, where
things may stand; `statement`, what the rules say of one position and one turn; `laws`, the lemmas on a board, and
`every_size`, those on boards of every size; and `verdicts`, turns as text held against the statement. Parts of a
statement that are long stand beside it: `scrunch/removal`, `splinter/turn`.
"""

from shatterproof_properties.proofs.agreement import Disagreement as Disagreement
