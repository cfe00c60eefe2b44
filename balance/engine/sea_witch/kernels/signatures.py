"""Short names of the types in kernel signatures.

Explicit signatures compile each function once; left to inference, numba would compile it again for every width of
integer that it is called with.
"""

from __future__ import annotations

from typing import Any

from balance.engine._jit import types
from balance.engine.sea_witch.kernels.state import rules_type, state_type

V: Any = types.void
B: Any = types.boolean
I: Any = types.int64  # noqa: E741 (read beside F, as in a formula)
U: Any = types.uint64
F: Any = types.float64
S: Any = state_type
R: Any = rules_type
W: Any = types.float64[::1]  # a policy's weights
A: Any = types.int16[::1]  # actions
N: Any = types.int8[::1]  # names of cards or pacts
K: Any = types.uint64[::1]  # hashes
X: Any = types.uint64[:]  # keys of chance in the rules
H: Any = types.int8[:]  # cards in a position
P: Any = types.int64[::1]
T: Any = types.int64[:, ::1]  # counters

__all__ = ["A", "B", "F", "H", "I", "K", "N", "P", "R", "S", "T", "U", "V", "W", "X"]
