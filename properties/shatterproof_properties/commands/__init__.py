"""The commands of shatterproof. Thin: each reads its arguments, calls what does the work, and prints."""
