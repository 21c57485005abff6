"""What the turns and tables of a certificate show of positions, seen by replay with the reference and without a search.

The results of every position come from the reference, every turn named is replayed, every table must be used. What is
shown, of the side to move:

- won in n: a turn that wins at once, or leaves the other side mated in n - 1;
- mated in n: every result loses at once, or is met by a turn that shows it won in n for the other side;
- not won in n: every result that does not end the game without a win is met by a turn: not mated in n - 1;
- not mated in n: a turn that wins or draws, or that does not lose (n = 0), or leaves the other side not won in n.

Mated in 0 and not won in 1 are seen from the results themselves; what goes deeper is shown by tables. A table stands
for one position and its images under the same readings, and is checked there once. It shows that as well for more
turns (mated) or fewer (not won). Tables of mates refer to tables of fewer turns only. Tables that show a position not
won in n may refer to each other in circles: they say how one can go on without losing, and by induction on n nothing
in the circle is lost.

Answers that are enough against every turn of a mated side, and those that are not, are seen at the end of this module.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from shatterproof.fields import check_fields
from shatterproof_properties.puzzles.checker.certificate import MATED, NOT_WON, hash_of
from shatterproof_properties.puzzles.checker.results import CheckedResult, Refused, Results
from shatterproof_properties.puzzles.checker.symmetry_class import image_key, motif_of

TABLE, MET, MOVE = {"shows", "turns", "count", "hash", "met"}, {"by", "results", "then"}, {"by", "then"}


class CitedTurn(NamedTuple):
    """A turn that a certificate names, the table for what follows, if there is one, and its place."""

    by: Any
    then: Any
    where: str


class Proof:
    """The tables of one certificate, and what was shown about positions without any. Methods raise Refused."""

    def __init__(self, results: Results, nodes: Sequence[Any], on_win: Callable[[Any, str], None] | None) -> None:
        self.results = results
        self.nodes = nodes
        self.on_win = on_win
        self._about: dict[int, Hashable] = {}
        self._waiting: deque[tuple[int, Any]] = deque()

    def won(self, position: Any, turns: int, answer: CitedTurn) -> CheckedResult:
        """Checks that a turn wins in n turns, at least one. Returns its result."""
        after, side = self.results.after(position, answer.by, f"{answer.where}/by"), position.to_move
        if answer.then is not None:
            require(after.outcome is None and turns > 1, answer.where, "the game is over, or the turns are")
            self.mated(after.position, turns - 1, answer.then, answer.where)
            return after
        wins = after.wins(side) or (after.outcome is None and self.results.is_mated_now(after.position))
        require(wins, answer.where, "the turn does not win at once, and nothing shows that it wins later")
        if self.on_win:
            self.on_win(position, answer.by)
        return after

    def mated(self, position: Any, turns: int, at: Any, where: str) -> None:
        """Checks that every turn of the side to move loses at once or lets the other side win in n turns."""
        if turns == 0:
            require(self.results.is_mated_now(position), where, "there is a turn that does not lose at once")
        else:
            self._refer(position, MATED, turns, at, where)

    def not_won(self, position: Any, turns: int, at: Any, where: str) -> None:
        """Checks that no turn of the side to move wins in n turns."""
        if at is not None:
            self._refer(position, NOT_WON, turns, at, where)
        elif turns > 0:
            require(turns == 1, where, "nothing shows that the other side does not win after it")
            require(not self.results.is_won_now(position), where, "the other side wins after it")

    def not_mated(self, position: Any, turns: int, answer: CitedTurn) -> None:
        """Checks that a turn saves the side to move from being mated in n turns."""
        after = self.results.after(position, answer.by, f"{answer.where}/by")
        if after.outcome is None:
            self.not_won(after.position, turns, answer.then, answer.where)
        else:
            saves = answer.then is None and not after.loses(position.to_move)
            require(saves, answer.where, "the turn loses, or the game is over")

    def check_tables(self) -> None:
        """Checks all tables that something refers to, and that there are no others."""
        while self._waiting:
            self._check_table(*self._waiting.popleft())
        unused = set(range(len(self.nodes))) - set(self._about)
        require(not unused, f"/nodes/{min(unused, default=0)}", "nothing refers to this table")

    def _check_table(self, at: int, position: Any) -> None:
        table, place, side = self.nodes[at], f"/nodes/{at}", position.to_move
        results = self.results.listed(position)
        count, found = table["count"], hash_of(map(self.results.line, results))
        is_count = type(count) is int and count == len(results)
        require(is_count, f"{place}/count", f"there are {len(results)} results")
        require(table["hash"] == found, f"{place}/hash", f"the results have the hash {found}")
        met = self.answers(results, table["met"], f"{place}/met")
        for index, result in enumerate(results):
            if index not in met:
                settled = result.loses(side) if table["shows"] == MATED else result.outcome and not result.wins(side)
                require(bool(settled), f"{place}/met", f"result {index} has no answer and does not decide the claim")
            elif table["shows"] == MATED:
                self.won(result.position, table["turns"], met[index])
            else:
                self.not_mated(result.position, table["turns"] - 1, met[index])

    def _refer(self, position: Any, shows: str, turns: int, at: Any, where: str) -> None:
        """Notes that a table must show something of a position. It is checked later."""
        require(type(at) is int and 0 <= at < len(self.nodes), where, "there is no such table")
        table, place = self.nodes[at], f"/nodes/{at}"
        require(isinstance(table, dict) and set(table) == TABLE, place, f"not an object of {sorted(TABLE)}")
        known = table["turns"]
        fits = type(known) is int and 0 < known <= 9 and (known <= turns if shows == MATED else known >= turns)
        require(table["shows"] == shows and fits, place, f"it should show: {shows} in {turns}")
        key = position.readings, image_key(self.results.game, position)
        if at not in self._about:
            self._about[at] = key
            self._waiting.append((at, position))
        require(self._about[at] == key, where, f"{place} is about another position")

    def answers(self, results: Sequence[CheckedResult], groups: Any, where: str) -> dict[int, CitedTurn]:
        """The names against results, by the places of results.

        Each is named at most once, and only if its game goes on.
        """
        found: dict[int, CitedTurn] = {}
        require(isinstance(groups, list), where, "not a list")
        for number, group in enumerate(groups):
            place = f"{where}/{number}"
            fits = isinstance(group, dict) and set(group) == MET and isinstance(group["results"], list)
            require(fits, place, f"not an object of {sorted(MET)}")
            then = group["then"] if group["then"] is not None else [None] * len(group["results"])
            is_list = isinstance(then, list) and len(then) == len(group["results"]) > 0
            require(is_list, f"{place}/then", "neither null nor a list with one entry for each result")
            for index, at in zip(group["results"], then, strict=True):
                fits = type(index) is int and 0 <= index < len(results) and index not in found
                require(fits, f"{place}/results", f"{index} is no result, or named twice")
                require(results[index].outcome is None, f"{place}/results", f"at {index} the game is over")
                found[index] = CitedTurn(group["by"], at, place)
        return found


def cited(parts: Mapping[str, Any], name: str, where: str) -> CitedTurn:
    """The turn in a field of a proof. Raises InputError for anything else."""
    place = f"{where}/{name}"
    check_fields(parts[name], place, MOVE, sorted(MOVE))
    return CitedTurn(parts[name]["by"], parts[name]["then"], place)


def require(holds: bool, where: str, why: str) -> None:
    """Raises Refused unless this holds."""
    if not holds:
        raise Refused(where, why)


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
