"""What can go wrong with a question to an engine; and the line that answers it, read as an answer or as an error."""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from shatterproof import strict_json
from shatterproof.errors import InputError
from shatterproof_properties.common.prose import printable
from shatterproof_properties.engines.limits import MIB, Limits
from shatterproof_properties.protocol.announced import contradiction
from shatterproof_properties.protocol.messages import check

_OUT_OF_MEMORY = re.compile(r"out of memory|MemoryError|bad_alloc|allocation failed|cannot allocate", re.IGNORECASE)
_FILE_TOO_LARGE = re.compile(r"file too large|EFBIG", re.IGNORECASE)
_SHOWN = 200


class GaveUp(Exception):
    """The engine had to be restarted more often than the limits allow."""


class Stopped(Exception):
    """Raised to stop work whose time or effort is used up.

    If an answer was still due, the process has been ended, and its question is not among those `asked`.
    """


class Late(Exception):
    """No whole line by the deadline."""


class TooLong(Exception):
    """A line over the limit."""


class OverLimit(Exception):
    """An engine has gone over one of its limits; str() says over which."""


class Ended(Exception):
    """The engine has ended or closed its output; there is no more to read."""


class EngineError(Exception):
    """A question that got no answer to compare. str() is one line that is safe to print, whatever the engine said.

    `outcome` is the word it is counted under, `question` what was asked, `stderr` the end of what the engine wrote
    there. It is `fatal` if question and answer may be out of step, so that the process had to be ended; `last_lines`
    are then the last lines in both directions.
    """

    outcome: ClassVar[str]
    fatal = False

    def __init__(self, text: str) -> None:
        super().__init__(printable(text))
        self.question: dict[str, Any] = {}
        self.stderr = ""
        self.last_lines: tuple[str, ...] = ()


class Timeout(EngineError):
    """No whole line within the limit."""

    outcome, fatal = "timeout", True


class Died(EngineError):
    """The process ended, or closed its output, instead of answering."""

    outcome, fatal = "error", True


class Breach(EngineError):
    """An answer that breaks the protocol: `what` was wrong, and `where` in it (a JSON pointer)."""

    outcome = "breach"

    def __init__(self, what: str, where: str = "", line: bytes = b"", fatal: bool = False) -> None:
        super().__init__(f"{f'at {where}: ' if where else ''}{what}{f' in {excerpt(line)}' if line else ''}")
        self.what, self.where, self.fatal = what, where, fatal


class ErrorAnswer(EngineError):
    """The engine answered with an error: `code` of the closed list, its text, and a JSON pointer."""

    outcome = "error"

    def __init__(self, code: str, text: str, at: str = "") -> None:
        super().__init__(f"{code}: {text}{f' (at {at})' if at else ''}")
        self.code = code


class Skipped(EngineError):
    """The engine declared the question a known gap; str() is its reason."""

    outcome = "skip"


def death(code: int | None, half: bytes, stderr: str, limits: Limits, *, at_start: bool) -> Died:
    """How a process ended, from its exit code, the half line it left, the end of its stderr, and its limits.

    `at_start`: it has answered nothing yet.
    """
    how, hint = ending(code) + (f", leaving half a line: {excerpt(half)}" if half else ""), ""
    last = next((line.strip() for line in reversed(stderr.split("\n")) if line.strip()), "")
    if limits.disk is not None and (code == -signal.SIGXFSZ or _FILE_TOO_LARGE.search(stderr)):
        hint = f"; it wrote a file of more than {limits.disk // MIB} MiB"
    elif limits.memory and _OUT_OF_MEMORY.search(stderr):
        hint = f"; it ran out of memory, of which it may use {limits.memory // MIB} MiB"
    elif at_start and code and code > 0 and limits.cwd is None:
        hint = " (the engine runs in an empty folder of its own; --engine-cwd DIR runs it elsewhere)"
    return Died(how + hint + (f"; stderr ends: {last[:_SHOWN]}" if last else ""))


def superfluous(output: bytes) -> str:
    return "output that nobody asked for" if output.strip() else "a blank line that nobody asked for"


def ending(code: int | None) -> str:
    if code is None:
        return "the engine closed its output"
    if code >= 0:
        return f"the engine ended with code {code}"
    try:
        return f"the engine was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"the engine was ended by signal {-code}"


def bad_end(code: int | None, stray: bytes, left_behind: Sequence[str], when: str) -> str:
    """The fault of an exit after bye or after the end of the input, "" for none."""
    if code is None:
        return f"still running {when}"
    if code != 0:
        return f"{ending(code)} {when}, not with code 0"
    if stray:
        return f"output {when}: {excerpt(stray)}"
    return f"processes left behind {when}: {', '.join(left_behind)}" if left_behind else ""


def excerpt(line: bytes) -> str:
    return repr(line[:_SHOWN].decode("utf-8", "replace")) + ("..." if len(line) > _SHOWN else "")


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
        wanted = question["id"]
        why = "a second answer" if given < wanted else "out of order" if given <= latest else "nobody asked that"
        raise Breach(f"answers question {given}, not {wanted}: {why}", "/id", line, fatal=True)
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
    if fault := inconsistency(question, answer["ok"]):
        raise Breach(*fault)
    return answer["ok"]


def inconsistency(question: Mapping[str, Any], ok: Any) -> tuple[str, str] | None:
    """Why an answer that fits its schema does not fit the question, and the pointer to it."""
    do = question["do"]
    if do == "apply" and "turns" in question and ok["verdict"] != "legal":
        if not 0 <= ok.get("at", -1) < len(question["turns"]):
            return "with turns from the start, at is the index of the turn that is not legal", "/ok/at"
    elif do == "apply" and "at" in ok:
        return "at goes with turns from the start only", "/ok/at"
    elif do == "count":
        depth, by = question["depth"], ok["by"]
        if depth == 0 and by:
            return "at depth 0 nothing is under a turn", "/ok/by"
        if ok["total"] != (sum(leaves for _, leaves in by) or depth == 0):
            return "total is not the sum of the numbers in by", "/ok/total"
        for index, (turn, following) in enumerate(pairwise(turn for turn, _ in by), start=1):
            if not turn < following:
                return f"not sorted by turn: {following} after {turn}", f"/ok/by/{index}"
    elif do == "batch" and len(ok) != len(question["items"]):
        return f"{len(ok)} answers to {len(question['items'])} questions", "/ok"
    elif do == "hello":
        return contradiction(ok)
    return None
