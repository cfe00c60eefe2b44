"""What a designer of agreements asks of a run."""
