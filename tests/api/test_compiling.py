"""The engine is compiled in a process of its own, or where that cannot be, by whoever needs it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from balance.loading import compile_apart


def test_a_process_of_its_own_finds_the_engine_and_the_policies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # what would be compiled is only imported
    monkeypatch.chdir(tmp_path)
    assert compile_apart("pacts", ["greedy"])
    assert not compile_apart("pacts", ["nobody"])


def test_where_no_process_can_be_started_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert not compile_apart("pacts", ["greedy"])
