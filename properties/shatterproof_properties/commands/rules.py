"""Commands about the rules: rule and readings."""

from __future__ import annotations

import click

from shatterproof_properties.commands.shell import json_option, print_json, with_clear_errors


@click.command()
@click.argument("clause", required=False)
@json_option
@with_clear_errors
def rule(clause: str | None, as_json: bool) -> None:
    """Print a clause of the rules, or list all clauses.

    CLAUSE is an id like crumble.cut.own; it is printed with its examples, its code and the properties that guard it.
    """
    from shatterproof_properties.rules import clause_to_json, clause_to_text, listed_clauses

    if clause is not None:
        print_json(clause_to_json(clause)) if as_json else click.echo(clause_to_text(clause), nl=False)
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
    from shatterproof_properties.rules import clause_to_json, clause_to_text, listed_readings, reading_named

    if reading is not None:
        name = reading_named(reading)
        print_json(clause_to_json(name)) if as_json else click.echo(clause_to_text(name), nl=False)
        return
    for name, values in listed_readings():
        entry = {"reading": name, "values": list(values)}
        print_json(entry) if as_json else click.echo(f"{name:<32} {' / '.join(values)}")
