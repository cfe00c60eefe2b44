"""What travels to another process for it to play chunks, and building rules and policies from it there, once."""

from __future__ import annotations

import json
import platform
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from balance import policies as known_policies
from balance.config.load import configuration_from
from balance.engine.registry import rule_system
from balance.engine.system import PolicyHandle
from balance.errors import BackendError
from balance.policies import python
from balance.sweep.backends import Played, play_chunk
from balance.sweep.comparisons import ComparisonPlayer
from balance.sweep.runner import Chunk, Player
from balance.sweep.versions import code_digest

if TYPE_CHECKING:
    from balance.config.run import Configuration

_ROOMS = ("config", "engine", "policies", "sweep")


@dataclass(frozen=True)
class Recipe:
    """All that another process needs to build rules and policies; it holds no path.

    Parameters
    ----------
    contents
        The configuration in full (`Configuration.contents`), as JSON.
    policies
        The names of the policies that play.
    identity
        What must be the same there (`identity`), as pairs.
    """

    contents: str
    policies: tuple[str, ...]
    identity: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, configuration: Configuration, policies: Iterable[str]) -> Recipe:
        """Return the recipe of a configuration and the policies that play in it."""
        return cls(json.dumps(configuration.contents()), tuple(policies), tuple(identity().items()))


def identity() -> dict[str, str]:
    """Return what decides games in this process beside the configuration: code and versions."""
    return {
        "code": code_digest(_ROOMS),
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def differing(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """Say in what a worker differs from the command; empty if in nothing."""
    if here["code"] != there.get("code"):
        return "it has another version of balance; install the same one there and start the worker anew"
    for name, own in here.items():
        if there.get(name) != own:
            return f"it has {name} {there.get(name)}, this command {own}; install the same version there"
    return ""


def play_by_recipe(recipe: Recipe, chunk: Chunk) -> Played:
    """Play a chunk in another process.

    Raises
    ------
    BackendError
        This process has other code than the one that wrote the recipe.
    """
    return play_chunk(*built(recipe), chunk)


_BUILDING = threading.Lock()


def built(recipe: Recipe) -> tuple[Player, Mapping[str, PolicyHandle]]:
    """Return the player and the policies of a recipe; threads that ask for the same wait for one to build them.

    Raises
    ------
    BackendError
        This process has other code than the one that wrote the recipe, or another source of a policy in Python.
    """
    with _BUILDING:
        return _built(recipe)


@lru_cache(maxsize=2)
def _built(recipe: Recipe) -> tuple[Player, Mapping[str, PolicyHandle]]:
    if told := differing(dict(recipe.identity), identity()):
        msg = f"a worker on {platform.node()} cannot play: {told}"
        raise BackendError(msg)
    contents = json.loads(recipe.contents)
    name = contents["game"]["system"]
    configuration = configuration_from(contents, policies=known_policies.weights(name), path=Path("recipe"))
    for policy, digest in configuration.sources.items():
        if policy in recipe.policies and python.source_digest(policy) != digest:
            msg = (
                f"a worker on {platform.node()} cannot play: it has another source of the policy {policy}; "
                "copy the module there and start the worker anew"
            )
            raise BackendError(msg)
    weights = configuration.policies
    handles = {
        policy: known_policies.handle(name, policy, weights.get(policy, {})) for policy in recipe.policies
    }
    system = rule_system(configuration)
    system.warm_up(handles)
    return ComparisonPlayer(system), handles
