"""Many claims at once from e-values, whatever their dependence and however often was looked.

An e-value is at most 1 on average where its claim is false; a large one is evidence for the claim. All functions take
natural logarithms.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from balance.stats.paired import Flags


def e_bh(logs: ArrayLike, alpha: float) -> tuple[Flags, float]:
    """Return which claims are made at a false discovery rate of at most `alpha`, and each one's own level.

    The level is that at which intervals are to be given so that they agree with the claims made, and so that at most
    `alpha` of the intervals that go with claims miss (e-BY): `alpha` × claims made / claims, with at least one.

    Notes
    -----
    e-BH: Wang and Ramdas (2022), Journal of the Royal Statistical Society B 84, 822–852, section 4. e-BY: Xu, Wang and
    Ramdas (2024), Electronic Journal of Statistics 18, 2292–2338, section 3.

    Examples
    --------
    >>> import numpy as np
    >>> made, level = e_bh(np.log([50.0, 1.0, 30.0]), 0.05)
    >>> made.tolist(), round(level, 4)
    ([True, False, True], 0.0333)
    """
    found = np.asarray(logs, np.float64)
    if found.size == 0:
        return np.zeros(0, np.bool_), alpha
    order = np.sort(found)[::-1]
    needed = np.log(found.size / (alpha * np.arange(1, found.size + 1)))
    enough = np.flatnonzero(order >= needed)
    made = int(enough[-1]) + 1 if enough.size else 0
    level = alpha * max(made, 1) / found.size
    return (found >= -math.log(level)) if made else np.zeros(found.size, np.bool_), level
