"""Configurations: YAML files in, one checked and frozen configuration out; a room for each rule system.

Light to import: no numba, numpy, polars or scipy.
"""

from balance.config.load import configuration_from, load_configuration, systems
from balance.config.run import Configuration, Variant

__all__ = ["Configuration", "Variant", "configuration_from", "load_configuration", "systems"]
