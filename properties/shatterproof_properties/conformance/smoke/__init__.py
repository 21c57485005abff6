"""Smoke: a first walk through the protocol with a new adapter, which finds what works and what to fix first.

In: the command of an engine. Out: a report, step by step (`smoke_report.py`). `smoke_run.py` takes the steps in the
order in which an adapter is built, and `game.py` those about one game, with the answers of the rules
(`expected_answers.py`). `connection.py` is the client of a check, with faults in plain words.
"""
