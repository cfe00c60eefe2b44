"""Loading the configurations of live combat."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.config import plain_files
from balance.config.live_combat.schema import SCHEMA
from balance.config.plain import PlainConfiguration
from balance.config.plain_files import Weights


def load_configuration(path: str | Path, *, policies: Weights) -> PlainConfiguration:
    """Read a run file and the game file it names; see `balance.config.load.load_configuration`."""
    return plain_files.load(SCHEMA, path, policies=policies)


def configuration_from(
    contents: Mapping[str, Any], *, policies: Weights, path: str | Path = "contents"
) -> PlainConfiguration:
    """Return the configuration whose contents these are; see `balance.config.load.configuration_from`."""
    return plain_files.from_contents(SCHEMA, contents, policies=policies, path=path)
