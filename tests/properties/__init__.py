"""What holds in every game, whatever is dealt and played."""
