"""Slow, obvious implementations of the rules, written from the rulebooks alone."""
