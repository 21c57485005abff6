"""Judges a solver's turns, and answers with the defence that holds out longest, or with hints; for every board.

While turns follow the play of the certificate, it says what is right and how to reply. Elsewhere a search does.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import REFUSALS, AnyGame, Refusal
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.explaining import counted
from shatterproof_properties.protocol.features import ending_in_words
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.checker.symmetry_class import motif_of
from shatterproof_properties.puzzles.claims.kind import Tried
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.claims.words import WORDS, not_won
from shatterproof_properties.puzzles.proof.proved_play import ROOT, ListedResult, Tables
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.puzzles.rating.themes import idea_to_hint
from shatterproof_properties.solving.forcing import Forcing, SearchLimits

LIMITS = SearchLimits(seconds=10.0, kept=100_000)
MOST_ROUNDS = 3
"""The most defences of a mated side that a solver has to answer."""
ILLEGAL, WRONG, GOES_ON, SOLVED = "illegal", "wrong", "goes-on", "solved"
_SOONER = "It wins sooner than was asked."
_FAILED = "It is not what is asked for."
_SOLVED = {True: "Whatever the other side does loses at once.", False: "It saves."}
"""The words at the end, by whether the solver attacks."""


class JudgedTurn(NamedTuple):
    """The judgement of a turn in words, and the program's reply, "" if there is none.

    `before`, `turn` and `after` are the solver's turn by the reference, None if it is illegal or has not been made;
    `refusal` says why it is illegal. `remark` is a further remark on a right turn.
    """

    verdict: str
    text: str
    reply: str = ""
    before: Any = None
    turn: Any = None
    after: Any = None
    refusal: Refusal | None = None
    remark: str = ""


class Hint(NamedTuple):
    """A right turn for a hint: its kind, its pieces, cells or squares, its text, and its idea."""

    kind: str
    about: tuple[Any, ...]
    turn: str
    idea: str = ""

    def said(self, number: int, places: str) -> str:
        """The first, second or third hint: the idea, or else the kind; the place; the turn."""
        if number == 1:
            return self.idea or f"It is {self.kind}."
        return f"It is {self.kind}{places}." if number == 2 and self.about else f"It is {self.turn}."


class Situation(NamedTuple):
    """The state of a puzzle after some turns; the attacker has `left` more."""

    position: Any
    left: int


class Judge:
    """Judges the turns of a solver. The checker must have accepted the certificate, which proves the claim.

    Turns are given as text from the diagram on, the program's between the solver's. If the program has the side to move
    in the diagram, it begins, with another defence in each round. In a series all turns are the solver's, and the other
    side passes. Methods raise OutOfLimits if the search reaches a limit, each time anew, and InputError for turns that
    cannot have been played.
    """

    def __init__(self, puzzle: Puzzle, certificate: Json, limits: SearchLimits | None = None) -> None:
        self.puzzle = puzzle
        self.game: AnyGame = puzzle.rules
        self.diagram = puzzle.reference_position()
        self._meaning = puzzle.claim.meaning
        self._tables = Tables(puzzle, certificate)
        self._limits = limits or LIMITS
        other = next(side for side in self.game.SIDES if side != puzzle.to_move)
        self.solver = puzzle.to_move if self._meaning.solver_begins else other
        self.attacker = puzzle.to_move if self._meaning.attacker_begins else other

    @cached_property
    def rounds(self) -> int:
        """The number of defences to answer: several in a mate, else one."""
        return 1 if self._meaning.solver_begins else max(1, min(MOST_ROUNDS, len(self.defences)))

    @cached_property
    def defences(self) -> list[str]:
        """First turns of a mated side, no two with the same answer; those with the rarest answers first."""
        answered: dict[Hashable, list[str]] = {}
        for met in self._tables.met(self._tables.start, ROOT):
            if met.answer is not None:
                answer = motif_of(self.game, self.game.parse_turn(met.after, met.answer.by))
                answered.setdefault(answer, []).append(met.turn)
        return [replies[0] for _, replies in sorted(answered.items(), key=lambda item: len(item[1]))]

    def begin(self, number: int = 0) -> JudgedTurn:
        """The program's first turn in a round, from 0; "" if the solver begins."""
        if self._meaning.solver_begins:
            return JudgedTurn(GOES_ON, "It is your turn.")
        if number >= self.rounds or not self.defences:
            return JudgedTurn(SOLVED, "Every turn loses at once.")
        reply = self.defences[number]
        return JudgedTurn(GOES_ON, f"The program plays {reply}. Find the turn that wins.", reply)

    def judge(self, turns: Sequence[str]) -> JudgedTurn:
        """The judgement of the last of some turns, which is the solver's."""
        *played, last = turns
        now = self.situation(played)
        try:
            turn = self.game.parse_turn(now.position, last)
            after = self.game.play(now.position, turn)
        except REFUSALS as refusal:
            return JudgedTurn(ILLEGAL, getattr(refusal, "reason", str(refusal)), refusal=refusal)
        if now.position.to_move != self.solver:
            raise InputError("it is not the solver's turn", "/turns", "turns of the solver and of the program by turns")
        made = {"before": now.position, "turn": turn, "after": after}
        return self._judged(turns, after, now.left)._replace(**made)

    def situation(self, turns: Sequence[str]) -> Situation:
        """The state of the puzzle after some turns."""
        position, left = self.diagram, self.puzzle.claim.depth
        for index, text in enumerate(turns):
            left -= position.to_move == self.attacker
            try:
                position = self.game.play(position, self.game.parse_turn(position, text))
            except REFUSALS as error:
                raise InputError(str(error), f"/turns/{index}", "legal turns, one after the other") from None
            if left and not self._meaning.has_replies:
                position = after_pass(self.game, position)
        return Situation(position, left)

    def hint(self, turns: Sequence[str]) -> Hint | None:
        """A right turn after some turns; None if there is nothing to find."""
        now = self.situation(turns)
        if now.position.to_move != self.solver or self.game.outcome(now.position) or now.left < 1:
            return None
        forcing = self._search()
        here = forcing.adapter.read(position_to_json(self.game, now.position))
        found = self._meaning.right_turn(forcing, here, now.left)
        if found is None:
            return None
        text = forcing.adapter.text(here, found)
        kind, about = WORDS.of(self.game).described(now.position, self.game.parse_turn(now.position, text))
        return Hint(kind, about, text, "" if turns else idea_to_hint(self.puzzle))

    def _judged(self, turns: Sequence[str], after: Any, left: int) -> JudgedTurn:
        attacks = self.solver == self.attacker
        if attacks and left < 1:
            return JudgedTurn(WRONG, "That is too late.")
        outcome = self.game.outcome(after)
        if outcome is not None:
            is_right = outcome.winner == self.attacker if attacks else outcome.winner != self.attacker
            remark = _SOONER if self._meaning.attacker_begins and is_right and left > 1 else ""
            said = ending_in_words(self.game, after, outcome)
            return JudgedTurn(SOLVED if is_right else WRONG, said, remark=remark)
        tried = self._proved(turns)
        if tried is None:
            forcing = self._search()
            here = forcing.adapter.read(position_to_json(self.game, after))
            tried = self._meaning.tried(forcing, here, left)
        if not tried.is_right:
            if tried.reply:
                why = turned_down(self.game, after, tried.reply, self.attacker, left)
            elif attacks and left == 1:
                why = f"It does not win: the game goes on. {not_won(self.game, after, self.attacker)}"
            else:
                why = _FAILED if self._meaning.has_replies else in_a_row(self.game, after, left)
            return JudgedTurn(WRONG, why, tried.reply)
        remark, first = "", self._tables.first
        if first.key is not None and len(turns) == 1:
            keys = [self._tables.start, *(self._tables.after(self.diagram, key) for key in self.puzzle.solution)]
            remark = "" if after in keys else f"It is a key besides {first.key}."
        if tried.reply:
            said = f"Right. The program defends with {tried.reply}."
            return JudgedTurn(GOES_ON, said, tried.reply, remark=remark)
        if left > 1 and not self._meaning.has_replies:
            return JudgedTurn(GOES_ON, f"Right. {after.to_move.capitalize()} passes.", remark=remark)
        return JudgedTurn(SOLVED, _SOLVED[attacks], remark=remark)

    def _search(self) -> Forcing:
        return search_for(self.puzzle, self._limits)

    def _proved(self, turns: Sequence[str]) -> Tried | None:
        """The certificate's judgement of an attacker's turn that follows its play; None for any other."""
        tables = self._tables
        if not self._meaning.has_replies:
            series = tables.first.series[: len(turns)]
            here, there = (self.situation(each[:-1]).position for each in (turns, series))
            same = here == there and tables.after(here, turns[-1]) == tables.after(there, series[-1])
            return Tried(True) if same else None
        position, at, rest = tables.start, ROOT, list(turns)
        if self.solver != self.attacker:
            return None
        if tables.first.key is not None and tables.after(self.diagram, rest.pop(0)) != position:
            return None
        while rest:
            reply, answer, *rest = rest
            then = tables.after(position, reply)
            met = next((met for met in tables.met(position, at) if met.after == then), None)
            answered = tables.after(then, answer)
            if met is None or met.answer is None or answered != tables.after(then, met.answer.by):
                return None
            if met.answer.then is None:
                return Tried(True)
            position, at = answered, met.answer.then

        def turns_needed(met: ListedResult) -> int:
            then = met.answer.then if met.answer else None
            return 0 if then is None else int(tables.nodes[then]["turns"])

        answers = [met for met in tables.met(position, at) if met.answer is not None]
        return Tried(True, max(answers, key=turns_needed).turn if answers else "")


def turned_down(game: AnyGame, after: Any, reply: str, attacker: str, left: int) -> str:
    """How a reply refutes a turn to `after`. The attacker had `left` turns left, with that turn.

    If the turn was the attacker's, which had to win, the reply is the defender's; else it is the attacker's.
    """
    then = game.play(after, game.parse_turn(after, reply))
    ended = game.outcome(then)
    if ended is not None:
        return f"{reply} refutes it. {ending_in_words(game, then, ended)}"
    side, other = attacker.capitalize(), str(then.to_move).capitalize()
    if after.to_move == attacker:
        wins = f"{side} wins in {counted(left, 'turn')} at most" if left > 1 else f"every turn of {other} loses at once"
        return f"{reply} refutes it: with it {wins}."
    if left == 1:
        return f"It does not win: {str(after.to_move).capitalize()} has {reply}. {not_won(game, after, attacker)}"
    more = f"no turn of {side} wins" if left == 2 else f"{side} does not win in {counted(left - 1, 'turn')}"
    return f"{reply} refutes it: then {more}. {not_won(game, then, attacker)}"


def in_a_row(game: AnyGame, after: Any, left: int) -> str:
    """The reason why a turn to `after` begins no series that wins, if `left` turns were left with it."""
    other = str(after.to_move).capitalize()
    try:
        after_pass(game, after)
    except InputError:
        return f"{other} cannot pass after it."
    return f"After it {'no turn wins' if left == 2 else f'{left - 1} turns in a row do not win'}."
