"""What is measured of a puzzle: how wide its play is, and what its turns do, counted by replay with the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from shatterproof.crumble.cuts import Cut
from shatterproof.crumble.joins import Join, joins
from shatterproof.crumble.position import after_work, recoloured
from shatterproof.crumble.swaps import Standing as Swapping
from shatterproof.crumble.swaps import swap_step
from shatterproof.scrunch.cells import opponent
from shatterproof.scrunch.creation import isolated_cells
from shatterproof.scrunch.death import must_remove
from shatterproof.scrunch.snakes import Standing, friends
from shatterproof.splinter.position import pieces_pushed, slide_of
from shatterproof_properties.protocol.features import clauses_of_turn
from shatterproof_properties.puzzles.checker.certificate import Json
from shatterproof_properties.puzzles.checker.motifs import motif_of
from shatterproof_properties.puzzles.claims.puzzle import Puzzle
from shatterproof_properties.puzzles.proof.proved_play import PlayedTurn, ProvedPlay, proved_play
from shatterproof_properties.puzzles.rating.solver_model import Solving

TurnFeatures = Mapping[str, int]
"""How much of each thing a turn does, by the names that CRUMBLE, SCRUNCH and SPLINTER explain."""

CRUMBLE = {
    "cut": "pieces that it cuts",
    "joined": "pieces that it joins into one",
    "smaller": "1 where the pieces that it joins could have been joined with more",
    "steps": "steps of its walk",
    "returns": "1 where its walk swaps into a piece twice, or into that in which it began",
    "captured": "pieces captured on the way",
    "own captured": "of these, pieces of the mover",
}
SCRUNCH = {
    "eggs": "1 for an egg",
    "placed": "stones placed",
    "moved": "stones moved",
    "merged": "own snakes that the placed stone joins, if several",
    "cured": "1 where the placed stone alone would leave a mutant",
    "stepped": "1 where the moved stone stands alone afterwards",
    "removed": "own snakes removed",
    "stones lost": "stones of the snakes removed",
    "leaves creation": "1 where the mover leaves creation by it",
    "strangles": "1 where the other side, past creation, has to remove after it",
    "shuts out": "1 where it takes the last cell for an egg from the other side in creation",
    "last egg": "1 for an egg after which the mover has no cell for another",
}
SPLINTER = {
    "line": "pieces that slide",
    "off board": "pieces pushed off the board",
    "splintered": "pieces cut off from the group that stays",
    "own lost": "pieces that the mover loses",
    "theirs lost": "pieces that the other side loses",
    "tie": "1 where a tied group has to be named",
}


@dataclass(frozen=True)
class MeasuredThreat:
    """A turn that answers replies, wherever it works on the same pieces: how many, and what it does at most."""

    answers: int
    does: TurnFeatures


@dataclass(frozen=True)
class Features:
    """What is measured of a puzzle.

    `turns` are the attacker's; `choices` the results that the side to move has in the diagram; `replies` those that
    the defender has to the key, or in the diagram; of them `lost_at_once` need no answer, `saving` have none, and the
    others are answered by `threats`, the most useful first. `key` is what the key does, where there is one. The
    model of a solver says: `tries`, first turns looked at before the key that fail to one reply only; `work`, turns
    looked at in all; `gains`, the material that the key takes; `denied`, whether the key would fail if nothing were
    remembered. `baited` counts replies that take more than they give up, answered by turns that answer no others.
    """

    game: str
    kind: str
    turns: int
    choices: int
    replies: int
    lost_at_once: int
    saving: int
    key: TurnFeatures | None
    threats: tuple[MeasuredThreat, ...]
    tries: int = 0
    work: int = 0
    gains: float | None = None
    baited: int = 0
    denied: bool = False

    @property
    def answered(self) -> int:
        """Replies that a threat answers."""
        return sum(threat.answers for threat in self.threats)

    @property
    def best_share(self) -> int:
        """The percentage of the answered replies that the most useful threat answers, rounded; 0 without any."""
        return round(100 * self.threats[0].answers / self.answered) if self.threats else 0

    @property
    def attacks(self) -> tuple[TurnFeatures, ...]:
        """What each turn of the attacker does: the key, then the threats."""
        return (*((self.key,) if self.key is not None else ()), *(threat.does for threat in self.threats))

    def most(self, name: str) -> int:
        """The most that any turn of the attacker does of something."""
        return max((attack.get(name, 0) for attack in self.attacks), default=0)

    def does(self, *names: str) -> bool:
        """Whether some turn of the attacker does all these things."""
        return any(all(attack.get(name, 0) for name in names) for attack in self.attacks)

    @property
    def costs(self) -> int:
        """Splinter: how many pieces more than it takes the key gives up, without a key the most useful threat."""
        main = self.attacks[0] if self.attacks else {}
        return main.get("own lost", 0) - main.get("theirs lost", 0)

    def mean(self, name: str) -> float:
        """What the turns of the attacker do of something on average; 0 without any."""
        return sum(attack.get(name, 0) for attack in self.attacks) / max(1, len(self.attacks))


def measure(puzzle: Puzzle, certificate: Json, solving: Solving | None = None) -> Features:
    """The features of a puzzle from a certificate that the checker has accepted.

    Raises InputError for a certificate that does not prove the puzzle's claim.
    """
    return features_of(puzzle, proved_play(puzzle, certificate), solving)


def features_of(puzzle: Puzzle, play: ProvedPlay, solving: Solving | None = None) -> Features:
    """The features of a puzzle from its play."""
    answers = [reply.answer for reply in play.replies if reply.answer is not None]
    saving = sum(reply.saves for reply in play.replies)
    return Features(
        game=puzzle.game,
        kind=puzzle.claim.kind,
        turns=puzzle.claim.depth,
        choices=play.choices,
        replies=len(play.replies),
        lost_at_once=len(play.replies) - len(answers) - saving,
        saving=saving,
        key=turn_features(play.key) if play.key else None,
        threats=_threats(answers, puzzle.claim.meaning.counts_answers),
        tries=solving.near_tries if solving else 0,
        work=solving.work if solving else 0,
        gains=solving.gains if solving else None,
        denied=solving.denied if solving else False,
        baited=_baited(play),
    )


def _baited(play: ProvedPlay) -> int:
    """The replies that take more than they give up, answered by turns that answer no others."""
    greedy: dict[Any, list[bool]] = {}
    for reply in play.replies if play.key is not None else ():
        if reply.answer is not None:
            greedy.setdefault(reply.answer.turn, []).append(_takes(turn_features(reply.turn)))
    return sum(len(each) for each in greedy.values() if all(each))


def _takes(does: TurnFeatures) -> bool:
    """Whether a turn of Crumble or Splinter takes more pieces than it gives up."""
    taken = does.get("captured", 0) + does.get("theirs lost", 0)
    return taken > 2 * does.get("own captured", 0) + does.get("own lost", 0)


def _threats(answers: list[PlayedTurn], by_idea: bool) -> tuple[MeasuredThreat, ...]:
    """The answers, those that are the same turn, or count as one answer, put together."""
    same = [motif_of(played.game, played.turn) if by_idea else played.turn for played in answers]
    used = Counter(same)
    done: dict[Any, TurnFeatures] = {}
    for played, motif in zip(answers, same, strict=True):
        does, before = turn_features(played), done.get(motif, {})
        done[motif] = {name: max(count, before.get(name, 0)) for name, count in does.items()}
    return tuple(
        MeasuredThreat(count, done[motif]) for motif, count in sorted(used.items(), key=lambda use: (-use[1], use[0]))
    )


def turn_features(played: PlayedTurn) -> TurnFeatures:
    """What a legal turn does."""
    return _MEASURED[played.game.NAME](played)


def _crumble(played: PlayedTurn) -> TurnFeatures:
    before, turn = played.before, played.turn
    arrangement = after_work(before.arrangement, turn.work)
    swapping = Swapping(recoloured(before.black, turn.work), turn.walk.start if turn.walk else turn.work.pieces[0])
    captured, own, visited = 0, 0, [swapping.at]
    for direction in turn.walk.path if turn.walk else "":
        following = swap_step(arrangement, swapping, direction, before.readings)
        taken = (swapping.black ^ following.black) ^ {swapping.at, following.at}
        captured += len(taken)
        own += sum((piece in swapping.black) == (before.to_move == "black") for piece in taken)
        swapping = following
        visited.append(swapping.at)
    pieces, is_cut = len(turn.work.pieces), isinstance(turn.work, Cut)
    return {
        "cut": pieces if is_cut else 0,
        "joined": 0 if is_cut else pieces,
        "smaller": int(not is_cut and _joins_more(before, turn.work)),
        "steps": len(turn.walk.path) if turn.walk else 0,
        "returns": int(len(set(visited)) < len(visited)),
        "captured": captured,
        "own captured": own,
    }


def _joins_more(position: Any, work: Join) -> bool:
    """Whether there is a join of the same pieces and more."""
    return any(set(work.pieces) < set(other.pieces) for other in joins(position.arrangement, position.own))


def _scrunch(played: PlayedTurn) -> TurnFeatures:
    before, turn, after = played.before, played.turn, played.after
    mover = before.mover
    clauses = clauses_of_turn(played.game, before, turn)
    gone = sum(len(snake) for snake in mover.snakes if min(snake) in turn.removed)
    touched = friends(before.side, mover.own, turn.placed) if turn.placed and not turn.removed else []
    merged = sum(any(cell in snake for cell in touched) for snake in mover.snakes)
    past = after.to_move not in after.creating and bool(after.stones(after.to_move))
    return {
        "eggs": int("scrunch.creation.egg" in clauses),
        "placed": int(turn.placed is not None),
        "moved": int(turn.moved is not None),
        "merged": merged if merged > 1 else 0,
        "cured": int("scrunch.growth.cure" in clauses),
        "stepped": int("scrunch.growth.step" in clauses),
        "removed": len(turn.removed),
        "stones lost": gone,
        "leaves creation": int(before.to_move in before.creating and before.to_move not in after.creating),
        "strangles": int(past and must_remove(after.mover)),
        "shuts out": int(_can_lay(before, after.to_move) and not _can_lay(after, after.to_move)),
        "last egg": int("scrunch.creation.egg" in clauses and not _can_lay(after, before.to_move)),
    }


def _can_lay(position: Any, side: str) -> bool:
    """Whether a side in creation has a cell for an egg, be it to move or not."""
    own, others = position.stones(side), position.stones(opponent(side))
    standing = Standing(position.side, own, others, side in position.creating, position.readings)
    return standing.creating and bool(isolated_cells(standing))


def _splinter(played: PlayedTurn) -> TurnFeatures:
    before, turn, after = played.before, played.turn, played.after
    if turn.square is None:
        return dict.fromkeys(("line", "off board", "splintered", "own lost", "theirs lost", "tie"), 0)
    slide = slide_of(before, turn.square, turn.direction)
    pushed = pieces_pushed(before, slide)
    was = [piece.colour == before.to_move for piece in before.pieces.values()]
    now = [piece.colour == before.to_move for piece in after.pieces.values()]
    return {
        "line": len(slide.run),
        "off board": len(was) - len(pushed),
        "splintered": len(pushed) - len(now),
        "own lost": was.count(True) - now.count(True),
        "theirs lost": was.count(False) - now.count(False),
        "tie": int(turn.choice is not None),
    }


_MEASURED: dict[str, Callable[[PlayedTurn], TurnFeatures]] = {
    "crumble": _crumble,
    "scrunch": _scrunch,
    "splinter": _splinter,
}
