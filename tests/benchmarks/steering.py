"""What guidance is worth: how often the rarest clauses are met by so many questions, drawn with it and without.

Run on demand: `python tests/benchmarks/steering.py [GAME ...] [--questions N] [--seeds N]`. Only drawing is measured:
no engine is asked. A question is a turn played or a near miss. Nothing fails here.
"""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import suppress
from random import Random
from statistics import median

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from rich.console import Console
from rich.table import Table

from shatterproof.game import GAMES, AnyGame, find_game
from shatterproof_properties.conformance.generate.cases import SIZES, Case, cases, guidance
from shatterproof_properties.conformance.reduce.search import CASES_IN_A_BATCH
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.boards import expand
from shatterproof_properties.protocol.served import BOARDS

RAREST = 5
OFTEN = 10
"""Times that a clause has been met when it is no longer news."""


def boards(game: AnyGame) -> tuple[str, ...]:
    """The boards that a run plays on, but for the largest."""
    _, largest, *_ = SIZES[game.NAME]
    known = [board for board in expand(BOARDS[game.NAME]) if max(game.board_size(board)) <= largest]
    return tuple(known)


def met(game: AnyGame, questions: int, seed: int, guided: bool) -> tuple[Counter[str], dict[str, int]]:
    """How often each clause was met by so many questions, and the question by which it had been met often."""
    learning = guidance(game, boards(game))
    fresh, random = learning.aims(), Random(seed)
    asked, often = [0], dict[str, int]()

    def note(case: Case) -> bool:
        found: Counter[str] = Counter(clause or "malformed" for _, clause in case.probes)
        for question, turn in case.steps:
            found.update(features.clauses_of_turn(game, question.position, turn))
        number = 1 + len(case.steps) + len(case.probes)
        aimed = zip(case.aims, (clause for _, clause in case.probes), strict=True)
        learning.learn(case.drawn, aimed, found, number * sum(features.extent(game, case.question.begun)))
        asked[0] += number
        for clause in found:
            if learning.covered[clause] >= OFTEN:
                often.setdefault(clause, asked[0])
        return asked[0] >= questions

    chosen = settings(
        max_examples=CASES_IN_A_BATCH,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    while asked[0] < questions:
        aims = learning.aims() if guided else fresh
        with suppress(NoSuchExample):
            find(cases(game, boards(game), game.Readings(), aims=aims), note, settings=chosen, random=random)
    return learning.covered, often


def main() -> None:
    """Prints a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []])
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--seeds", type=int, default=3)
    chosen = parser.parse_args()
    for name in chosen.games or GAMES:
        game = find_game(name)
        runs = {guided: [met(game, chosen.questions, seed, guided) for seed in range(chosen.seeds)]
                for guided in (False, True)}  # fmt: skip
        whole = Counter[str]()
        for counts, _ in [*runs[False], *runs[True]]:
            whole += counts
        rarest = sorted(whole, key=lambda clause: whole[clause])[:RAREST]
        table = Table(
            "", "drawn evenly", "steered", title=f"{name}, {chosen.questions} questions, {chosen.seeds} seeds"
        )
        for clause in rarest:
            table.add_row(clause, *(str(median(counts[clause] for counts, _ in runs[one])) for one in (False, True)))
        late = [[sum(clause not in often for clause in whole) for _, often in runs[one]] for one in (False, True)]
        table.add_row(f"clauses met fewer than {OFTEN} times", *(str(median(counts)) for counts in late))
        Console().print(table)


if __name__ == "__main__":
    main()
