"""The question what the program plays, as the pages ask it."""

from __future__ import annotations

from typing import Any

import pytest

import shatterproof
from explorer.asking import asked, failed, position, worked
from shatterproof.game import GAMES
