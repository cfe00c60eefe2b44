"""Reads configurations of Sea Witch Pacts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.config import plain_files
from balance.config.plain import PlainConfiguration
from balance.config.sea_witch import SCHEMA

Weights = Mapping[str, Mapping[str, float]]


def load_configuration(path: str | Path, *, policies: Weights) -> PlainConfiguration:
    """Return the configuration of a run file; see `balance.config.load.load_configuration`."""
    return plain_files.load(SCHEMA, path, policies=policies)


def configuration_from(
    contents: Mapping[str, Any], *, policies: Weights, path: str | Path = "contents"
) -> PlainConfiguration:
    """Return the configuration whose contents these are; see `balance.config.load.configuration_from`."""
    return plain_files.from_contents(SCHEMA, contents, policies=policies, path=path)
