"""Short names of the types in kernel signatures, so that a signature reads as a line."""

from __future__ import annotations

from typing import Any

from balance.engine._jit import types
from balance.engine.agreements.kernels.state import rules_type, state_type

V: Any = types.void
B: Any = types.boolean
I: Any = types.int64  # noqa: E741 (read beside B, as in a formula)
U: Any = types.uint64
S: Any = state_type
R: Any = rules_type
A: Any = types.int16[::1]  # actions

__all__ = ["A", "B", "I", "R", "S", "U", "V"]
