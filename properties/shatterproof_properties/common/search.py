"""Answers to a player's question: clauses, and what the pages say is not covered.

Each clause is one bag of words and of pairs of words: those of what players ask about it, and of what it says. BM25
compares these bags with the question. Synonyms of players count as one word.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from typing import Any, TypeVar

import snowballstemmer

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES, find_game
from shatterproof.spec import Asked, Clause, Topic, clauses, spec_folder, topics
from shatterproof_properties.common.clauses import readings_on
from shatterproof_properties.common.prose import first_sentence, plain, sentences

RUNNERS_UP = 2
OTHER_GAMES = 0.8
"""The share of the best score that a place in another game must reach to be shown too."""
MOST_FOUND = 5
MOST_NEAR = 3
LONGEST_WORD = 40
MOST_WORDS = 100
WEIGHTS = {"id": 2.0, "title": 1.0, "text": 0.5}
"""The weight of a word in the id of a clause, in its first paragraph and below. In what players ask it is 1."""
PAIR = 0.3
"""The weight of a pair of words in one sentence, where a word has 1. In the text of a clause it is half of that."""
LIKE = 0.5
"""What a clause gains if a question on the page is exactly the one asked, as a share of its score."""
NOTATION, OPEN = 0.6, 0.7
"""The weight of clauses about notation if the question is not, and of what the texts leave open beside a rule."""
SATURATION, LENGTH = 5.0, 0.8
"""The constants of BM25: low SATURATION lets a repeated word add less, high LENGTH makes long texts count less."""
ALIKE = 0.4
"""The share of their weight that two questions must have in common to count as the same."""

_BOARD = re.compile(r"\b[0-9]+ ?(?:x|by) ?[0-9]+\b")
_FRACTION = re.compile(r"(?<![\w,])[0-9]+/[0-9]+(?![\w])")
_WRITTEN = re.compile(r"=?\b(?=[\w,-]*[0-9])(?:[a-z]+[0-9][\w-]*|[0-9][0-9,-]*[a-z,][\w,-]*)\+*(?!\w)")
"""A size of a board, a fraction, and a turn or a place as they are written."""
_FENCED = r"^```\w+\n.*?^```$"
_NEAR_MISS = re.compile(rf"^Near miss(?:(?!\n\n).)*?\n\n(?:!\[[^\n]*\n+)*{_FENCED}", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class FoundPlace:
    """A clause or topic that answers, its sentence that fits best, and the listed question most like the one asked."""

    place: Clause | Topic
    sentence: str
    asked: Asked | None
    score: float

    @property
    def game(self) -> str:
        return re.split(r"[.#]", self.place.id)[0]

    @property
    def title(self) -> str:
        return first_sentence(self.place.title) if isinstance(self.place, Clause) else self.place.heading


@dataclass(frozen=True)
class Search:
    """The places that answer a question, best first; and its words that are on no page, each with similar ones."""

    found: tuple[FoundPlace, ...]
    unknown: dict[str, tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class _Entry:
    place: Clause | Topic
    game: str
    terms: Mapping[str, float]
    length: float
    sentences: tuple[str, ...]
    asked: tuple[tuple[Asked, set[str]], ...]


_OfGame = TypeVar("_OfGame", FoundPlace, _Entry)


def search(question: str, game: str | None = None, most: int = MOST_FOUND) -> Search:
    """What answers a question best, of one game if it is named or in the words.

    The first `most` are returned, and after these the best of each other game. Raises InputError if no page has any of
    the words.
    """
    index = SearchIndex.whole()
    words = [word[:LONGEST_WORD] for word in _words(question)[:MOST_WORDS]]
    game = game or next((word for word in words if word in GAMES), None)
    unknown = {word: index.near(word) for word in words if not index.knows(word)}
    asked = _terms([near for word in words for near in (unknown.get(word, (word,))[:1]) if near not in GAMES])
    scores = {entry: index.score(entry, asked) for entry in index.entries if game in (None, entry.game)}
    best = sorted(filter(scores.get, scores), key=lambda entry: -scores[entry])
    if not best:
        wish = "other words, or one of the clauses that shatterproof rule lists"
        raise InputError(f"no clause speaks of {shorten(question, 60)!r}", expected=wish)
    shown = dict.fromkeys([*best[:most], *first_of_games(best)])
    return Search(tuple(index.found(entry, asked, scores[entry]) for entry in shown), unknown)


def first_of_games(best: Iterable[_OfGame]) -> list[_OfGame]:
    """The best of each game, in the order of what is given, which is the best first."""
    found: dict[str, _OfGame] = {}
    for each in best:
        found.setdefault(each.game, each)
    return list(found.values())


class SearchIndex:
    """The entries of all games, and how rare each term is among them."""

    def __init__(self) -> None:
        places = {game: chain[Clause | Topic](clauses(game), topics(game)) for game in GAMES}
        self.entries = tuple(_entry(game, place) for game, its in places.items() for place in its)
        self._usual = sum(entry.length for entry in self.entries) / len(self.entries)
        self._having = Counter(term for entry in self.entries for term in entry.terms)
        self._said = {word: _stem(word) for entry in self.entries for text in entry.sentences for word in _words(text)}
        self._stems = set(self._said.values())

    @classmethod
    @cache
    def whole(cls) -> SearchIndex:
        return cls()

    def rarity(self, term: str) -> float:
        """The weight of a term: the inverse document frequency of BM25."""
        return math.log(1 + (len(self.entries) - self._having[term] + 0.5) / (self._having[term] + 0.5))

    def score(self, entry: _Entry, asked: list[str]) -> float:
        usual = 1 - LENGTH + LENGTH * entry.length / self._usual
        counts = ((term, entry.terms[term] / usual) for term in asked if term in entry.terms)
        score = sum(
            self.rarity(term) * (PAIR if " " in term else 1) * count * (SATURATION + 1) / (count + SATURATION)
            for term, count in counts
        )
        score *= 1 + LIKE * self._most_alike(entry, asked)[0]
        if ".notation." in entry.place.id and "write" not in asked:
            return score * NOTATION
        is_open = isinstance(entry.place, Clause) and (entry.place.values or entry.place.is_ours)
        return score * OPEN if is_open else score

    def found(self, entry: _Entry, asked: list[str], score: float) -> FoundPlace:
        """The sentence of an entry that has most of the words, and the listed question that is most like them."""
        best = max(entry.sentences, key=lambda sentence: self._weight(set(asked) & set(_terms(_words(sentence)))))
        likeness, question = self._most_alike(entry, asked)
        return FoundPlace(entry.place, best, question if likeness >= ALIKE else None, score)

    def _most_alike(self, entry: _Entry, asked: list[str]) -> tuple[float, Asked | None]:
        """The listed question of an entry that is most like the one asked, and how much, from 0 to 1."""
        wanted = set(asked)
        alike = ((self._weight(wanted & terms) / self._weight(wanted | terms), each) for each, terms in entry.asked
                 if wanted & terms)  # fmt: skip
        return max(alike, key=lambda pair: pair[0], default=(0.0, None))

    def _weight(self, terms: Iterable[str]) -> float:
        return sum(self.rarity(term) for term in terms if " " not in term)

    def knows(self, word: str) -> bool:
        return word in GAMES or word in _passed_over() or _stem(word) in self._stems or _stem(word) in _concepts()

    def near(self, word: str) -> tuple[str, ...]:
        """The words most like one that no page has, each with another stem."""
        alike = difflib.get_close_matches(word, self._said, 3 * MOST_NEAR, 0.75)
        return tuple({_stem(other): other for other in reversed(alike)}.values())[::-1][:MOST_NEAR]


def _entry(game: str, place: Clause | Topic) -> _Entry:
    if isinstance(place, Topic):
        heading, title, text = place.heading, "", "" if place.is_covered else plain(place.text)
    else:
        # Players need neither examples nor what stands below `Formally:`.
        prose = re.sub(r"^```.*?^```", "", place.text, flags=re.MULTILINE | re.DOTALL)
        paragraphs = re.split(r"\n\s*\n", prose.strip())
        title, *below = (plain(each) for each in paragraphs if not each.startswith(("Formally:", "Values:")))
        heading, text = place.id.partition(".")[2].replace(".", " "), "\n".join(below)
    asked = [each.question for each in place.asked]
    terms = defaultdict[str, float](float)
    for sentence, weight, pair in (
        (heading, WEIGHTS["id"], 0.5),
        *((sentence, WEIGHTS["title"], 0.5) for sentence in sentences(title)),
        *((sentence, WEIGHTS["text"], 0.5) for sentence in sentences(text)),
        *((question, 1.0, 1.0) for question in asked),
    ):
        for term in _terms(_words(sentence)):
            terms[term] += weight * (pair if " " in term else 1)
    length = sum(count for term, count in terms.items() if " " not in term)
    said = (*sentences(title), *sentences(text), *asked) or (heading,)
    by_terms = tuple((each, set(_terms(_words(each.question)))) for each in place.asked)
    return _Entry(place, game, terms, length, said, by_terms)


def _words(text: str) -> list[str]:
    """The words of a text in small letters. A hyphenated word counts as itself and its parts, notation as its kind."""
    text = _WRITTEN.sub("notation", _FRACTION.sub("fraction", _BOARD.sub("board-size", text.lower())))
    found = re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*|\++", text.replace("'s ", " ").replace("n't", " not"))
    said = f" {' '.join(found)} "
    for phrase, instead in _list()["phrases"].items():
        said = said.replace(f" {phrase} ", f" {instead} ")
    return [part for word in said.split() for part in dict.fromkeys([word, *word.split("-")])]


def _terms(words: Iterable[str]) -> list[str]:
    """The terms of some words: each word once, and every pair of words."""
    single = sorted({_concepts().get(_stem(word), _stem(word)) for word in words if word not in _passed_over()})
    return [*single, *map(" ".join, combinations(single, 2))]


@cache
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word))


_STEMMER = snowballstemmer.stemmer("english")


@cache
def _concepts() -> dict[str, str]:
    listed: dict[str, str] = _list()["words"]
    return {_stem(word): _stem(one) for one, others in listed.items() for word in (*others.split(), one)}


@cache
def _passed_over() -> frozenset[str]:
    return frozenset(_list()["passed_over"].split())


@cache
def _list() -> dict[str, Any]:
    return tomllib.loads((spec_folder() / "synonyms.toml").read_text(encoding="utf-8"))


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
    return [
        RuleAnswer(each, _sentence(each), _shown(each.place) if isinstance(each.place, Clause) else "", more)
        for each, more in ((first, tuple(others)), *((each, ()) for each in has_it_too))
    ]


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
    opening = re.compile(r"^start (\S+)$", re.MULTILINE)
    return opening.sub(lambda found: game.to_diagram(game.start(found[1])).strip(), answer.shown)
