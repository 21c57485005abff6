"""Cases: a way to a position, and what to ask there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from shatterproof.errors import InputError
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn
from shatterproof_properties import play
from shatterproof_properties.conformance.generate import GENERATION, sizes_of
from shatterproof_properties.conformance.generate.coverage_guidance import Aims, Choice, CoverageGuidance
from shatterproof_properties.conformance.generate.playable_boards import CLASSES, classes
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.question import EARLIER, Question

DRAWN_FIRST = ("begins", "besides", "boards", "plies", "style")
PLIES = (1, 2, 8, 20, 30)
MOST_RESULTS = 2000
"""The most results of a position that anybody is asked to list."""
ANYTHING = "anything"
OPENING = "opening"
MIXED = "mixed"
NOTHING = "nothing"
"""The second bias of a position that is rich in one thing only."""
Wanted = tuple[str | None, ...]
Probes = tuple[tuple[str, str | None], ...]
Steps = tuple[tuple[Question, Any], ...]


@dataclass(frozen=True)
class Case:
    """A way to a position and questions to ask there: near misses as (text, clause broken).

    `question` has the way and asks nothing of it. Unless `lists` is false, all turns of the positions are asked for as
    well, and with `spells` also other spellings of legal turns. With `only`, all turns asked about exercise or break
    one of these clauses. `drawn` and `aims` are for guidance: the choices that the case was drawn with, and for each
    near miss the clauses that it was aimed at.
    """

    question: Question
    probes: Probes = ()
    lists: bool = True
    spells: bool = False
    only: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    drawn: tuple[Choice, ...] = field(default=(), compare=False, repr=False)
    aims: tuple[Wanted, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def walked(cls, start: Question, turns: Iterable[Any], probes: Probes = (), lists: bool = True) -> Self:
        """The case at the end of some turns, given as turns or texts, played from the start of a question.

        Raises InputError, IllegalTurn or AmbiguousTurn for a turn that is not legal.
        """
        case = cls(start.at_start(), probes, lists)._knowing(())
        for given in turns:
            case = case._after(given)
        return case

    @classmethod
    def as_far_as_legal(cls, start: Question, texts: Iterable[str]) -> Self:
        """The case that plays turns from the start of a question while they are legal.

        The first illegal one is a probe. Raises InputError if the position may not stand.
        """
        case = cls.walked(start, ())
        # A position that may not stand is refused here, even if no turn follows.
        _ = case.question.position
        for text in texts:
            try:
                case = case._after(text)
            except (IllegalTurn, InputError, AmbiguousTurn) as refusal:
                return case.asking(probes=((text, refusal.clause if isinstance(refusal, IllegalTurn) else None),))
        return case

    def _after(self, given: Any) -> Self:
        """The case with one more turn played, given as a turn or as its text."""
        game, way = self.question.rules, self.question
        turn = game.parse_turn(way.position, given) if isinstance(given, str) else given
        further = way.after(game.format_turn(way.position, turn), game.play(way.position, turn))
        return replace(self, question=further)._knowing((*self.steps, (way, turn)))

    @classmethod
    def of(cls, question: Question, lists: bool = True) -> Self:
        """The case that asks a question again: about its turn if it has one, and about all turns."""
        return cls.walked(question, question.played, ((question.turn, None),) if question.turn else (), lists)

    @cached_property
    def steps(self) -> Steps:
        """A question for each position on the way, with the turn that was played there."""
        return self.walked(self.question, self.question.played).steps

    def asks_about(self, met: Iterable[str]) -> bool:
        """Whether it asks about a turn that exercises, or breaks, one of these clauses."""
        return not self.only or not self.only.isdisjoint(met)

    def _knowing(self, steps: Steps) -> Self:
        # What is known already need not be played again.
        self.__dict__["steps"] = steps
        return self

    def asking(self, **asked: Any) -> Self:
        """The same way with other questions at its end. `asked` are fields of a case other than `question`."""
        return replace(self, **asked)._knowing(self.steps)


def replayed_case(question: Question, where: str = "--replay") -> Case:
    """The case that asks a counterexample again. Raises InputError if its position or its turns break the rules."""
    game, turns = question.rules, {"played": question.played, "turn": question.turn}
    try:
        # Whatever it was written like, it is asked as we write positions.
        return Case.of(Question.at(game, question.begun, **turns))
    except (IllegalTurn, AmbiguousTurn) as error:
        raise InputError(str(error), f"{where}, played", "legal turns") from None


def read_counterexample(data: Any, where: str, game: str = "") -> tuple[Question, tuple[Question, ...] | None]:
    """The question of a counterexample in JSON, and those to ask before it, if any, whose turns the rules must allow.

    It is of the named game, else of the one that it names. Raises InputError if it has another form.
    """
    before = data.get(EARLIER) if isinstance(data, dict) else None
    if not isinstance(before, list | None):
        raise InputError("earlier is no list", where, "a list of counterexamples")
    own = {name: value for name, value in data.items() if name != EARLIER} if isinstance(data, dict) else data
    question = Question.from_json(own, where, game)
    if before is None:
        return question, None
    earlier = tuple(Question.from_json(each, f"{where}, {EARLIER}", question.game) for each in before)
    for each in earlier:
        replayed_case(each, f"{where}, {EARLIER}")
    return question, earlier


def guidance(
    game: AnyGame, boards: tuple[str, ...], set_up: bool = True, only: frozenset[str] = frozenset()
) -> CoverageGuidance:
    """A guidance that has learned nothing yet, for cases on some boards, perhaps about some clauses `only`."""
    # Only a game played to its end shows how games end to an engine that takes no position.
    whole_games = () if set_up else [sizes_of(game.NAME).plies] * 2
    # Positions rich in something show some clauses sooner than long games do.
    lengths = PLIES[:3] if only and set_up else (*PLIES, *whole_games)
    biases = play.biases(game)
    factors = {
        "begins": (*[ANYTHING] * 3, *biases, *[OPENING] * len(biases)) if set_up else (OPENING,),
        "besides": (*[NOTHING] * (1 + len(biases)), *biases) if set_up else (NOTHING,),
        "boards": tuple(name for name in classes(game, boards) for _ in range(CLASSES[name])),
        "plies": tuple(map(str, lengths)),
        "style": (MIXED, *play.styles(game)),
        "lists": ("no", "no", "no", "yes"),
    }
    breakable = [clause for clause in play.breakable(game) if clause in only] if only else [*play.breakable(game), None]
    return CoverageGuidance(factors, breakable, features.pairs(game))


@st.composite
def cases(
    draw: st.DrawFn,
    game: AnyGame,
    boards: tuple[str, ...],
    readings: Any,
    set_up: bool = True,
    most_plies: int = 1000,
    small: bool = False,
    aims: Sequence[Aims] = (),
    only: frozenset[str] = frozenset(),
) -> Case:
    """Cases on some boards: from openings and, with `set_up`, from positions set up, with up to `most_plies` turns.

    `small` limits them to the smallest boards, and `only` to some clauses. Each case is drawn with one of the `aims` of
    a guidance, else of a new guidance.
    """
    choices, clauses, _ = draw(st.sampled_from(aims or (guidance(game, boards, set_up, only).aims(),)))
    drawn = {factor: draw(st.sampled_from(choices[factor])) for factor in DRAWN_FIRST}
    by_class = classes(game, boards)
    if draw(st.sampled_from((False, True))):
        known = GENERATION.find(game)
        fitting = known.FITTING.get(drawn["begins"], {}) if known else {}
        drawn |= {factor: wish for factor, wish in fitting.items() if factor != "boards" or wish in by_class}
    wished = drawn.pop("aims", "")
    if wished and (not only or wished in only):
        clauses = (*clauses, *[wished] * len(clauses))
    choice = st.sampled_from(boards[: sizes_of(game.NAME).small] if small else by_class[drawn["boards"]])
    plies = min(int(drawn["plies"]), 3 if drawn["boards"] == "larger" else most_plies, most_plies)
    # Listing all turns again and again takes most of the time of a long game.
    drawn["lists"] = "yes" if plies <= 2 else draw(st.sampled_from(choices["lists"]))
    if drawn["begins"] == OPENING:
        begun = play.starts(game, boards=choice, readings=readings)
    else:
        bias = None if drawn["begins"] == ANYTHING else drawn["begins"]
        begun = _rich(game, choice, readings, bias, drawn["besides"])
    style = None if drawn["style"] == MIXED else drawn["style"]
    walk = play.games(game, starts=begun, max_plies=plies, style=style) if plies else st.tuples(begun, st.just([]))
    start, turns = draw(walk)
    walked = Case.walked(Question.at(game, start), turns)
    near = st.lists(_aimed(game, walked.question.position, clauses), max_size=8, unique_by=lambda one: one[0])
    aimed = draw(near) if clauses else []
    probes, wanted = tuple(probe for probe, _ in aimed), tuple(clauses for _, clauses in aimed)
    largest = max(features.of(game).extent(position)[1] for position in (start, walked.question.position))
    lists = drawn["lists"] == "yes" and largest <= sizes_of(game.NAME).listed
    drawn_with = tuple(drawn.items())
    return walked.asking(probes=probes, lists=lists, spells=True, only=only, drawn=drawn_with, aims=wanted)


def at_limits(game: AnyGame, board: str, readings: Any) -> Case:
    """The case that asks about texts at the limits of the grammar."""
    return Case(Question.at(game, game.start(board, readings)), play.at_limits(game), lists=False)


@st.composite
def set_ups(draw: st.DrawFn, game: AnyGame, boards: tuple[str, ...], readings: Any, aims: Sequence[Aims] = ()) -> Any:
    """Positions set up on boards of every kind, rich in something.

    With the `aims` of a guidance it is something that was met seldom, or what meets both members of a pair.
    """
    by_class = classes(game, boards)
    kinds, biases, besides = sorted(by_class), [*play.biases(game)], [NOTHING]
    if aims:
        chosen = draw(st.sampled_from(aims))
        guided = [each for each in chosen.choices["begins"] if each in biases]
        biases = [*biases, *guided]
        if chosen.pair:
            # What is rich in two things has more pieces, and takes longer to list.
            kinds, besides = [*chosen.choices["boards"]], [*chosen.choices["besides"]]
            biases = guided or biases
    choice = st.sampled_from(by_class[draw(st.sampled_from(kinds))])
    bias = draw(st.sampled_from(biases)) if biases else None
    return draw(_rich(game, choice, readings, bias, draw(st.sampled_from(besides))))


@st.composite
def _aimed(draw: st.DrawFn, game: AnyGame, position: Any, clauses: Wanted) -> tuple[play.NearMiss, Wanted]:
    """A near miss, and the three clauses that it was aimed at: few positions have room for every clause."""
    wanted = tuple(draw(st.sampled_from(clauses)) for _ in range(3))
    return draw(play.near_misses(game, position, wanted)), wanted


def _rich(
    game: AnyGame, choice: SearchStrategy[str], readings: Any, bias: str | None, besides: str
) -> SearchStrategy[Any]:
    """Positions rich in one thing, and perhaps in another besides."""
    also = None if besides == NOTHING else besides
    return play.positions_set_up(game, boards=choice, readings=readings, bias=bias, besides=also)
