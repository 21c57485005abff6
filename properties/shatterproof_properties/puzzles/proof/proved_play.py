"""The play that an accepted certificate proves, replayed: the key, the replies, and the answers to them.

Its tables are read in every position that they stand for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from operator import itemgetter
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.game import AnyGame, Outcome
from shatterproof_properties.puzzles.checker.certificate import PROVED, Json, line_of, seal_of, to_json
from shatterproof_properties.puzzles.checker.results import CheckedResult, Results
from shatterproof_properties.puzzles.checker.symmetry_class import image_key
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.claims.kind import Line
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.claims.wins_claim import after_pass
from shatterproof_properties.puzzles.claims.writer import WrittenTurn

ROOT = -1
"""The number that stands for the groups at the beginning of a proof."""


class ListedResult(NamedTuple):
    """A result of a position: its turn as text, the position and the outcome after it, and what is named against it."""

    turn: str
    after: Any
    outcome: Outcome | None
    answer: WrittenTurn | None = None

    def loses(self, side: str) -> bool:
        """Whether the game is over and lost for a side."""
        return CheckedResult(self.after, self.outcome).loses(side)


class Tables:
    """The play that a certificate proves: its beginning, and the mates that its tables show.

    The play begins in `diagram`; `start` is the position after the key, or the diagram if there is none. A table is
    written for one position and stands for its images as well: its turns are carried over to them. `watch` is called
    with the number of results so far; an exception from it ends everything. The checker must have accepted the
    certificate. Raises InputError for one that does not prove the claim of the puzzle.
    """

    def __init__(self, puzzle: Puzzle, certificate: Json, watch: Callable[[int], None] | None = None) -> None:
        check_proves(puzzle, certificate)
        self.game, meaning, parts = puzzle.rules, puzzle.claim.meaning, certificate["proof"]
        self.nodes: Sequence[Json] = certificate["nodes"]
        self.diagram = meaning.play_begins(self.game, puzzle.reference_position(), parts)
        self.first = meaning.first_play(self.nodes, parts)
        self.start = self.diagram if self.first.key is None else self.after(self.diagram, self.first.key)
        self.made = 0
        self._watch = watch
        self.results = cache(self._list)
        self._place = cache(self._find_place)
        self._by_image = cache(self._find_images)

    @cached_property
    def _named(self) -> dict[int, dict[int, WrittenTurn]]:
        """The turns named in each table, by the index of the result."""
        return {ROOT: _by_index(self.first.met)} | {at: _by_index(node["met"]) for at, node in enumerate(self.nodes)}

    @cached_property
    def _above(self) -> dict[int, tuple[int, int]]:
        """For each table, in the order of the checker, from which other it is reached first, and for which result."""
        found: dict[int, tuple[int, int]] = {}
        waiting = deque([ROOT])
        while waiting:
            at = waiting.popleft()
            for index, answer in sorted(self._named[at].items()):
                if answer.then is not None and answer.then not in found:
                    found[answer.then] = at, index
                    waiting.append(answer.then)
        return found

    def met(self, position: Any, at: int) -> list[ListedResult]:
        """All results of a position that a table stands for, in the order of certificates, with what meets each."""
        every = self.results(position)
        if position == self._place(at):
            return [result._replace(answer=self._named[at].get(index)) for index, result in enumerate(every)]
        images = self._by_image(at)
        return [
            result if result.outcome is not None else result._replace(answer=self._carried(result.after, images))
            for result in every
        ]

    def after(self, position: Any, text: str) -> Any:
        """The position after a turn given as text."""
        return self.game.play(position, self.game.parse_turn(position, text))

    def _list(self, position: Any) -> list[ListedResult]:
        game, listed = self.game, list[tuple[str, ListedResult]]()
        for turn, after in game.results(position):
            self.made += 1
            if self._watch is not None:
                self._watch(self.made)
            outcome = game.outcome(after)
            result = ListedResult(game.format_turn(position, turn), after, outcome)
            listed.append((line_of(game, after, outcome), result))
        return [result for _, result in sorted(listed, key=itemgetter(0))]

    def _find_place(self, at: int) -> Any:
        if at == ROOT:
            return self.start
        above, index = self._above[at]
        return self.after(self.results(self._place(above))[index].after, self._named[above][index].by)

    def _find_images(self, at: int) -> dict[Any, tuple[Any, WrittenTurn]]:
        """The named turns of a table, by the images of the positions in which they are named."""
        found = {}
        for index, result in enumerate(self.results(self._place(at))):
            answer = self._named[at].get(index)
            if answer is not None:
                wanted = image_key(self.game, self.after(result.after, answer.by))
                found[image_key(self.game, result.after)] = wanted, answer
        return found

    def _carried(self, here: Any, images: dict[Any, tuple[Any, WrittenTurn]]) -> WrittenTurn:
        """An entry for an image of a position: the turn that does the same here."""
        wanted, answer = images[image_key(self.game, here)]
        for turn, after in self.game.results(here):
            if image_key(self.game, after) == wanted:
                return WrittenTurn(self.game.format_turn(here, turn), answer.then)
        raise InputError("a table stands for what is no image of its position", expected="a certificate that holds")


def _by_index(groups: Sequence[Json]) -> dict[int, WrittenTurn]:
    return {
        index: WrittenTurn(group["by"], group["then"][number] if group["then"] else None)
        for group in groups
        for number, index in enumerate(group["results"])
    }


@dataclass(frozen=True)
class PlayedTurn:
    """A legal turn: its position and its text. It is read and played only when needed."""

    game: AnyGame
    before: Any
    text: str

    @cached_property
    def turn(self) -> Any:
        """The turn as the reference has it."""
        return self.game.parse_turn(self.before, self.text)

    @cached_property
    def after(self) -> Any:
        """The position after the turn."""
        return self.game.play(self.before, self.turn)


class DefenderReply(NamedTuple):
    """A turn of the defender, whether it saves, and the turn that answers it.

    A reply that does not save and has no answer loses at once.
    """

    turn: PlayedTurn
    saves: bool
    answer: PlayedTurn | None


class ProvedPlay(NamedTuple):
    """The first turns of the play that a certificate proves.

    `key` is the attacker's first turn if the attacker begins. `replies` are all results of the defender after it, or in
    the diagram. `series` has all turns of a series, the key first; the other side passes after each but the last.
    """

    key: PlayedTurn | None
    replies: tuple[DefenderReply, ...]
    series: tuple[PlayedTurn, ...] = ()


def proved_play(puzzle: Puzzle, certificate: Json) -> ProvedPlay:
    """The first play of a puzzle whose certificate the checker has accepted.

    Raises InputError for a certificate that does not prove this puzzle's claim.
    """
    tables = Tables(puzzle, certificate)
    game, first, side = tables.game, tables.first, tables.start.to_move
    series = list[PlayedTurn]()
    for text in first.series:
        series.append(PlayedTurn(game, after_pass(game, series[-1].after) if series else tables.diagram, text))
    key = None if first.key is None else PlayedTurn(game, tables.diagram, first.key)
    has_replies = not series and game.outcome(tables.start) is None
    replies = (
        DefenderReply(
            PlayedTurn(game, tables.start, result.turn),
            index in first.saving or (result.outcome is not None and not result.loses(side)),
            PlayedTurn(game, result.after, result.answer.by) if result.answer else None,
        )
        for index, result in enumerate(tables.met(tables.start, ROOT) if has_replies else ())
    )
    return ProvedPlay(key, tuple(replies), tuple(series))


def check_proves(puzzle: Puzzle, certificate: Json) -> None:
    """Raises InputError for a certificate that does not prove the claim of a puzzle."""
    proves = [certificate[name] for name in ("game", "position", "claim", "readings", "verdict")]
    wanted = [puzzle.game, puzzle.position, str(puzzle.claim), puzzle.readings, PROVED]
    if proves != wanted or (puzzle.claim.unique and not certificate["unique"]):
        raise InputError("the certificate does not prove the claim of this puzzle", expected="that of the puzzle")


def settling_line(puzzle: Puzzle, certificate: Json) -> Line | None:
    """The play that settles the claim of a puzzle, by its certificate; None if that has only a table.

    For a refuted win: a first turn, that of the solution if one is given, and the reply that refutes it.
    """
    nodes, proof, verdict = certificate["nodes"], certificate["proof"], certificate["verdict"]
    line = puzzle.claim.meaning.settling(nodes, proof)
    if line is not None or verdict == PROVED or puzzle.claim.kind != "wins":
        return line
    game, position = puzzle.rules, puzzle.reference_position()
    listed = enumerate(Results(game).listed(position))
    tries = [(index, result.position) for index, result in listed if result.outcome is None]
    given = {game.play(position, game.parse_turn(position, text)): text for text in puzzle.solution}
    for index, here in sorted(tries, key=lambda each: each[1] not in given)[:1]:
        table = proof.get("table")
        met = [] if table is None else nodes[table]["met"]
        replies = [group["by"] for group in met if index in group["results"]]
        if not replies:
            # There must be a turn that does not lose at once.
            found = ((turn, CheckedResult(after, game.outcome(after))) for turn, after in game.results(here))
            replies = [game.format_turn(here, next(turn for turn, met in found if not met.loses(here.to_move)))]
        first = given.get(here) or game.format_turn(
            position, next(turn for turn, after in game.results(position) if after == here)
        )
        return Line((first, replies[0]), "is the reply")
    return None


def as_played(puzzle: Puzzle, certificate: Json) -> tuple[Puzzle, Json]:
    """The puzzle that its solver plays, and the part of the accepted certificate about it.

    It is the puzzle itself, except for kinds whose play begins elsewhere.
    """
    claim, parts = puzzle.claim, certificate["proof"]
    if not claim.meaning.is_win_elsewhere:
        return puzzle, certificate
    begins = claim.meaning.play_begins(puzzle.rules, puzzle.reference_position(), parts)
    position, readings = to_json(puzzle.rules, begins), begins.readings.departures()
    wins = Claim("wins", claim.turns, claim.unique)
    said = {"position": position, "readings": readings, "claim": str(wins), "proof": claim.meaning.win_in(parts)}
    shown = {**certificate, **said}
    played = replace(puzzle, position=position, readings=readings, claim=wins, solution=())
    return played, {**shown, "seal": seal_of(shown)}
