"""The result of comparing two sets of readings, as JSON and as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from shatterproof.movetext import wrapped
from shatterproof.spec import find_clause
from shatterproof_properties.common.editions import ReadingSet
from shatterproof_properties.common.prose import plain_lines
from shatterproof_properties.protocol.answers import Answer
from shatterproof_properties.protocol.question import Question
from shatterproof_properties.witnesses.pair import Json, Pair, of_play, question_shown


class ReadingDifference(NamedTuple):
    """A reading with different values in two sets.

    `values` are those of the two sets, in their order. `pair` has its smallest witness, and `source` says where that
    comes from. `clauses` are the ids of the rules that it concerns. `in_play` says whether the values differ in play
    from an opening: `yes`, as in `game`; `set-up` if only positions set up show it; `unknown` if no such game is known.
    """

    reading: str
    values: tuple[str, str]
    clauses: tuple[str, ...]
    pair: Pair
    source: str
    in_play: Literal["yes", "set-up", "unknown"]
    game: Question | None


class WholeSets(NamedTuple):
    """A game in which two whole sets differ, with the answer under each.

    `proved` says that there is no smaller one; `bound` says in words what was searched.
    """

    question: Question
    answers: tuple[Answer, Answer]
    proved: bool
    bound: str


@dataclass(frozen=True)
class SetComparison:
    """The comparison of two sets of readings. `whole` is None if no game is known in which they differ."""

    one: ReadingSet
    two: ReadingSet
    differences: tuple[ReadingDifference, ...]
    whole: WholeSets | None

    def to_json(self) -> Json:
        """JSON values."""
        differences = [
            {
                "reading": each.reading,
                "values": list(each.values),
                "clauses": list(each.clauses),
                "pair": each.pair.to_json(),
                "source": each.source,
                "in_play": each.in_play,
                "game_from_opening": each.game and each.game.to_json(),
            }
            for each in self.differences
        ]
        whole = self.whole and {
            "witness": self.whole.question.to_json(),
            "answers": list(self.whole.answers),
            "proved": self.whole.proved,
            "bound": self.whole.bound,
        }
        sets = [self.one.to_json(), self.two.to_json()]
        return {"game": self.one.game.NAME, "sets": sets, "differences": differences, "whole": whole}


def comparison_to_text(found: SetComparison) -> str:
    """The comparison as text: the sets, a game for each reading that differs, the open readings, and a game of the
    whole sets.
    """
    lines = [f"{found.one.game.NAME}: {found.one.name} against {found.two.name}"]
    for each in (found.one, found.two):
        if each.edition is not None:
            lines.append(f"    {each.name}: {each.edition.title} ({each.edition.source})")
    count = len(found.differences)
    if count:
        lines += ["", f"They differ in {count} reading{'s' if count > 1 else ''}:"]
        lines += [f"    {each.reading:<32} {' / '.join(each.values)}" for each in found.differences]
    else:
        lines += ["", "They have the same value for every reading: no game differs."]
    for number, difference in enumerate(found.differences, 1):
        lines += ["", "", *_difference(number, difference, found)]
    if count > 1 or (count and found.whole is None):
        lines += ["", "", *_whole(found)]
    # Readings that both leave open come first.
    one, two = found.one, found.two
    both = [reading for reading in one.left_open if reading in two.left_open]
    lines += _open_readings("Both leave", one, both)
    for each, other in ((one, two), (two, one)):
        alone = [name for name in each.left_open if name not in both]
        lines += _open_readings(f"{each.name} leaves", each, alone, other)
    return "\n".join([*lines, ""])


def _difference(number: int, found: ReadingDifference, comparison: SetComparison) -> Iterator[str]:
    yield f"{number}. {found.reading}: {plain_lines(find_clause(found.reading).title).strip()}"
    for given, value in zip((comparison.one, comparison.two), found.values, strict=True):
        yield f"    {given.name}: {value} ({given.by(found.reading)})"
    yield f"    the reading: {_link(found.reading)}"
    for rule in found.clauses:
        yield f"    bears on {rule}: {_link(rule)}"
    game, pair = found.game, found.pair
    if game is not None:
        turns = " ".join(map(wrapped, game.texts))
        words = f"on {game.board}, the {'last of the turns' if game.played else 'turn'} {turns}"
        same = pair.witness is not None and game == pair.witness.question
        yield f"    in play: from the opening, {'as below' if same else words}"
    elif found.in_play == "set-up":
        yield "    in positions that are set up only: play leads to none of them"
    else:
        yield "    in play: no game from an opening in which they differ is known"
    if pair.witness is None:
        yield from ("", pair.bound)
        return
    if pair.given:
        yield f"    given {' '.join(f'{name}={value}' for name, value in pair.given.items())}"
    under = dict(zip(pair.values, pair.compared.readings(pair.given), strict=True))
    names = (comparison.one.name, comparison.two.name)
    answers = [(f"{value} ({name})", pair.witness.answers[value], under[value])
               for name, value in zip(names, found.values, strict=True)]  # fmt: skip
    yield from question_shown(pair.witness.question, answers)
    yield from ("", f"{pair.bound} ({found.source})")


def _link(clause: str) -> str:
    return f"{find_clause(clause).file}#{clause.replace('.', '')}"


def _whole(found: SetComparison) -> Iterator[str]:
    if found.whole is None:
        shown = any(each.pair.witness for each in found.differences)
        why = ": each game above is given readings that they do not have" if shown else ""
        yield f"No game is known in which the two sets differ{why}."
        return
    whole = found.whole
    yield "The smallest game in which the two sets differ:" if whole.proved else "A game in which the two sets differ:"
    sets = (found.one, found.two)
    answers = [(each.name, answer, each.readings) for each, answer in zip(sets, whole.answers, strict=True)]
    yield from question_shown(whole.question, answers)
    yield from ("", whole.bound)
    set_up = [each.pair.witness for each in found.differences if each.in_play == "set-up"]
    if not any(witness is not None and witness.question == whole.question for witness in set_up):
        yield of_play(whole.question)


def _open_readings(who: str, given: ReadingSet, readings: list[str], other: ReadingSet | None = None) -> Iterator[str]:
    """The readings that one edition leaves open, each with the value in the other set, if it has one."""
    if not readings:
        return
    yield from ("", "", f"{who} open, so that the default is played:")
    values = given.readings.to_mapping()
    for reading in readings:
        yield f"    {reading}={values[reading]}: {given.left_open[reading]}"
        if other is not None:
            yield f"        {other.name}: {other.readings.to_mapping()[reading]} ({other.by(reading)})"
            yield f"        in which its values differ: shatterproof readings {reading}"
