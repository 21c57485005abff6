"""The rules a second time, declaratively, in z3: lemmas proved outright, and z3's part in puzzles."""

from shatterproof_properties.proofs.disagreement import Disagreement as Disagreement
