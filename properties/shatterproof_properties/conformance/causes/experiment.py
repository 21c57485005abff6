"""Experiments: further questions to an engine that tell apart the rules that would explain it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from shatterproof_properties.conformance.causes.differences import Difference
from shatterproof_properties.conformance.causes.rule_mutants import RuleMutant, refuse_large
from shatterproof_properties.engines.errors import GaveUp, Stopped
from shatterproof_properties.protocol.answers import Answer, key
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.protocol.served import second_engine
from shatterproof_properties.protocol.table import Table

MOST_QUESTIONS = 40
"""The number of questions after which a rule stands."""
MOST_RULES = 60
"""The most rules that are compared; the likeliest come first."""
MOST_POSITIONS = 150
"""The most positions that are searched for turns to ask about."""
MOST_LISTED = 200
"""The most results of a position that are listed for this."""
TEXTS, AT_ONE_POSITION = 8, 3
"""The turns of a position that rules are asked about, and how many of them the engine is asked about."""
MISSES = 0.1
"""The share of the questions that a rule may miss, since the engine may have another mistake too."""

Ask = Callable[[Question], Answer | None]
"""The answer of an engine about a turn; None if it gives no valid answer."""


@dataclass
class RuleOnTrial:
    """A rule that may explain an engine. It counts the further questions asked, and those that the rule fits."""

    rule: RuleMutant
    fitting: int = 0
    asked: int = 0

    @property
    def stands(self) -> bool:
        """Whether the rule fits as many answers as the right one should."""
        return self.asked - self.fitting <= MISSES * self.asked


@dataclass
class Experiment:
    """Asks an engine, through `ask`, about turns for which rules differ from the rules of the game, or from one
    another.

    `met` are questions that were answered before, wrongly or correctly. Random games from their positions, and from the
    `openings`, lead to further positions. These are set up unless `set_up` is false. With `legal_only` all turns asked
    about are legal, since the engine checks nothing. `asked` are the questions that were answered, `refuted` the names
    of the rules that no longer stand. Without positions the engine is not asked, and all rules stand.
    """

    ask: Ask = lambda question: None
    met: Sequence[Question] = ()
    openings: Sequence[Question] = ()
    set_up: bool = True
    legal_only: bool = False
    asked: list[Question] = field(default_factory=list)
    refuted: set[str] = field(default_factory=set)

    def best(self, rules: Sequence[RuleMutant], clause: str) -> RuleOnTrial | None:
        """The rule that fits most questions, of those that stand in the end; None if none stands.

        Of equal rules, the one for which the fewest things must come together is best, then one that breaks the
        `clause`.
        """
        ordered = sorted(rules, key=lambda rule: (rule.acts, rule.clause != clause))
        left = [RuleOnTrial(rule) for rule in ordered[:MOST_RULES]]
        # When time is up, what was asked until then has to do.
        with suppress(Stopped, GaveUp):
            for question in self._questions(left):
                if not left or len(self.asked) == MOST_QUESTIONS:
                    break
                if (got := self.ask(question)) is None:
                    continue
                self.asked.append(question)
                for each in left:
                    each.asked += 1
                    each.fitting += each.rule.explains(Difference("result", "", question, got, got))
                self.refuted |= {each.rule.name for each in left if not each.stands}
                left[:] = [each for each in left if each.stands]
        return max(left, key=lambda each: each.fitting, default=None)

    def _questions(self, left: list[RuleOnTrial]) -> Iterator[Question]:
        """Questions that the remaining rules and the rules of the game answer differently."""
        random = Random(len(self.met))
        for question in islice(self._positions(random), MOST_POSITIONS):
            if not left:
                return
            yield from self._parting(question, left, random)

    def _positions(self, random: Random) -> Iterator[Question]:
        """Positions that were met, each followed by those of a random game from such a position or from an opening."""
        begun = [*self.met, *self.openings]
        met = random.sample(self.met, len(self.met))
        while begun:
            yield from (met.pop(),) if met else ()
            yield from self._game(random.choice(begun), random)

    def _parting(self, question: Question, left: Sequence[RuleOnTrial], random: Random) -> Iterator[Question]:
        """Some turns of a position for which the rules differ from one another, or else from the rules of the game."""
        rules, found = [each.rule for each in left], list[tuple[int, Question]]()
        # Half of the questions are kept for what tells rules apart, as long as several are left.
        may_agree = len(rules) == 1 or len(self.asked) < MOST_QUESTIONS / 2
        for text, expected in _texts(question, rules, random):
            asked = question.asking("apply", text)
            answers = [rule.answer(asked) for rule in rules]
            if all(answer == expected for answer in answers) or (self.legal_only and expected["verdict"] != "legal"):
                continue
            said = Counter(key("apply", answer, refusals=False) for answer in answers if answer is not None)
            if len(said) > 1 or (may_agree and key("apply", expected, refusals=False) not in said):
                found.append((max(said.values(), default=0), asked))
            if len(found) == AT_ONE_POSITION and len(rules) == 1:
                break
        # The fewer agree, the more rules one answer refutes.
        found.sort(key=lambda each: each[0])
        yield from (asked for _, asked in found[:AT_ONE_POSITION])

    def _game(self, start: Question, random: Random) -> Iterator[Question]:
        """The positions of a short random game, in order."""
        table, question = _table(start), start
        for _ in range(random.choice((1, 2, 2, 4, 12))):
            listed = list(islice(table.turns(question.data), MOST_LISTED))
            if not listed:
                return
            entry = random.choice(listed)
            if self.set_up:
                question = Question.about(start.game, start.readings, entry["position"], do="turns")
            else:
                question = question.after(entry["turn"])
            yield question


def _texts(question: Question, rules: Sequence[RuleMutant], random: Random) -> Iterator[tuple[str, Answer]]:
    """Some turns of a position, each with the answer by the rules of the game.

    First come those for which the likeliest rule, another rule and the rules of the game do not list the same result.
    """
    other = random.choice([rule for rule in rules if rule.clause != rules[0].clause] or rules)
    by_the_game = _table(question)
    try:
        refuse_large(question)
        listed = _listed(by_the_game, question)
        others = [_listed(rule.table(question), question) for rule in dict.fromkeys((rules[0], other))]
    except Exception:
        # An engine with a mistake may fail over a position.
        return
    texts = sorted(listed.keys() | set().union(*others))
    random.shuffle(texts)
    texts.sort(key=lambda text: all(each.get(text) == listed.get(text) for each in others))
    for text in texts[:TEXTS]:
        yield text, listed.get(text) or by_the_game.apply(question.data, text)


def _listed(table: Table, question: Question) -> dict[str, Answer]:
    """The first turns that a table lists in a position, each with the answer about it."""
    return {
        entry["turn"]: {"verdict": "legal", "position": entry["position"], "outcome": entry["outcome"]}
        for entry in islice(table.turns(question.data), MOST_LISTED)
    }


def _table(question: Question) -> Table:
    found: Table = second_engine(question.game).on_board(question.board, question.chosen.to_mapping())
    return found
