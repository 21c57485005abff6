"""Causes: what is really wrong with an engine, told from what it gets wrong and from what it gets right."""
