"""Questions about rules: clauses are searched and read, and readings compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any

from markupsafe import escape

from shatterproof.errors import InputError
from shatterproof.examples import Case, read_cases
from shatterproof.examples import read_position as read_setup
from shatterproof.game import REFUSALS, AmbiguousTurn, AnyGame, IllegalTurn, find_game, game_of
from shatterproof.spec import ASKED, Clause, find_clause, page, page_examples, spec_folder
from shatterproof_properties.common.clauses import readings_on
from shatterproof_properties.common.prose import blocks, plain, sentences
from shatterproof_properties.common.search import rule_answers, search
from shatterproof_properties.explorer.addresses import make_code
from shatterproof_properties.explorer.game_trees import GameTree
from shatterproof_properties.explorer.knowledge import KNOWLEDGE, Json
from shatterproof_properties.explorer.views import (
    problem_to_json,
    read_position,
    refusal_to_json,
    replay,
    shown,
    title_of,
)

MOST_COMPARED = 120
"""The most turns of a position that are compared, for each set of readings."""
LEFT_OUT = ("Formally:", "The boxes below", "The grey boxes below", ASKED)
"""The beginnings of paragraphs that only programs, or only the search, need."""
LESSON = "The game on one page"
_PART = re.compile(
    r"^```(\w*)\n(.*?)^```$|!\[([^\]]+)\]\((pictures/[\w-]+\.svg)\)|^### ([^\n]+)$", re.MULTILINE | re.DOTALL
)
"""An example, a picture or a heading among paragraphs."""


def search_rules(question: Json) -> Json:
    """The answer to `search`. Raises InputError if no clause has any of the words."""
    result = search(question["words"], question.get("game"))
    found = [
        {"clause": each.place.id, "title": plain(each.title), "sentence": plain(each.sentence)}
        for each in result.found
        if isinstance(each.place, Clause)
    ]
    answers = [
        {
            "sentence": answer.sentence,
            "clause": answer.found.place.id if isinstance(answer.found.place, Clause) else None,
            "blocks": list(_blocks(answer.found.game, answer.shown)),
            "others": [
                {"clause": each.place.id, "title": plain(each.title)}
                for each in answer.others
                if isinstance(each.place, Clause)
            ],
        }
        for answer in rule_answers(result)
    ]
    unknown = {word: list(near) for word, near in result.unknown.items()}
    return {"answers": answers, "found": found, "unknown": unknown}


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
    """The answer to `rules`: every clause of a game in the order of its page, with its section."""
    game, section, found = question["game"], "", []
    for line in page(game).splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        name = line.removeprefix("### ")
        if line.startswith("### ") and re.fullmatch(rf"{game}\.[a-z.-]+", name):
            found.append({"clause": name, "title": sentences(title_of(name))[0], "section": section})
    return {"rules": found}


def lesson(question: Json) -> Json:
    """The answer to `lesson`."""
    game = question["game"]
    found = re.search(rf"^## {LESSON}\n(.*?)^## ", page(game), re.MULTILINE | re.DOTALL)
    # A page that teaches nothing by itself begins with what the game is about.
    text = found[1] if found else page(game).partition("\n## ")[0].partition("\n")[2]
    steps = [
        {"text": each.text, "task": each.task, "code": make_code(GameTree(find_game(game), each.position), 0)}
        for each in KNOWLEDGE.of(game).LESSONS
    ]
    return {"title": LESSON, "blocks": list(_blocks(game, text)), "steps": steps}


def task(question: Json) -> Json:
    """The answer to `task`. Raises InputError for an unknown lesson, or a turn that is illegal in it."""
    game, number = find_game(question["game"]), question["number"]
    lessons = KNOWLEDGE.of(game).LESSONS
    if number >= len(lessons):
        raise InputError(f"{game.NAME} has {len(lessons)} lessons", "/number", "the number of one of them, from 0")
    lesson = lessons[number]
    try:
        turn = game.parse_turn(lesson.position, question["turn"], published=False)
    except (IllegalTurn, AmbiguousTurn) as error:
        raise InputError(str(error), "/turn", "a legal turn of the lesson's position") from None
    is_done = lesson.is_done(lesson.position, turn, game.play(lesson.position, turn))
    return {"done": is_done, "example": lesson.example}


def _blocks(game: str, text: str) -> Iterator[Json]:
    """A part of a rule page as blocks: paragraphs, list entries, pictures, examples, headings."""
    seen = 0
    for part in _PART.finditer(text):
        yield from _prose(text[seen : part.start()])
        seen = part.end()
        language, body, picture, file, heading = part.groups()
        if heading:
            yield {"kind": "h3", "html": str(escape(heading))}
        elif file:
            drawing = (spec_folder() / file).read_text(encoding="utf-8")
            yield {"kind": "picture", "html": str(escape(picture)), "drawing": drawing}
        elif language == game:
            yield {"kind": "example", "html": str(escape(body.rstrip("\n"))), "cases": _cases(game, body)}
        else:
            yield {"kind": "pre", "html": str(escape(body.rstrip("\n")))}
    yield from _prose(text[seen:])


def _prose(text: str) -> Iterator[Json]:
    """Paragraphs and list entries, without the parts for programmers only."""
    for paragraph in re.split(r"\n\s*\n", text):
        if paragraph.strip().startswith(LEFT_OUT):
            continue
        begin, *entries = re.split(r"^([0-9]+)\. ", paragraph, flags=re.MULTILINE)
        yield from ({"kind": block.kind, "html": str(block.text)} for block in blocks(begin))
        for number, entry in zip(entries[::2], entries[1::2], strict=True):
            for block in blocks(entry):
                yield {"kind": "li", "html": str(block.text), "number": int(number)}


@lru_cache(maxsize=1024)
def _cases(game: str, text: str) -> list[Json]:
    """The cases of an example that can be opened, since their position is allowed."""
    example = next(each for each in page_examples(game) if each.text == text)
    setup, cases = read_cases(example)
    try:
        begun = read_setup(find_game(game), setup)
    except InputError:
        return []
    return [case_to_json(begun, case) for case in cases if case.turns]


def case_to_json(begun: Any, case: Case) -> Json:
    """Turns with the code of an address.

    It leads to the last turn, or to just before it if the turn is to be refused.
    """
    game, position = game_of(begun), begun
    turns, tried = list[str](), None
    for text, notation in case.turns:
        made, refused = replay(game, position, [text], notation)
        if refused is not None:
            tried = text
            break
        [(before, turn, position)] = made
        turns.append(game.format_turn(before, turn))
    return {"code": make_code(GameTree(game, begun, turns), len(turns)), "turns": turns, "try": tried}


def readings(question: Json) -> Json:
    """The answer to `readings`. Raises InputError for an unknown reading or value."""
    game, position = read_position(question["position"])
    chosen = game.Readings.from_mapping(position.readings.to_mapping() | question["readings"])
    nothing: Json = {"problem": None, "shown": None, "gained": [], "lost": [], "changed": [], "more": False}
    data = {name: value for name, value in game.to_json(position).items() if name != "readings"}
    try:
        try:
            other = game.from_json(data, chosen)
        except InputError:
            # The memory is dropped if it would be different under these readings.
            if "memory" not in data:
                raise
            del data["memory"]
            other = game.from_json(data, chosen)
    except InputError as error:
        return nothing | {"problem": problem_to_json(game, error, position)}
    most = question.get("most", MOST_COMPARED)
    before, before_more = _some(game, position, most)
    after, after_more = _some(game, other, most)
    found = nothing | {"shown": shown(game, other), "more": before_more or after_more}
    found["gained"] = [text for text in after if text not in before and _tried(game, position, text)[1]]
    for text, (turn, was) in before.items():
        (again, becomes), refusal = _tried(game, other, text) if text not in after else (after[text], None)
        if refusal is not None:
            found["lost"].append({"turn": text, "refusal": refusal})
        elif _seen(game, was) != _seen(game, becomes):
            both = {"was": shown(game, was, last=turn), "becomes": shown(game, becomes, last=again)}
            found["changed"].append({"turn": text} | both)
    return found


def _some(game: AnyGame, position: Any, most: int) -> tuple[dict[str, tuple[Any, Any]], bool]:
    """The first results of a position by the texts of their turns, and whether there are more."""
    found = list(islice(game.results(position), most + 1))
    return {game.format_turn(position, turn): (turn, after) for turn, after in found[:most]}, len(found) > most


def _tried(game: AnyGame, position: Any, text: str) -> tuple[tuple[Any, Any], Json | None]:
    """The result of a turn; or None, and why it is illegal."""
    try:
        turn = game.parse_turn(position, text)
        return (turn, game.play(position, turn)), None
    except REFUSALS as error:
        return (None, None), refusal_to_json(game, position, error)


def _seen(game: AnyGame, after: Any) -> tuple[Json, Any]:
    """The part of a position that players see, and the state of the game."""
    data = game.to_json(after)
    return {name: value for name, value in data.items() if name not in ("readings", "memory")}, game.outcome(after)


def witness(question: Json) -> Json:
    """The answer to `witness`. Raises InputError for an unknown reading or value."""
    # Witnesses can also be searched for, which takes much that is long to load.
    from shatterproof_properties.witnesses.pair import pair_to_text, shipped_pair, values_named

    pair = shipped_pair(values_named(question["reading"], question["one"], question["other"]))
    if pair is None:
        return {"code": None, "text": "No game is known in which these two differ."}
    found: Json = {"code": None, "text": pair_to_text(pair)}
    if pair.witness is not None:
        asked = pair.witness.question
        turns = [*asked.played, *([asked.turn] if asked.turn else [])]
        # The first value that allows the start; the last turn is the one that differs.
        for chosen in pair.compared.readings(pair.given):
            with suppress(InputError):
                tree = GameTree(asked.rules, asked.begin(chosen), turns)
                return found | {"code": make_code(tree, len(asked.played))}
    return found
