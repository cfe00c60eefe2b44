"""Tests of `balance fit`: reading played games, refusals, strengths, players, a run as prior."""
