"""The checker of certificates: it regenerates and replays with the reference, and searches for nothing.

It takes nobody's word: what each kind of claim needs for its proof is said here once more, what turns and tables
show is said in `proof`. Every part of a certificate must be used.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from shatterproof.fields import check_fields
from shatterproof_properties.puzzles.certificate import (
    Claimed,
    Json,
    claimed_of,
    position_of,
    seal_of,
)
from shatterproof_properties.puzzles.ideas import idea_of
from shatterproof_properties.puzzles.proof import CitedTurn, Proof, cited, require
from shatterproof_properties.puzzles.results import Refused as Refused
from shatterproof_properties.puzzles.results import Result, Results

AT = "/proof"


class CheckedCertificate(NamedTuple):
    """What a certificate has been found to show, and how many results were regenerated for it."""

    game: str
    position: Json
    claim: str
    unique: bool
    verdict: str
    results: int


def check(
    certificate: Json,
    on_win: Callable[[Any, str], None] | None = None,
    watch: Callable[[int], None] | None = None,
) -> CheckedCertificate:
    """What a certificate shows. `on_win` is called with each win in one: the position, and the text of the turn.

    `watch` is called with the number of results regenerated so far, and ends the check by raising what it likes.
    Raises InputError where the certificate makes no sense, Refused where it does not hold.
    """
    game, position = position_of(certificate)
    claimed = claimed_of(certificate)
    if certificate["seal"] != seal_of(certificate):
        raise Refused("/seal", "the seal is not that of these contents: something has been changed")
    proof = Proof(Results(game, watch), certificate["nodes"], on_win)
    SHOWN[claimed.kind](proof, position, claimed, certificate["proof"])
    proof.check_tables()
    game_name, claim, unique, verdict = (certificate[name] for name in ("game", "claim", "unique", "verdict"))
    return CheckedCertificate(game_name, certificate["position"], claim, unique, verdict, proof.results.regenerated)


def _wins(proof: Proof, position: Any, claimed: Claimed, parts: Any, at: str = AT) -> None:
    """A win: the key, or what leaves none; a second key and a shorter win refute that the key is unique."""
    turns, unique = claimed.turns, claimed.unique
    given = set(parts) if isinstance(parts, dict) and unique and not claimed.is_so else set()
    if claimed.is_so:
        _check_parts(parts, at, "key", *["tries"] * unique, *["long"] * (unique and turns > 2))
        key = proof.won(position, turns, cited(parts, "key", at))
        if unique:
            _no_other(proof, position, turns, key, parts["tries"], f"{at}/tries")
        if unique and turns > 1:
            is_long = key.outcome is None and not (turns == 2 and proof.results.is_mated_now(key.position))
            require(is_long, f"{at}/key", "it wins sooner")
        if unique and turns > 2:
            proof.not_mated(key.position, turns - 2, cited(parts, "long", at))
    elif given == {"key", "cook"}:
        one, two = (proof.won(position, turns, cited(parts, name, at)) for name in ("key", "cook"))
        require(not proof.results.alike(one, two), f"{at}/cook", "it is the key itself")
    elif given == {"short"} and turns > 1:
        proof.won(position, turns - 1, cited(parts, "short", at))
    else:
        _check_parts(parts, at, *["table"] * (turns > 1))
        proof.not_won(position, turns, parts.get("table"), f"{at}/table")


def _no_other(proof: Proof, position: Any, turns: int, key: Result, tries: Any, at: str) -> None:
    """Checks that every turn but the key, and what shows the same, fails to win in so many turns."""
    results, side = proof.results.listed(position), position.to_move
    met = proof.answers(results, tries, at)
    for index, result in enumerate(results):
        place = f"{at}: result {index}"
        if index in met:
            proof.not_mated(result.position, turns - 1, met[index])
        elif result.outcome is not None:
            require(not result.wins(side) or proof.results.alike(result, key), place, "another turn wins")
        elif not proof.results.alike(result, key):
            fails = turns == 1 and not proof.results.is_mated_now(result.position)
            require(fails, place, "nothing shows that it does not win")


def _mated(proof: Proof, position: Any, claimed: Claimed, parts: Any) -> None:
    """A mate: a table of all that the mated side can do, or one turn that saves it."""
    if claimed.is_so:
        _check_parts(parts, AT, *["table"] * (claimed.turns > 0))
        proof.mated(position, claimed.turns, parts.get("table"), f"{AT}/table")
    else:
        _check_parts(parts, AT, "defence")
        proof.not_mated(position, claimed.turns, cited(parts, "defence", AT))


def _defends(proof: Proof, position: Any, claimed: Claimed, parts: Any) -> None:
    """A defence: for every result, whether the turn to it saves or loses."""
    _check_parts(parts, AT, "lost", "saved")
    check_fields(parts["saved"], f"{AT}/saved", {"results", "then"}, ["results", "then"])
    results, side = proof.results.listed(position), position.to_move
    lost = proof.answers(results, parts["lost"], f"{AT}/lost")
    those = [] if parts["saved"]["results"] == [] else [{"by": None, **parts["saved"]}]
    saved = proof.answers(results, those, f"{AT}/saved")
    saving: list[Result] = []
    for index, result in enumerate(results):
        place = f"{AT}: result {index}"
        require(not (index in lost and index in saved), place, "it is said to save and to lose")
        if index in lost:
            proof.won(result.position, claimed.turns, lost[index])
        elif index in saved:
            proof.not_won(result.position, claimed.turns, saved[index].then, saved[index].where)
        else:
            require(result.outcome is not None, place, "it is said neither to save nor to lose")
        if not (index in lost or result.loses(side)):
            saving.append(result)
    is_one = all(proof.results.alike(saving[0], other) for other in saving[1:]) if claimed.unique else True
    holds = 0 < len(saving) < len(results) and is_one
    require(holds == claimed.is_so, "/verdict", f"{len(saving)} of {len(results)} turns save")


def _threats(proof: Proof, position: Any, claimed: Claimed, parts: Any) -> None:
    """So many answers to everything that the side to move can do, and why fewer, or others, are not enough."""
    results, number, unique = proof.results.listed(position), claimed.turns, claimed.unique
    given = set(parts) if isinstance(parts, dict) and not claimed.is_so else set()
    if given == {"defence"}:
        proof.not_mated(position, 1, cited(parts, "defence", AT))
    elif given == {"more"}:
        Uncovered(proof, results).check(parts["more"], (), number, None, f"{AT}/more")
    elif given == {"answers"}:
        fewer = len(_answering(proof, position, results, parts["answers"], f"{AT}/answers"))
        require(fewer < number, f"{AT}/answers", f"these are {fewer}")
    elif claimed.is_so or (given == {"answers", "others"} and unique):
        _check_parts(parts, AT, "answers", "fewest" if claimed.is_so else "others")
        found = _answering(proof, position, results, parts["answers"], f"{AT}/answers")
        require(len(found) == number, f"{AT}/answers", f"these are {len(found)}")
        if claimed.is_so:
            left, spared = (number, found) if unique else (number - 1, None)
            Uncovered(proof, results).check(parts["fewest"], (), left, spared, f"{AT}/fewest")
        else:
            others = _answering(proof, position, results, parts["others"], f"{AT}/others")
            require(len(others) == number and others != found, f"{AT}/others", "the same answers, or more or fewer")
    else:
        raise Refused(AT, "neither a defence nor answers")


def _answering(proof: Proof, position: Any, results: Sequence[Result], answers: Any, at: str) -> set[Hashable]:
    """The answers, each a list of groups of the same answer, that win after everything that does not lose at once."""
    fits = isinstance(answers, list) and all(isinstance(groups, list) for groups in answers)
    require(fits, at, "not a list of lists")
    found: set[Hashable] = set()
    met: dict[int, CitedTurn] = {}
    for number, groups in enumerate(answers):
        its = proof.answers(results, groups, f"{at}/{number}")
        ideas = {_idea(proof, results[index].position, each) for index, each in its.items()}
        is_new = len(ideas) == 1 and not ideas & found and not its.keys() & met.keys()
        require(is_new, f"{at}/{number}", "not one answer, or one that stands elsewhere")
        found |= ideas
        met |= its
    for index, result in enumerate(results):
        if index in met:
            proof.won(result.position, 1, met[index])
        else:
            require(result.loses(position.to_move), at, f"nothing answers result {index}")
    return found


def _idea(proof: Proof, position: Any, answer: CitedTurn) -> Hashable:
    proof.results.after(position, answer.by, f"{answer.where}/by")
    found: Hashable = idea_of(proof.results.game, proof.results.game.parse_turn(position, answer.by))
    return found


class Uncovered:
    """Why so many answers are not enough: whatever is chosen, a result is named that nothing chosen answers."""

    def __init__(self, proof: Proof, results: Sequence[Result]) -> None:
        self._proof, self._results = proof, results
        self._ideas: dict[int, list[Any]] = {}

    def check(self, node: Any, chosen: tuple[Any, ...], left: int, spared: Any, at: str) -> None:
        """Checks a result that nothing chosen answers, and so on after each of its answers, `left` times.

        Null stands where all of the answers that are `spared` are chosen.
        """
        if node is None:
            require(left == 0 and set(chosen) == spared, at, "nothing is named, and other answers are chosen")
            return
        check_fields(node, at, {"result", "then"}, ["result", "then"])
        answers = self._answers_to(node["result"], f"{at}/result")
        require(not set(answers) & set(chosen), f"{at}/result", "an answer that is chosen answers it")
        then, wanted = node["then"], len(answers) if left else 0
        require(isinstance(then, list) and len(then) == wanted, f"{at}/then", f"a list of {wanted} is expected")
        for number, (idea, further) in enumerate(zip(answers, then, strict=False)):
            self.check(further, (*chosen, idea), left - 1, spared, f"{at}/then/{number}")

    def _answers_to(self, index: Any, at: str) -> list[Any]:
        """All answers to a result, in order."""
        require(type(index) is int and 0 <= index < len(self._results), at, "there is no such result")
        if index not in self._ideas:
            results, after = self._proof.results, self._results[index]
            require(after.outcome is None, at, "the game is over")
            self._ideas[index] = sorted({idea_of(results.game, turn) for turn, _ in results.wins_now(after.position)})
        return self._ideas[index]


def _check_parts(parts: Any, at: str, *wanted: str) -> None:
    check_fields(parts, at, set(wanted), sorted(wanted))


SHOWN = {"wins": _wins, "mated": _mated, "defends": _defends, "threats": _threats}
"""What checks a proof of each kind of claim."""
