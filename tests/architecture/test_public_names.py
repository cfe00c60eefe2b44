"""What `__all__` promises is there, and said what it is."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

import balance


def modules() -> list[ModuleType]:
    """Return every module of the package that lists public names."""
    names = [info.name for info in pkgutil.walk_packages(balance.__path__, "balance.")]
    loaded = [balance, *(importlib.import_module(name) for name in names if not name.endswith("__main__"))]
    return [module for module in loaded if hasattr(module, "__all__")]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_public_names_exist_once(module: ModuleType) -> None:
    names = list(module.__all__)
    assert len(set(names)) == len(names)
    assert [name for name in names if not hasattr(module, name)] == []


@pytest.mark.parametrize("name", balance.__all__)
def test_a_public_name_of_the_package_says_what_it_is(name: str) -> None:
    assert inspect.getdoc(getattr(balance, name))


def test_the_package_lists_its_public_names_in_order() -> None:
    assert balance.__all__ == sorted(balance.__all__)
    assert set(dir(balance)) == {*balance.__all__, "__version__"}


def test_an_unknown_public_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'balance' has no attribute 'Bid'"):
        _ = balance.Bid
