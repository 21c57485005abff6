"""Makes the files of spec/vectors anew: `python -m shatterproof_properties.conformance.vectors [--check]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from shatterproof.game import OURS
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.conformance.vectors.release import Files, make, write, wrong_answers
from shatterproof_properties.conformance.vectors.vector import SETS, file_name, folder, read, read_file, read_index


def main(arguments: Sequence[str]) -> int:
    """Makes the files, or checks those that there are against the reference: 1 if an answer is wrong."""
    parser = argparse.ArgumentParser(prog="python -m shatterproof_properties.conformance.vectors", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*OURS, []], help="make only these anew; the others stay")
    parser.add_argument("--check", action="store_true", help="make nothing: compare all answers with the reference")
    parser.add_argument("--into", type=Path, default=None, help="the folder of the files, spec/vectors by default")
    chosen = parser.parse_args(arguments)
    return check(chosen.games or OURS) if chosen.check else remake(chosen.games or OURS, chosen.into or folder())


def remake(games: Sequence[str], into: Path) -> int:
    """Makes the vectors of some games anew and writes everything."""
    into.mkdir(parents=True, exist_ok=True)
    files: Files = {}
    for game in OURS:
        made = make(game) if game in games else {which: read_file(into / file_name(game, which)) for which in SETS}
        files |= {(game, which): vectors for which, vectors in made.items()}
    index = write(into, files)
    for entry in index["files"]:
        print(f"{entry['name']}: {entry['vectors']:,} vectors, {entry['bytes']:,} bytes")
    print(f"version {index['version']}")
    return 0


def check(games: Sequence[str]) -> int:
    """Compares every answer with the reference; says which are wrong."""
    wrong = 0
    for game in games:
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
