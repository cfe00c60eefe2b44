"""From the path of a configuration to what plays it; the engine is imported only when it is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance import policies
from balance.config.load import load_configuration, read_tweak, system_of
from balance.config.run import Configuration
from balance.config.tweak import Tweak
from balance.errors import ConfigurationError
from balance.policies import python
from balance.sweep.options import overridden, playing, with_python_policies

if TYPE_CHECKING:
    from balance.engine.system import PolicyHandle, RuleSystem


def known_policies(system: str) -> dict[str, dict[str, float]]:
    """Return the policies that a rule system's configurations may name, with their weights."""
    return {**{name: {} for name in python.registered()}, **policies.weights(system)}


def configuration_at(path: Path) -> Configuration:
    """Read and check a configuration against the policies that exist, those that packages register included.

    Raises
    ------
    ConfigurationError
        If anything is wrong with it.
    PolicyError
        If a policy in Python that plays in it cannot be loaded.
    """
    read = load_configuration(path, policies=known_policies)
    built_in = policies.weights(read.system)
    named = playing(read)
    kept = {name: weights for name, weights in read.policies.items() if name in built_in or name in named}
    return with_python_policies(read.model_copy(update={"policies": kept}), named)


def tweaks_at(base: Path, paths: Sequence[Path], **options: Any) -> list[Tweak]:
    """Read and check tweak files of a base; their configurations are as if `options` had been in the base's file.

    Parameters
    ----------
    base
        The base's run file; it must be sound.
    paths
        The tweak files.
    options
        See `balance.sweep.options.overridden`.

    Raises
    ------
    ConfigurationError
        If anything is wrong with one of them, or two have the same name.
    """
    known = known_policies(system_of(base))
    found: dict[str, Tweak] = {}
    for path in paths:
        tweak = read_tweak(base, path, policies=known)
        if tweak.name in found:
            msg = (
                f"{path}: name: {tweak.name!r} is the name of {found[tweak.name].path} too; give each its own"
            )
            raise ConfigurationError(msg)
        found[tweak.name] = replace(tweak, configuration=overridden(tweak.configuration, **options))
    return list(found.values())


def say_if_it_compiles(say: Callable[[str], None], system: str) -> bool:
    """Say that the engine is going to be compiled, if it is: before the first import of its kernels."""
    from balance.engine import _jit  # it brings numba

    if _jit.is_compiled(system):
        return False
    say("compiling the engine: this takes up to a minute, and happens only once")
    return True


_COMPILING = """
import importlib, sys
from balance import policies
importlib.import_module(f"balance.engine.{sys.argv[1]}.system")
for name in sys.argv[2:]:
    policies.handle(sys.argv[1], name, {})
"""


def compile_apart(system: str, names: Iterable[str]) -> bool:
    """Compile the engine and policies in a process of their own, so that the compiler's memory (350 MiB) goes with it.

    Returns whether that worked; where it did not, whoever needs compiled code compiles it.
    """
    own = os.pathsep.join(filter(None, [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")]))
    try:
        done = subprocess.run(
            [sys.executable, "-c", _COMPILING, system, *names],
            env={**os.environ, "PYTHONPATH": own},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    except OSError:
        return False
    return done.returncode == 0


def systems_of(
    configuration: Configuration, names: Iterable[str], *, say: Callable[[str], None]
) -> tuple[Callable[[Configuration], RuleSystem], dict[str, PolicyHandle]]:
    """Return what makes a rule system of each of several configurations, and the named policies of the first.

    The first call on a machine compiles the engine; `say` is told so before.
    """
    _, handles = engine_of(configuration, names, say=say)

    from balance.engine.registry import rule_system  # engine_of has compiled it

    return rule_system, handles


def engine_of(
    configuration: Configuration, names: Iterable[str], *, say: Callable[[str], None]
) -> tuple[RuleSystem, dict[str, PolicyHandle]]:
    """Return the rule system of a configuration and the named policies.

    The first call on a machine compiles the engine; `say` is told so before.
    """
    names = list(dict.fromkeys(names))
    name_of_system = configuration.system
    if say_if_it_compiles(say, name_of_system):
        built_in = policies.weights(name_of_system)
        compile_apart(name_of_system, (name for name in names if name in built_in))

    from balance.engine.registry import rule_system

    system = rule_system(configuration)
    weights = configuration.policies
    return system, {name: policies.handle(name_of_system, name, weights.get(name, {})) for name in names}
