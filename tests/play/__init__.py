"""A person at the table: the auction, prompts, the screen, and whole games in a terminal."""
