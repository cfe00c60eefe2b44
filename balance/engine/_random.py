"""Counter-based random numbers: a keyed hash, no state carried along.

A draw is a pure function of its key, so results do not depend on the order in which games are played. Two streams are
kept apart by their domain: *chance* (the deal) and *choice* (a policy's own draws); from a choice draw nothing can be
learnt of the deal.

`mix` is the finaliser of SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators",
section 4, with Stafford's variant 13 constants).
"""

from __future__ import annotations

from balance.engine._jit import Unsigned, kernel, unsigned, wrapping_add, wrapping_multiply

CHANCE = 1
CHOICE = 2


@kernel(allocates=False)
def mix(x: Unsigned) -> Unsigned:
    """Return a 64-bit hash of a 64-bit number; a bijection."""
    z = wrapping_add(unsigned(x), 0x9E3779B97F4A7C15)
    z = wrapping_multiply(z ^ (z >> unsigned(30)), 0xBF58476D1CE4E5B9)
    z = wrapping_multiply(z ^ (z >> unsigned(27)), 0x94D049BB133111EB)
    return z ^ (z >> unsigned(31))


@kernel(allocates=False)
def combine(key: Unsigned, word: Unsigned) -> Unsigned:
    """Return the key of the stream `word` below `key`."""
    return mix(unsigned(key) ^ mix(unsigned(word)))


@kernel(allocates=False)
def game_key(cell_key: Unsigned, game: int) -> Unsigned:
    """Return the key of one game of a cell."""
    return combine(cell_key, game)


@kernel(allocates=False)
def below(draw: Unsigned, count: int) -> int:
    """Return a number in 0 … count - 1 from a draw (multiply and shift; bias below count / 2**32)."""
    return int(wrapping_multiply(unsigned(draw) >> unsigned(32), unsigned(count)) >> unsigned(32))
