"""Changes a puzzle by one piece, and says what becomes of its claim.

In goes a puzzle with the names of pieces. Out come `Effect`s: the claim holds, fails or is unknown, with which keys,
and whether the piece was needed. `piece_changes.py` names the changes; each game says in its module what can be done to
a piece; `editor.py` asks the search. `improve.py` tries changes until a draft is sound, and takes needless pieces away.
"""
