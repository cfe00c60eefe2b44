"""The loop that `make bench` times is the one that sweeps play."""

from __future__ import annotations

from balance import policies
from benchmarks.speed import Loop
from tests.support import shipped


def test_the_timed_loop_plays_a_game_of_every_pair() -> None:
    loop = Loop(shipped(), policies.handle("pacts", "random", {}))
    decisions = loop(1)
    assert decisions > 72 * 12  # 72 pairs, six rounds, and each side has at least one real choice in each
