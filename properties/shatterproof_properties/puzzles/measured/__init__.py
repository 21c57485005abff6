"""What is measured of a puzzle: its play from the certificate, features, themes, difficulty."""
