"""Forced wins and exact play of Scrunch."""

from shatterproof_properties.solving.scrunch.adapter import ScrunchAdapter

SearchAdapter = ScrunchAdapter
