"""Policies: one module each, found by folder; its file name is the policy's name.

A policy's module defines `SUMMARY`, `WEIGHTS` (a literal dictionary of names and defaults) and the kernel `choose`. The
first two are read from the source text, so that checking a configuration compiles and imports nothing heavy.
Policies in plain Python come from elsewhere: see `balance.policies.python`.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import ConfigurationError, nearest
from balance.policies import python

if TYPE_CHECKING:
    from balance.engine.system import PolicyHandle

FOLDER = Path(__file__).resolve().parent


def names(system: str) -> tuple[str, ...]:
    """Return the compiled policies of a rule system, in alphabetical order."""
    return tuple(
        sorted(path.stem for path in (FOLDER / system).glob("*.py") if not path.stem.startswith("_"))
    )


@cache
def _declared(system: str, name: str, constant: str) -> Any:
    """Return the literal value that a policy's module gives a constant."""
    tree = ast.parse((FOLDER / system / f"{name}.py").read_text(encoding="utf-8"))
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        if isinstance(target, ast.Name) and target.id == constant and value is not None:
            return ast.literal_eval(value)
    msg = f"balance/policies/{system}/{name}.py: no literal {constant}"
    raise ConfigurationError(msg)


def summaries(system: str, chosen: Iterable[str]) -> dict[str, str]:
    """Return the one-line summary of each of the chosen policies that there is."""
    compiled = names(system)
    return {
        name: str(_declared(system, name, "SUMMARY")) if name in compiled else python.summary(name)
        for name in sorted(chosen)
        if name in compiled or python.is_python(name)
    }


def weights(system: str) -> dict[str, dict[str, float]]:
    """Return each compiled policy's weights with their defaults."""
    return {name: dict(_declared(system, name, "WEIGHTS")) for name in names(system)}


def handle(system: str, name: str, values: Mapping[str, float]) -> PolicyHandle:
    """Return a policy as the engine takes it: its function and its weights.

    A name that is not one of the compiled policies may be one in Python, as ``module:function`` or as registered.

    Parameters
    ----------
    values
        Weights that differ from the defaults.

    Raises
    ------
    ConfigurationError
        No such policy or weight.
    PolicyError
        A policy in Python cannot be loaded.
    """
    import numpy as np

    from balance.engine.system import PolicyHandle

    known = names(system)
    if name not in known and python.is_python(name):
        return PolicyHandle(name, python.load(name), np.zeros(0), compiled=False)
    if name not in known:
        msg = f"expected a policy of {', '.join(known)}; got {name!r}{nearest(name, known)}"
        raise ConfigurationError(msg)
    merged = dict(_declared(system, name, "WEIGHTS"))
    for weight, value in values.items():
        if weight not in merged:
            msg = f"policy {name}: expected a weight of {', '.join(merged) or 'none'}; got {weight!r}"
            raise ConfigurationError(msg + nearest(weight, merged))
        merged[weight] = value
    module = importlib.import_module(f"balance.policies.{system}.{name}")
    return PolicyHandle(name, module.choose, np.array(list(merged.values()), np.float64))
