"""Pacts in OpenSpiel and PettingZoo, and what players know there."""
