"""Commands about what can happen from a position: turns, perft and solve."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from shatterproof.errors import InputError
from shatterproof.game import GAMES, AnyGame, describe_outcome, find_game
from shatterproof_properties.commands import shell
from shatterproof_properties.common.files import load_position, opening_of
from shatterproof_properties.protocol import features
from shatterproof_properties.protocol.answers import outcome_to_json, position_to_json
from shatterproof_properties.protocol.table import count_leaves, count_unique
from shatterproof_properties.solving.exact import SOLVERS


def opening(game: AnyGame, board: str | None, position: Path | None, readings: tuple[str, ...]) -> Any:
    """The position to begin from: one in a file, or the start on a board. Raises InputError."""
    shell.refuse_together("--board", board, {"--position": position})
    if position is not None:
        begun = load_position(position, game, readings)
        if ended := game.outcome(begun):
            what = f"the game is over: {describe_outcome(ended)}"
            raise InputError(what, str(position), "a position in which it goes on")
        return begun
    return opening_of(game, board, readings)


@click.command()
@shell.game_argument
@shell.position_option
@shell.board_option
@shell.readings_option
@click.option("--all", "every", is_flag=True, help="List every turn, also several with the same result.")
@shell.json_option
def turns(
    game: str, position: Path | None, board: str | None, readings: tuple[str, ...], every: bool, as_json: bool
) -> None:
    """List the legal turns of a position.

    Each line has a turn, how many pieces each side has after it, and whether it ends the game. There is one turn for
    each distinct result, unless you give --all.
    """
    rules = find_game(game)
    begin = opening(rules, board, position, readings)
    for turn, after in rules.actions(begin) if every else rules.results(begin):
        text, ended = rules.format_turn(begin, turn), rules.outcome(after)
        if as_json:
            result = {"position": rules.to_json(after), "outcome": outcome_to_json(ended)}
            shell.print_json({"turn": text} | result)
        else:
            notes = [features.of(rules).summarise(after), describe_outcome(ended) if ended else ""]
            shell.print_line(f"{text:<16} {', '.join(filter(None, notes))}".rstrip())


@click.command()
@shell.game_argument
@click.argument("depth", type=shell.Whole(0, 12))
@shell.board_option
@shell.position_option
@shell.readings_option
@click.option("--divide", is_flag=True, help="Also print the leaves below each first turn.")
@click.option("--unique", is_flag=True, help="Count distinct positions of the last ply, not paths to them.")
@click.option("--actions", is_flag=True, help="Count every turn, also several with the same result.")
@click.option("--engine", type=click.Choice(["reference", "second"]), default="reference", show_default=True)
@shell.json_option
def perft(
    game: str,
    depth: int,
    board: str | None,
    position: Path | None,
    readings: tuple[str, ...],
    divide: bool,
    unique: bool,
    actions: bool,
    engine: str,
    as_json: bool,
) -> None:
    """Count the games of DEPTH turns.

    Turns with the same result count once, and nothing follows the end of a game. The total is the last line.
    """
    rules = find_game(game)
    begin = opening(rules, board, position, readings)
    if unique and (divide or actions or engine == "second"):
        wish = "no --divide, no --actions and no --engine second"
        raise InputError("--unique counts a whole ply with the reference", expected=wish)
    if actions and engine == "second":
        raise InputError("--actions counts with the reference", expected="no --engine second")
    if unique:
        total = count_unique(rules, begin, depth)
        shell.print_json({"total": total}) if as_json else shell.print_line(total)
        return
    by = count_leaves(rules, begin, depth, engine, actions)
    total = sum(leaves for _, leaves in by) if depth else 1
    if as_json:
        shell.print_json({"total": total} | ({"by": [list(row) for row in by]} if divide else {}))
        return
    for text, leaves in by if divide else ():
        shell.print_line(f"{text}: {leaves}")
    shell.print_line(total)


@click.command()
@shell.game_argument
@shell.board_option
@shell.position_option
@shell.readings_option
@shell.json_option
def solve(game: str, board: str | None, position: Path | None, readings: tuple[str, ...], as_json: bool) -> None:
    """Find out who wins with perfect play.

    Only Scrunch can be solved: on boards 2 and 3, or from a position near the end. The second engine proves the value
    by search.
    """
    solver = SOLVERS.find(game)
    if solver is None:
        raise InputError(f"{game} cannot be solved", expected=" or ".join(name for name in GAMES if SOLVERS.find(name)))
    if board is None and position is None:
        boards = ", ".join(f"--board {name}" for name in solver.BOARDS)
        raise InputError("nothing to solve is given", expected=f"{boards} or --position FILE")
    rules = find_game(game)
    begin = opening(rules, board, position, readings)
    if begin == rules.start(begin.board, begin.readings) and begin.board not in solver.BOARDS:
        what = f"the opening on board {begin.board} cannot be solved"
        raise InputError(what, expected=f"board {' or '.join(solver.BOARDS)}, or a position near the end")
    try:
        with solver.SolveBar() as bar:
            found = solver.solve(position_to_json(rules, begin), begin.readings.to_mapping(), bar.update)
    except solver.TooLarge as error:
        raise InputError(str(error), expected="a smaller board, or a position nearer to the end") from None
    if as_json:
        shell.print_json(found.to_json() | {"seconds": f"{found.seconds:.1f}"})
        return
    if found.winner is None:
        shell.print_line("neither side can force a win: play goes round for ever")
    else:
        shell.print_line(f"{found.winner.capitalize()} wins with perfect play")
    if found.turn is not None:
        shell.print_line(f"first turn: {found.turn}")
    shell.print_line(f"{found.searched:,} positions searched, {found.kept:,} kept, {found.seconds:.1f} s")
