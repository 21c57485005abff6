"""`check` and what belongs to it: cases, search and shrinking of differences, mutants, verdicts, records."""
