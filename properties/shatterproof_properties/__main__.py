"""The program that a user starts: the commands, interrupted in good order from the first import on."""

from __future__ import annotations

import sys

from shatterproof_properties.common.interrupts import Interrupted, ignore_interrupts, orderly_end


def main() -> None:
    """Runs the command that is asked for, and ends the program with its exit code."""
    try:
        with orderly_end():
            try:
                # Imported late, so that an interrupt during its imports is reported in one line as well.
                from shatterproof_properties.cli import main as commands

                commands(prog_name="shatterproof")
            finally:
                ignore_interrupts()
    except Interrupted as interrupted:
        print(f"shatterproof: {interrupted}", file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
