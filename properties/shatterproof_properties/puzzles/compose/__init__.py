"""Composes new puzzles: candidates for a claim, and simpler versions of a find.

In go a game, a claim, a board and a seed, on which alone everything depends. Out come positions for which the claim may
hold: from games in which both sides avoid losing at once, from small changes of these, and in some games from z3. Each
game says in its module how its positions look and are changed; `plain.py` plays at random.
"""
