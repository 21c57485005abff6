"""The second engine of each game as a search sees it."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import cast

from shatterproof_properties.solving.forcing import Face


def face_of(game: str, board: str, readings: Mapping[str, str] | None = None) -> Face:
    """The Face of a game on a board under readings given by full id. Raises what the engine raises for bad ones."""
    module = importlib.import_module(f"shatterproof_properties.solving.{game}.face")
    return cast(Face, module.Face(board, readings or {}))
