"""Puzzles: claims about positions, verified, certified, solved, rated and made.

The packages, from low to high: `checker`, `claims`, `files` and `proof`, `edit`, `rating`, `compose`, `solve` and
`sheet`, `generate`. A package imports only those before it; import-linter holds that.
"""
