"""What a designer of Sea Witch Pacts asks of a run."""
