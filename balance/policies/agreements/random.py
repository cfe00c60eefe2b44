"""`random`: any legal action, each as likely as any other; the floor that other policies are measured against."""

from __future__ import annotations

from balance.engine._jit import kernel
from balance.engine._random import below
from balance.engine.agreements.kernels.state import CHOOSE_SIGNATURE

SUMMARY = "any legal action, each as likely as any other; agreements as the conduct says"
WEIGHTS: dict[str, float] = {}


@kernel(CHOOSE_SIGNATURE)
def choose(state, rules, actions, count, draw, weights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (typed by CHOOSE_SIGNATURE)
    """Choose a legal action at random."""
    return int(actions[below(draw, count)])
