"""Compares the answers of all vectors with the reference: `python -m shatterproof_properties.conformance.vectors`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from shatterproof.game import OURS
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.conformance.vectors.vector import read, read_index, wrong_answers


def main(arguments: Sequence[str]) -> int:
    """Compares the vectors of some games, or of all, with the reference, and prints the wrong ones.

    Returns 1 if there are any.
    """
    parser = argparse.ArgumentParser(prog="python -m shatterproof_properties.conformance.vectors", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*OURS, []], help="only these games")
    wrong = 0
    for game in parser.parse_args(arguments).games or OURS:
        vectors = read(game, "full")
        with Bar(f"vectors of {game}", len(vectors)) as bar:
            for number, vector in enumerate(vectors):
                bar.show(number)
                for found in wrong_answers([vector]):
                    wrong += 1
                    print(f"wrong: {found.id}")
    print(f"version {read_index()['version']}: {wrong:,} wrong answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
