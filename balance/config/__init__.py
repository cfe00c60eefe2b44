"""Configurations: YAML files in, one checked and frozen configuration out; a room for each rule system.

Light to import: no numba, numpy, polars or scipy.
"""
