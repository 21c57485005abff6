"""What is known of two values of a reading: as shipped, or searched for anew."""

from __future__ import annotations

import time
from typing import NamedTuple

from rich.progress import BarColumn, TextColumn

from shatterproof_properties.common.progress import Bar
from shatterproof_properties.witnesses.pair import Json, Pair, Values, values_named
from shatterproof_properties.witnesses.search import SECONDS, find_witness
from shatterproof_properties.witnesses.shipped import shipped_pair
from shatterproof_properties.witnesses.text import pair_to_text


class Lookup(NamedTuple):
    """What is known of two values, and where it comes from."""

    pair: Pair
    source: str

    def to_text(self) -> str:
        """For people."""
        return f"{pair_to_text(self.pair)}{self.source}\n"

    def to_json(self) -> Json:
        """For programs: the pair as in spec/witnesses/."""
        return self.pair.to_json()


def look_up(reading: str, one: str, two: str, seconds: float | None = None, quiet: bool = False) -> Lookup:
    """The smallest game in which two values differ: as shipped, or, if there are `seconds`, by a search that long.

    What is shipped tells the search how far to go; it stands where the time does not suffice to prove as much. A bar
    shows the progress unless `quiet`. Raises InputError for an unknown reading or value, and for a value named twice.
    """
    values = values_named(reading, one, two)
    known = shipped_pair(values)
    if seconds is None and known is not None:
        return Lookup(known, "as shipped with the spec; not searched for anew")
    found = _searched(values, SECONDS if seconds is None else seconds, known, quiet)
    if known is not None and known.proved and not found.proved:
        return Lookup(known, "as shipped with the spec; the time did not suffice to prove it anew")
    return Lookup(found, "searched for anew" + ("" if found == known else ", and not as shipped with the spec"))


def _searched(values: Values, seconds: float, known: Pair | None, quiet: bool) -> Pair:
    begun = time.monotonic()
    columns = (TextColumn("{task.description}, {task.fields[tried]:,} positions"), BarColumn())
    with Bar(values.reading, seconds, *columns, quiet=quiet, tried=0) as bar:
        return find_witness(values, seconds, known, lambda tried: bar.show(time.monotonic() - begun, tried=tried))
