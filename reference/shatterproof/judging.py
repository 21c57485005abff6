"""Judging game records: replaying them turn by turn, and what that shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shatterproof.errors import InputError, shorten
from shatterproof.game import AmbiguousTurn, IllegalTurn, MalformedTurn, Outcome, Position, Turn, describe_outcome
from shatterproof.movetext import RecordedTurn
from shatterproof.record import Record, read_turn, result_mark


@dataclass(frozen=True)
class Judgement:
    """What replaying a record showed.

    Attributes:
        legal: Whether every turn was legal.
        position: The position after the last turn, or before the illegal one.
        played: The number of legal turns played.
        outcome: How the rules end the game; None while it goes on.
        at: The illegal turn, as written.
        clause: The clause that the illegal turn breaks.
        reason: How it breaks it, in one line.
        remarks: Lines about marks and results that do not fit.
        agreed: Whether the record calls an undecided game drawn.
        fits: Whether the result of the record is that of the rules.
    """

    legal: bool
    position: Position
    played: int
    outcome: Outcome | None = None
    at: RecordedTurn | None = None
    clause: str = ""
    reason: str = ""
    remarks: tuple[str, ...] = ()
    agreed: bool = False
    fits: bool = True


def replay(record: Record) -> Iterator[tuple[RecordedTurn, Turn, Position]]:
    """Play a record turn by turn.

    Args:
        record: The record.

    Yields:
        Each turn as written, the turn that it means, and the position after it.

    Raises:
        IllegalTurn: A turn breaks a rule, also one after the end of the game.
        MalformedTurn: The grammar excludes a turn; `where` says the line.
        InputError: A turn is ambiguous; `where` says the line.
    """
    position = record.position
    for written in record.turns:
        try:
            turn = read_turn(record.game, position, written.text, record.notation)
        except MalformedTurn as error:
            error.locate(written.where)
            raise
        except AmbiguousTurn as error:
            what = f"{shorten(written.text, 60)!r} is ambiguous without its hyphens"
            raise InputError(what, written.where, " or ".join(error.meanings)) from None
        position = record.game.play(position, turn)
        yield written, turn, position


def judge(record: Record) -> Judgement:
    """Judge whether a game is legal throughout, and how it ended.

    Args:
        record: The record.

    Returns:
        The judgement; of an illegal game with the first illegal turn, its clause and the reason.

    Raises:
        InputError: A turn is malformed or ambiguous; `where` says the line.
    """
    position, played = record.position, 0
    remarks = list(record.remarks)
    try:
        for written, _, after in replay(record):
            position, played = after, played + 1
            if written.text.endswith("+"):
                remarks += _check_mark(record, written, position)
    except IllegalTurn as error:
        at = record.turns[played]
        return Judgement(False, position, played, None, at, error.clause, error.reason, tuple(remarks))
    outcome = record.game.outcome(position)
    unfit = _check_result(record, outcome)
    remarks += _check_tag(record)
    agreed = outcome is None and record.result == "1/2-1/2"
    return Judgement(True, position, played, outcome, remarks=(*remarks, *unfit), agreed=agreed, fits=not unfit)


def _check_mark(record: Record, written: RecordedTurn, after: Position) -> list[str]:
    """Remarks on a mark + that is doubled, and on one after which there is no threat to win with the next turn."""
    marked = f"{written.where}: {written.text} is marked +"
    remarks = [f"{marked}+, which is read as +"] if written.text.endswith("++") else []
    ended = record.game.outcome(after)
    if ended:
        return [*remarks, f"{marked}, but the game is over: {describe_outcome(ended)}"]
    if not record.game.threatens(after):
        return [*remarks, f"{marked}, but threatens no win"]
    return remarks


def _check_tag(record: Record) -> list[str]:
    """A remark on a tag Result that is not the result at the end of the turns."""
    said = record.tags.get("Result")
    if said is None or record.result is None or said == record.result:
        return []
    return [f"the tag Result says {shorten(said, 40)}, the end of the record {record.result}"]


def _check_result(record: Record, outcome: Outcome | None) -> list[str]:
    """Remarks on a result that the position does not bear out; an undecided game may be drawn, or given up."""
    if record.result is None:
        return []
    expected = result_mark(record.game, outcome)
    resigned = record.tags.get("Termination") == "resignation"
    if outcome is None and record.result not in ("*", "1/2-1/2") and not resigned:
        return [f"the result {record.result} is not reached on the board: the game is undecided"]
    if outcome is not None and record.result != expected:
        return [f"the result is {record.result}, but should be {expected}: {describe_outcome(outcome)}"]
    return []
