"""Estimates from tallies: frames or arrays in, frozen results out; no files, no plots, no clock."""
