"""Addresses within a page, made of names."""

from __future__ import annotations

import re
from collections.abc import Sequence


def slugs(names: Sequence[str]) -> dict[str, str]:
    """Return for each name what stands for it in addresses and names of files: small letters, digits and hyphens.

    No two are alike; what is left of a name in another script is a number.

    Examples
    --------
    >>> slugs(("cu sidhe", "<b>", "Cu-Sidhe", "b"))
    {'cu sidhe': 'cu-sidhe', '<b>': 'b', 'Cu-Sidhe': 'cu-sidhe-2', 'b': 'b-2'}
    """
    found: dict[str, str] = {}
    for name in names:
        base = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].rstrip("-") or "name"
        slug, number = base, 1
        while slug in found.values():
            number += 1
            slug = f"{base}-{number}"
        found[name] = slug
    return found


def pair_key(contestants: Sequence[str], first: str, second: str) -> str:
    """Return what stands for an ordered pair: its slug, ``kelpies-v-selkies``.

    Parameters
    ----------
    contestants
        All of the run, in its order: it decides between names that look alike.
    """
    found = slugs(contestants)
    return f"{found[first]}-v-{found[second]}"
