"""Work for one question in a process of its own: the question comes on the standard input, answers go out by lines."""

from __future__ import annotations

import json
import sys

from shatterproof import strict_json
from shatterproof_properties.explorer.messages import check_question
from shatterproof_properties.explorer.service import Explorer
from shatterproof_properties.explorer.showing import Json


def main() -> None:
    """Reads a question and writes what its work says: progress, and the answer as the last line."""

    def say(message: Json) -> None:
        sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
        sys.stdout.flush()

    say({"progress": {"text": "at work"}})
    question = strict_json.decode(sys.stdin.buffer.read())
    say(Explorer(check=check_question).work(question, say))


if __name__ == "__main__":
    main()
