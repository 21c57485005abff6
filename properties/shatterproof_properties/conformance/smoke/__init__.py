"""Smoke: a first walk through the protocol with a new adapter, which finds what works and what to fix first."""
