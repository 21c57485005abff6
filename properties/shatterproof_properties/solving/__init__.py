"""Forced wins, mates and exact play, over any second engine."""
