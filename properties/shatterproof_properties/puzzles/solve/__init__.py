"""Lets people solve puzzles: judges their turns, answers them, gives hints.

In go a puzzle with an accepted certificate, and turns as text. Out come judged turns with the defence that holds out
longest, reasons why a turn fails, and hints. `training.py` works line by line in words; the browser uses `judge.py` and
`questions.py` too. `solved_record.py` keeps the solved puzzles.
"""
