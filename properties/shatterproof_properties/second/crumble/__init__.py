"""Crumble in whole numbers and bit masks: a second engine that shares no rules code with the reference."""

from shatterproof_properties.second.crumble.engine import Engine
from shatterproof_properties.second.crumble.position import Position, Turn, Work
from shatterproof_properties.second.crumble.rules import READINGS

__all__ = ["READINGS", "Engine", "Position", "Turn", "Work"]
