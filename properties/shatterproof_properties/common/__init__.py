"""What every room uses: files that people give, progress, text for people, clauses and readings by name."""
