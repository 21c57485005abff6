"""A witness for people: on the screen, and as examples of the spec."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from shatterproof.errors import InputError
from shatterproof.game import Game
from shatterproof.record import wrapped
from shatterproof.spec import find_clause
from shatterproof_properties.common.rules import plain
from shatterproof_properties.protocol.wording import answer_in_words, indented_diagram
from shatterproof_properties.witnesses.pair import Json, Pair, Witness

SENTENCE = "The smallest game "
"""How the paragraph begins that leads the examples of a clause which `examples` writes."""


def pair_to_text(pair: Pair) -> str:
    """The reading, the game, both answers as diagrams, what is proved, and how to look further."""
    one, two = pair.values
    title = plain(find_clause(pair.reading).title).strip()
    lines = [f"{pair.reading}: {title}", f"    {one} against {two}"]
    if pair.given:
        lines.append(f"    given {' '.join(f'{name}={value}' for name, value in pair.given.items())}")
    if pair.witness is not None:
        lines += _shown(pair, pair.witness)
    lines += ["", pair.bound, _of_play(pair)] if pair.witness else ["", pair.bound]
    command = f"shatterproof witness {pair.reading} {one} {two}"
    return "\n".join(
        [*lines, "", f"look further: {command} --time 3600", f"the reading: shatterproof readings {pair.reading}", ""]
    )


def _shown(pair: Pair, witness: Witness) -> Iterator[str]:
    game = pair.compared.game
    start = _drawn(game, witness.start, game.Readings())
    yield from ("", "in:" if witness.turn else "the position:", *start)
    if witness.played:
        yield from ("", f"after {' '.join(map(wrapped, witness.played))}")
    if witness.turn:
        yield from ("", f"the turn {witness.turn}")
    for value, readings in zip(pair.values, pair.compared.readings(pair.given), strict=True):
        answer = witness.answers[value]
        position = answer.get("position") if witness.turn else None
        yield from ("", f"{value}: {answer_in_words(answer)}", *(_drawn(game, position, readings) if position else ()))


def _drawn(game: Game, data: Json, readings: Any) -> list[str]:
    """A position as an indented diagram, without the lines that say its readings and what it remembers."""
    return indented_diagram(game, game.from_json(data, readings, False), without=("readings", "memory"))


def _of_play(pair: Pair) -> str:
    """What is known of whether play leads to the position."""
    assert pair.witness is not None
    start = pair.witness.start
    game = pair.compared.game
    try:
        opening = game.to_json(game.start(start["board"]))
    except InputError:
        return "Its board has no opening: it can only be set up."
    return "It begins with the opening of its board." if opening == start else "Whether play leads there is not known."


def examples(reading: str, pairs: Iterable[Pair]) -> str:
    """The examples of a clause that the witnesses of a reading make, as Markdown: a block for each value."""
    parts = []
    for pair in pairs:
        if pair.reading == reading and pair.witness is not None:
            found = "" if pair.proved else "found so far "
            one, two = pair.values
            parts.append(f"{SENTENCE}{found}in which `{one}` and `{two}` differ:\n")
            parts += _blocks(pair, pair.witness)
    return "\n".join(parts)


def _blocks(pair: Pair, witness: Witness) -> Iterator[str]:
    game = pair.compared.game
    turns = " ".join(map(wrapped, [*witness.played, *([witness.turn] if witness.turn else [])]))
    for value, readings in zip(pair.values, pair.compared.readings(pair.given), strict=True):
        start = game.to_diagram(game.from_json({**witness.start, "readings": readings.departures()}, None, False))
        lines = [f"```{game.NAME}", start.rstrip("\n"), *([f"turn {turns}"] if turns else [])]
        yield "\n".join([*lines, *_results(game, witness.answers[value], readings), "```", ""])


def _results(game: Game, answer: Json, readings: Any) -> Iterator[str]:
    """What an example says of an answer."""
    verdict, outcome = answer["verdict"], answer.get("outcome")
    if verdict in ("illegal", "refused"):
        yield f"-> {verdict} {answer['clause']}"
    elif verdict == "ambiguous":
        yield f"-> ambiguous {' | '.join(answer['means'])}"
    elif verdict == "malformed":
        yield "-> malformed"
    else:
        if verdict == "accepted":
            yield "-> accepted"
        else:
            picture = game.to_diagram(game.from_json(answer["position"], readings, False))
            kept = [line for line in picture.splitlines() if not line.startswith(("readings ", "memory "))]
            yield "-> " + "\n".join(kept)
        winner = outcome and outcome["winner"]
        yield "-> goes on" if outcome is None else f"-> wins {winner.capitalize()}" if winner else "-> drawn"
