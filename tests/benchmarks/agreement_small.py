"""The statements of Scrunch and Splinter in z3 against the reference; and lemmas on boards too large for every run.

Run on demand: `python tests/benchmarks/agreement_small.py [--games N] [--set-ups N] [--seed N] [--readings|--lemmas]`.
Every position of the smallest boards, then random games and positions set up on larger ones; with `--readings` games
and positions under every value of every reading, Crumble's too, by itself and with others. Exits 1 at a disagreement.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rich.console import Console

from proofs.answers import all_scrunch_positions, answers, choices_of, full_splinter_positions, played, set_ups
from shatterproof import crumble, scrunch, splinter
from shatterproof.game import AnyGame
from shatterproof_properties.common.progress import Bar
from shatterproof_properties.play.crumble.positions import set_up as crumble_set_up
from shatterproof_properties.play.scrunch.positions import set_up as scrunch_set_up
from shatterproof_properties.play.splinter.positions import set_up as splinter_set_up
from shatterproof_properties.proofs import Disagreement
from shatterproof_properties.proofs.crumble import verdicts as crumble_verdicts
from shatterproof_properties.proofs.lemmas import Lemma, is_possible, is_proved
from shatterproof_properties.proofs.scrunch import laws as scrunch_laws
from shatterproof_properties.proofs.scrunch import verdicts as scrunch_verdicts
from shatterproof_properties.proofs.splinter import laws as splinter_laws
from shatterproof_properties.proofs.splinter import verdicts as splinter_verdicts

BOARDS: dict[AnyGame, tuple[str, ...]] = {scrunch: ("3", "3", "4"), splinter: ("2x4", "5x2", "3x4", "4x4", "5x4")}
SET_UP: dict[AnyGame, tuple[str, ...]] = {
    crumble: ("2x2", "3x2"),
    scrunch: ("2", "3"),
    splinter: ("3x3", "4x3", "4x4"),
}


def walkable(board: str, readings: crumble.Readings, decided: bool) -> Any:
    """Positions of Crumble with nearly complete chains that go on, of few pieces."""
    drawn = crumble_set_up(board, readings, decided=False, bias="chains")
    return drawn.filter(lambda position: len(position.arrangement.pieces) <= MOST_PIECES)


MOST_PIECES = 10
SMALL: dict[AnyGame, tuple[str, ...]] = {crumble: (), scrunch: ("2", "3"), splinter: ("2x4", "5x2")}
STRATEGIES: dict[AnyGame, Any] = {crumble: walkable, scrunch: scrunch_set_up, splinter: splinter_set_up}
MOST_WALKS = 10
"""Turns of a position of Crumble that z3 is asked about, of all with a walk."""
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


def asked(games: int, each: int, random: Random) -> Iterator[tuple[AnyGame, str, Any]]:
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
            there = set_ups(strategy(board, game.Readings(), decided=True), each, random)
            yield from ((game, f"set up on {board}", position) for position in there)


def under_readings(games: int, each: int, random: Random) -> Iterator[tuple[AnyGame, str, Any]]:
    """Positions under every value of every reading by itself, and with one to three others at random."""
    for game in STRATEGIES:
        for reading, values in choices_of(game).items():
            for value in values[1:]:
                for others in (0, random.randint(1, 3)):
                    readings = _readings(game, {reading: value}, others, random)
                    there = _under(game, readings, games, each, random)
                    yield from ((game, f"{reading}={value}", position) for position in there)


def _readings(game: AnyGame, chosen: dict[str, str], others: int, random: Random) -> Any:
    """Readings with these values, and so many others at random."""
    choices = choices_of(game)
    drawn = {name: random.choice(choices[name][1:]) for name in random.sample(list(choices), others)}
    return game.Readings(**{name.replace("-", "_"): value for name, value in (drawn | chosen).items()})


def _under(game: AnyGame, readings: Any, games: int, each: int, random: Random) -> Iterator[Any]:
    """Positions of random games on two small boards, ten of each, and positions set up."""
    for board in SMALL[game] * games:
        there = list(played(game, board, random, LONGEST_GAME, readings))
        yield from random.sample(there, min(len(there), 10))
    yield from set_ups(STRATEGIES[game](random.choice(SET_UP[game]), readings, decided=True), each, random)


def check(game: AnyGame, position: Any) -> bool:
    """Raises Disagreement; whether the side to move is mated now."""
    if game is crumble:
        check_wins(position)
        return False
    said, value = answers(game, position), game.to_json(position)
    if game is splinter:
        splinter_verdicts.check_turns(value, said)
        return False
    scrunch_verdicts.check_turns(value, said)
    if position.readings.departures():
        return False
    mated = bool(said) and all(turn.startswith("x") and ended for turn, _, ended in said)
    if scrunch_verdicts.is_mated_now(value) != mated:
        raise Disagreement(f"mated now in {value}", f"z3 says {not mated}", f"the reference {mated}")
    return mated


def check_wins(position: crumble.Position) -> None:
    """Raises Disagreement unless z3 tells turns of Crumble that win from those that do not, as far as it is stated."""
    if not crumble_verdicts.is_stated(position):
        return
    walked = [(turn, after) for turn, after in crumble.results(position) if turn.walk]
    for turn, after in Random(0).sample(walked, min(MOST_WALKS, len(walked))):
        ended = crumble.outcome(after)
        wins = ended is not None and ended.winner == position.to_move
        if crumble_verdicts.reprove_win(position, turn) != wins:
            text = crumble.format_turn(position, turn)
            raise Disagreement(f"does {text} win in {position}?", f"z3 says {not wins}", f"the reference {wins}")


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
    parser.add_argument("--readings", action="store_true", help="positions under other readings, nothing else")
    parser.add_argument("--lemmas", action="store_true", help="prove lemmas on larger boards, nothing else")
    chosen, console = parser.parse_args(), Console()
    if chosen.lemmas:
        sys.exit(1 if prove(console) else 0)
    draw = under_readings if chosen.readings else asked
    positions = list(draw(chosen.games, chosen.set_ups, Random(chosen.seed)))
    sys.exit(1 if compare(positions, console) else 0)


if __name__ == "__main__":
    main()
