"""Questions about the lessons of a game."""

from __future__ import annotations

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, find_game
from shatterproof_properties.explorer.address_codes import make_code
from shatterproof_properties.explorer.game_trees import GameTree
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json


def steps(game: AnyGame) -> list[Json]:
    """The lessons of a game in the form that the pages get."""
    return [
        {"text": each.text, "task": each.task, "code": make_code(GameTree(game, each.position), 0)}
        for each in KNOWLEDGE.of(game).LESSONS
    ]


def task(question: Json) -> Json:
    """The answer to `task`. Raises InputError for an unknown lesson, or a turn that is illegal in it."""
    game, number = find_game(question["game"]), question["number"]
    lessons = KNOWLEDGE.of(game).LESSONS
    if number >= len(lessons):
        raise InputError(f"{game.NAME} has {len(lessons)} lessons", "/number", "the number of one of them, from 0")
    lesson = lessons[number]
    try:
        turn = game.parse_turn(lesson.position, question["turn"], published=False)
    except (IllegalTurn, AmbiguousTurn) as error:
        raise InputError(str(error), "/turn", "a legal turn of the lesson's position") from None
    is_done = lesson.is_done(lesson.position, turn, game.play(lesson.position, turn))
    return {"done": is_done, "example": lesson.example}
