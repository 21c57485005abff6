"""The checker of certificates: it makes results anew and replays turns with the reference. It searches only for series.

It trusts no other module: it states again what a proof of each kind of claim needs. `proof` states what turns and
tables show. Every part of a certificate must be used.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from shatterproof.errors import InputError
from shatterproof.fields import check_fields
from shatterproof.game import AnyGame
from shatterproof_properties.puzzles.checker.certificate import (
    Claimed,
    Json,
    claimed_of,
    position_of,
    seal_of,
    to_json,
    work_of,
    work_to_text,
)
from shatterproof_properties.puzzles.checker.proof import CitedTurn, Proof, Uncovered, answering, cited, require
from shatterproof_properties.puzzles.checker.results import MOST_RESULTS, CheckedResult, Results
from shatterproof_properties.puzzles.checker.results import Refused as Refused
from shatterproof_properties.puzzles.checker.results import TooManyResults as TooManyResults
from shatterproof_properties.puzzles.checker.symmetry_class import image_key

AT = "/proof"


class CheckedCertificate(NamedTuple):
    """The claim that a certificate was found to show, and the number of results made for it."""

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
    on_work: Callable[[int], None] | None = None,
    most: int = MOST_RESULTS,
    play: Callable[[AnyGame], AnyGame] = lambda game: game,
) -> CheckedCertificate:
    """Checks a certificate. Returns the claim that it shows.

    `on_win` is called with each win in one: the position, and the text of the turn. `on_work` is called before the
    check with the estimated number of results, and `watch` during it with the number so far; an exception from it ends
    the check. Raises InputError if the certificate makes no sense, Refused if it does not hold, TooManyResults if it
    asks for more than `most` results. `play` has another engine play the game.
    """
    game, position = position_of(certificate)
    game = play(game)
    claimed = claimed_of(certificate)
    if certificate["seal"] != seal_of(certificate):
        raise Refused("/seal", "the seal does not fit the contents: the certificate has been changed")
    results = Results(game, watch, most)
    work = work_of(certificate, claimed, results.count_in(position))
    if on_work is not None:
        on_work(work)
    if work > most:
        raise TooManyResults("/proof", f"it asks for {work_to_text(work)}, and {most:,} are allowed")
    proof = Proof(results, certificate["nodes"], on_win)
    SHOWN[claimed.kind](proof, position, claimed, certificate["proof"])
    proof.check_tables()
    game_name, claim, unique, verdict = (certificate[name] for name in ("game", "claim", "unique", "verdict"))
    return CheckedCertificate(game_name, certificate["position"], claim, unique, verdict, proof.results.regenerated)


def _wins(proof: Proof, position: Any, claimed: Claimed, parts: Any, at: str = AT) -> None:
    """A win: its key, or the table that refutes it. A second key, or a shorter win, refutes that the key is unique."""
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


def _no_other(proof: Proof, position: Any, turns: int, key: CheckedResult, tries: Any, at: str) -> None:
    """Checks that no other turn wins in n turns. A turn is not another if its result looks like the key's.

    Such a turn may win as well, but no sooner, since two turns later that may depend on the memory.
    """
    results, side = proof.results.listed(position), position.to_move
    met = proof.answers(results, tries, at)
    for index, result in enumerate(results):
        place, is_same = f"{at}: result {index}", proof.results.alike(result, key)
        if index in met:
            proof.not_mated(result.position, turns - (2 if is_same and turns > 2 else 1), met[index])
        elif result.outcome is not None:
            require(not result.wins(side) or is_same, place, "another turn wins")
        elif is_same:
            require(turns <= 2 or result == key, place, "nothing shows that it does not win sooner")
        else:
            fails = turns == 1 and not proof.results.is_mated_now(result.position)
            require(fails, place, "nothing shows that it does not win")


def _mated(proof: Proof, position: Any, claimed: Claimed, parts: Any) -> None:
    """A mate: a table of all results, or none if every turn loses at once. It is refuted by a turn that saves."""
    if claimed.is_so and parts == {}:
        proof.mated(position, 0, None, AT)
    elif claimed.is_so:
        _check_parts(parts, AT, "table")
        proof.mated(position, claimed.turns, parts["table"], f"{AT}/table")
    else:
        _check_parts(parts, AT, "defence")
        proof.not_mated(position, claimed.turns, cited(parts, "defence", AT))


def _defends(proof: Proof, position: Any, claimed: Claimed, parts: Any) -> None:
    """A defence: for every result, whether its turn saves or loses."""
    _check_parts(parts, AT, "lost", "saved")
    check_fields(parts["saved"], f"{AT}/saved", {"results", "then"}, ["results", "then"])
    results, side = proof.results.listed(position), position.to_move
    lost = proof.answers(results, parts["lost"], f"{AT}/lost")
    those = [] if parts["saved"] == {"results": [], "then": None} else [{"by": None, **parts["saved"]}]
    saved = proof.answers(results, those, f"{AT}/saved")
    saving: list[CheckedResult] = []
    for index, result in enumerate(results):
        place = f"{AT}: result {index}"
        require(not (index in lost and index in saved), place, "it is listed under saved and under lost")
        if index in lost:
            proof.won(result.position, claimed.turns, lost[index])
        elif index in saved:
            proof.not_won(result.position, claimed.turns, saved[index].then, saved[index].where)
        else:
            require(result.outcome is not None, place, "it is listed neither under saved nor under lost")
        if not (index in lost or result.loses(side)):
            saving.append(result)
    is_one = all(proof.results.alike(saving[0], other) for other in saving[1:]) if claimed.unique else True
    holds = 0 < len(saving) < len(results) and is_one
    require(holds == claimed.is_so, "/verdict", f"{len(saving)} of {len(results)} turns save")


def _threats(proof: Proof, position: Any, claimed: Claimed, parts: Any) -> None:
    """Threats: the answers to all turns of the side to move, and why fewer, or others, are not enough."""
    results, number, unique = proof.results.listed(position), claimed.turns, claimed.unique
    given = set(parts) if isinstance(parts, dict) and not claimed.is_so else set()
    if given == {"defence"}:
        proof.not_mated(position, 1, cited(parts, "defence", AT))
    elif given == {"more"}:
        Uncovered(proof, results).check(parts["more"], (), number, None, f"{AT}/more")
    elif given == {"answers"}:
        fewer = len(answering(proof, position, results, parts["answers"], f"{AT}/answers"))
        require(fewer < number, f"{AT}/answers", f"these are {fewer}")
    elif claimed.is_so or (given == {"answers", "others"} and unique):
        _check_parts(parts, AT, "answers", "fewest" if claimed.is_so else "others")
        found = answering(proof, position, results, parts["answers"], f"{AT}/answers")
        require(len(found) == number, f"{AT}/answers", f"these are {len(found)}")
        if claimed.is_so:
            left, spared = (number, found) if unique else (number - 1, None)
            Uncovered(proof, results).check(parts["fewest"], (), left, spared, f"{AT}/fewest")
        else:
            others = answering(proof, position, results, parts["others"], f"{AT}/others")
            require(
                len(others) == number and others != found, f"{AT}/others", "these are the same answers, or not as many"
            )
    else:
        raise Refused(AT, "it has neither a defence nor answers")


def _passes(proof: Proof, position: Any, claimed: Claimed, parts: Any) -> None:
    """A win of the other side after a pass."""
    _wins(proof, proof.results.passed(position, "/position"), claimed, parts)


def _series(proof: Proof, position: Any, claimed: Claimed, parts: Any) -> None:
    """A series: its turns. All results are gone through to see that there is no other, no shorter one, or none."""
    turns, unique = claimed.turns, claimed.unique
    given = set(parts) if isinstance(parts, dict) and unique and not claimed.is_so else set()
    if given == {"short"}:
        shorter = len(_played(proof, position, parts["short"], f"{AT}/short"))
        require(shorter < turns, f"{AT}/short", f"these are {shorter} turns")
        return
    names = ["series"] if claimed.is_so else ["series", "other"] if given else []
    _check_parts(parts, AT, *names)
    looks = [_played(proof, position, parts[name], f"{AT}/{name}") for name in names]
    require(all(len(look) == turns for look in looks), AT, f"not a series of {turns} turns")
    if len(looks) == 2:
        require(looks[0] != looks[1], f"{AT}/other", "it is the series itself")
    elif unique or not claimed.is_so:
        ways = Ways(proof.results)
        if claimed.is_so:
            require(not any(ways.count(position, fewer) for fewer in range(1, turns)), AT, "a shorter series wins")
        found = ways.count(position, turns)
        require(found == (1 if claimed.is_so else 0), AT, f"{found} series of {turns} turns win")


def _played(proof: Proof, position: Any, texts: Any, at: str) -> list[str]:
    """The boards after each turn of a winning series."""
    require(isinstance(texts, list) and len(texts) > 0, at, "not a list of turns")
    looks: list[str] = []
    for number, text in enumerate(texts[:-1]):
        result = proof.results.after(position, text, f"{at}/{number}")
        require(result.outcome is None, f"{at}/{number}", "the game is over")
        looks.append(proof.results.look(result))
        position = proof.results.passed(result.position, f"{at}/{number}")
    won = proof.won(position, 1, CitedTurn(texts[-1], None, f"{at}/{len(texts) - 1}"))
    return [*looks, proof.results.look(won)]


class Ways:
    """The number of winning series that look different. All of them are gone through."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._counted: dict[tuple[Hashable, int], int] = {}

    def count(self, position: Any, turns: int) -> int:
        """The number of series of exactly n turns that win by the last."""
        key = image_key(self._results.game, position), turns
        if key not in self._counted:
            self._counted[key] = self._wins(position) if turns == 1 else self._longer(position, turns)
        return self._counted[key]

    def _wins(self, position: Any) -> int:
        return len({self._results.look(result) for _, result in self._results.wins_now(position)})

    def _longer(self, position: Any, turns: int) -> int:
        going_on = {self._results.look(each): each for each in self._results.of(position) if each.outcome is None}
        ways = 0
        for each in going_on.values():
            try:
                passed = self._results.passed(each.position, AT)
            except Refused:
                continue
            ways += self.count(passed, turns - 1)
        return ways


def _differs(proof: Proof, position: Any, claimed: Claimed, parts: Any) -> None:
    """A reading that decides: a win under one value, none under the other."""
    game, readings = proof.results.game, position.readings
    changed = game.Readings.from_mapping({**readings.to_mapping(), claimed.reading: claimed.value})
    if changed == readings:
        raise InputError(f"{claimed.value} is in force anyway", "/claim", "another value of the reading")
    other = game.from_json(to_json(game, position), changed)
    if game.outcome(other) is not None:
        raise InputError("with the other value the game is over", "/position", "a position in which it goes on")
    places = {"stated": position, "other": other}
    only = isinstance(parts, dict) and len(parts) == 1 and claimed.unique and not claimed.is_so
    _check_parts(parts, AT, *(parts.keys() & places.keys() if only else places))
    won = [name for name in parts if "key" in _object(parts[name], f"{AT}/{name}")]
    require(only or (len(won) == 1) == claimed.is_so, AT, f"{len(won)} of them win")
    for name, part in parts.items():
        unique = bool(only or (claimed.unique and claimed.is_so and name in won))
        its = Claimed("wins", claimed.turns, unique, name in won and not only)
        if only:
            require(
                set(part) in ({"key", "cook"}, {"short"}),
                f"{AT}/{name}",
                "it has neither a second key nor a shorter win",
            )
        _wins(proof, places[name], its, part, f"{AT}/{name}")


def _object(value: Any, at: str) -> Mapping[str, Any]:
    require(isinstance(value, dict), at, "not an object")
    return dict(value)


def _check_parts(parts: Any, at: str, *wanted: str) -> None:
    check_fields(parts, at, set(wanted), sorted(wanted))


SHOWN: Mapping[str, Callable[[Proof, Any, Claimed, Any], None]] = {
    "wins": _wins,
    "mated": _mated,
    "defends": _defends,
    "threats": _threats,
    "passes": _passes,
    "series": _series,
    "differs": _differs,
}
"""For each kind of claim, the function that checks its proof."""
