"""What every package uses; nothing here knows of engines, the protocol or puzzles.

Enters: what people type, the files that they give, the text of the spec. Leaves: positions and records (`files`,
`ludii/`), files that are written whole or not at all (`outputs`, `state_file`), clauses and readings by name
(`clauses`, `editions`) or by the words of a question (`search`), text for people (`prose`, `progress`),
an orderly end (`interrupts`), and workers of a cluster (`cluster`). `per_game` finds what a package knows of one game.
"""
