"""Domineering for shatterproof: what the rules mean, a second engine, and engines with one mistake each."""
