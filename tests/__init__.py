"""Everything that checks balance: one folder per room, plus slow second implementations in reference."""
