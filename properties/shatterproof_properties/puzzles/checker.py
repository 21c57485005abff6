"""The checker of certificates: it regenerates and replays with the reference, and searches for nothing.

It takes nobody's word: the results of every position come from the reference, every turn named is replayed, every part
of the certificate must be used. What is shown where, of the side to move:

- won in n: a turn that wins at once, or leaves the other side mated in n - 1;
- mated in n: every result loses at once, or is met by a turn that shows it won in n for the other side;
- not won in n: every result that does not end the game without a win is met by a turn: not mated in n - 1;
- not mated in n: a turn that wins or draws, or that does not lose (n = 0), or leaves the other side not won in n.

Mated in 0 and not won in 1 are seen from the results themselves; what goes deeper is shown by tables. A table stands
for one position and its images, and is checked there once. It shows that as well for more turns (mated) or fewer (not
won). Tables of mates refer to tables of fewer turns only. Tables that show a position not won in n may refer to each
other in circles: they say how one can go on without losing, and by induction on n nothing in the circle is lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from shatterproof.fields import check_fields
from shatterproof_properties.puzzles.certificate import Claimed, Json, claimed_of, hash_of, position_of, seal_of
from shatterproof_properties.puzzles.images import image_key
from shatterproof_properties.puzzles.results import Refused as Refused
from shatterproof_properties.puzzles.results import Result, Results

MATED, NOT_WON = "mated", "not won"
TABLE, MET, MOVE = {"shows", "turns", "count", "hash", "met"}, {"by", "results", "then"}, {"by", "then"}


class CheckedCertificate(NamedTuple):
    """What a certificate has been found to show, and how many results were regenerated for it."""

    game: str
    position: Json
    claim: str
    unique: bool
    verdict: str
    results: int


class Answer(NamedTuple):
    """A turn named against a result, and the table that shows the rest, if there is one."""

    by: Any
    then: Any
    where: str


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


class Proof:
    """The tables of one certificate, and what has been seen of positions without any. Methods raise Refused."""

    def __init__(self, results: Results, nodes: Sequence[Any], on_win: Callable[[Any, str], None] | None) -> None:
        self.results = results
        self.nodes = nodes
        self.on_win = on_win
        self._about: dict[int, Hashable] = {}
        self._waiting: deque[tuple[int, Any]] = deque()

    def of_wins(self, position: Any, claimed: Claimed, parts: Any) -> None:
        """A win: the key, or what leaves none; a second key and a shorter win refute that the key is unique."""
        turns, unique = claimed.turns, claimed.unique
        given = set(parts) if isinstance(parts, dict) and unique and not claimed.is_so else set()
        if claimed.is_so:
            _check_parts(parts, "key", *["tries"] * unique, *["long"] * (unique and turns > 2))
            key = self.won(position, turns, self._move(parts, "key"))
            if unique:
                self._no_other(position, turns, key, parts["tries"])
            if unique and turns > 1:
                is_long = key.outcome is None and not (turns == 2 and self.results.is_mated_now(key.position))
                self._require(is_long, "/proof/key", "it wins sooner")
            if unique and turns > 2:
                self.not_mated(key.position, turns - 2, self._move(parts, "long"))
        elif given == {"key", "cook"}:
            one, two = (self.won(position, turns, self._move(parts, name)) for name in ("key", "cook"))
            self._require(not self.results.alike(one, two), "/proof/cook", "it is the key itself")
        elif given == {"short"} and turns > 1:
            self.won(position, turns - 1, self._move(parts, "short"))
        else:
            _check_parts(parts, *["table"] * (turns > 1))
            self.not_won(position, turns, parts.get("table"), "/proof/table")

    def of_mated(self, position: Any, claimed: Claimed, parts: Any) -> None:
        """A mate: a table of all that the mated side can do, or one turn that saves it."""
        if claimed.is_so:
            _check_parts(parts, *["table"] * (claimed.turns > 0))
            self.mated(position, claimed.turns, parts.get("table"), "/proof/table")
        else:
            _check_parts(parts, "defence")
            self.not_mated(position, claimed.turns, self._move(parts, "defence"))

    def of_defends(self, position: Any, claimed: Claimed, parts: Any) -> None:
        """A defence: for every result, whether the turn to it saves or loses."""
        _check_parts(parts, "lost", "saved")
        check_fields(parts["saved"], "/proof/saved", {"results", "then"}, ["results", "then"])
        results, side = self.results.listed(position), position.to_move
        lost = self._answers(results, parts["lost"], "/proof/lost")
        those = [] if parts["saved"]["results"] == [] else [{"by": None, **parts["saved"]}]
        saved = self._answers(results, those, "/proof/saved")
        saving: list[Result] = []
        for index, result in enumerate(results):
            place = f"/proof: result {index}"
            self._require(not (index in lost and index in saved), place, "it is said to save and to lose")
            if index in lost:
                self.won(result.position, claimed.turns, lost[index])
            elif index in saved:
                self.not_won(result.position, claimed.turns, saved[index].then, saved[index].where)
            else:
                self._require(result.outcome is not None, place, "it is said neither to save nor to lose")
            if not (index in lost or result.loses(side)):
                saving.append(result)
        is_one = all(self.results.alike(saving[0], other) for other in saving[1:]) if claimed.unique else True
        holds = 0 < len(saving) < len(results) and is_one
        self._require(holds == claimed.is_so, "/verdict", f"{len(saving)} of {len(results)} turns save")

    def won(self, position: Any, turns: int, answer: Answer) -> Result:
        """Checks that a turn wins in so many turns. Returns its result."""
        self._require(turns > 0, answer.where, "nothing is won without a turn")
        after, side = self.results.after(position, answer.by, f"{answer.where}/by"), position.to_move
        if answer.then is not None:
            self._require(after.outcome is None and turns > 1, answer.where, "the game is over, or the turns are")
            self.mated(after.position, turns - 1, answer.then, answer.where)
            return after
        wins = after.wins(side) or (after.outcome is None and self.results.is_mated_now(after.position))
        self._require(wins, answer.where, "the turn does not win at once, and nothing shows that it wins later")
        if self.on_win:
            self.on_win(position, answer.by)
        return after

    def mated(self, position: Any, turns: int, at: Any, where: str) -> None:
        """Checks that whatever the side to move does, it loses at once or the other side wins in so many turns."""
        if turns == 0:
            self._require(self.results.is_mated_now(position), where, "there is a turn that does not lose at once")
        else:
            self._refer(position, MATED, turns, at, where)

    def not_won(self, position: Any, turns: int, at: Any, where: str) -> None:
        """Checks that no turn of the side to move wins in so many turns."""
        if at is not None:
            self._refer(position, NOT_WON, turns, at, where)
        elif turns > 0:
            self._require(turns == 1, where, "nothing shows that the other side does not win after it")
            self._require(not self.results.is_won_now(position), where, "the other side wins after it")

    def not_mated(self, position: Any, turns: int, answer: Answer) -> None:
        """Checks that a turn saves the side to move from being mated in so many turns."""
        after = self.results.after(position, answer.by, f"{answer.where}/by")
        if after.outcome is None:
            self.not_won(after.position, turns, answer.then, answer.where)
        else:
            saves = answer.then is None and not after.loses(position.to_move)
            self._require(saves, answer.where, "the turn loses, or the game is over")

    def check_tables(self) -> None:
        """Checks the tables that have been referred to, and that there are no others."""
        while self._waiting:
            self._check_table(*self._waiting.popleft())
        unused = set(range(len(self.nodes))) - set(self._about)
        self._require(not unused, f"/nodes/{min(unused, default=0)}", "nothing refers to this")

    def _check_table(self, at: int, position: Any) -> None:
        table, place, side = self.nodes[at], f"/nodes/{at}", position.to_move
        results = self.results.listed(position)
        count, found = table["count"], hash_of(map(self.results.line, results))
        is_count = type(count) is int and count == len(results)
        self._require(is_count, f"{place}/count", f"there are {len(results)} results")
        self._require(table["hash"] == found, f"{place}/hash", f"the results have the hash {found}")
        met = self._answers(results, table["met"], f"{place}/met")
        for index, result in enumerate(results):
            if index not in met:
                settled = result.loses(side) if table["shows"] == MATED else result.outcome and not result.wins(side)
                self._require(bool(settled), f"{place}/met", f"result {index} is not met and does not settle it")
            elif table["shows"] == MATED:
                self.won(result.position, table["turns"], met[index])
            else:
                self.not_mated(result.position, table["turns"] - 1, met[index])

    def _refer(self, position: Any, shows: str, turns: int, at: Any, where: str) -> None:
        """Notes that a table has to show something of a position, to be checked later."""
        self._require(type(at) is int and 0 <= at < len(self.nodes), where, "there is no such table")
        table, place = self.nodes[at], f"/nodes/{at}"
        self._require(isinstance(table, dict) and set(table) == TABLE, place, f"not an object of {sorted(TABLE)}")
        known = table["turns"]
        fits = type(known) is int and 0 < known <= 9 and (known <= turns if shows == MATED else known >= turns)
        self._require(table["shows"] == shows and fits, place, f"it should show: {shows} in {turns}")
        key = image_key(self.results.game, position)
        if at not in self._about:
            self._about[at] = key
            self._waiting.append((at, position))
        self._require(self._about[at] == key, where, f"{place} is about another position")

    def _no_other(self, position: Any, turns: int, key: Result, tries: Any) -> None:
        """Checks that every turn but the key, and what shows the same, fails to win in so many turns."""
        results, side = self.results.listed(position), position.to_move
        met = self._answers(results, tries, "/proof/tries")
        for index, result in enumerate(results):
            place = f"/proof/tries: result {index}"
            if index in met:
                self.not_mated(result.position, turns - 1, met[index])
            elif result.outcome is not None:
                self._require(not result.wins(side) or self.results.alike(result, key), place, "another turn wins")
            elif not self.results.alike(result, key):
                fails = turns == 1 and not self.results.is_mated_now(result.position)
                self._require(fails, place, "nothing shows that it does not win")

    def _answers(self, results: Sequence[Result], groups: Any, where: str) -> dict[int, Answer]:
        """What is named against the results, by their places; each is named once at most, and only if it goes on."""
        found: dict[int, Answer] = {}
        self._require(isinstance(groups, list), where, "not a list")
        for number, group in enumerate(groups):
            place = f"{where}/{number}"
            fits = isinstance(group, dict) and set(group) == MET and isinstance(group["results"], list)
            self._require(fits, place, f"not an object of {sorted(MET)}")
            then = group["then"] if group["then"] is not None else [None] * len(group["results"])
            is_list = isinstance(then, list) and len(then) == len(group["results"]) > 0
            self._require(is_list, f"{place}/then", "neither null nor a list with one entry for each result")
            for index, at in zip(group["results"], then, strict=True):
                fits = type(index) is int and 0 <= index < len(results) and index not in found
                self._require(fits, f"{place}/results", f"{index} is no result, or named twice")
                self._require(results[index].outcome is None, f"{place}/results", f"at {index} the game is over")
                found[index] = Answer(group["by"], at, place)
        return found

    def _move(self, parts: Mapping[str, Any], name: str) -> Answer:
        check_fields(parts[name], f"/proof/{name}", MOVE, sorted(MOVE))
        return Answer(parts[name]["by"], parts[name]["then"], f"/proof/{name}")

    def _require(self, holds: bool, where: str, why: str) -> None:
        if not holds:
            raise Refused(where, why)


def _check_parts(parts: Any, *wanted: str) -> None:
    check_fields(parts, "/proof", set(wanted), sorted(wanted))


SHOWN = {"wins": Proof.of_wins, "mated": Proof.of_mated, "defends": Proof.of_defends}
"""What checks a proof of each kind of claim."""
