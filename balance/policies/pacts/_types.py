"""Short names of the types in kernel signatures.

Explicit signatures compile each function once; left to inference, numba would compile it again for every width of
integer that it is called with.
"""

from __future__ import annotations

from typing import Any

from balance.engine._jit import types
from balance.engine.pacts.kernels.loop import APPLY, LEGAL, memory_type
from balance.engine.pacts.kernels.state import rules_type, state_type

I: Any = types.int64  # noqa: E741 (read beside F, as in a formula)
F: Any = types.float64
A: Any = types.int16[::1]  # actions
S: Any = state_type
R: Any = rules_type
M: Any = memory_type
W: Any = memory_type.typeof("work")  # positions to search with

__all__ = ["APPLY", "LEGAL", "A", "F", "I", "M", "R", "S", "W"]
