"""The examples of the spec as questions."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from shatterproof.errors import InputError
from shatterproof.examples import set_ups
from shatterproof.game import AmbiguousTurn, IllegalTurn, find_game
from shatterproof.spec import clauses
from shatterproof_properties.protocol.question import Question

REFUSED = ("illegal ", "malformed", "ambiguous ")
"""The first words of a claim that says that the last turn is not legal."""


@dataclass(frozen=True)
class ExampleGame:
    """An example of the spec from a position that the rules accept, with the texts of its turns, not played yet.

    `begun` asks whether the position may stand; for an opening it has no `start`. Texts that may have lost their
    hyphens are left out, since the protocol has no words for them. `legal` is the number of turns that the spec calls
    legal. Two examples are equal even if different clauses show them.
    """

    clause: str = field(compare=False)
    begun: Question
    texts: tuple[str, ...]
    legal: int = field(compare=False)

    def question(self, as_written: bool = False) -> Question:
        """A question about the last turn, or about the first that is not legal.

        Without turns it asks whether the position may stand. The texts are those that the reference prints, or with
        `as_written` those of the page.
        """
        game, way, asked = self.begun.rules, self.begun, self.begun
        for text in self.texts:
            try:
                turn = game.parse_turn(way.position, text)
            except (InputError, IllegalTurn, AmbiguousTurn):
                return way.asking("apply", text)
            asked = way.asking("apply", text if as_written else game.format_turn(way.position, turn))
            try:
                way = way.after(asked.turn, game.play(way.position, turn))
            except IllegalTurn:
                break
        return asked


def example_games(game_name: str, shown_by: Container[str] | None = None) -> Iterator[ExampleGame]:
    """The examples of a game, near misses included, in the order of the spec; some come twice.

    `shown_by` limits them to the examples of some clauses.
    """
    game = find_game(game_name)
    for clause in clauses(game_name):
        if shown_by is not None and clause.id not in shown_by:
            continue
        for start, cases in set_ups(game, clause):
            begun = Question.at(game, start, do="position").abridged()
            for case in cases:
                texts = tuple(text for text, notation in case.turns if notation == "published")
                refused = any(claim.words.startswith(REFUSED) for claim in case.claims)
                yield ExampleGame(clause.id, begun, texts, len(texts) - refused)


def example_questions(
    game_name: str, as_written: bool = False, shown_by: Container[str] | None = None
) -> Iterator[tuple[str, Question]]:
    """The examples of `example_games` as questions, played, each with its clause."""
    for example in example_games(game_name, shown_by):
        yield example.clause, example.question(as_written)
