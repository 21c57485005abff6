"""An answer to a player's question: a sentence, the clause that says so, its shortest example and its near miss."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shatterproof.game import find_game
from shatterproof.spec import Asked, Clause, Topic
from shatterproof_properties.common.clauses import readings_on
from shatterproof_properties.common.prose import plain, sentences
from shatterproof_properties.common.search import FoundPlace, Search, first_of_games

RUNNERS_UP = 2
OTHER_GAMES = 0.8
"""The share of the best score that a place in another game must reach to be shown too."""
_FENCED = r"^```\w+\n.*?^```$"
_NEAR_MISS = re.compile(rf"^Near miss(?:(?!\n\n).)*?\n\n(?:!\[[^\n]*\n+)*{_FENCED}", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class RuleAnswer:
    """The answer to a question. `shown` is Markdown: the shortest example of the clause, and the near miss."""

    found: FoundPlace
    sentence: str
    shown: str
    others: tuple[FoundPlace, ...]


def rule_answers(result: Search) -> list[RuleAnswer]:
    """The best answer, then those of other games that are nearly as good, or whose page lists the question too."""
    first, *rest = first_of_games(result.found)
    others = [each for each in result.found if each.game == first.game and each is not first][:RUNNERS_UP]
    has_it_too = (each for each in rest if each.score >= OTHER_GAMES * first.score or (each.asked and first.asked))
    return [_answer(first, tuple(others)), *(_answer(each, ()) for each in has_it_too)]


def _answer(found: FoundPlace, others: tuple[FoundPlace, ...]) -> RuleAnswer:
    shown = _shown(found.place) if isinstance(found.place, Clause) else ""
    return RuleAnswer(found, _sentence(found), shown, others)


def _sentence(found: FoundPlace) -> str:
    """The answer to a question as players ask it (yes, no, it depends, not covered), then what the rule says."""
    asked = f"{as_said(found.asked)} " if found.asked else ""
    if isinstance(found.place, Topic) and not found.place.is_covered:
        return f"Not covered by these rules. {plain(found.place.text)}"
    if isinstance(found.place, Topic):
        return f"{asked}See {found.place.heading!r} on the page of the rules."
    if found.place.values:
        return f"{asked}This depends on a reading: {found.place.id}, by default {found.place.values[0]}."
    says = sentences(plain(found.place.title))[0]
    bearing = ", ".join(readings_on(found.place))
    return f"{asked}{says}{f' Readings bear on it: {bearing}.' if bearing else ''}"


def as_said(asked: Asked) -> str:
    """A question of the page and its answer, with the marks that players leave out."""
    question = asked.question[:1].upper() + asked.question[1:]
    return f"{question}{'' if question.endswith(('?', '.')) else '?'} {asked.answer}".rstrip()


def _shown(clause: Clause) -> str:
    """The shortest example that is no near miss, and the near miss, as the page has them."""
    near = _NEAR_MISS.search(clause.text)
    blocks = re.findall(_FENCED, clause.text[: near.start()] if near else clause.text, re.MULTILINE | re.DOTALL)
    example = min(blocks, key=lambda block: ("\nreadings " in block, len(block)), default="")
    return "\n\n".join(filter(None, (example, near[0] if near else "")))


def drawn(answer: RuleAnswer) -> str:
    """The example and near miss of an answer, with the diagram of an opening instead of its name."""
    game = find_game(answer.found.game)

    def opening(found: re.Match[str]) -> str:
        return str(game.to_diagram(game.start(found[1]))).strip()

    return re.sub(r"^start (\S+)$", opening, answer.shown, flags=re.MULTILINE)
