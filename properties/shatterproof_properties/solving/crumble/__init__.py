"""Forced wins of Crumble."""

from shatterproof_properties.solving.crumble.adapter import CrumbleAdapter

SearchAdapter = CrumbleAdapter
