"""Splinter in whole numbers and bit masks: a second engine that shares no rules code with the reference."""

from shatterproof_properties.second.splinter.engine import Engine
from shatterproof_properties.second.splinter.position import Position, Turn
from shatterproof_properties.second.splinter.rules import READINGS

__all__ = ["READINGS", "Engine", "Position", "Turn"]
