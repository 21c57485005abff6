"""What the rules mean: a reference implementation, a clause at a time."""
