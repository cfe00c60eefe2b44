"""From files to configurations of agreements."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.config import plain_files
from balance.config.agreements import SCHEMA
from balance.config.plain import PlainConfiguration


def load_configuration(path: str | Path, *, policies: plain_files.Weights) -> PlainConfiguration:
    """Read a run file and its game file; see `balance.config.load.load_configuration`."""
    return plain_files.load(SCHEMA, path, policies=policies)


def configuration_from(
    contents: Mapping[str, Any], *, policies: plain_files.Weights, path: str | Path = "contents"
) -> PlainConfiguration:
    """Return the configuration whose contents these are; see `balance.config.load.configuration_from`."""
    return plain_files.from_contents(SCHEMA, contents, policies=policies, path=path)
