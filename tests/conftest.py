"""Settings of the whole test run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.support import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The first call of a kernel compiles, so no example has a deadline.
settings.register_profile("dev", max_examples=25, deadline=None)
settings.register_profile("ci", max_examples=40, deadline=None, derandomize=True)  # the same ones each time
settings.register_profile("small", max_examples=5, deadline=None, derandomize=True)  # where no JIT helps
settings.register_profile(
    "wide", max_examples=200, deadline=None
)  # whole games: others each time, `make test-slow`
settings.register_profile("deep", max_examples=2000, deadline=None)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") == "true" else "dev")
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield opened
        opened.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what needs compiled speed where nothing is compiled."""
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        left_out = pytest.mark.skip(reason="needs compiled speed")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(left_out)
