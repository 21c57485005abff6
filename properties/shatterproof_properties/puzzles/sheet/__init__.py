"""Sets puzzles on pages to print, as one HTML file without scripts.

In go puzzles, with certificates where there are any. Out comes the text of a page: diagrams as large as the paper
allows (`layout.py`), and the solutions after all of them.
"""
