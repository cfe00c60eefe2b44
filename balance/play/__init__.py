"""A person at the table: ``balance play``."""
