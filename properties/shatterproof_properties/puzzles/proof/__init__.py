"""Proves and refutes claims, and reads the proofs back.

In goes a `Puzzle` with a search. Out comes a `Verification`: proved, refuted or unknown, with a certificate that the
checker has accepted. Lack of time is never a refutation. An accepted certificate becomes the play that it proves
(`proved_play`, `tree`), cooks, duals and threats (`analysis`), and text.
"""
