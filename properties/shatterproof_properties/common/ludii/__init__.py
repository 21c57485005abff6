"""Games that Ludii saved: trials, as text, and those of Scrunch as game records."""
