"""Sea Witch Pacts."""
