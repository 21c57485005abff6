"""Asking other programs: the engine protocol, engine processes and their comparison with the reference."""
