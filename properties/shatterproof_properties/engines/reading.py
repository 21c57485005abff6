"""Reading an answer: the line, its form, and whether it fits the question."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.engines.errors import Breach, ErrorAnswer, Skipped
from shatterproof_properties.protocol.announced import contradiction
from shatterproof_properties.protocol.messages import check


def read_answer(question: Mapping[str, Any], line: bytes, latest: int, limit: int) -> Any:
    """The `ok` part of the answer to a question, from a line without its newline.

    `latest` is the id of the newest question that was sent, `limit` the most bytes of a line. Raises Breach,
    ErrorAnswer or Skipped, and nothing else, whatever the line holds.
    """
    try:
        answer = strict_json.decode(line, size=limit)
    except InputError as error:
        raise Breach(str(error), line=line, fatal=True) from None
    given = answer.get("id") if isinstance(answer, dict) else None
    if type(given) is int and given != question["id"]:
        raise Breach(_out_of_step(given, question["id"], latest), "/id", line, fatal=True)
    return checked(question, answer)


def checked(question: Mapping[str, Any], answer: Any) -> Any:
    """The `ok` part of an answer with the right id. Raises Breach, ErrorAnswer or Skipped."""
    try:
        check(f"{question['do']}-answer", answer)
    except InputError as error:
        fatal = error.where in ("", "/id")
        raise Breach(str(InputError(error.what, "", error.expected)), error.where, fatal=fatal) from None
    if "error" in answer:
        refusal = answer["error"]
        raise ErrorAnswer(refusal["code"], refusal["text"], refusal.get("at", ""))
    if "skip" in answer:
        raise Skipped(answer["skip"]["why"])
    if fault := _inconsistency(question, answer["ok"]):
        raise Breach(*fault)
    return answer["ok"]


def _out_of_step(given: int, wanted: int, latest: int) -> str:
    why = "a second answer" if given < wanted else "out of order" if given <= latest else "nobody asked that"
    return f"answers question {given}, not {wanted}: {why}"


def _inconsistency(question: Mapping[str, Any], ok: Any) -> tuple[str, str] | None:
    """Why an answer that fits its schema does not fit the question, and the pointer to it."""
    do = question["do"]
    if do == "apply" and "turns" in question and ok["verdict"] != "legal":
        if not 0 <= ok.get("at", -1) < len(question["turns"]):
            return "with turns from the start, at is the index of the turn that is not legal", "/ok/at"
    elif do == "apply" and "at" in ok:
        return "at goes with turns from the start only", "/ok/at"
    elif do == "count":
        return _miscount(question["depth"], ok["total"], ok["by"])
    elif do == "batch" and len(ok) != len(question["items"]):
        return f"{len(ok)} answers to {len(question['items'])} questions", "/ok"
    elif do == "hello":
        return contradiction(ok)
    return None


def _miscount(depth: int, total: int, by: list[list[Any]]) -> tuple[str, str] | None:
    if depth == 0 and by:
        return "at depth 0 nothing is under a turn", "/ok/by"
    if total != (sum(leaves for _, leaves in by) or depth == 0):
        return "total is not the sum of the numbers in by", "/ok/total"
    for index, (turn, following) in enumerate(pairwise(turn for turn, _ in by), start=1):
        if not turn < following:
            return f"not sorted by turn: {following} after {turn}", f"/ok/by/{index}"
    return None
