"""Lessons on the board: each task can be done, and not by every turn."""

from __future__ import annotations

import pytest

from explorer.asking import ask, error
from shatterproof.game import GAMES, find_game
from shatterproof_properties.explorer.knowledge import KNOWLEDGE


@pytest.mark.parametrize("game", GAMES)
def test_each_task_is_done_by_its_example_and_not_by_every_turn(game: str) -> None:
    rules, lessons = find_game(game), KNOWLEDGE.of(game).LESSONS
    assert [each["task"] for each in ask("lesson", game=game)["steps"]] == [each.task for each in lessons]
    for number, lesson in enumerate(lessons):
        turns = [rules.format_turn(lesson.position, turn) for turn in rules.turns(lesson.position)]
        done = [text for text in turns if ask("task", game=game, number=number, turn=text)["done"]]
        assert lesson.example in done
        assert len(done) < len(turns) or len(turns) == 1


def test_a_lesson_that_is_not_there_is_refused() -> None:
    assert "3 lessons" in error("task", game="scrunch", number=9, turn="a1")["text"]
