"""The rules of Scrunch a second time, as formulas: under the default readings, on a board of any one side."""

from shatterproof_properties.proofs.scrunch.verdicts import confirm_win as confirm_win
