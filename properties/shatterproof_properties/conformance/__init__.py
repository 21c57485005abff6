"""`check` and what belongs to it: cases, search and shrinking of differences, planted mistakes, verdicts, records."""
