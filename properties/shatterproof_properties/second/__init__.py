"""Second engines, one a game: whole numbers and bit masks, built to be fast, independent of the reference."""
