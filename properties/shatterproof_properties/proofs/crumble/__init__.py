"""Crumble in z3: what a swap, a capture and a win are on a fixed arrangement, with the colours left open."""
