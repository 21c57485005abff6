"""The board in the browser.

`service.py` answers the questions of spec/explorer.md: JSON in, JSON out, and no state in between. `first_page.py`,
`play_questions.py`, `rule_questions.py`, `analysis_questions.py` and `puzzle_questions.py` answer them by subject;
`engine_comparison.py` asks an engine beside the rules. `views.py` draws and names what they answer. `addresses.py`
hands games on and `opened_games.py` opens them, both as the trees of `game_trees.py`. `server.py` serves the questions
and `pages/` within limits, and `work_process.py` runs long work. `explorer/GAME/` knows one game by the words of
`turns_on_board.py`; `plain_game.py` is the default.
"""
