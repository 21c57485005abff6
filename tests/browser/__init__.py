"""Pages in the browser of the system."""
