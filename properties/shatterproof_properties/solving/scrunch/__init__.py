"""Forced wins and exact play of Scrunch."""

from shatterproof_properties.solving.scrunch.adapter import SearchAdapter as SearchAdapter
