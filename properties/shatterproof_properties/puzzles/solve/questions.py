"""Questions of some puzzles besides winning turns: a value of a reading, or the answers to everything."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cached_property
from typing import Any, NamedTuple

from shatterproof.errors import shorten
from shatterproof.game import REFUSALS, Refusal
from shatterproof.movetext import unwrapped, wrapped
from shatterproof_properties.protocol.answers import position_to_json
from shatterproof_properties.protocol.explaining import counted
from shatterproof_properties.protocol.features import ending_in_words
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.checker.symmetry_class import motif_of
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.threats_claim import Replies
from shatterproof_properties.puzzles.claims.words import WORDS, listed, not_won, within
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn, proved_play
from shatterproof_properties.puzzles.proof.verification import search_for
from shatterproof_properties.puzzles.solve.judge import LIMITS

SHOWN = 80
"""The most characters of a typed line that are repeated."""
MOST_NAMED = 3
"""The most unanswered turns that are named."""
MOST_WORDS = 12
"""The most words of a typed line that may be one turn."""
_TYPED = re.compile(r"\([^()]*+\)|\S+")


class Reaction(NamedTuple):
    """The reply to an answer, whether the answer was wrong, and whether everything has been found."""

    said: str
    failed: bool = False
    done: bool = False


class QuestionHint(NamedTuple):
    """A hint in words, and the pieces, cells or squares that it is about."""

    text: str
    about: tuple[Any, ...] = ()


def _hint_at(turn: PlayedTurn, number: int, begin: str) -> QuestionHint:
    """The kind of a turn, and from the second hint on its place."""
    words = WORDS.of(turn.game)
    kind, about = words.described(turn.before, turn.turn)
    if number == 1 or not about:
        return QuestionHint(f"{begin} {kind}.")
    return QuestionHint(f"{begin} {kind}: {words.places(turn.before, about)}.", about)


class PuzzleQuestion(ABC):
    """A question of a puzzle before any turn is played, or instead of turns. Methods may raise OutOfLimits."""

    role: str
    """The text to type."""
    solution: str
    """The right answer, as a sentence without its full stop."""

    @abstractmethod
    def answer(self, text: str) -> Reaction:
        """The reaction to a typed line."""

    @abstractmethod
    def hint(self, number: int) -> QuestionHint:
        """A hint, by its number from 1."""

    @property
    def found(self) -> tuple[str, ...]:
        """The answers found so far, as they were typed."""
        return ()

    def undo(self) -> bool:
        """Takes the last answer back. Returns whether there was one."""
        return False

    def fresh_copy(self) -> PuzzleQuestion:
        """The same question with nothing found yet. Results of slow work are kept."""
        return self


class WhichValue(PuzzleQuestion):
    """Which value of a reading makes the side to move win? `played` is the puzzle under it, `key` its first turn."""

    def __init__(self, puzzle: Puzzle, played: Puzzle, key: PlayedTurn) -> None:
        self._key = key
        self._reading, _, other = puzzle.claim.about.partition("=")
        here, there = (its.reference_position().readings.to_mapping()[self._reading] for its in (puzzle, played))
        stated = str(here)
        self.values = stated, other
        self._right, self._wrong = (stated, other) if there == stated else (other, stated)
        self._side = puzzle.to_move.capitalize()
        self._within = within(puzzle.claim.turns)
        self.role = f"Type the value, {stated} or {other}; then the turn"
        self.solution = f"{self._side} wins with {self._reading}={self._right}, not with {self._wrong}"

    def answer(self, text: str) -> Reaction:
        name, _, value = "".join(text.lower().split()).rpartition("=")
        if name not in ("", self._reading, self._reading.partition(".")[2]) or value not in self.values:
            return Reaction(f"First the value of {self._reading}: {' or '.join(self.values)}?")
        if value == self._wrong:
            return Reaction(f"{value}? With it {self._side} does not win {self._within}.", failed=True)
        return Reaction(f"{value}! {self.solution}. Find the turn that wins {self._within}.", done=True)

    def hint(self, number: int) -> QuestionHint:
        if number > 2:
            return QuestionHint(f"{self.solution}.")
        return _hint_at(self._key, number, "The turn that wins under one value only is")


class WhichAnswers(PuzzleQuestion):
    """Which turns together answer all turns of the side to move that do not lose at once?"""

    def __init__(self, puzzle: Puzzle, certificate: Json) -> None:
        self._puzzle, self._game, self._number = puzzle, puzzle.rules, puzzle.claim.turns
        self._replies = [reply for reply in proved_play(puzzle, certificate).replies if reply.answer is not None]
        self._found: dict[Any, str] = {}
        self._known: dict[int, dict[Any, str]] = {}
        self.role = f"Type {counted(self._number, 'turn')}, on one line or one by one"
        self.solution = "; ".join(puzzle.claim.meaning.proof_lines(certificate["proof"]))

    @cached_property
    def _proved(self) -> frozenset[Any]:
        return frozenset(motif_of(self._game, reply.answer.turn) for reply in self._replies if reply.answer)

    @property
    def _answers(self) -> list[dict[Any, str]]:
        """The answers to each reply, each with a turn. If the search reaches its limit, its findings are kept.

        The next search goes on from there. Copies of the question share them, and may look for them at the same time.
        """
        left = [number for number in range(len(self._replies)) if number not in self._known]
        if left:
            forcing = search_for(self._puzzle, LIMITS)
            for number in left:
                after = self._replies[number].turn.after
                here = forcing.adapter.read(position_to_json(self._game, after))
                texts = [forcing.adapter.text(here, turn) for turn, _ in Replies(forcing, [here]).answers[0].values()]
                self._known[number] = {motif_of(self._game, self._game.parse_turn(after, text)): text for text in texts}
        return [self._known[number] for number in range(len(self._replies))]

    def answer(self, text: str) -> Reaction:
        said, reaction = list[str](), Reaction("")
        for each in self._split(text):
            before = len(self._found)
            reaction = self._one(each)
            said.append(reaction.said)
            if reaction.done or len(self._found) == before:
                break
        return reaction._replace(said="\n".join(said))

    @property
    def found(self) -> tuple[str, ...]:
        return tuple(self._found.values())

    def fresh_copy(self) -> WhichAnswers:
        again = copy(self)
        again._found = {}
        return again

    def hint(self, number: int) -> QuestionHint:
        cover = self._cover(frozenset(self._found)) or frozenset()
        if cover <= self._found.keys():
            return QuestionHint("Everything is answered.")
        motif = max(sorted(cover - self._found.keys()), key=self._answered)
        reply, text = next(
            (reply, answers[motif])
            for reply, answers in zip(self._replies, self._answers, strict=True)
            if motif in answers
        )
        found = _hint_at(PlayedTurn(self._game, reply.turn.after, text), number, "One is")
        return found if number <= 2 else found._replace(text=f"One is {text}.")

    def undo(self) -> bool:
        had = bool(self._found)
        if had:
            self._found.popitem()
        return had

    def _split(self, line: str) -> Iterator[str]:
        """The turns of a line, separated by semicolons, commas or spaces. The most words that make one go together."""
        for part in line.split(";"):
            words = [unwrapped(word.rstrip(",")) for word in _TYPED.findall(part)]
            while words:
                joined = ((" ".join(words[:count]), count) for count in range(min(len(words), MOST_WORDS), 1, -1))
                text, taken = next((each for each in joined if self._motifs(each[0])[0]), (words[0], 1))
                del words[:taken]
                yield text

    def _one(self, text: str) -> Reaction:
        motifs, refusal = self._motifs(text)
        shown = wrapped(shorten(text, SHOWN))
        if not motifs:
            if refusal is not None:
                return Reaction(f"{shown} answers nothing: {shorten(str(refusal))}")
            return Reaction(f"{shown}? It wins after none of the turns. {self._failing(text)}", failed=True)
        fits = [motif for motif in motifs if self._cover(frozenset((*self._found, motif))) is not None]
        motif = (fits or motifs)[0]
        if motif in self._found:
            return Reaction(f"{shown} is counted already.")
        much = f"It answers {self._answered(motif)} of {counted(len(self._replies), 'turn')}"
        if not fits:
            met, replies = {motif, *self._found}, zip(self._replies, self._answers, strict=True)
            unmet = [reply.turn.text for reply, answers in replies if not met & answers.keys()]
            more = f" and {len(unmet) - MOST_NAMED} more" if len(unmet) > MOST_NAMED else ""
            leaves = f"leaves {listed(unmet[:MOST_NAMED])}{more}"
            return Reaction(f"{shown}? {much}, and {leaves}; then {self._number} answers are not enough.", failed=True)
        self._found[motif] = text
        left = self._number - len(self._found)
        if not left:
            return Reaction(f"{shown}! {much}. Everything is answered.", done=True)
        return Reaction(f"{shown}! {much}. {left} more.")

    def _motifs(self, text: str) -> tuple[list[Any], Refusal | None]:
        """The motifs of a text after the replies, those that answer most first, and why it is no turn.

        There are none if it never wins, and no reason if it is a turn after any reply.
        """
        fits, won, refusals = Counter[Any](), set[Any](), list[Refusal]()
        for reply, answers in zip(self._replies, self._answers, strict=True):
            before = reply.turn.after
            try:
                turn = self._game.parse_turn(before, text)
                after = self._game.play(before, turn)
            except REFUSALS as refusal:
                refusals.append(refusal)
                continue
            motif = motif_of(self._game, turn)
            if motif in answers:
                fits[motif] += 1
                if motif not in won and self._wins(before.to_move, after):
                    won.add(motif)
        motifs = [motif for motif, _ in fits.most_common() if motif in won]
        return motifs, refusals[0] if len(refusals) == len(self._replies) else None

    def _wins(self, side: str, after: Any) -> bool:
        """Whether a turn of that side to that position wins. Another walk after the same cut may not win."""
        outcome = self._game.outcome(after)
        if outcome is not None:
            return outcome.winner == side
        forcing = search_for(self._puzzle, LIMITS)
        return forcing.achieves(forcing.adapter.read(position_to_json(self._game, after)), 1)

    def _failing(self, text: str) -> str:
        """The reason why a turn that never wins does not win, after the first reply that allows it."""
        for reply in self._replies:
            before = reply.turn.after
            try:
                after = self._game.play(before, self._game.parse_turn(before, text))
            except REFUSALS:
                continue
            outcome = self._game.outcome(after)
            ended = ending_in_words(self._game, after, outcome) if outcome else None
            return f"After {reply.turn.text}, for one: {ended or not_won(self._game, after, before.to_move)}"
        return ""

    def _answered(self, motif: Any) -> int:
        return sum(motif in answers for answers in self._answers)

    def _cover(self, chosen: frozenset[Any]) -> frozenset[Any] | None:
        """Answers that meet everything, the chosen ones included; the proved ones if possible."""
        if chosen <= self._proved:
            return self._proved
        left = [answers for answers in self._answers if not chosen & answers.keys()]
        if not left or len(chosen) >= self._number:
            return None if left or len(chosen) > self._number else chosen
        covers = (self._cover(chosen | {motif}) for motif in min(left, key=len))
        return next((cover for cover in covers if cover is not None), None)


def question_of(puzzle: Puzzle, played: Puzzle, certificate: Json) -> PuzzleQuestion | None:
    """The question of a puzzle that asks for more than winning turns; None for most kinds.

    `played` is the puzzle that is played.
    """
    if puzzle.claim.meaning.names_reading:
        key = proved_play(puzzle, certificate).key
        assert key is not None
        return WhichValue(puzzle, played, key)
    return WhichAnswers(puzzle, certificate) if puzzle.claim.meaning.counts_answers else None
