"""A short round of fuzzing with a fixed seed; `make fuzz` goes on for as long as it is told."""

from __future__ import annotations

import pytest

from tests.fuzz.__main__ import Fuzzer
from tests.fuzz.targets import targets


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("run", 12),
        ("tweak", 4),
        ("record", 40),
        ("others", 12),
        ("their records", 40),
        ("games", 40),
        ("chunks", 4),
    ],
)
def test_what_is_read_is_refused_or_done(name: str, inputs: int) -> None:
    (target,) = (target for target in targets() if target.name == name)
    fuzzer = Fuzzer(target, seed=1)
    for _ in range(inputs):
        outcome = fuzzer.step()
        assert not outcome.find, outcome.told


@pytest.mark.slow
def test_damaged_results_are_refused_or_told() -> None:
    (target,) = (target for target in targets() if target.name == "results")
    fuzzer = Fuzzer(target, seed=1)
    for _ in range(40):
        outcome = fuzzer.step()
        assert not outcome.find, outcome.told
