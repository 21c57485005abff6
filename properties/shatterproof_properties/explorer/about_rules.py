"""The rules themselves: found by words, a clause to read, and each game on one page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from markupsafe import escape

from shatterproof.errors import InputError
from shatterproof.examples import Case, read_cases, read_position
from shatterproof.game import REFUSALS, find_game
from shatterproof.spec import Example, find_clause, page, page_examples, spec_folder
from shatterproof_properties.common.prose import blocks, plain
from shatterproof_properties.common.rules import readings_on
from shatterproof_properties.common.search import search
from shatterproof_properties.explorer.codes import make_code
from shatterproof_properties.explorer.showing import Json, first_sentence_of

FOR_PROGRAMMERS = ("Formally:", "The grey boxes below")
"""How paragraphs begin that are not for players."""
LESSON = "The game on one page"
_PART = re.compile(
    r"^```(\w*)\n(.*?)^```$|^!\[([^\]]+)\]\((pictures/[\w-]+\.svg)\)$|^### ([^\n]+)$", re.MULTILINE | re.DOTALL
)
"""An example, a picture or a heading, among paragraphs."""


def search_rules(question: Json) -> Json:
    """The answer to `search`. Raises InputError where no clause has any of the words."""
    result = search(question["words"], question.get("game"))
    found = [
        {"clause": each.clause.id, "title": first_sentence_of(each.clause.id), "sentence": plain(each.sentence)}
        for each in result.found
    ]
    return {"found": found, "unknown": {word: list(near) for word, near in result.unknown.items()}}


def rule(question: Json) -> Json:
    """The answer to `rule`. Raises InputError for an unknown clause."""
    clause = find_clause(question["clause"])
    return {
        "clause": clause.id,
        "title": plain(clause.title),
        "blocks": list(_blocks(clause.id.partition(".")[0], clause.text)),
        "source": plain(clause.source),
        "values": list(clause.values),
        "readings": {name: list(values) for name, values in readings_on(clause).items()},
    }


def rules(question: Json) -> Json:
    """The answer to `rules`: every clause of a game, in the order of its page, with the section that it stands in."""
    game, section, found = question["game"], "", []
    for line in page(game).splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        name = line.removeprefix("### ")
        if line.startswith("### ") and re.fullmatch(rf"{game}\.[a-z.-]+", name):
            found.append({"clause": name, "title": first_sentence_of(name), "section": section})
    return {"rules": found}


def lesson(question: Json) -> Json:
    """The answer to `lesson`."""
    game = question["game"]
    found = re.search(rf"^## {LESSON}\n(.*?)^## ", page(game), re.MULTILINE | re.DOTALL)
    return {"title": LESSON, "blocks": list(_blocks(game, found[1] if found else ""))}


def _blocks(game: str, text: str) -> Iterator[Json]:
    """A part of a page of the rules, block by block: paragraphs, entries of lists, pictures, examples, headings."""
    seen = 0
    for part in _PART.finditer(text):
        yield from _prose(text[seen : part.start()])
        seen = part.end()
        language, body, picture, file, heading = part.groups()
        if heading:
            yield {"kind": "h3", "html": str(escape(heading))}
        elif file:
            yield {"kind": "picture", "html": str(escape(picture)), "drawing": _drawing(file)}
        elif language == game:
            yield {"kind": "example", "html": str(escape(body.rstrip("\n"))), "cases": _cases(game, body)}
        else:
            yield {"kind": "pre", "html": str(escape(body.rstrip("\n")))}
    yield from _prose(text[seen:])


def _prose(text: str) -> Iterator[Json]:
    """Paragraphs and entries of lists, numbered ones too; without what is for programmers only."""
    for paragraph in re.split(r"\n\s*\n", text):
        if paragraph.strip().startswith(FOR_PROGRAMMERS):
            continue
        entries = re.split(r"^([0-9]+)\. ", paragraph, flags=re.MULTILINE)
        yield from _plain_prose(entries[0])
        for number, entry in zip(entries[1::2], entries[2::2], strict=True):
            for block in _plain_prose(entry):
                yield block | {"kind": "li", "number": int(number)}


def _plain_prose(text: str) -> Iterator[Json]:
    return ({"kind": block.kind, "html": str(block.text)} for block in blocks(text))


def _drawing(file: str) -> str:
    return (spec_folder() / file).read_text(encoding="utf-8")


@lru_cache(maxsize=1024)
def _cases(game: str, text: str) -> list[Json]:
    """The cases of an example that can be opened: those whose position is allowed."""
    example = next(each for each in page_examples(game) if each.text == text)
    setup, cases = read_cases(example)
    found = (_case(example, setup, case) for case in cases if case.turns)
    return [case for case in found if case is not None]


def _case(example: Example, setup: str, case: Case) -> Json | None:
    """Turns with the code of the address that leads to the last of them, or before it if that is to be refused."""
    game = find_game(example.game)
    try:
        begun = position = read_position(game, setup)
    except InputError:
        return None
    turns, tried = list[str](), None
    for text, published in case.turns:
        try:
            turn = game.parse_turn(position, text, published)
            after = game.play(position, turn)
        except REFUSALS:
            tried = text
            break
        turns.append(game.format_turn(position, turn))
        position = after
    return {"code": make_code(game, begun, turns, len(turns)), "turns": turns, "try": tried}
