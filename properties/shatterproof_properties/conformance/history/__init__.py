"""Knowledge about an engine from before a run: the differences that it is expected to show.

`known.py` has a known difference, and says which differences are the same as one. `known_file.py` reads a file of them
that people may edit, and writes what a run has found into it; verdicts in JSON of earlier versions are read as well.
`saved_run.py` keeps what the parts of a long run have covered, and what they have found as known differences.
"""
