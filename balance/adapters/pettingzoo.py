"""Pacts as a turn-based environment of PettingZoo: `env`; ``pip install '.[pettingzoo]'``.

See docs/adapters.md for its observations, actions and rewards.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import BalanceError

if TYPE_CHECKING:
    from balance.config.run import Configuration


def env(
    configuration: Configuration | str | Path,
    seelie: str,
    unseelie: str,
    *,
    layout: str | None = None,
    bid: int = 0,
    render_mode: str | None = None,
) -> Any:
    """Return one pair on one layout as an environment of PettingZoo (a ``pettingzoo.AECEnv``), in its usual wrappers.

    An illegal action ends the game: -1 for who chose it, 0 for the other.

    Parameters
    ----------
    configuration
        A configuration, or the path of its file.
    seelie, unseelie, layout
        Names in the configuration; the first layout by default.
    bid
        Cubes given before play: positive to Seelie, negative to Unseelie.
    render_mode
        ``"ansi"``: `render` returns the board as text; ``"human"``: every step writes it to the terminal.

    Raises
    ------
    ConfigurationError
        The file or a name in it is refused.
    BalanceError
        PettingZoo is not installed, or the bid or the render mode is refused.
    """
    try:
        from balance.adapters import _pettingzoo
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in {"pettingzoo", "gymnasium"}:
            raise
        msg = "PettingZoo is not installed: in the project's folder, pip install '.[pettingzoo]'"
        raise BalanceError(msg) from error
    return _pettingzoo.wrapped(
        configuration, seelie, unseelie, layout=layout, bid=bid, render_mode=render_mode
    )


__all__ = ["env"]
