"""Kinds of claim: each is one object that has everything that depends on the kind.

Claims of all kinds count in turns of the attacker. To add a kind: write its class in a module here, add its object to
KINDS in `claim.py`, and teach the checker, which trusts none of this, to check its proofs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from shatterproof.game import AnyGame
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.claims.words import WORDS
from shatterproof_properties.puzzles.claims.writer import Seen, Writer
from shatterproof_properties.solving.adapters import LOST, WON, SearchAdapter
from shatterproof_properties.solving.forcing import Forcing

Asked = Callable[[Any, int], bool]
"""Whether something holds of a position, in so many turns."""
ANSWERED = ("duals", "tries", "set_play")
"""The parts of an analysis that are turns with their answers."""
TURNS = "(?P<turns>[a-z0-9]+)(?: turns?)?"
"""A number of turns in a sentence, as a regular expression."""


class Line(NamedTuple):
    """Turns from a puzzle's position on, as text; what they show; whether a pass comes first, and one between two."""

    turns: tuple[str, ...]
    shows: str
    after_pass: bool = False
    passes_between: bool = False


class FirstPlay(NamedTuple):
    """The key, if the attacker begins; the groups of replies that one turn answers each; and those that save.

    `series` has the turns of a series, the key first: there the other side passes, and has no replies.
    """

    key: str | None
    met: Sequence[Json]
    saving: Sequence[int] = ()
    series: tuple[str, ...] = ()


class Tried(NamedTuple):
    """The judgement of a solver's turn: whether it is right, and what the other side plays then, as text.

    It refutes a wrong turn, or goes on with the play; "" if there is nothing to play.
    """

    is_right: bool
    reply: str = ""


class Answered(NamedTuple):
    """A turn and the turns that answer it, as text."""

    turn: str
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    """The analysis that composers want besides the claim.

    `keys`: first turns that achieve the claim, one for each result, the solution's first. `short`: those that win
    sooner. `duals`: replies after which several turns win in time, if there is one key and no shorter win. `tries`:
    first turns that fail to one defence only, with that. `set_play`: the attacker's answers if the defender were to
    move in the diagram.
    """

    keys: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    duals: tuple[Answered, ...] = ()
    tries: tuple[Answered, ...] = ()
    set_play: tuple[Answered, ...] = ()

    @property
    def cooks(self) -> tuple[str, ...]:
        """The keys besides the first."""
        return self.keys[1:]

    def to_json(self) -> Json:
        """The analysis as JSON values."""
        answered = {name: {each.turn: list(each.answers) for each in getattr(self, name)} for name in ANSWERED}
        return {"keys": list(self.keys), "cooks": list(self.cooks), "short": list(self.short), **answered}


class ClaimKind(ABC):
    """The meaning of a kind of claim. `here` is an undecided position of the second engine in a search.

    Methods that take a search raise OutOfLimits if it reaches a limit.
    """

    name: ClassVar[str]
    """The first part of the short form."""
    example: ClassVar[str]
    """A claim of this kind in its short form, for messages."""
    least: ClassVar[int] = 1
    """The fewest turns of a claim."""
    sayings: ClassVar[tuple[str, ...]]
    """Sentences that state the claim, as regular expressions with TURNS, perhaps with the group `about`."""
    sentence: ClassVar[str]
    """What the side to move does or has, with `{turns}`, and perhaps the `{other}` side and what it is `{about}`."""
    if_unique: ClassVar[str] = ", by one turn only"
    """The words added to the sentence for a unique solution."""
    no_unique: ClassVar[str] = ""
    """The reason why no claim of this kind has a unique solution; empty if one may have."""
    no_solution: ClassVar[tuple[str, str] | None] = None
    """The reason why no claim of this kind has a solution, and what is expected; None if one has."""
    attacker_begins: ClassVar[bool] = False
    """Whether the attacker is to move in the diagram."""
    names_every_solution: ClassVar[bool] = False
    """Whether a solution that leaves out a turn is wrong."""
    names_reading: ClassVar[bool] = False
    """Whether a claim of this kind names a reading and a value of it."""
    is_win_elsewhere: ClassVar[bool] = False
    """Whether the solver has to find a win, perhaps in another position than the diagram."""
    has_replies: ClassVar[bool] = True
    """Whether the side that does not solve has turns of its own."""
    needs_threat: ClassVar[bool] = True
    """Whether a position can only fit if the other side would win if it were to move."""
    counts_answers: ClassVar[bool] = False
    """Whether its number is that of answers, by their motifs, and not that of the attacker's turns."""
    several_keys: ClassVar[str] = "cooked: {} keys"
    """What is said if more than one first turn achieves the claim. It gets their number."""

    @property
    def is_win(self) -> bool:
        """Whether the claim is that a side wins."""
        return self.attacker_begins or self.is_win_elsewhere

    @property
    def solver_begins(self) -> bool:
        """Whether the solver has the side to move in the diagram; else the solver answers it."""
        return self.attacker_begins or self.names_every_solution

    def is_impossible(self, game: str, turns: int) -> str:
        """The reason why no position of a game can fit; empty if one can."""
        return WORDS.of(game).IMPOSSIBLE.get(f"{self.name}-{turns}", "")

    def refuse(self, game: AnyGame, position: Any) -> None:
        """Raises InputError if a claim of this kind is impossible for a position of the reference."""
        return

    def play_begins(self, game: AnyGame, diagram: Any, parts: Json) -> Any:
        """The position of the reference in which the play of a proof begins: the diagram, or one made from it."""
        return diagram

    def win_in(self, parts: Json) -> Json:
        """The parts of a proof that show a win elsewhere."""
        return parts

    @abstractmethod
    def question(self, side: str, other: str, turns: int, unique: bool) -> str:
        """The question to a solver, for the side to move and the other. It keeps a question mark, but no full stop."""

    def proof_lines(self, parts: Json) -> Iterator[str]:
        """The lines about a proof for people, besides the turn that settles the claim."""
        return iter(())

    @abstractmethod
    def prove(self, writer: Writer, here: Any, turns: int, unique: bool) -> tuple[bool, Json]:
        """Whether the claim holds, and the parts of the proof, whose tables go to the writer. Raises ProofTooLong."""

    @abstractmethod
    def first_play(self, nodes: Sequence[Json], parts: Json) -> FirstPlay:
        """The first turns of a proof that the claim holds."""

    def analyse(
        self, forcing: Forcing, here: Any, turns: int, solution: Sequence[str], tries: bool, flipped: Any
    ) -> Analysis:
        """The analysis for composers: `tries` if wanted, and set play if `flipped` has the other side to move."""
        return Analysis()

    def is_solution(self, forcing: Forcing, after: Any, turns: int) -> bool:
        """Whether a first turn to that position achieves the claim."""
        return False

    def holds(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        """Whether the claim holds, by the search alone."""
        return self.prove(Writer(forcing), here, turns, unique)[0]

    def tried(self, forcing: Forcing, after: Any, turns: int) -> Tried:
        """The judgement of a solver's turn to an undecided position.

        The attacker has `turns` left, counting this one.
        """
        return attacked(forcing, after, turns) if self.has_replies else Tried(self.is_solution(forcing, after, turns))

    def right_turn(self, forcing: Forcing, here: Any, turns: int) -> Any | None:
        """A right turn for the solver, if there is one; the attacker has `turns` left."""
        if self.has_replies and not self.names_every_solution:
            found = forcing.win(here, turns)
            return None if found is None else found[0]
        results = forcing.adapter.results(here)
        return next((turn for turn, after in results if self.is_solution(forcing, after, turns)), None)

    @abstractmethod
    def is_worth_asking(self, forcing: Forcing, here: Any, turns: int, unique: bool) -> bool:
        """Whether the claim holds without a shorter solution, with few solutions, and with enough turns that fail."""

    def settling(self, nodes: Sequence[Json], parts: Json) -> Line | None:
        """The turn that settles the claim, as proved: the key, or the turn that refutes it; None if there is none."""
        return None

    def refuted(self, parts: Json) -> Sequence[Json]:
        """The groups of first results that a proof of the claim refutes, each by one reply."""
        return ()

    def candidate(self, before: Any, here: Any, turns: int, is_threatened: Asked, is_mated: Asked) -> Any:
        """This position of a game or the one before it, whichever may fit; None if neither may.

        `is_threatened` says whether the other side would win in n turns if it were to move.
        """
        return here if not self.needs_threat or is_threatened(here, 1 if self.counts_answers else turns) else None


def texts(
    adapter: SearchAdapter, here: Any, found: Iterable[tuple[Any, Any]], most: int | None = None
) -> tuple[str, ...]:
    """Turns as text, at most so many: one for each result that a solver can tell apart."""
    return tuple(adapter.text(here, turn) for turn, _ in islice(distinct(adapter, found), most))


def distinct(adapter: SearchAdapter, found: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    """Turns with their results, one for each result that a solver can tell apart."""
    seen = Seen(adapter)
    return ((turn, after) for turn, after in found if seen.is_new(after))


def saving(forcing: Forcing, here: Any, turns: int) -> Iterator[tuple[Any, Any]]:
    """The results of a position that save its side to move."""
    return ((turn, after) for turn, after in forcing.adapter.results(here) if saves(forcing, after, turns))


def saves(forcing: Forcing, after: Any, turns: int) -> bool:
    """Whether a turn to that position does not lose, at once or in n turns of the other side."""
    verdict = forcing.adapter.verdict(after)
    return verdict != WON if verdict is not None else not forcing.is_won(after, turns)


def attacked(forcing: Forcing, after: Any, turns: int) -> Tried:
    """The judgement of a turn of the attacker and, if it is right, the reply that holds out longest."""
    adapter = forcing.adapter
    escape = forcing.escape(after, turns - 1)
    if escape is not None:
        # Where some turn is always left, one of them says nothing.
        return Tried(False, "" if turns == 1 and adapter.has_safe_turns else adapter.text(after, escape[0]))
    first = ""
    for reply, then in adapter.results(after):
        if adapter.verdict(then) is None:
            first = first or adapter.text(after, reply)
            if turns > 2 and not forcing.is_won(then, turns - 2):
                return Tried(True, adapter.text(after, reply))
    return Tried(True, first)


def going_on(adapter: SearchAdapter, here: Any) -> list[Any]:
    """The undecided positions after a turn."""
    return [after for _, after in adapter.results(here) if adapter.verdict(after) is None]


def achieves(forcing: Forcing, after: Any, turns: int) -> bool:
    """Whether a turn to that position wins in n turns, counting itself.

    Unlike the method of the search it takes no shortcut, since the finds of a seed depend on the positions looked into.
    """
    verdict = forcing.adapter.verdict(after)
    return verdict == LOST if verdict is not None else forcing.is_mated(after, turns - 1)
