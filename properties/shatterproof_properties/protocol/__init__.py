"""The engine protocol: questions, answers, the one comparison of answers, and serving a game as an engine.

Enters: positions and turns of the reference, or lines in JSON. Leaves: messages, checked against their schemas, and
verdicts on whether two answers say the same. All packages above speak in terms of `question` and `answers`; `table`,
`serve` and `served` make engines of ours. `features/` says what a turn exercises, `explaining/` why it is legal or not.
What is known of one game: `GAME.py` here (its boards), `features/GAME` and `explaining/GAME.py`.
"""
