"""Puzzles solved turn by turn: tries judged and answered, hints, the solution."""

from __future__ import annotations

from collections.abc import Iterable

from shatterproof_properties.explorer.collection import certificate_of, judge_of, kept
from shatterproof_properties.explorer.names import names_of
from shatterproof_properties.explorer.showing import Json, TooMuch, played, refusal_to_json, step_to_json
from shatterproof_properties.protocol.explaining import steps_of
from shatterproof_properties.puzzles.judging import Judge, Judgement
from shatterproof_properties.puzzles.solution import DefenderReply, proved_play
from shatterproof_properties.solving.forcing import OutOfLimits

MOST_LISTED = 12
"""Groups of replies that a solution shows."""


class Undecided(TooMuch):
    """A try that could not be judged within the limits."""


def try_turns(question: Json) -> Json:
    """The answer to `try`. Raises InputError for turns that are not legal before the last one, and for no puzzle."""
    judge, turns = judge_of(question["id"]), question.get("turns", [])
    try:
        found = judge.judge(turns) if turns else judge.begin(question.get("round", 0))
    except OutOfLimits as reached:
        raise Undecided(str(reached), expected="a turn that can be judged sooner") from None
    return _told(judge, found)


def _told(judge: Judge, found: Judgement) -> Json:
    """A judgement as the pages get it."""
    game, answer = judge.game, None
    if found.reply:
        here = judge.diagram if found.after is None else found.after
        turn = game.parse_turn(here, found.reply)
        answer = played(game, here, turn, game.play(here, turn))
    did = [] if found.turn is None else steps_of(game, found.before, found.turn)
    return {
        "verdict": found.verdict,
        "answer": answer,
        "refusal": None if found.refusal is None else refusal_to_json(game, found.refusal),
        "text": f"{found.text} {found.remark}".rstrip(),
        "did": [step_to_json(game, step) for step in did],
    }


def hint(question: Json) -> Json:
    """The answer to `hint`: the kind of the turn, then where it is, then the turn. Raises InputError."""
    judge = judge_of(question["id"])
    try:
        found = judge.hint(question.get("turns", []))
    except OutOfLimits as reached:
        raise Undecided(str(reached), expected="a position that can be judged sooner") from None
    if found is None:
        return {"text": "There is nothing to find here: the program is to move, or the game is over.", "about": []}
    if question["number"] == 1:
        themes = f" Themes: {', '.join(judge.puzzle.themes)}." if judge.puzzle.themes else ""
        return {"text": f"It is {found.kind}.{themes}", "about": []}
    said = f"It is {found.kind}, here." if question["number"] == 2 else f"It is {found.turn}."
    return {"text": said, "about": names_of(judge.game, found.about)}


def solution(question: Json) -> Json:
    """The answer to `solution`: the key, the replies that are answered alike, and the answers. Raises InputError."""
    name = question["id"]
    play = proved_play(kept(name).puzzle, certificate_of(name))
    replies = _grouped(play.replies)
    if play.key is None:
        return {"tree": replies}
    comment = "the key" if replies else "the key: it wins, or leaves only turns that lose at once"
    return {"tree": [{"turn": play.key.text, "comment": comment, "then": replies}]}


def _grouped(replies: Iterable[DefenderReply]) -> list[Json]:
    """Replies as a tree: those that save, then those that have the same answer, by one of them."""
    saving, answered = list[str](), dict[str, list[str]]()
    for reply in replies:
        if reply.saves:
            saving.append(reply.turn.text)
        elif reply.answer is not None:
            answered.setdefault(reply.answer.text, []).append(reply.turn.text)
    found: list[Json] = [{"turn": text, "comment": "saves", "then": []} for text in saving[:MOST_LISTED]]
    most_first = sorted(answered.items(), key=lambda item: (-len(item[1]), item[0]))
    for answer, texts in most_first[:MOST_LISTED]:
        others = len(texts) - 1
        comment = f"and {others} more that are answered so" if others else ""
        then = [{"turn": answer, "comment": "answers it", "then": []}]
        found.append({"turn": texts[0], "comment": comment, "then": then})
    return found
