"""The rules of Scrunch a second time, as formulas: under the default readings, on a board of any one side."""
