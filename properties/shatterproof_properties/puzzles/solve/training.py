"""One puzzle solved in words: typed lines go in, and lines to print come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from shatterproof.errors import shorten
from shatterproof.game import IllegalTurn
from shatterproof.movetext import unwrapped, wrapped
from shatterproof_properties.protocol.explaining import counted
from shatterproof_properties.protocol.wording import Drawn
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.puzzle import Puzzle, asked, made_by, stars, under
from shatterproof_properties.puzzles.claims.words import WORDS, board_to_text
from shatterproof_properties.puzzles.proof.proved_play import as_played
from shatterproof_properties.puzzles.proof.tree import solution_tree
from shatterproof_properties.puzzles.proof.tree_text import tree_to_text
from shatterproof_properties.puzzles.solve.judge import GOES_ON, ILLEGAL, SOLVED, WRONG, Judge
from shatterproof_properties.puzzles.solve.questions import SHOWN, PuzzleQuestion, QuestionHint, question_of
from shatterproof_properties.solving.forcing import OutOfLimits

HELP = """\
a turn, as the game writes it, to try it
hint      the idea; again, where it is; again, the turn
undo      take your last turn back, with the answer to it
board     the position once more
give up   the solution
quit      stop"""


class Score(NamedTuple):
    """The score of a solver: failed turns, and hints taken."""

    tries: int
    hints: int

    def __str__(self) -> str:
        tries = counted(self.tries, "try that failed", "tries that failed") if self.tries else "no try that failed"
        return f"{tries}, {counted(self.hints, 'hint') if self.hints else 'no hint'}"


class Training:
    """A puzzle that is being solved. The checker must have accepted its certificate.

    `solved` and `given_up` say how it ended, `score` how it went.
    """

    def __init__(self, puzzle: Puzzle, certificate: Json) -> None:
        self.puzzle = puzzle
        self.solved = self.given_up = False
        self.score = Score(0, 0)
        self._certificate = certificate
        played, shown = as_played(puzzle, certificate)
        self._judge = Judge(played, shown)
        self._question: PuzzleQuestion | None = question_of(puzzle, played, certificate)
        self._has_replies = played.claim.meaning.has_replies
        self._round = 0
        self._turns: list[str] = []
        self._asked = 0
        self._commands: Mapping[str, Callable[[], str]] = {
            "help": lambda: HELP,
            "hint": self._hint,
            "undo": self._undo,
            "board": self._board,
            "give up": self._give_up,
        }

    @property
    def is_over(self) -> bool:
        """Whether the puzzle is solved or given up."""
        return self.solved or self.given_up

    def begin(self) -> str:
        """The question, with the diagram."""
        its = self.puzzle
        readings = f"under {under(its)}" if its.readings else ""
        about = "; ".join(filter(None, (made_by(its), its.dedication, stars(its))))
        wanted = self._question.role if self._question else "Type a turn"
        role = f"You are {self._judge.solver.capitalize()}. {wanted}, hint, undo, give up, quit or help."
        question = asked(its)
        asks = question if question.endswith("?") else f"{question}."
        head = [its.title, asks, readings, about, role, WORDS.of(its.game).LEGEND]
        return "\n".join([*filter(None, head), "", self._board() if self._question else self._begin_round()])

    def answer(self, line: str) -> str:
        """The reply to a line, which is a command or a turn; "" to an empty one."""
        plain = " ".join(line.split())
        command = self._commands.get(plain.lower())
        if command is not None:
            return command()
        if not plain or self._question is None:
            return self._try(unwrapped(plain)) if plain else ""
        return self._answer_question(self._question, plain)

    def _answer_question(self, question: PuzzleQuestion, text: str) -> str:
        try:
            said, failed, is_done = question.answer(text)
        except OutOfLimits as reached:
            return f"This answer could not be judged: {reached}. Try another one."
        if failed:
            self.score = self.score._replace(tries=self.score.tries + 1)
        else:
            self._asked = 0
        if not is_done:
            return said
        self._question = None
        if self.puzzle.claim.meaning.counts_answers:
            return self._end(f"{said}\nThe {question.solution}")
        return f"{said}\n\n{self._begin_round()}"

    def _begin_round(self) -> str:
        self._turns = []
        begun = self._judge.begin(self._round)
        if begun.verdict == SOLVED:
            return self._end(begun.text)
        if not begun.reply:
            return self._board()
        number = f"Round {self._round + 1} of {self._judge.rounds}. " if self._judge.rounds > 1 else ""
        board = self._board()
        self._turns.append(begun.reply)
        return f"{board}\n{number}{begun.text}\n\n{self._board()}"

    def _try(self, text: str) -> str:
        try:
            found = self._judge.judge([*self._turns, text])
        except OutOfLimits as reached:
            return f"This turn could not be judged: {reached}. Try another one."
        if found.verdict == ILLEGAL:
            if isinstance(found.refusal, IllegalTurn):
                return f"{shorten(text, SHOWN)} is not legal: {shorten(found.text)} ({found.refusal.clause})"
            return shorten(found.text)
        game, position = self._judge.game, found.after
        typed = game.format_turn(found.before, found.turn)
        if found.verdict == WRONG:
            self.score = self.score._replace(tries=self.score.tries + 1)
            if found.reply:
                position = game.play(position, game.parse_turn(position, found.reply))
            board = board_to_text(Drawn.of(game, position, self._drawn()))
            return f"{wrapped(typed)}? {found.text}\n\n{board}\n\nThe position is as before."
        self._asked = 0
        said = " ".join(filter(None, (f"{wrapped(typed)}!", found.text, found.remark)))
        if found.verdict == GOES_ON:
            self._turns += filter(None, [typed, found.reply])
            return f"{said}\n\n{self._board()}"
        self._round += 1
        return self._end(said) if self._round >= self._judge.rounds else f"{said}\n\n{self._begin_round()}"

    def _end(self, said: str) -> str:
        self.solved = True
        comment = f"\n{self.puzzle.comment}" if self.puzzle.comment else ""
        return f"{said}\nSolved, with {self.score}.{comment}"

    def _board(self) -> str:
        return board_to_text(self._drawn())

    def _drawn(self) -> Drawn:
        """The position, with the letters of the diagram for its pieces."""
        drawn = Drawn.of(self._judge.game, self._judge.diagram)
        for number in range(1, len(self._turns) + 1):
            drawn = Drawn.of(drawn.game, self._judge.situation(self._turns[:number]).position, drawn)
        return drawn

    def _undo(self) -> str:
        back = 2 if self._has_replies else 1
        is_there = self._question.undo() if self._question else len(self._turns) >= back
        if not is_there:
            return "There is no turn to take back."
        del self._turns[-back:]
        self._asked = 0
        return self._board()

    def _hint(self) -> str:
        try:
            found = self._question.hint(self._asked + 1) if self._question else self._judge.hint(self._turns)
        except OutOfLimits as reached:
            return f"There is no hint: {reached}."
        if found is None:
            return "There is no turn here that helps."
        self._asked += 1
        self.score = self.score._replace(hints=self.score.hints + 1)
        if isinstance(found, QuestionHint):
            return found.text
        position = self._judge.situation(self._turns).position
        return found.said(self._asked, f": {WORDS.of(self._judge.game).places(position, found.about)}")

    def _give_up(self) -> str:
        self.given_up = True
        tree = tree_to_text(solution_tree(self.puzzle, self._certificate)).rstrip("\n")
        asked_for = question_of(self.puzzle, self._judge.puzzle, self._certificate)
        return "\n".join(filter(None, (asked_for.solution if asked_for else "", tree, self.puzzle.comment)))
