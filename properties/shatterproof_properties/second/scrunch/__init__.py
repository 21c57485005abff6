"""Scrunch in whole numbers and bit masks: a second engine that shares no rules code with the reference."""

from shatterproof_properties.second.scrunch.engine import Engine
from shatterproof_properties.second.scrunch.position import Position, Turn
from shatterproof_properties.second.scrunch.rules import READINGS

__all__ = ["READINGS", "Engine", "Position", "Turn"]
