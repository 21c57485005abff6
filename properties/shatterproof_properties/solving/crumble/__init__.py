"""Forced wins of Crumble."""
