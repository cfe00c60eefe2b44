"""Game records: writing them, reading them and checking every step against the rules."""
