"""`check` and its parts: cases, search and shrinking of differences, mutants, verdicts, records."""
