"""Options of the command line that stand in for lines of the configuration, or name one cell of it.

Nothing heavy is imported here, so that a wrong name is answered at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from balance.config.base import ROW_MARK
from balance.errors import BalanceError, nearest
from balance.policies import python

if TYPE_CHECKING:
    from balance.config.precision import Precision
    from balance.config.run import Configuration
    from balance.engine.system import Cell

Own = TypeVar("Own", bound="Configuration")
QUICK: Final = "greedy"
"""The policy that commands play with which play much and are asked often."""


def overridden(
    configuration: Own,
    *,
    seed: int | None = None,
    games: int | None = None,
    policy: str | None = None,
    contestants: Sequence[str] | None = None,
    settings: Sequence[str] | None = None,
    precision: float | None = None,
    max_games: int | None = None,
) -> Own:
    """Return the configuration as if its file had said what the options say.

    Parameters
    ----------
    configuration
        What the file says.
    seed
        The master seed.
    games
        Games per cell of every policy pair, of the auction and of the comparisons; not of layouts played again.
    policy
        A policy for all seats (``planner``, ``module:function``) or one per seat, with a comma between
        (``planner,module:function``) or, where both are known by name, a colon (``planner:greedy``). Keeps only
        the policy pairs, the auction and the comparisons played by these; where there is no such pair, one with
        the headline's games and settings.
    contestants, settings
        Names to keep; see `Configuration.select`.
    precision
        Wanted half width of the headline pairs' intervals, in wins in 100 games.
    max_games
        The most games that these pairs may come to in all.

    Raises
    ------
    BalanceError
        If a name is unknown, nothing is left to play, or there is a limit but no precision to reach.
    """
    pairs, auction, comparisons = (
        configuration.policy_pairs,
        configuration.auction,
        configuration.comparisons,
    )
    if policy is not None:
        seats = configuration.seats
        names = _policies(policy, configuration, seats)
        configuration = with_python_policies(configuration, names)
        headline = _copy(pairs[0], **dict(zip(seats, names, strict=True)))
        pairs = tuple(pair for pair in pairs if seat_policies(pair, seats) == names) or (headline,)
        if auction is not None and seat_policies(auction, seats) != names:
            auction = None
        if comparisons is not None:
            comparisons = comparisons.changed(
                lambda entries: [entry for entry in entries if seat_policies(entry, seats) == names]
            )
    if games is not None:
        pairs = tuple(_copy(pair, games=games) for pair in pairs)
        auction = None if auction is None else _copy(auction, games=games)
        if comparisons is not None:
            comparisons = comparisons.changed(
                lambda entries: [_copy(entry, games=games) for entry in entries]
            )
    seed = configuration.seed if seed is None else seed
    changed: Own = _copy(
        configuration,
        seed=seed,
        policy_pairs=pairs,
        auction=auction,
        comparisons=comparisons,
        precision=_precision(configuration.precision, precision, max_games),
    )
    return changed.select(contestants=contestants, settings=settings)


def quick_policy(configuration: Configuration, given: str | None) -> str | None:
    """Return the policy that is given, else `QUICK` where there is one; None stands for the file's own pairs."""
    return given or (QUICK if QUICK in configuration.policies else None)


def _precision(own: Precision | None, points: float | None, max_games: int | None) -> Precision | None:
    """Return the file's precision with what the options say in its place."""
    from balance.config.precision import Precision

    if own is None and points is None:
        if max_games is None:
            return None
        msg = f"expected --precision with --max-games {max_games}"
        raise BalanceError(msg)
    given = {"points": points, "max_games": max_games}
    told = own.model_dump() if own else {}
    return Precision.model_validate(
        {**told, **{name: value for name, value in given.items() if value is not None}}
    )


def named_cell(
    configuration: Configuration,
    contestants: Sequence[str],
    *,
    setting: str | None = None,
    policies: Sequence[str | None] | None = None,
    bid_to: str | None = None,
    bid: int = 0,
) -> Cell:
    """Return the cell that the options of ``balance replay`` name; what they leave open is the file's first.

    Parameters
    ----------
    configuration
        Where the names come from.
    contestants
        One per seat.
    setting, policies
        None, or a policy that is None, stands for the first in the file.
    bid_to, bid
        The seat that is given cubes, and how many.

    Raises
    ------
    BalanceError
        If a name is unknown, a contestant is named twice or only one of `bid_to` and `bid` is given.
    """
    seats = configuration.seats
    if len(set(contestants)) < len(contestants):
        noun = configuration.words.contestant
        msg = f"expected different {noun}s for {' and '.join(seats)}; got {contestants[0]!r} twice"
        raise BalanceError(msg)
    configuration.select(contestants=contestants)  # for its messages
    first = seat_policies(configuration.policy_pairs[0], seats)
    names = [given or default for given, default in zip(policies or first, first, strict=True)]
    for name in names:
        _check_policy(name, configuration)
    setting = known_setting(setting or next(iter(configuration.settings)), configuration)
    if bid_to is None and bid:
        msg = f"expected --bid-to {' or '.join(seats)} with --bid {bid}"
        raise BalanceError(msg)
    if bid_to is not None and not bid:
        msg = f"expected --bid with --bid-to {bid_to}"
        raise BalanceError(msg)
    signed = bid if bid_to is None or known("seat", bid_to, seats) == seats[0] else -bid

    from balance.engine.system import Cell  # it brings numpy

    return Cell(tuple(contestants), setting, tuple(names), signed)


def playing(configuration: Configuration) -> tuple[str, ...]:
    """Return the policies that play in a configuration's sweep, each once."""
    seats, auction = configuration.seats, configuration.auction
    compared = (entry for _, entries in configuration.comparisons or () for entry in entries)
    entries = [*configuration.policy_pairs, *([] if auction is None else [auction]), *compared]
    again = configuration.played_again
    named = [name for entry in entries for name in seat_policies(entry, seats)]
    return tuple(dict.fromkeys([*named, *([] if again is None else [again.policy])]))


def seat_policies(entry: Any, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the policy names of an entry of ``policy_pairs`` or of ``auction``, in seat order."""
    return tuple(str(getattr(entry, seat)) for seat in seats)


def known(kind: str, name: str, allowed: Iterable[str]) -> str:
    """Return `name` if it is allowed.

    Raises
    ------
    BalanceError
        Otherwise, with the names allowed and the nearest of them.

    Examples
    --------
    >>> known("layout", "standard", ["standard", "mirrored"])
    'standard'
    """
    names = list(allowed)
    if name not in names:
        msg = f"unknown {kind} {name!r}{nearest(name, names)}; known: {', '.join(names) or 'none'}"
        raise BalanceError(msg)
    return name


def known_setting(name: str, configuration: Configuration) -> str:
    """Return `name` if it is a setting of the configuration or one row of such a setting (``all#17``).

    Raises
    ------
    BalanceError
        Otherwise, with the names allowed and the nearest of them.
    """
    if ROW_MARK not in name:
        return known(configuration.words.setting, name, configuration.settings)
    configuration.check_setting(name)
    return name


def with_python_policies(configuration: Own, names: Iterable[str]) -> Own:
    """Return the configuration with those of the named policies that are in Python, and digests of their sources.

    Raises
    ------
    PolicyError
        If one of them cannot be loaded.
    """
    sources = {name: python.source_digest(name) for name in names if python.is_python(name)}
    if not sources:
        return configuration
    policies = {**configuration.policies, **{name: {} for name in sources}}
    added: Own = _copy(configuration, policies=policies, sources={**configuration.sources, **sources})
    return added


def _policies(text: str, configuration: Configuration, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the policy of each seat."""
    names = [name.strip() for name in text.split(",")] if "," in text else _by_colon(text, configuration)
    if len(names) not in {1, len(seats)} or any(name.count(":") > 1 for name in names):
        msg = f"expected one policy, or one for {' and '.join(seats)} each with a comma between; got {text!r}"
        raise BalanceError(msg)
    for name in names:
        _check_policy(name, configuration)
    return tuple(names * len(seats) if len(names) == 1 else names)


def _by_colon(text: str, configuration: Configuration) -> list[str]:
    """Return ``A:B`` as two names if it starts with a known one or ends with one behind no module, else as one."""
    first, colon, second = text.partition(":")
    by_name = {*configuration.policies, *python.registered()}
    pair = first in by_name or (second in by_name and not python.module_exists(first))
    return [first, second] if colon and pair else [text]


def _check_policy(name: str, configuration: Configuration) -> None:
    """Refuse a policy that is neither known by name nor one in Python that can be loaded."""
    if name not in configuration.policies and python.is_python(name):
        python.load(name)
    else:
        known("policy", name, [*configuration.policies, *python.registered()])


def _copy(model: Any, **changes: Any) -> Any:
    """Return a frozen model with some fields changed."""
    return model.model_copy(update=changes)
