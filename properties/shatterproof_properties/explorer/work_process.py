"""Long questions, each answered in its own process, which writes its answers line by line."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncGenerator
from contextlib import suppress

from shatterproof import strict_json
from shatterproof_properties.explorer.knowledge import Json
from shatterproof_properties.explorer.service import Explorer, check_question, failure

MOST_WORK = 2
"""The most long questions at work at the same time."""
BUSY = f"{MOST_WORK} questions that take long are at work already"
LONGEST_WORK = 180.0
"""The seconds without output after which a process is ended."""
LONGEST_END = 30.0
"""The seconds after its answer in which a process must end by itself."""
LONGEST_LINE = strict_json.SIZE_LIMIT


class WorkProcesses:
    """The processes at work. A process is killed once nobody listens to it."""

    def __init__(self) -> None:
        self.working = 0

    @property
    def is_busy(self) -> bool:
        """Whether the most processes are at work already."""
        return self.working >= MOST_WORK

    async def lines(self, question: object) -> AsyncGenerator[bytes, None]:
        """The lines that a new process writes about a question; the last one is its answer."""

        def failed(code: str, text: str) -> bytes:
            return json.dumps(failure(code, text)).encode() + b"\n"

        # Another may have begun since it was last asked: work counts from here on, where it is sure to be counted off.
        if self.is_busy:
            yield failed("refused", BUSY)
            return
        self.working += 1
        process = None
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", __name__, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
            )
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(strict_json.encode(question).encode())
            process.stdin.close()
            answered = False
            while line := await asyncio.wait_for(process.stdout.readline(), LONGEST_WORK):
                answered = not line.startswith(b'{"progress"')
                yield line
            if not answered:
                yield failed("internal", "the work ended without an answer")
            # A process that has ended is not killed: asyncio would complain that it cannot tell how it ended.
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), LONGEST_END)
        except TimeoutError:
            yield failed("too-many", "it took too long")
        except OSError:
            yield failed("internal", "the work could not begin")
        except ValueError:
            yield failed("too-many", "the answer is too long")
        finally:
            self.working -= 1
            if process is not None and process.returncode is None:
                process.kill()
                # What it wrote and nobody reads would be waited for without end by `wait`.
                await process.communicate()


def main() -> None:
    """Reads a question and writes messages about its progress, then the answer as the last line."""

    def say(message: Json) -> None:
        sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
        sys.stdout.flush()

    say({"progress": {"text": "at work"}})
    question = strict_json.decode(sys.stdin.buffer.read())
    say(Explorer(check=check_question).work(question, say))


if __name__ == "__main__":
    main()
