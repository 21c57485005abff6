"""The checker of certificates: it regenerates and replays with the reference, and searches for nothing.

It takes nobody's word: the results of every position come from the reference and must have the count and the hash that
the certificate states; every turn named is replayed; every part of the certificate must be used. What is shown where:

- won in n, n at least 1: a turn that wins at once, or after which a table shows that the other side is mated in n - 1;
- mated in n: a table in which every result loses at once for the mover or is answered by a turn, won in n;
- not won in n: a table in which every result ends the game without a win or is answered by a turn, not mated in n - 1;
- not mated in n: a turn that wins or draws, or that does not lose (n = 0), or after which a table shows: not won in n.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shatterproof.errors import InputError, shorten
from shatterproof.fields import check_fields
from shatterproof.game import AmbiguousTurn, AnyGame, IllegalTurn, MalformedTurn
from shatterproof_properties.puzzles.certificate import PROVED, Json, hash_of, line_of, position_of, seal_of

TURN, TABLE = {"turn", "then"}, {"count", "hash", "answers"}
CLAIM = re.compile("([a-z]+)-([0-9])")
EXPECTED = 'a claim like "wins-2", "mated-1" or "defends-1"'
MOST_RESULTS = 2_000_000
"""Results that are regenerated for one certificate; a hostile one could ask for more than anybody can wait for."""


class Refused(Exception):
    """A certificate does not show what it claims: where, as a JSON pointer, and why."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}" if where else why)
        self.where = where
        self.why = why


class CheckedCertificate(NamedTuple):
    """What a certificate has been found to show, and how many results were regenerated for it."""

    game: str
    position: Json
    claim: str
    unique: bool
    verdict: str
    results: int


class Claimed(NamedTuple):
    """What a certificate says of its position: a claim, and whether that is so."""

    kind: str
    turns: int
    unique: bool
    is_so: bool


class Result(NamedTuple):
    """A result of a position, as the reference has it; `winner` is None in a draw and while the game goes on."""

    line: str
    position: Any
    is_over: bool
    winner: str | None


def check(certificate: Json, on_win: Callable[[Any, str], None] | None = None) -> CheckedCertificate:
    """What a certificate shows. `on_win` is called with each win in one: the position, and the text of the turn.

    Raises InputError where the certificate makes no sense, Refused where it does not hold.
    """
    game, position = position_of(certificate)
    claimed = _claimed(certificate)
    if certificate["seal"] != seal_of(certificate):
        raise Refused("/seal", "the seal is not that of these contents: something has been changed")
    proof = Proof(game, certificate["nodes"], on_win)
    SHOWN[claimed.kind](proof, position, claimed, certificate["proof"])
    unused = set(range(len(proof.nodes))) - proof.used
    if unused:
        raise Refused(f"/nodes/{min(unused)}", "nothing refers to this")
    game_name, claim, unique, verdict = (certificate[name] for name in ("game", "claim", "unique", "verdict"))
    return CheckedCertificate(game_name, certificate["position"], claim, unique, verdict, proof.regenerated)


def _claimed(certificate: Json) -> Claimed:
    text, unique = certificate["claim"], certificate["unique"]
    found = CLAIM.fullmatch(text if isinstance(text, str) else "")
    if found is None or found[1] not in SHOWN:
        raise InputError(f"{shorten(str(text), 60)!r} is no claim", "/claim", EXPECTED)
    kind, turns = found[1], int(found[2])
    if turns == 0 and kind != "mated":
        raise InputError(f"a claim {text}", "/claim", "1 to 9 turns")
    if unique and kind == "mated":
        what = "a unique mate: no turn of a mated side is a solution"
        raise InputError(what, "/claim", "wins or defends where unique is said")
    return Claimed(kind, turns, unique, certificate["verdict"] == PROVED)


class Proof:
    """The nodes of one certificate, each checked where the proof refers to it. Methods raise Refused."""

    def __init__(self, game: AnyGame, nodes: Sequence[Any], on_win: Callable[[Any, str], None] | None = None) -> None:
        self.game = game
        self.nodes = nodes
        self.on_win = on_win
        self.used: set[int] = set()
        self.regenerated = 0

    def of_wins(self, position: Any, claimed: Claimed, parts: Any) -> None:
        """A win: the key, or what leaves none; a second key and a shorter win refute that the key is unique."""
        turns, unique = claimed.turns, claimed.unique
        given = set(parts) if isinstance(parts, dict) and unique and not claimed.is_so else set()
        if claimed.is_so:
            _check_parts(parts, "key", *["tries"] * unique, *["long"] * (unique and turns > 1))
            key = self.won(position, turns, parts["key"], "/proof/key")
            if unique:
                self._no_other(position, turns, key, parts["tries"])
            if unique and turns > 1:
                self.not_mated(key, turns - 2, parts["long"], "/proof/long")
        elif given == {"key", "cook"}:
            one, two = (self.won(position, turns, parts[name], f"/proof/{name}") for name in ("key", "cook"))
            self._require(self._result(one).line != self._result(two).line, "/proof/cook", "it is the key itself")
        elif given == {"short"} and turns > 1:
            self.won(position, turns - 1, parts["short"], "/proof/short")
        else:
            _check_parts(parts, "table")
            self.not_won(position, turns, parts["table"], "/proof/table")

    def of_mated(self, position: Any, claimed: Claimed, parts: Any) -> None:
        """A mate: a table of all that the mated side can do, or one turn that saves it."""
        part, shows = ("table", self.mated) if claimed.is_so else ("defence", self.not_mated)
        _check_parts(parts, part)
        shows(position, claimed.turns, parts[part], f"/proof/{part}")

    def of_defends(self, position: Any, claimed: Claimed, parts: Any) -> None:
        """A defence: for every result, whether the turn to it saves or loses."""
        _check_parts(parts, "results")
        saving = losing = 0
        for result, answer, place in self._answered(self._results(position), parts["results"], "/proof/results"):
            named = set(answer) if isinstance(answer, dict) else set()
            self._require(named in ({"saves"}, {"loses"}), place, "neither saves nor loses")
            if named == {"saves"}:
                saving += 1
                is_saved = result.is_over and result.winner in (None, position.to_move)
                if self._goes_on(result, answer["saves"], is_saved, place, "nothing shows that the turn saves"):
                    self.not_won(result.position, claimed.turns, answer["saves"], place)
            else:
                losing += 1
                self._lost(position, result, claimed.turns, answer["loses"], place)
        holds = losing > 0 and (saving == 1 if claimed.unique else saving > 0)
        self._require(holds == claimed.is_so, "/verdict", f"{saving} turns save and {losing} lose")

    def won(self, position: Any, turns: int, at: Any, where: str) -> Any:
        """Checks that a turn wins in so many turns. Returns the position after it."""
        self._require(turns > 0, where, "nothing is won without a turn")
        after, then = self._replayed(position, at, where)
        outcome = self.game.outcome(after)
        if then is None:
            wins = outcome is not None and outcome.winner == position.to_move
            self._require(wins, where, "the turn does not win at once")
        else:
            self._require(outcome is None, where, "the game is over")
            self.mated(after, turns - 1, then, f"/nodes/{at}/then")
        if self.on_win and (then is None or turns == 1):
            self.on_win(position, self.nodes[at]["turn"])
        return after

    def mated(self, position: Any, turns: int, at: Any, where: str) -> None:
        """Checks that whatever the side to move does, it loses at once or the other side wins in so many turns."""
        for result, answer, place in self._table(position, at, where):
            self._lost(position, result, turns, answer, place)

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

    def _no_other(self, position: Any, turns: int, key: Any, tries: Any) -> None:
        line = self._result(key).line
        for result, answer, place in self._answered(self._results(position), tries, "/proof/tries"):
            if result.line == line:
                self._require(answer is None, place, "the key is answered")
            else:
                self._not_achieved(position, result, turns, answer, place)

    def _lost(self, position: Any, result: Result, turns: int, answer: Any, where: str) -> None:
        is_lost = result.winner not in (None, position.to_move)
        if self._goes_on(result, answer, is_lost, where, "a turn is left unanswered that does not lose at once"):
            self.won(result.position, turns, answer, where)

    def _not_achieved(self, position: Any, result: Result, turns: int, answer: Any, where: str) -> None:
        is_no_win = result.is_over and result.winner != position.to_move
        if self._goes_on(result, answer, is_no_win, where, "a turn is left unanswered that goes on or wins"):
            self.not_mated(result.position, turns - 1, answer, where)

    def _goes_on(self, result: Result, answer: Any, is_settled: bool, where: str, why: str) -> bool:
        """Whether an answer has to be checked; without one, the end of the game itself must settle the matter."""
        over = "the game is over: there is nothing to answer"
        self._require(*(is_settled, where, why) if answer is None else (not result.is_over, where, over))
        return answer is not None

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
        is_count = type(count) is int and count == len(results)
        self._require(is_count, f"{place}/count", f"there are {len(results)} results")
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
            few = self.regenerated <= MOST_RESULTS
            self._require(few, "/nodes", f"more than {MOST_RESULTS:,} results to regenerate")
            found.append(self._result(after))
        self._require(bool(found), "/nodes", "a position without turns")
        return sorted(found, key=lambda result: result.line)

    def _result(self, after: Any) -> Result:
        outcome = self.game.outcome(after)
        return Result(
            line_of(self.game, after, outcome), after, outcome is not None, outcome.winner if outcome else None
        )

    def _require(self, holds: bool, where: str, why: str) -> None:
        if not holds:
            raise Refused(where, why)


def _check_parts(parts: Any, *wanted: str) -> None:
    check_fields(parts, "/proof", set(wanted), sorted(wanted))


SHOWN = {"wins": Proof.of_wins, "mated": Proof.of_mated, "defends": Proof.of_defends}
"""What checks a proof of each kind of claim."""
