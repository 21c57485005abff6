"""Forced wins and exact play of Scrunch."""
