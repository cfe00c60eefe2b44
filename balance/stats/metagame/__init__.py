"""Best play in the choice of contestants."""
