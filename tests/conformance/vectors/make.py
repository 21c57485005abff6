"""Makes the files of spec/vectors anew: `python tests/conformance/vectors/make.py [GAME ...]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from conformance.vectors.making.release import Files, make, write
from shatterproof.game import OURS
from shatterproof_properties.conformance.vectors.vector import SETS, file_name, folder, read_file


def main(arguments: Sequence[str]) -> None:
    """Makes the vectors of some games anew, or of all, and writes everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*OURS, []], help="make only these anew; the others stay")
    parser.add_argument("--into", type=Path, default=None, help="the folder of the files, spec/vectors by default")
    chosen = parser.parse_args(arguments)
    games, into = chosen.games or OURS, chosen.into or folder()
    into.mkdir(parents=True, exist_ok=True)
    files: Files = {}
    for game in OURS:
        made = make(game) if game in games else {which: read_file(into / file_name(game, which)) for which in SETS}
        files |= {(game, which): vectors for which, vectors in made.items()}
    index = write(into, files)
    for entry in index["files"]:
        print(f"{entry['name']}: {entry['vectors']:,} vectors, {entry['bytes']:,} bytes")
    print(f"version {index['version']}")


if __name__ == "__main__":
    main(sys.argv[1:])
