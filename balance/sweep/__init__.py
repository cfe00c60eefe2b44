"""Which games are played, playing them, and the folder that keeps what was counted."""
