"""What must hold: properties of the rules, and the harness that checks engines against them."""
