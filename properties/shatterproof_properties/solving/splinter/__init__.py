"""Forced wins of Splinter."""

from shatterproof_properties.solving.splinter.adapter import SearchAdapter as SearchAdapter
