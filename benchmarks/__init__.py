"""What the toolkit reaches on this machine: ``make bench``."""
