"""The road of `balance tweak`: tweaks → the same games under old and new rules → verdicts → summary and page."""
