"""Checks that n answers are enough against every turn of a mated side, and that fewer, or others, are not."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from shatterproof.fields import check_fields
from shatterproof_properties.puzzles.checker.proof import CitedTurn, Proof, require
from shatterproof_properties.puzzles.checker.results import CheckedResult
from shatterproof_properties.puzzles.checker.symmetry_class import motif_of


def answering(proof: Proof, position: Any, results: Sequence[CheckedResult], answers: Any, at: str) -> set[Hashable]:
    """The answers, each a list of groups of the same answer. Each wins after every turn that does not lose at once."""
    fits = isinstance(answers, list) and all(isinstance(groups, list) for groups in answers)
    require(fits, at, "not a list of lists")
    found: set[Hashable] = set()
    met: dict[int, CitedTurn] = {}
    for number, groups in enumerate(answers):
        its = proof.answers(results, groups, f"{at}/{number}")
        motifs = {_motif(proof, results[index].position, each) for index, each in its.items()}
        is_new = len(motifs) == 1 and not motifs & found and not its.keys() & met.keys()
        require(is_new, f"{at}/{number}", "not one answer, or an answer that is listed twice")
        found |= motifs
        met |= its
    for index, result in enumerate(results):
        if index in met:
            proof.won(result.position, 1, met[index])
        else:
            require(result.loses(position.to_move), at, f"nothing answers result {index}")
    return found


def _motif(proof: Proof, position: Any, answer: CitedTurn) -> Hashable:
    proof.results.after(position, answer.by, f"{answer.where}/by")
    found: Hashable = motif_of(proof.results.game, proof.results.game.parse_turn(position, answer.by))
    return found


class Uncovered:
    """The proof that n answers are not enough: for every choice, a result that no chosen answer meets."""

    def __init__(self, proof: Proof, results: Sequence[CheckedResult]) -> None:
        self._proof, self._results = proof, results
        self._motifs: dict[int, list[Any]] = {}

    def check(self, node: Any, chosen: tuple[Any, ...], left: int, spared: Any, at: str) -> None:
        """Checks that no chosen answer meets a result, and so on after each of its answers, `left` times.

        Null stands where all the answers in `spared` are chosen.
        """
        if node is None:
            require(set(chosen) == spared, at, "null stands where the answers chosen are not those of the claim")
            return
        check_fields(node, at, {"result", "then"}, ["result", "then"])
        answers = self._answers_to(node["result"], f"{at}/result")
        require(not set(answers) & set(chosen), f"{at}/result", "an answer chosen so far meets this result")
        then, wanted = node["then"], len(answers) if left else 0
        require(isinstance(then, list) and len(then) == wanted, f"{at}/then", f"a list of {wanted} is expected")
        for number, (motif, further) in enumerate(zip(answers, then, strict=False)):
            self.check(further, (*chosen, motif), left - 1, spared, f"{at}/then/{number}")

    def _answers_to(self, index: Any, at: str) -> list[Any]:
        require(type(index) is int and 0 <= index < len(self._results), at, "there is no such result")
        if index not in self._motifs:
            results, after = self._proof.results, self._results[index]
            require(after.outcome is None, at, "the game is over")
            self._motifs[index] = sorted({motif_of(results.game, turn) for turn, _ in results.wins_now(after.position)})
        return self._motifs[index]
