"""The pairings model: what side, contestants, pairs and settings add to the log odds of winning."""
