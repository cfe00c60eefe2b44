"""The loop that `make bench` times is the one that sweeps play."""

from __future__ import annotations

from balance import policies
from balance.loading import configuration_at
from benchmarks.speed import Loop
from tests.support import ROOT


def test_the_timed_loop_plays_a_game_of_every_pair() -> None:
    loop = Loop(configuration_at(ROOT / "configs" / "factions.yaml"), policies.handle("pacts", "random", {}))
    decisions = loop(1)
    assert decisions > 72 * 12  # 72 pairs, six rounds, and each side has at least one real choice in each
