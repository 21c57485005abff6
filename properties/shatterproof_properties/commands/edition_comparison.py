"""The command that compares editions of the rules, and other sets of readings."""

from __future__ import annotations

import sys

import click

from shatterproof_properties.commands import shell


@click.command()
@click.argument("one", metavar="[A]", required=False)
@click.argument("other", metavar="[B]", required=False)
@click.option("--time", "seconds", metavar="S", type=shell.Seconds(1, 86_400), default=60, show_default=True,
              help="Seconds to search for games that do not come with the spec.")  # fmt: skip
@click.option("--shipped", is_flag=True, help="Do not search: print only games that come with the spec.")
@shell.json_option
def compare(one: str | None, other: str | None, seconds: float, shipped: bool, as_json: bool) -> None:
    """Compare two editions of the rules.

    Print the readings and clauses in which they differ, each with its smallest game. A and B are editions like rules-a
    or 2026, sets of readings like draw=draw-turns,win-stops=end-of-turn, or both, like rules-a,draw-descent=partly;
    "default" stands for all defaults. With A alone, print that edition; without both, list all. Exit code 1 if no game
    is found in which they differ.
    """
    if one is None or other is None:
        _print_editions(as_json) if one is None else _print_set(one, as_json)
        return
    from shatterproof_properties.common.editions import two_sets
    from shatterproof_properties.witnesses.comparer import compare as compare_sets
    from shatterproof_properties.witnesses.set_comparison import comparison_to_text

    found = compare_sets(*two_sets(one, other), None if shipped else seconds, quiet=as_json)
    shell.print_json(found.to_json()) if as_json else shell.print_text(comparison_to_text(found), nl=False)
    sys.exit(shell.FINE if found.whole is not None else shell.NO)


def _print_editions(as_json: bool) -> None:
    from shatterproof_properties.common.editions import editions

    for edition in editions().values():
        entry = {"edition": edition.name, "game": edition.game, "title": edition.title, "source": edition.source}
        shell.print_json(entry) if as_json else shell.print_line(
            f"{edition.name:<14} {edition.title}: {edition.source}"
        )


def _print_set(name: str, as_json: bool) -> None:
    """Prints a set of readings, and what its edition says about each. Raises InputError for an unknown one."""
    from shatterproof_properties.common.editions import set_named

    found = set_named(name)
    if as_json:
        shell.print_json(found.to_json())
        return
    if found.edition is not None:
        shell.print_text(f"{found.edition.title}: {found.edition.source}\n")
    for reading, value in found.readings.to_mapping().items():
        shell.print_text(f"{reading}={value}\n    {found.by(reading)}")
