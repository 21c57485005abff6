"""The rules themselves: found by words, and a clause to read."""

from __future__ import annotations

from shatterproof.spec import find_clause
from shatterproof_properties.common.prose import blocks, plain
from shatterproof_properties.common.rules import first_sentence, readings_on
from shatterproof_properties.common.search import search
from shatterproof_properties.explorer.showing import Json


def search_rules(question: Json) -> Json:
    """The answer to `search`. Raises InputError where no clause has any of the words."""
    result = search(question["words"], question.get("game"))
    found = [
        {"clause": each.clause.id, "title": first_sentence(each.clause.title), "sentence": plain(each.sentence)}
        for each in result.found
    ]
    return {"found": found, "unknown": {word: list(near) for word, near in result.unknown.items()}}


def rule(question: Json) -> Json:
    """The answer to `rule`. Raises InputError for an unknown clause."""
    clause = find_clause(question["clause"])
    return {
        "clause": clause.id,
        "title": plain(clause.title),
        "blocks": [{"kind": block.kind, "html": str(block.text)} for block in blocks(clause.text)],
        "source": plain(clause.source),
        "values": list(clause.values),
        "readings": {name: list(values) for name, values in readings_on(clause).items()},
    }
