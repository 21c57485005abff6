"""Earlier knowledge about an engine: the differences that it is expected to show.

`known.py` has a known difference, and decides which differences are the same. `known_file.py` reads a file of them that
people may edit, and writes the findings of a run into it; it also reads verdicts in JSON of earlier versions.
`saved_run.py` keeps the coverage of the parts of a long run, and their findings as known differences.
"""
