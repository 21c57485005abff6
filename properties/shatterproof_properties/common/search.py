"""Clauses found by the words of a player's question."""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import snowballstemmer

from shatterproof.errors import InputError, shorten
from shatterproof.game import GAMES
from shatterproof.spec import Clause, clauses, spec_folder
from shatterproof_properties.common.prose import plain

MOST_FOUND = 5
MOST_NEAR = 3
LONGEST_WORD = 40
MOST_WORDS = 100
WEIGHTS = {"id": 4.0, "title": 4.0, "text": 0.5, "examples": 0.1}
"""The weight of a word that stands in the id of a clause, in its first paragraph, below, or in its examples."""
SYNONYM = 0.6
"""What a synonym counts, where the word itself counts 1."""
NOTATION = 0.6
"""What clauses about notation count in a question that is not about it."""
SATURATION, LENGTH = 3.0, 0.5
"""The two constants of BM25: how soon more of the same word adds nothing, and how much long texts count less."""


Term = tuple[tuple[str, float], ...]
"""The stem of a word and those of its synonyms, each with what it counts."""


@dataclass(frozen=True)
class FoundClause:
    """A clause that answers a question, with the sentence of it that speaks most of what was asked."""

    clause: Clause
    sentence: str


@dataclass(frozen=True)
class Search:
    """The clauses that answer a question, best first; and the words that no clause has, each with near ones."""

    found: tuple[FoundClause, ...]
    unknown: dict[str, tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class _Entry:
    """A clause as the search sees it: the stems of its fields, and its sentences."""

    clause: Clause
    fields: Mapping[str, Counter[str]]
    sentences: tuple[str, ...]

    @property
    def game(self) -> str:
        return self.clause.id.partition(".")[0]


def search(question: str, game: str | None = None, most: int = MOST_FOUND) -> Search:
    """The clauses that answer a question best, `most` at most, of one game if there is one named or in the words.

    Raises InputError if no clause speaks of any of its words.
    """
    words = [word[:LONGEST_WORD] for word in _words(question)[:MOST_WORDS]]
    game = game or next((word for word in words if word in GAMES), None)
    words += [pair for pair in map("".join, pairwise(words)) if pair in _vocabulary()]
    asked = [word for word in words if word not in GAMES and _stem(word) not in _passed_over()] or words
    unknown = {word: _near(word) for word in asked if not _is_known(word)}
    terms = _terms([unknown.get(word, (word,))[0] for word in asked if unknown.get(word, (word,))])
    scores = {entry: _score(entry, terms) for entry in _index() if game in (None, entry.game)}
    best = sorted(filter(scores.get, scores), key=lambda entry: -scores[entry])
    found = tuple(FoundClause(entry.clause, _telling(entry, terms)) for entry in best[:most])
    if not found:
        wish = "other words, or one of the clauses that shatterproof rule lists"
        raise InputError(f"no clause speaks of {shorten(question, 60)!r}", expected=wish)
    return Search(found, unknown)


def _words(text: str) -> list[str]:
    """The words of a text in small letters; of a hyphened one itself and its parts."""
    found = re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*|\++", text.lower().replace("'s ", " "))
    return [part for word in found for part in dict.fromkeys([word, *word.split("-")])]


@cache
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word))


_STEMMER = snowballstemmer.stemmer("english")


@cache
def _synonyms() -> dict[str, list[str]]:
    """The words of the rules, as stems, for the stems of words that players use."""
    found: dict[str, list[str]] = {}
    for word, others in _word_list()["words"].items():
        found.setdefault(_stem(word), []).extend(map(_stem, others))
    return found


@cache
def _passed_over() -> frozenset[str]:
    return frozenset(map(_stem, _word_list()["passed_over"].split()))


@cache
def _word_list() -> dict[str, Any]:
    return tomllib.loads((spec_folder() / "synonyms.toml").read_text(encoding="utf-8"))


@cache
def _index() -> tuple[_Entry, ...]:
    return tuple(_entry(clause) for game in GAMES for clause in clauses(game))


def _entry(clause: Clause) -> _Entry:
    title, *below = _paragraphs(clause)
    fields = {
        "id": _stems(clause.id.partition(".")[2].replace(".", " ")),
        "title": _stems(title),
        "text": _stems(" ".join(below)),
        "examples": _stems(" ".join(_said_in_examples(clause))),
    }
    sentences = [part for text in (title, *below) for part in re.split(r"(?<=[.!?])\s+", text)]
    return _Entry(clause, fields, (*sentences, *_said_in_examples(clause)))


def _paragraphs(clause: Clause) -> Iterator[str]:
    """The paragraphs of a clause for players, without marks: neither examples nor what stands below `Formally:`."""
    prose = re.sub(r"^```.*?^```", "", clause.text, flags=re.MULTILINE | re.DOTALL)
    for paragraph in re.split(r"\n\s*\n", prose.strip()):
        if not paragraph.startswith(("Formally:", "Values:")):
            yield plain(paragraph)


def _said_in_examples(clause: Clause) -> list[str]:
    """What the examples say of turns, each with its result on one line."""
    lines = [line for example in clause.examples for line in example.text.splitlines() if re.match("turn |->", line)]
    return re.sub(r"\n(?=->)", " ", "\n".join(lines)).splitlines()


def _stems(text: str) -> Counter[str]:
    return Counter(map(_stem, _words(text)))


@cache
def _vocabulary() -> dict[str, str]:
    """Every word that a clause or the list of synonyms has, with its stem."""
    prose = " ".join(f"{entry.clause.id} {' '.join(entry.sentences)}" for entry in _index())
    return {word: _stem(word) for word in [*_words(prose), *_word_list()["words"]]}


def _is_known(word: str) -> bool:
    return _stem(word) in _synonyms() or _stem(word) in _vocabulary().values()


def _near(word: str) -> tuple[str, ...]:
    """The words most like one that no clause has, each of another stem."""
    alike = difflib.get_close_matches(word, _vocabulary(), 3 * MOST_NEAR, 0.75)
    return tuple({_stem(other): other for other in reversed(alike)}.values())[::-1][:MOST_NEAR]


def _terms(words: Iterable[str]) -> list[Term]:
    """What to look for: each word with its synonyms."""
    stems = dict.fromkeys(map(_stem, words))
    return [tuple((dict.fromkeys(_synonyms().get(stem, ()), SYNONYM) | {stem: 1.0}).items()) for stem in stems]


@cache
def _rarity(term: Term) -> float:
    """The weight of a term, by how few clauses have any of its words: the inverse document frequency of BM25."""
    having = sum(1 for entry in _index() if _frequency(entry, term))
    return math.log(1 + (len(_index()) - having + 0.5) / (having + 0.5))


@cache
def _usual_length(name: str) -> float:
    return sum(entry.fields[name].total() for entry in _index()) / len(_index())


def _score(entry: _Entry, terms: Collection[Term]) -> float:
    """BM25 over fields of different weight (BM25F); how turns are written is for those who ask about that."""
    asked = any(stem == _stem("notation") for term in terms for stem, _ in term)
    share = 1.0 if asked or ".notation." not in entry.clause.id else NOTATION
    return share * sum(_rarity(term) * _saturated(_frequency(entry, term)) for term in terms)


def _frequency(entry: _Entry, term: Term) -> float:
    """How often a clause has the words of a term, by what they count, and by where they stand."""
    return sum(
        WEIGHTS[name] * weight * field[stem] / (1 - LENGTH + LENGTH * field.total() / _usual_length(name))
        for name, field in entry.fields.items()
        for stem, weight in term
    )


def _saturated(frequency: float) -> float:
    return frequency * (SATURATION + 1) / (frequency + SATURATION)


def _telling(entry: _Entry, terms: Iterable[Term]) -> str:
    """The sentence with most of what is looked for; the earliest of equals."""

    def relevance(sentence: str) -> float:
        stems = _stems(sentence)
        return sum(_rarity(term) * max((weight for stem, weight in term if stem in stems), default=0) for term in terms)

    return max(entry.sentences, key=relevance)
