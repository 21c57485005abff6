"""The checker of certificates: it regenerates and replays with the reference, and searches for nothing.

It takes nobody's word: the results of every position come from the reference and must have the count and the hash that
the certificate states; every turn named is replayed; every part of the certificate must be used. What is shown where:

- won in n, n at least 1: a turn that wins at once, or after which a table shows that the other side is mated in n - 1;
- mated in n: a table in which every result loses at once for the mover or is answered by a turn, won in n;
- not won in n: a table in which every result ends the game without a win or is answered by a turn, not mated in n - 1;
- not mated in n: a turn that wins or draws, or that does not lose (n = 0), or after which a table shows: not won in n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shatterproof.errors import InputError, shorten
from shatterproof.fields import check_fields
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, MalformedTurn, Outcome, find_game
from shatterproof_properties.puzzles.certificate import PROVED, REFUTED, Json, hash_of, inside, result_line, seal_of
from shatterproof_properties.puzzles.claim import Claim

TURN, TABLE = {"turn", "then"}, {"count", "hash", "answers"}
MOST_RESULTS = 2_000_000
"""Results that are regenerated for one certificate; a hostile one could ask for more than anybody can wait for."""


class Refused(Exception):
    """A certificate does not show what it claims: where, as a JSON pointer, and why."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}" if where else why)
        self.where = where
        self.why = why


class Checked(NamedTuple):
    """What a certificate has been found to show, and how many results were regenerated for it."""

    game: str
    position: Json
    claim: Claim
    verdict: str
    results: int


class Result(NamedTuple):
    """A result of a position, as the reference has it."""

    line: str
    position: Any
    outcome: Outcome | None


def check(certificate: Json, heard: Callable[[Any, str], None] | None = None) -> Checked:
    """What a certificate shows. `heard` hears of each win in one: the position, and the text of the turn.

    Raises InputError where the certificate makes no sense, Refused where it does not hold.
    """
    unique, verdict, nodes = certificate["unique"], certificate["verdict"], certificate["nodes"]
    if not isinstance(unique, bool):
        raise InputError("unique is neither true nor false", "/unique", "true or false")
    if verdict not in (PROVED, REFUTED):
        raise InputError(f"verdict is {shorten(str(verdict), 40)!r}", "/verdict", f"{PROVED} or {REFUTED}")
    if not isinstance(nodes, list):
        raise InputError("nodes is no list", "/nodes", "a list of turns and tables")
    claim = _claim(certificate["claim"], unique)
    game, position = _position(certificate)
    if certificate["seal"] != seal_of(certificate):
        raise Refused("/seal", "the seal is not that of these contents: something has been changed")
    proof = Proof(game, nodes, heard)
    proof.of_claim(position, claim, verdict, certificate["proof"])
    unused = set(range(len(nodes))) - proof.used
    if unused:
        raise Refused(f"/nodes/{min(unused)}", "nothing refers to this")
    return Checked(game.NAME, certificate["position"], claim, verdict, proof.regenerated)


def _claim(text: Any, unique: bool) -> Claim:
    with inside("/claim"):
        claim = Claim.parse(text if isinstance(text, str) else "", unique)
    if str(claim) != text:
        raise InputError(f"the claim {shorten(text, 40)!r} is not written as it should be", "/claim", str(claim))
    return claim


def _position(certificate: Json) -> tuple[AnyGame, Any]:
    game = find_game(certificate["game"] if isinstance(certificate["game"], str) else "")
    readings = certificate["readings"]
    if not isinstance(readings, dict) or not all(isinstance(value, str) for value in readings.values()):
        raise InputError("readings are no object of texts", "/readings", "an object, empty for the defaults")
    chosen = game.Readings.from_mapping(readings)
    if chosen.departures() != readings:
        raise InputError("a reading at its default is named", "/readings", "only those that are not at their default")
    with inside("/position"):
        position = game.from_json(certificate["position"], chosen)
    if _to_json(game, position) != certificate["position"]:
        raise InputError("the position is not in canonical form", "/position", "the form that spec/README.md describes")
    if game.outcome(position) is not None:
        raise InputError("the position is decided", "/position", "a position in which the game goes on")
    return game, position


def _to_json(game: AnyGame, position: Any) -> Json:
    data = game.to_json(position)
    data.pop("readings", None)
    return data


def _winner(outcome: Outcome | None) -> str | None:
    return outcome.winner if outcome else None


class Proof:
    """The nodes of one certificate, each checked where the proof refers to it. Methods raise Refused."""

    def __init__(self, game: AnyGame, nodes: Sequence[Any], heard: Callable[[Any, str], None] | None = None) -> None:
        self.game = game
        self.nodes = nodes
        self.heard = heard
        self.used: set[int] = set()
        self.regenerated = 0

    def of_claim(self, position: Any, claim: Claim, verdict: str, proof: Any) -> None:
        """Checks that the parts of the proof show the claim, or refute it."""
        wanted = _parts(claim, verdict, proof)
        check_fields(proof, "/proof", wanted, sorted(wanted))
        turns = claim.turns
        if claim.kind == "defends":
            self._defends(position, claim, verdict, proof["results"])
        elif claim.kind == "mated" and verdict == PROVED:
            self.mated(position, turns, proof["table"], "/proof/table")
        elif claim.kind == "mated":
            self.not_mated(position, turns, proof["defence"], "/proof/defence")
        elif verdict == PROVED:
            key = self.won(position, turns, proof["key"], "/proof/key")
            if claim.unique:
                self._no_other(position, turns, key, proof["tries"])
            if "long" in proof:
                self.not_mated(key, turns - 2, proof["long"], "/proof/long")
        elif "cook" in proof:
            one, two = (self.won(position, turns, proof[name], f"/proof/{name}") for name in ("key", "cook"))
            self._require(self._result(one).line != self._result(two).line, "/proof/cook", "it is the key itself")
        elif "short" in proof:
            self.won(position, turns - 1, proof["short"], "/proof/short")
        else:
            self.not_won(position, turns, proof["table"], "/proof/table")

    def won(self, position: Any, turns: int, at: Any, where: str) -> Any:
        """Checks that a turn wins in so many turns. Returns the position after it."""
        self._require(turns > 0, where, "nothing is won without a turn")
        after, then = self._replayed(position, at, where)
        outcome = self.game.outcome(after)
        if then is None:
            self._require(_winner(outcome) == position.to_move, where, "the turn does not win at once")
        else:
            self._require(outcome is None, where, "the game is over")
            self.mated(after, turns - 1, then, f"/nodes/{at}/then")
        if self.heard and (then is None or turns == 1):
            self.heard(position, self.nodes[at]["turn"])
        return after

    def mated(self, position: Any, turns: int, at: Any, where: str) -> None:
        """Checks that whatever the side to move does, it loses at once or the other side wins in so many turns."""
        for result, answer, place in self._table(position, at, where):
            if answer is None:
                lost = _winner(result.outcome) not in (None, position.to_move)
                self._require(lost, place, "a turn is left unanswered that does not lose at once")
            else:
                self._require(result.outcome is None, place, "the game is over: there is nothing to answer")
                self.won(result.position, turns, answer, place)

    def not_won(self, position: Any, turns: int, at: Any, where: str) -> None:
        """Checks that no turn of the side to move wins in so many turns."""
        for result, answer, place in self._table(position, at, where):
            self._not_achieved(position, result, turns, answer, place)

    def not_mated(self, position: Any, turns: int, at: Any, where: str) -> None:
        """Checks that a turn saves the side to move from being mated in so many turns."""
        after, then = self._replayed(position, at, where)
        outcome = self.game.outcome(after)
        if then is not None:
            self._require(outcome is None and turns > 0, where, "the game is over, or there are no turns left")
            self.not_won(after, turns, then, f"/nodes/{at}/then")
        elif outcome is None:
            self._require(turns == 0, where, "nothing shows that the other side does not win after it")
        else:
            self._require(outcome.winner in (None, position.to_move), where, "the turn loses")

    def _not_achieved(self, position: Any, result: Result, turns: int, answer: Any, where: str) -> None:
        if answer is None:
            over = result.outcome is not None and result.outcome.winner != position.to_move
            self._require(over, where, "a turn is left unanswered that goes on or wins")
        else:
            self._require(result.outcome is None, where, "the game is over: there is nothing to answer")
            self.not_mated(result.position, turns - 1, answer, where)

    def _no_other(self, position: Any, turns: int, key: Any, tries: Any) -> None:
        keys = self._result(key).line
        for result, answer, place in self._answered(self._results(position), tries, "/proof/tries"):
            if result.line == keys:
                self._require(answer is None, place, "the key is answered")
            else:
                self._not_achieved(position, result, turns, answer, place)

    def _defends(self, position: Any, claim: Claim, verdict: str, results: Any) -> None:
        saving = losing = 0
        for result, answer, place in self._answered(self._results(position), results, "/proof/results"):
            if isinstance(answer, dict) and set(answer) == {"saves"}:
                saving += 1
                self._saves(position, result, claim.turns, answer["saves"], place)
            else:
                self._require(isinstance(answer, dict) and set(answer) == {"loses"}, place, "neither saves nor loses")
                losing += 1
                if answer["loses"] is None:
                    lost = _winner(result.outcome) not in (None, position.to_move)
                    self._require(lost, place, "the turn does not lose at once")
                else:
                    self._require(result.outcome is None, place, "the game is over: nothing more is lost")
                    self.won(result.position, claim.turns, answer["loses"], place)
        holds = losing > 0 and (saving == 1 if claim.unique else saving > 0)
        self._require(holds == (verdict == PROVED), "/verdict", f"{saving} turns save and {losing} lose")

    def _saves(self, position: Any, result: Result, turns: int, table: Any, where: str) -> None:
        if table is None:
            saved = result.outcome is not None and result.outcome.winner in (None, position.to_move)
            self._require(saved, where, "nothing shows that the turn saves")
        else:
            self._require(result.outcome is None, where, "the game is over: there is nothing to show")
            self.not_won(result.position, turns, table, where)

    # Nodes

    def _node(self, at: Any, fields: set[str], where: str) -> Mapping[str, Any]:
        self._require(type(at) is int and 0 <= at < len(self.nodes), where, "there is no such node")
        node = self.nodes[at]
        self._require(isinstance(node, dict) and set(node) == fields, f"/nodes/{at}", f"not one of {sorted(fields)}")
        self.used.add(at)
        return dict(node)

    def _replayed(self, position: Any, at: Any, where: str) -> tuple[Any, Any]:
        """The position after the turn of a node, and what comes then."""
        node = self._node(at, TURN, where)
        place, text = f"/nodes/{at}/turn", node["turn"]
        self._require(isinstance(text, str), place, "a turn is text")
        try:
            turn = self.game.parse_turn(position, text)
            self._require(self.game.format_turn(position, turn) == text, place, "the turn is not in its printed form")
            return self.game.play(position, turn), node["then"]
        except (MalformedTurn, IllegalTurn, AmbiguousTurn) as error:
            raise Refused(place, f"{error} (asked for by {where})") from None

    def _table(self, position: Any, at: Any, where: str) -> Iterator[tuple[Result, Any, str]]:
        node, place = self._node(at, TABLE, where), f"/nodes/{at}"
        results = self._results(position)
        count, found = node["count"], hash_of(result.line for result in results)
        self._require(
            type(count) is int and count == len(results), f"{place}/count", f"there are {len(results)} results"
        )
        self._require(node["hash"] == found, f"{place}/hash", f"the results have the hash {found}")
        return self._answered(results, node["answers"], f"{place}/answers")

    def _answered(self, results: list[Result], answers: Any, where: str) -> Iterator[tuple[Result, Any, str]]:
        fits = isinstance(answers, list) and len(answers) == len(results)
        self._require(fits, where, f"not a list of {len(results)} answers")
        return ((result, answers[at], f"{where}/{at}") for at, result in enumerate(results))

    def _results(self, position: Any) -> list[Result]:
        """The results of a position, sorted by their lines. There is at least one."""
        found = []
        for _, after in self.game.results(position):
            self.regenerated += 1
            self._require(
                self.regenerated <= MOST_RESULTS, "/nodes", f"more than {MOST_RESULTS:,} results to regenerate"
            )
            found.append(self._result(after))
        self._require(bool(found), "/nodes", "a position without turns")
        return sorted(found, key=lambda result: result.line)

    def _result(self, after: Any) -> Result:
        outcome = self.game.outcome(after)
        told = None if outcome is None else {"winner": outcome.winner, "clause": outcome.clause}
        return Result(result_line(_to_json(self.game, after), told), after, outcome)

    def _require(self, holds: bool, where: str, why: str) -> None:
        if not holds:
            raise Refused(where, why)


def _parts(claim: Claim, verdict: str, proof: Any) -> set[str]:
    """The parts that a proof of that claim must have. Where a refutation may take several forms, its own say which."""
    if claim.kind == "defends":
        return {"results"}
    if claim.kind == "mated":
        return {"table"} if verdict == PROVED else {"defence"}
    if verdict == PROVED:
        return {"key", *(("tries",) if claim.unique else ()), *(("long",) if claim.unique and claim.turns > 1 else ())}
    given = set(proof) if isinstance(proof, dict) and claim.unique else set()
    return given if given == {"key", "cook"} or (given == {"short"} and claim.turns > 1) else {"table"}
