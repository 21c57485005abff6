"""Scrunch in whole numbers and bit masks: a second engine that shares no rules code with the reference."""

from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.position import Outcome, Position, Turn

__all__ = ["Engine", "Outcome", "Position", "Turn"]
