"""Where new puzzles come from: candidates for a claim, simpler versions of a find, and what tells finds apart.

Candidates come from games in which both sides avoid losing so soon, until one of them cannot, and from small changes of
what was found there; some games compose with z3 on small boards. Everything depends on the seed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from shatterproof.game import find_game
from shatterproof_properties.common.interrupts import never
from shatterproof_properties.puzzles.claims.claim import Claim
from shatterproof_properties.puzzles.compose.game_composer import Json, composer_of, simpler_by
from shatterproof_properties.puzzles.compose.source import BEGINNING, CandidateSource, Standing
from shatterproof_properties.solving.adapters import search_adapter

__all__ = ["BEGINNING", "Standing", "candidates", "simplified", "source_of"]
MOST_TRIES = 200


def candidates(
    game: str,
    claim: Claim,
    board: str,
    seed: int,
    readings: Mapping[str, str] | None = None,
    stop: Callable[[], bool] = never,
) -> Iterator[Json]:
    """Positions for which a claim holds, as far as the second engine's search can tell; without end, none twice.

    Each is legal, settled and undecided, remembers nothing, is no image of one before it, and satisfies the claim with
    no shorter solution. What there is to ask of a good puzzle beyond that is in the kinds of claim. `stop` is asked
    often; once it says yes, there are no more. Raises InputError or ValueError for an unknown game, board or reading.
    """
    return source_of(game, claim, board, seed, readings, stop).candidates()


def source_of(
    game: str,
    claim: Claim,
    board: str,
    seed: int,
    readings: Mapping[str, str] | None = None,
    stop: Callable[[], bool] = never,
    standing: Standing = BEGINNING,
) -> CandidateSource:
    """Where the candidates of `candidates` come from, beginning where another source stood. Raises the same."""
    adapter = search_adapter(game, board, readings)
    return CandidateSource(find_game(game), adapter, claim, board, seed, stop, standing)


def simplified(
    position: Json,
    holds: Callable[[Json], bool],
    tries: int = MOST_TRIES,
    readings: Mapping[str, str] | None = None,
) -> Json:
    """A position with fewer or plainer pieces on the same board for which `holds` is still true.

    `holds` is asked at most `tries` times, about legal undecided positions that remember nothing. What looks like a
    position of a game goes on to look so. Where nothing simpler will do, the position itself comes back.
    """
    game = str(position["game"])
    looks_right = composer_of(game).is_sensible
    keeps_looks = looks_right(position)
    found, asked = position, 0
    while asked < tries:
        nearer = (each for each in simpler_by(game, found, readings or {}) if looks_right(each) or not keeps_looks)
        for each in islice(nearer, tries - asked):
            asked += 1
            if holds(each):
                found = each
                break
        else:
            break
    return found
