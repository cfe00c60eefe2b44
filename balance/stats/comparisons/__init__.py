"""The same games under other rules: what the tie-break and each ability are worth."""
