"""Verdicts of a tweak from games played in pairs, valid at every look."""
