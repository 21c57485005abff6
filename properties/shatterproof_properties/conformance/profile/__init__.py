"""Profiles: which reading of each open point an engine follows, found out in a few questions."""
