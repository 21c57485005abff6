"""Puzzles: claims about positions, their verification, certificates and what checks them, making new ones."""
