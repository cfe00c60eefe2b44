"""Tests of sweeps, on a coin-flip system that has nothing of Pacts."""
