"""Forced wins of Splinter."""

from shatterproof_properties.solving.splinter.adapter import SplinterAdapter

SearchAdapter = SplinterAdapter
