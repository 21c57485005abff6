"""The rules of Splinter a second time, as formulas: under the default readings, on a board of any one size."""

from shatterproof_properties.proofs.splinter.verdicts import confirm_win as confirm_win
