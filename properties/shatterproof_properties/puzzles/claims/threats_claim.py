"""Claims that the side to move is mated in one turn, and that n answers, no fewer, are enough against it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from shatterproof.game import find_game
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.checker.symmetry_class import motif_of
from shatterproof_properties.puzzles.claims.kind import TURNS, ClaimKind, FirstPlay, Line, going_on
from shatterproof_properties.puzzles.claims.words import listed
from shatterproof_properties.puzzles.claims.writer import MOST_ANSWERS, ProofTooLong, Writer, WrittenTurn
from shatterproof_properties.solving.forcing import Forcing

FEWEST_DEFENCES = 3
"""The fewest turns that do not lose at once, in a puzzle worth asking."""
FEWEST = 2
"""Answers, in a puzzle worth asking."""
Motif = Hashable


class Replies:
    """The turns of the mated side that do not lose at once, and all the answers to each, by motif.

    `answers` has for each reply every motif of a turn that wins against it, with such a turn and its result.
    """

    def __init__(self, forcing: Forcing, replies: Iterable[Any]) -> None:
        self.forcing = forcing
        self.positions = list(replies)
        self.answers: list[dict[Motif, tuple[Any, Any]]] = []
        for after in self.positions:
            forcing.look_into()
            self.answers.append({})
            for turn, then in forcing.adapter.every_turn(after):
                if forcing.achieves(then, 1):
                    self.answers[-1].setdefault(forcing.adapter.motif(after, turn), (turn, then))

    def left(self, chosen: frozenset[Motif]) -> list[int]:
        """The replies that no chosen answer meets, those with the fewest answers first."""
        left = (number for number, answers in enumerate(self.answers) if not chosen & answers.keys())
        return sorted(left, key=lambda number: len(self.answers[number]))

    def covers(self, most: int, chosen: frozenset[Motif] = frozenset()) -> Iterator[frozenset[Motif]]:
        """Sets of at most `most` motifs that answer everything; some come more than once."""
        self.forcing.look_into()
        left = self.left(chosen)
        if not left:
            yield chosen
        elif most:
            for motif in self.answers[left[0]]:
                yield from self.covers(most - 1, chosen | {motif})

    def fewest(self, most: int) -> frozenset[Motif] | None:
        """A smallest set of motifs that answers everything; None if `most` are not enough."""
        sizes = (next(self.covers(size), None) for size in range(most + 1))
        return next((found for found in sizes if found is not None), None)


class ThreatsClaim(ClaimKind):
    """The side to move is mated in one turn, and n answers, no fewer, are enough against all its turns.

    Turns with the same motif count as one answer. Unique says that no other set of n answers is enough.
    """

    name = "threats"
    example = "threats-3"
    sayings = (f"mated: {TURNS} answers? everything, and no fewer(?: do)?",)
    sentence = "is mated: {turns} answer{one} everything, and no fewer"
    counts_answers = True
    if_unique = ", nor others"
    no_solution = ("a solution to threats", "none: the answers are no turns of the side to move")

    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        which = "turn" if turns == 1 else f"{turns} turns"
        return f"{side}, to move, is mated: which {which} of {other} between them answer everything?"

    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        if not writer.forcing.is_mated(here, 1):
            return False, {"defence": writer.escape(here, 1)._asdict()}
        proof = _Proof(writer, here)
        fewest = proof.replies.fewest(turns)
        if fewest is None:
            return False, {"more": proof.uncovered(turns, None)}
        answers = proof.grouped(fewest)
        if len(fewest) < turns:
            return False, {"answers": answers}
        others = next((found for found in proof.replies.covers(turns) if found != fewest), None) if unique else None
        if others is not None:
            return False, {"answers": answers, "others": proof.grouped(others)}
        left, spared = (turns, fewest) if unique else (turns - 1, None)
        return True, {"answers": answers, "fewest": proof.uncovered(left, spared)}

    def first_play(self, nodes: Sequence[Json], parts: Json) -> FirstPlay:
        return FirstPlay(None, [group for groups in parts["answers"] for group in groups])

    def settling(self, nodes: Sequence[Json], parts: Json) -> Line | None:
        return Line((parts["defence"]["by"],), "refutes the claim") if "defence" in parts else None

    def proof_lines(self, parts: Json) -> Iterator[str]:
        for name, label in (("answers", "answers"), ("others", "others as good")):
            if name in parts:
                counts = [(groups[0]["by"], sum(len(group["results"]) for group in groups)) for groups in parts[name]]
                yield f"{label}: {listed(f'{turn} ({count})' for turn, count in counts)}"
        if "more" in parts:
            yield "more are needed"

    def is_worth_asking(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        if turns < FEWEST or not forcing.is_mated(here, 1):
            return False
        defences = going_on(forcing.adapter, here)
        if len(defences) < max(FEWEST_DEFENCES, turns + 1):
            return False
        replies = Replies(forcing, defences)
        found = replies.fewest(turns)
        if found is None or len(found) < turns:
            return False
        return not unique or all(other == found for other in replies.covers(turns))


class _Proof:
    """Writes what the checker asks for: answers as groups, and replies that no chosen answer meets."""

    def __init__(self, writer: Writer, here: Any) -> None:
        results = dict(writer.going_on(writer.results(here)))
        self.replies = Replies(writer.forcing, results.values())
        self._writer, self._adapter, self._places = writer, writer.forcing.adapter, list(results)
        self._written = 0
        self._named: set[int] = set()
        self._ordered = cache(self._in_order)

    def grouped(self, chosen: frozenset[Motif]) -> list[list[Json]]:
        """For each chosen motif, most useful first, the groups of results that it is to answer."""
        # The order of a set would be another in every process.
        found = dict.fromkeys(motif for answers in self.replies.answers for motif in answers if motif in chosen)
        by_use = sorted(found, key=lambda motif: -sum(motif in answers for answers in self.replies.answers))
        against: defaultdict[Motif, list[tuple[int, WrittenTurn]]] = defaultdict(list)
        for place, after, answers in zip(self._places, self.replies.positions, self.replies.answers, strict=True):
            motif = next(motif for motif in by_use if motif in answers)
            against[motif].append((place, WrittenTurn(self._adapter.text(after, answers[motif][0]), None)))
        return [self._writer.grouped(against[motif]) for motif in by_use]

    def uncovered(
        self, left: int, spared: frozenset[Motif] | None, chosen: frozenset[Motif] = frozenset()
    ) -> Json | None:
        """A reply that no chosen answer meets, and so on after each answer to it; None if only `spared` is left."""
        if left == 0 and chosen == spared:
            return None
        self._written += 1
        if self._written > MOST_ANSWERS:
            raise ProofTooLong(f"its proof has more than {MOST_ANSWERS:,} answers")
        uncovered = self.replies.left(chosen)
        # The checker makes the results of every reply that is named: few replies are better than different ones.
        number = next((number for number in uncovered if left == 0 and number in self._named), uncovered[0])
        self._named.add(number)
        motifs = self._ordered(number) if left else []
        then = [self.uncovered(left - 1, spared, chosen | {motif}) for motif in motifs]
        return {"result": self._places[number], "then": then}

    def _in_order(self, number: int) -> list[Motif]:
        """The answers to a reply, in the order of the reference."""
        after, answers = self.replies.positions[number], self.replies.answers[number]
        written = self._adapter.write(after)
        game = find_game(written["game"])
        position = game.from_json(written, game.Readings.from_mapping(self._adapter.readings))
        key = {
            motif: motif_of(game, game.parse_turn(position, self._adapter.text(after, turn)))
            for motif, (turn, _) in answers.items()
        }
        return sorted(answers, key=lambda motif: key[motif])


THREATS = ThreatsClaim()
