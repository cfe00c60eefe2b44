"""Fair bids: which bids are played, what the counts say of them, and what the alternating auction yields."""
