"""Commands about the rules: rule, readings and witness."""

from __future__ import annotations

import sys
from typing import Any

import click

from shatterproof_properties.commands.shell import FINE, NO, Seconds, json_option, print_json, with_clear_errors


@click.command()
@click.argument("clause", required=False)
@json_option
@with_clear_errors
def rule(clause: str | None, as_json: bool) -> None:
    """Print a clause of the rules, or list all clauses.

    CLAUSE is an id like crumble.cut.own; it is printed with its examples, its code and the properties that guard it.
    """
    from shatterproof_properties.common.rules import listed_clauses

    if clause is not None:
        print_json(_clause_to_json(clause)) if as_json else click.echo(_clause_to_text(clause), nl=False)
        return
    for name, title in listed_clauses():
        print_json({"clause": name, "title": title}) if as_json else click.echo(f"{name:<36} {title}")


@click.command()
@click.argument("reading", required=False)
@json_option
@with_clear_errors
def readings(reading: str | None, as_json: bool) -> None:
    """Print a reading of the rules, or list all.

    READING is an id like crumble.draw; it is printed with its values and games in which they differ. The list has the
    default of each reading first.
    """
    from shatterproof_properties.common.rules import listed_readings, reading_named

    if reading is not None:
        name = reading_named(reading)
        print_json(_clause_to_json(name)) if as_json else click.echo(_clause_to_text(name), nl=False)
        return
    for name, values in listed_readings():
        entry = {"reading": name, "values": list(values)}
        print_json(entry) if as_json else click.echo(f"{name:<32} {' / '.join(values)}")


@click.command()
@click.argument("reading")
@click.argument("one")
@click.argument("other")
@click.option("--time", "seconds", metavar="S", type=Seconds(1, 86_400), default=60, show_default=True,
              help="How long to look for a smaller game than is known.")  # fmt: skip
@click.option("--shipped", is_flag=True, help="Look no further than what comes with the spec.")
@json_option
@with_clear_errors
def witness(reading: str, one: str, other: str, seconds: float, shipped: bool, as_json: bool) -> None:
    """Find the smallest game in which two readings differ.

    READING is an id like crumble.draw, ONE and OTHER are two of its values. Small boards are gone through whole; it is
    said whether the game is proved to be the smallest, and up to what bound.
    """
    from shatterproof_properties.witnesses import look_up

    found = look_up(reading, one, other, None if shipped else seconds, quiet=as_json)
    if as_json:
        print_json(found.to_json())
    else:
        click.echo(found.to_text(), nl=False)
    sys.exit(NO if found.pair.witness is None else FINE)


def _clause_to_text(name: str) -> str:
    """A clause for reading on a screen, and what guards it. Raises InputError for an unknown one."""
    from shatterproof.spec import find_clause
    from shatterproof_properties.common.rules import plain
    from shatterproof_properties.invariants import registry

    clause = find_clause(name)
    guards = registry().get(clause.id, [])
    return (
        f"{clause.id}\n\n{plain(clause.text).strip()}\n\n"
        f"Guarded by: {', '.join(guards) or 'no property'}.\nIn full: {clause.file}, line {clause.line}.\n"
    )


def _clause_to_json(name: str) -> dict[str, Any]:
    """A clause for programs. Raises InputError for an unknown one."""
    from shatterproof.spec import find_clause
    from shatterproof_properties.invariants import registry

    clause = find_clause(name)
    return {
        "clause": clause.id,
        "title": clause.title,
        "text": clause.text,
        "formally": clause.formally,
        "source": clause.source,
        "reference": list(clause.references),
        "values": list(clause.values),
        "examples": [example.text for example in clause.examples],
        "properties": registry().get(clause.id, []),
    }
