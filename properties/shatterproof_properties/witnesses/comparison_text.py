"""A comparison of two sets of readings for people: on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from shatterproof.record import wrapped
from shatterproof.spec import find_clause
from shatterproof_properties.common.editions import ReadingSet
from shatterproof_properties.common.rules import plain
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.witnesses.comparison import Comparison, Difference, Whole
from shatterproof_properties.witnesses.pair import Pair
from shatterproof_properties.witnesses.text import of_play, question_shown


def comparison_to_text(found: Comparison) -> str:
    """The two sets, each reading in which they differ with its game, what they leave open, and a game of the whole."""
    lines = [f"{found.one.game.NAME}: {found.one.name} against {found.two.name}"]
    for each in (found.one, found.two):
        if each.edition is not None:
            lines.append(f"    {each.name}: {each.edition.title} ({each.edition.source})")
    lines += ["", *_table(found)]
    for number, difference in enumerate(found.differences, 1):
        lines += ["", "", *_difference(number, difference, found)]
    if len(found.differences) > 1:
        lines += ["", "", *_whole(found)]
    lines += _left_open(found)
    return "\n".join([*lines, ""])


def _table(found: Comparison) -> Iterator[str]:
    count = len(found.differences)
    if not count:
        yield "They have the same value for every reading: no game differs."
        return
    yield f"They differ in {count} reading{'s' if count > 1 else ''}:"
    for each in found.differences:
        yield f"    {each.reading:<32} {' / '.join(each.values)}"


def _difference(number: int, found: Difference, comparison: Comparison) -> Iterator[str]:
    clause = find_clause(found.reading)
    yield f"{number}. {found.reading}: {plain(clause.title).strip()}"
    for given, value in zip((comparison.one, comparison.two), found.values, strict=True):
        yield f"    {given.name}: {value} ({given.on(found.reading)})"
    yield f"    bears on {', '.join(found.clauses) or 'no rule by itself'}"
    yield f"    read {', '.join(_link(clause) for clause in (found.reading, *found.clauses))}"
    yield f"    {_in_play(found)}"
    yield from _pair(found.pair, found.source)


def _link(clause: str) -> str:
    """Where a clause stands."""
    return f"{find_clause(clause).file}#{clause.replace('.', '')}"


def _in_play(found: Difference) -> str:
    play, witness = found.play, found.pair.witness
    if play.game is not None:
        same = witness is not None and play.game == witness.question
        return f"in play: from the opening, {'as below' if same else _game_in_words(play.game)}"
    if play.verdict == "set-up":
        return "in positions that are set up only: play leads to none of them"
    return "in play: no game from an opening in which they differ is known"


def _game_in_words(game: Question) -> str:
    return f"on {game.board} after {len(game.played)} turns: {' '.join(map(wrapped, game.texts))}"


def _pair(pair: Pair, source: str) -> Iterator[str]:
    if pair.witness is None:
        yield from ("", pair.bound)
        return
    if pair.given:
        yield f"    given {' '.join(f'{name}={value}' for name, value in pair.given.items())}"
    under = pair.compared.readings(pair.given)
    answers = [(value, pair.witness.answers[value], each) for value, each in zip(pair.values, under, strict=True)]
    yield from question_shown(pair.witness.question, answers)
    yield from ("", f"{pair.bound} ({source})")


def _whole(found: Comparison) -> Iterator[str]:
    if found.whole is None:
        yield "No game is known in which the two sets differ."
        return
    whole: Whole = found.whole
    yield "A smallest game in which the two sets differ:"
    sets = (found.one, found.two)
    answers = [(each.name, answer, each.readings) for each, answer in zip(sets, whole.answers, strict=True)]
    yield from question_shown(whole.question, answers)
    yield from ("", whole.bound, of_play(whole.question))


def _left_open(found: Comparison) -> Iterator[str]:
    for each in (found.one, found.two):
        if each.silent:
            yield from ("", "", f"{each.name} leaves open, and the default is played:", *_open_readings(each))


def _open_readings(given: ReadingSet) -> Iterator[str]:
    values = given.readings.to_mapping()
    for reading in given.silent:
        why = given.edition.on(reading) if given.edition else ""
        yield f"    {reading}={values[reading]}: {why.removeprefix('left open: ')}"
