"""Policies in plain Python: ``module:function``, or a name that an installed package registers.

Such a policy is a function ``choose(observation, legal, random)`` that returns one of `legal`; see docs/api.md. A
package registers one under the entry point group ``balance.policies``.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from balance.errors import PolicyError, nearest, raised

GROUP = "balance.policies"
_NAME = re.compile(r"[\w.-]+")
_SPELLED = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)")  # module:function


def registered() -> dict[str, str]:
    """Return the policies that installed packages register: name → ``module:function``.

    Raises
    ------
    PolicyError
        A name cannot be one, is a compiled policy's, or is registered twice.
    """
    compiled = {path.stem for path in Path(__file__).parent.glob("*/*.py")}
    found: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        told = f"policy {entry.name!r}, registered as {entry.value} in the entry point group {GROUP}"
        if not _NAME.fullmatch(entry.name):
            msg = f"{told}: expected a name of letters, digits, '_', '-' and '.'"
            raise PolicyError(msg)
        if entry.name in compiled or found.get(entry.name, entry.value) != entry.value:
            other = found.get(entry.name, "one of balance itself")
            msg = f"{told}: the name is taken by {other}; register another name"
            raise PolicyError(msg)
        found[entry.name] = entry.value
    return found


def is_python(name: str) -> bool:
    """Tell whether a name is meant as a policy in Python: it holds a colon, or a package registers it."""
    return ":" in name or name in registered()


def module_exists(name: str) -> bool:
    """Tell whether a module can be found in the working directory or among what is installed."""
    _look_in_working_directory()
    try:
        return importlib.util.find_spec(name) is not None
    except (
        ModuleNotFoundError
    ) as error:  # of itself, or a package that it is in; else of something that these import
        return not f"{name}.".startswith(f"{error.name}.")
    except ValueError:
        return False
    except Exception:  # its package is there but cannot be imported, which `load` will say
        return True


def load(name: str) -> Callable[..., Any]:
    """Return a policy's function.

    Raises
    ------
    PolicyError
        The module cannot be imported or has no such function, or the function takes other arguments.
    """
    module_name, attribute = _spelled(name)
    module = _module(name, module_name)
    file = getattr(module, "__file__", None) or module_name  # one built into Python has none
    try:
        function = getattr(module, attribute, None)
    except Exception as error:
        msg = f"policy {name}: looking for {attribute!r} in {file} {raised(error)}"
        raise PolicyError(msg) from error
    if function is None:
        functions = [key for key, value in vars(module).items() if inspect.isfunction(value)]
        close = nearest(attribute, functions)
        msg = f"policy {name}: no function {attribute!r}{close} in {file}"
        raise PolicyError(msg)
    if not callable(function) or not _takes_three(function):
        got = f"got {_shape(function)} in {file}"
        msg = f"policy {name}: expected a function {attribute}(observation, legal, random); {got}"
        raise PolicyError(msg)
    return function  # whatever the module holds


def summary(name: str) -> str:
    """Return the first line of the function's docstring."""
    text = inspect.getdoc(load(name)) or "a policy in Python"
    return text.splitlines()[0].rstrip(".")


def source_digest(name: str) -> str:
    """Return the SHA-256 (hex) of a policy's source: its file, or every ``.py`` file of the package that it is in.

    Raises
    ------
    PolicyError
        It cannot be imported, or no file holds it.
    """
    load(name)
    top = sys.modules[_spelled(name)[0].partition(".")[0]]
    module = sys.modules[_spelled(name)[0]]
    folders = [Path(folder) for folder in getattr(top, "__path__", ())]
    files = sorted(file for folder in folders for file in folder.rglob("*.py"))
    file = getattr(module, "__file__", None)
    if not folders and file is not None:
        files = [Path(file)]
    total = hashlib.sha256()
    for file in files:
        total.update(hashlib.sha256(file.read_bytes()).digest())
    if not files:
        msg = f"policy {name}: {module.__name__} has no source file"
        raise PolicyError(msg)
    return total.hexdigest()


def _spelled(name: str) -> tuple[str, str]:
    """Return the module and the function that a name stands for."""
    spelling = name if ":" in name else registered().get(name, name)
    match = _SPELLED.fullmatch(spelling)
    if match is None:
        through = "" if spelling == name else f" (registered as {name!r})"
        msg = f"expected a policy in Python as module:function; got {spelling!r}{through}"
        raise PolicyError(msg)
    return match[1], match[2]


def _module(name: str, module: str) -> ModuleType:
    if not module_exists(module):
        msg = f"policy {name}: no module {module!r} in the working directory or among what is installed"
        raise PolicyError(msg)
    try:
        return importlib.import_module(module)
    except SyntaxError as error:
        at = f" ({error.filename}, line {error.lineno})" if error.filename else ""
        msg = f"policy {name}: syntax error: {error.msg}{at}"
        raise PolicyError(msg) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() too: it would end the program as if all were well
        msg = f"policy {name}: importing {module} {raised(error)}"
        raise PolicyError(msg) from error


def _look_in_working_directory() -> None:
    """Make modules of the working directory importable, as they are for ``python -m``."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)


def _takes_three(function: Callable[..., Any]) -> bool:
    try:
        inspect.signature(function).bind(None, None, None)
    except (TypeError, ValueError):
        return False
    return True


def _shape(thing: Any) -> str:
    """Say what something is, in a message: a function with its arguments, or the type of a thing."""
    if not callable(thing):
        return f"something of type {type(thing).__name__}"
    try:
        return f"{getattr(thing, '__name__', 'one')}{inspect.signature(thing)}"
    except (TypeError, ValueError):
        return "one whose arguments are not known"
