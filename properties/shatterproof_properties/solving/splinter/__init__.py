"""Forced wins of Splinter."""
