"""Tests of the configuration: one bad file per mistake, and the values of the rules page."""
