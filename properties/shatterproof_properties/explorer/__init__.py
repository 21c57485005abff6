"""The board in the browser.

`service.py` answers the questions of spec/explorer.md: JSON enters and leaves, and nothing is remembered in between.
`play_questions.py`, `rule_questions.py`, `setup_questions.py`, `analysis_questions.py` and `puzzle_questions.py` answer
them by subject; `views.py` draws and names what they answer, `acts.py` says what a turn does on the board.
`addresses.py` hands games on, `opened_games.py` opens them: both as the trees of `game_trees.py`. `server.py` serves
the questions and `pages/`, `connections.py` limits what connections may take, `work_process.py` runs what takes long.
What is known of a game stands in `explorer/GAME/`, or else `plain_game.py` stands for it.
"""
