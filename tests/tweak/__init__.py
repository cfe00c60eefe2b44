"""Tweaks: files, the road, limits and the command."""
