"""Each pair by itself: margins, rounds, cards and splits, from tallies and facts."""
