"""Forced wins of Crumble."""

from shatterproof_properties.solving.crumble.adapter import SearchAdapter as SearchAdapter
