"""Making puzzles: tasks for processes or a cluster, a state that survives being killed, a folder of finds."""
