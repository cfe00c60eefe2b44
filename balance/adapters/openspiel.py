"""Pacts as a game of OpenSpiel: `load_game`; ``pip install '.[openspiel]'``.

See docs/adapters.md for what its states, chance nodes and tensors are.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.errors import BalanceError

if TYPE_CHECKING:
    from balance.config.run import Configuration

SHORT_NAME = "python_pacts"


def load_game(
    configuration: Configuration | str | Path,
    seelie: str,
    unseelie: str,
    *,
    layout: str | None = None,
    bid: int = 0,
) -> Any:
    """Return one pair on one layout as a game of OpenSpiel (a ``pyspiel.Game``).

    Parameters
    ----------
    configuration
        A configuration, or the path of its file.
    seelie, unseelie, layout
        Names in the configuration; the first layout by default.
    bid
        Cubes given before play: positive to Seelie, negative to Unseelie.

    Raises
    ------
    ConfigurationError
        The file or a name in it is refused.
    BalanceError
        OpenSpiel is not installed, or the bid is refused.
    """
    register()
    from balance.adapters import _openspiel

    return _openspiel.load(configuration, seelie, unseelie, layout=layout, bid=bid)


def register() -> None:
    """Make the game known to OpenSpiel, so that ``pyspiel.load_game("python_pacts", …)`` finds it.

    Parameters are those of `load_game`; ``configuration`` is the path of a file there.

    Raises
    ------
    BalanceError
        OpenSpiel is not installed.
    """
    try:
        import pyspiel  # noqa: F401  # looked for here, used in the module below
    except ImportError as error:
        msg = "OpenSpiel is not installed: in the project's folder, pip install '.[openspiel]'"
        raise BalanceError(msg) from error
    from balance.adapters import _openspiel  # noqa: F401  # it registers the game when it is first imported


__all__ = ["SHORT_NAME", "load_game", "register"]
