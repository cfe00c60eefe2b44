"""What every policy keeps to."""
