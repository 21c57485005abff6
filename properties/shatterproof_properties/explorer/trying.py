"""Puzzles solved turn by turn: tries judged and answered, hints, the solution."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from shatterproof.crumble.cuts import Cut
from shatterproof.errors import InputError
from shatterproof.game import AnyGame
from shatterproof_properties.explorer.collection import defences, kept, play_of, rounds_of
from shatterproof_properties.explorer.endings import ending_in_words
from shatterproof_properties.explorer.names import name_of, names_of
from shatterproof_properties.explorer.showing import REFUSALS, Json, TooMuch, played, refusal_to_json, step_to_json
from shatterproof_properties.protocol.explaining import steps_of
from shatterproof_properties.protocol.reference_table import position_to_json
from shatterproof_properties.puzzles.puzzle import Puzzle
from shatterproof_properties.puzzles.solution import DefenderReply
from shatterproof_properties.puzzles.verify import search_for
from shatterproof_properties.solving.forcing import Forcing, OutOfLimits, SearchLimits

LIMITS = SearchLimits(seconds=10.0, kept=100_000)
MOST_LISTED = 12
"""Groups of replies that a solution shows."""


class Undecided(TooMuch):
    """A try that could not be judged within the limits."""


class Situation(NamedTuple):
    """Where a puzzle stands after some turns: those of the attacker count, `left` are those that remain to it."""

    game: AnyGame
    position: Any
    attacker: str
    left: int
    forcing: Forcing

    @property
    def here(self) -> Any:
        """The position as the search has it."""
        return self.forcing.face.read(position_to_json(self.game, self.position))


def try_turns(question: Json) -> Json:
    """The answer to `try`. Raises InputError for turns that are not legal before the last one, and for no puzzle."""
    name, texts = question["id"], question.get("turns", [])
    its, number = kept(name).puzzle, question.get("round", 0)
    try:
        if not texts:
            return _begun(name, its, number)
        *before, last = texts
        situation = _situation(its, before)
        game, position = situation.game, situation.position
        try:
            turn = game.parse_turn(position, last)
            after = game.play(position, turn)
        except REFUSALS as error:
            refusal = refusal_to_json(game, error)
            return _judged("illegal", refusal["reason"], refusal=refusal)
        did = [step_to_json(game, step) for step in steps_of(game, position, turn)]
        if its.claim.kind == "defends":
            return _defence_judged(situation, after) | {"did": did}
        if position.to_move != situation.attacker:
            raise InputError("it is not the solver's turn", "/turns", "turns of the solver and of the program by turns")
        return _attack_judged(situation, after) | {"did": did}
    except OutOfLimits as reached:
        raise Undecided(str(reached), expected="a turn that can be judged sooner") from None


def _judged(verdict: str, text: str, answer: Json | None = None, refusal: Json | None = None) -> Json:
    return {"verdict": verdict, "answer": answer, "refusal": refusal, "text": text, "did": []}


def _begun(name: str, its: Puzzle, number: int) -> Json:
    """Of a mate the program's first turn; else nothing has happened."""
    game, position = its.rules, its.reference_position()
    if its.claim.kind != "mated":
        return _judged("goes-on", "It is your turn.")
    if number >= rounds_of(name) or not defences(name):
        return _judged("solved", "Every turn loses at once.")
    answer = _played(game, position, defences(name)[number])
    return _judged("goes-on", f"The program plays {answer['turn']}. Find the turn that wins.", answer)


def _situation(its: Puzzle, texts: Iterable[str]) -> Situation:
    game, position = its.rules, its.reference_position()
    begins = its.claim.kind == "wins"
    attacker = position.to_move if begins else next(side for side in game.SIDES if side != position.to_move)
    left = its.claim.turns
    for index, text in enumerate(texts):
        left -= position.to_move == attacker
        try:
            position = game.play(position, game.parse_turn(position, text))
        except REFUSALS as error:
            raise InputError(str(error), f"/turns/{index}", "legal turns, one after the other") from None
    return Situation(game, position, attacker, left, search_for(its, LIMITS))


def _played(game: AnyGame, position: Any, text: str) -> Json:
    turn = game.parse_turn(position, text)
    return played(game, position, turn, game.play(position, turn))


def _attack_judged(before: Situation, after: Any) -> Json:
    """A turn of the attacker: it wins, it keeps the win in time, or a turn refutes it."""
    if before.left < 1:
        return _judged("wrong", "That is too late.")
    now = before._replace(position=after, left=before.left - 1)
    outcome, forcing = now.game.outcome(after), now.forcing
    if outcome is not None:
        won = outcome.winner == now.attacker
        return _judged("solved" if won else "wrong", ending_in_words(now.game, after, outcome))
    here = now.here
    escape = forcing.escape(here, now.left)
    if escape is not None:
        if now.left == 0:
            return _judged("wrong", "It does not win in time.")
        answer = _played(now.game, after, forcing.face.text(here, escape[0]))
        return _judged("wrong", f"{answer['turn']} refutes it.", answer)
    reply = _longest(forcing, here, now.left)
    if reply is None:
        return _judged("solved", "Whatever the other side does loses at once.")
    answer = _played(now.game, after, reply)
    return _judged("goes-on", f"Right. The program defends with {answer['turn']}.", answer)


def _longest(forcing: Forcing, here: Any, turns: int) -> str | None:
    """The reply that holds out longest, or None where all of them lose at once."""
    face, found = forcing.face, None
    for turn, after in face.results(here):
        if face.verdict(after) is None:
            found = found or face.text(here, turn)
            if turns > 1 and not forcing.is_won(after, turns - 1):
                return face.text(here, turn)
    return found


def _defence_judged(before: Situation, after: Any) -> Json:
    """A turn that is to save: it does, or a turn of the other side wins after it."""
    game, forcing = before.game, before.forcing
    outcome = game.outcome(after)
    if outcome is not None:
        lost = outcome.winner == before.attacker
        return _judged("wrong" if lost else "solved", ending_in_words(game, after, outcome))
    now = before._replace(position=after)
    win = forcing.win(now.here, before.left)
    if win is None:
        return _judged("solved", "It saves.")
    answer = _played(game, after, forcing.face.text(now.here, win[0]))
    return _judged("wrong", f"{answer['turn']} refutes it.", answer)


def hint(question: Json) -> Json:
    """The answer to `hint`: the kind of the turn, then where it is, then the turn. Raises InputError."""
    its = kept(question["id"]).puzzle
    situation = _situation(its, question.get("turns", []))
    text = _right(its, situation)
    if text is None:
        return {"text": "There is nothing to find here: the program is to move, or the game is over.", "about": []}
    turn = situation.game.parse_turn(situation.position, text)
    kind, where = _described(situation.game, situation.position, turn)
    if question["number"] == 1:
        themes = f" Themes: {', '.join(its.themes)}." if its.themes else ""
        return {"text": f"It is {kind}.{themes}", "about": []}
    said = f"It is {kind}, here." if question["number"] == 2 else f"It is {text}."
    return {"text": said, "about": where}


def _right(its: Puzzle, situation: Situation) -> str | None:
    """A turn that is right, or None where it is not the solver's turn."""
    solver = its.to_move if its.claim.kind == "defends" else situation.attacker
    if situation.position.to_move != solver or situation.game.outcome(situation.position):
        return None
    forcing, here = situation.forcing, situation.here
    try:
        if its.claim.kind == "defends":
            found = forcing.escape(here, situation.left)
        else:
            found = forcing.win(here, situation.left)
    except OutOfLimits as reached:
        raise Undecided(str(reached), expected="a position that can be judged sooner") from None
    return None if found is None else forcing.face.text(here, found[0])


def _described(game: AnyGame, position: Any, turn: Any) -> tuple[str, list[str]]:
    """What kind of turn it is, and where."""
    if game.NAME == "crumble":
        kind = "a cut" if isinstance(turn.work, Cut) else "a join"
        walk = "" if turn.walk is None else " with a swap" if len(turn.walk.path) == 1 else " with a long swap"
        return kind + walk, names_of(game, turn.work.pieces)
    if game.NAME == "scrunch":
        if turn.removed:
            return "a removal", names_of(game, turn.removed)
        kind = "a growth" if turn.moved else "a stone alone"
        return kind, [name_of(game, turn.placed)] if turn.placed else []
    if turn.square is None:
        return "a pass", []
    return f"a slide of a {position.pieces[turn.square].kind}", [name_of(game, turn.square)]


def solution(question: Json) -> Json:
    """The answer to `solution`: the key, the replies that are answered alike, and the answers. Raises InputError."""
    name = question["id"]
    play = play_of(name)
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
