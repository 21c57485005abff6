"""Questions of players that nobody had seen when the search was made."""

from __future__ import annotations

from pathlib import Path

from spec.question_scores import HELD_OUT, Score, read_questions, scores

LEAST = Score(first=0.86, three=0.95)
"""The scores measured when the questions were first asked."""


def test_questions_held_out_find_their_clauses_as_often_as_at_first() -> None:
    found = scores(read_questions(HELD_OUT))["all"]
    assert found.first >= LEAST.first
    assert found.three >= LEAST.three


def test_a_file_holds_a_list_or_a_question_a_line_and_any_of_its_clauses_counts(tmp_path: Path) -> None:
    first = '{"game": "splinter", "question": "can I pass?", "clauses": ["splinter.turn.own", "splinter.turn.no-pass"]}'
    other = '{"game": "crumble", "question": "is there a chess clock", "clauses": ["not-covered"]}'
    wrong = '{"game": "scrunch", "question": "can I pass?", "clauses": ["scrunch.board.hexagon"]}'
    lines, listed = tmp_path / "lines.json", tmp_path / "list.json"
    lines.write_text(f"{first}\n{other}\n{wrong}\n", encoding="utf-8")
    listed.write_text(f"[{first}, {other}, {wrong}]", encoding="utf-8")
    assert read_questions(lines) == read_questions(listed)
    found = scores(read_questions(lines))
    assert found["splinter"] == found["crumble"] == Score(1, 1)
    assert found["scrunch"] == Score(0, 0)
    assert found["all"] == Score(2 / 3, 2 / 3)
