"""The statements of Scrunch and Splinter in z3 against the reference; and lemmas on boards too large for every run.

Run on demand: `python tests/benchmarks/agreement_small.py [--games N] [--set-ups N] [--seed N] [--lemmas]`. Every
position of the smallest boards, then random games and positions set up on larger ones. Exits 1 at any disagreement.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from rich.console import Console

from proofs.answers import all_scrunch_positions, answers, full_splinter_positions, played
from shatterproof import scrunch, splinter
from shatterproof.game import AnyGame
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.play.scrunch.positions import set_up as scrunch_set_up
from shatterproof_properties.play.splinter.positions import set_up as splinter_set_up
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.proofs.lemmas import Lemma, is_possible, is_proved
from shatterproof_properties.proofs.scrunch import laws as scrunch_laws
from shatterproof_properties.proofs.scrunch import verdicts as scrunch_verdicts
from shatterproof_properties.proofs.splinter import laws as splinter_laws
from shatterproof_properties.proofs.splinter import verdicts as splinter_verdicts

BOARDS = {scrunch: ("3", "3", "4"), splinter: ("2x4", "5x2", "3x4", "4x4", "5x4")}
SET_UP = {scrunch: ("3",), splinter: ("3x3", "4x3", "4x4")}
LONGEST_GAME = 60

Law = Callable[[], list[Lemma]]
LEMMAS: dict[str, Law] = {
    "Scrunch 3, no turn raises the number of snakes": lambda: scrunch_laws.snakes_never_increase(3),
    "Scrunch 3, there is a snake to remove": lambda: scrunch_laws.there_is_a_snake_to_remove(3),
    "Scrunch 4, no mutant stands": lambda: scrunch_laws.no_mutant_stands(4),
    "Scrunch 4, a turn adds one stone": lambda: scrunch_laws.a_turn_adds_one_stone(4),
    "Splinter 3x3, nothing is added": lambda: splinter_laws.nothing_is_added(3, 3),
    "Splinter 4x3, nothing is added": lambda: splinter_laws.nothing_is_added(4, 3),
    "Splinter 4x3, one group stays": lambda: splinter_laws.one_group_stays(4, 3),
    "Splinter 4x4, nothing comes back": lambda: splinter_laws.nothing_comes_back(4, 4),
    "Splinter 4x4, a group stays": lambda: splinter_laws.a_group_stays(4, 4),
    "Splinter 16x16, there is a slide": lambda: splinter_laws.there_is_a_slide(16, 16),
}


def arranged(strategy: Any, number: int, random: Random) -> list[Any]:
    """So many positions set up."""
    found: list[Any] = []

    @seed(random.randrange(1 << 32))
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def note(position: Any) -> None:
        found.append(position)

    note()
    return found


def asked(games: int, set_ups: int, random: Random) -> Iterator[tuple[AnyGame, str, Any]]:
    """The positions, with their game and where they come from."""
    yield from ((scrunch, "all of side 2", position) for position in all_scrunch_positions(2))
    yield from ((splinter, "all of 2x3 in which the game goes on", position) for position in full_splinter_positions())
    for game, boards in BOARDS.items():
        for board in boards:
            for _ in range(games):
                yield from (
                    (game, f"games on {board}", position) for position in played(game, board, random, LONGEST_GAME)
                )
    for game, strategy in ((scrunch, scrunch_set_up), (splinter, splinter_set_up)):
        for board in SET_UP[game]:
            there = arranged(strategy(board, game.Readings(), decided=True), set_ups, random)
            yield from ((game, f"set up on {board}", position) for position in there)


def check(game: AnyGame, position: Any) -> bool:
    """Raises Disagreement; whether the side to move is mated now."""
    said, value = answers(game, position), game.to_json(position)
    if game is splinter:
        splinter_verdicts.check_turns(value, said)
        return False
    scrunch_verdicts.check_turns(value, said)
    mated = bool(said) and all(turn.startswith("x") and ended for turn, _, ended in said)
    if scrunch_verdicts.is_mated_now(value) != mated:
        raise Disagreement(f"mated now in {value}", f"z3 says {not mated}", f"the reference {mated}")
    return mated


def compare(positions: list[tuple[AnyGame, str, Any]], console: Console) -> int:
    """Prints how many positions of each kind were compared, and every disagreement; returns the number of these."""
    met, apart = Counter[str](), 0
    with Bar("z3 and the reference", len(positions)) as bar:
        for number, (game, kind, position) in enumerate(positions):
            met[f"{game.NAME}, {kind}"] += 1
            try:
                met["scrunch, mated now"] += check(game, position)
            except Disagreement as difference:
                apart += 1
                console.print(str(difference), style="red", soft_wrap=True)
            bar.show(number + 1)
    for name, number in met.items():
        console.print(f"{number:6}  {name}")
    console.print(f"{apart:6}  disagreements")
    return apart


def prove(console: Console) -> int:
    """Prints for each lemma whether it is proved, and in how many seconds; returns how many are not."""
    failed = 0
    for name, law in LEMMAS.items():
        begun = time.process_time()
        proved = all(is_possible(lemma) and is_proved(lemma) for lemma in law())
        failed += not proved
        console.print(f"{time.process_time() - begun:6.1f} s  {name}: {'proved' if proved else 'NOT PROVED'}")
    return failed


def main() -> None:
    """Prints what was compared, every disagreement, and the lemmas."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2, help="random games on each board")
    parser.add_argument("--set-ups", type=int, default=50, help="positions set up on each board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lemmas", action="store_true", help="prove lemmas on larger boards, nothing else")
    chosen, console = parser.parse_args(), Console()
    if chosen.lemmas:
        sys.exit(1 if prove(console) else 0)
    positions = list(asked(chosen.games, chosen.set_ups, Random(chosen.seed)))
    sys.exit(1 if compare(positions, console) else 0)


if __name__ == "__main__":
    main()
