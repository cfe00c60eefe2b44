"""What it saves to play old and new rules on the same cards: ``python -m benchmarks.pairing``.

Prints, for every tweak in configs/tweaks and some policies, the variance of independent games over that of paired ones,
and whether control variates from the margins or antithetic decks would save more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.config.pacts import Configuration, of_pacts
from balance.engine.pacts.game import deal_game
from balance.engine.pacts.kernels.state import MAX_KINDS
from balance.engine.pacts.replay import Replay
from balance.engine.pacts.tables import build_rules, names_of
from balance.engine.system import Cell, PolicyHandle
from balance.loading import configuration_at, engine_of, tweaks_at

Array = NDArray[np.float64]

BASE, TWEAKS = Path("configs/factions.yaml"), Path("configs/tweaks")
POLICIES = {"greedy": 2000, "planner": 500}  # games of each pair
MOST_PAIRS = {"greedy": 16, "planner": 8}
ANTITHETIC = (("dragons-move-4", ("dragons", "kelpies")), ("kelpies-place-2", ("sluagh", "kelpies")))
ANTITHETIC_GAMES = 1500
CARDS, CARD_GAMES = ("dragons-move-4", "kelpies-place-2", "fewer-moves"), 3000


def main() -> None:
    """Print all tables."""
    base = of_pacts(configuration_at(BASE))
    _, policies = engine_of(base, POLICIES, say=print)
    tweaks = {
        path.stem: of_pacts(tweaks_at(BASE, [path])[0].configuration)
        for path in sorted(TWEAKS.glob("*.yaml"))
    }
    print(
        "| tweak | policy | pairs | discordant | variance ratio (least, median, most) | R² margins | R² with leads |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for policy, games in POLICIES.items():
        for name, tweak in tweaks.items():
            print(_row(name, base, tweak, policies, policy, games), flush=True)
    print()
    print("| tweak | pair | variance ratio of wins | of margins | R² of the cards dealt: change, old, new |")
    print("| --- | --- | --- | --- | --- |")
    for name in CARDS:
        for line in _cards(base, tweaks[name], policies, name):
            print(line, flush=True)
    print()
    print("| tweak | pair | games | correlation of the change in a deck and its reverse | variance ratio |")
    print("| --- | --- | --- | --- | --- |")
    for name, pair in ANTITHETIC:
        print(_antithetic(name, base, tweaks[name], policies["greedy"], pair), flush=True)


def _row(
    name: str,
    base: Configuration,
    tweak: Configuration,
    policies: dict[str, PolicyHandle],
    policy: str,
    games: int,
) -> str:
    from balance.engine.registry import rule_system

    old, new = rule_system(base), rule_system(tweak)
    layout = next(iter(base.layouts))
    cells = [Cell(pair, layout, (policy, policy)) for pair in permutations(base.pool(), 2)]
    touched = [cell for cell in cells if old.rules_key(cell) != new.rules_key(cell)]
    chosen = touched[:: -(-len(touched) // MOST_PAIRS[policy])]
    ratios, moved, margins, leads = [], [], [], []
    for cell in chosen:
        (before,) = old.games([cell], policies, 0, games)
        (after,) = new.games([cell], policies, 0, games)
        change = after.shares - before.shares
        moved.append(float((change != 0).mean()))
        if not change.any():
            continue
        ratios.append(_ratio(before.shares, after.shares))
        margin = [before.margins.astype(float), np.abs(before.margins).astype(float)]
        margins.append(_explained(change, margin))
        half = [one.facts["margin_after_round_3"].astype(float) for one in (before, after)]
        leads.append(_explained(change, [*margin, *half]))
    low, middle, high = np.quantile(ratios, [0, 0.5, 1])
    return (
        f"| {name} | {policy} | {len(chosen)} of {len(touched)} | {np.mean(moved):.0%} "
        f"| {low:.1f}, {middle:.1f}, {high:.1f} | {np.mean(margins):.2f} | {np.mean(leads):.2f} |"
    )


def _cards(
    base: Configuration, tweak: Configuration, policies: dict[str, PolicyHandle], name: str
) -> Iterator[str]:
    """Yield what the number of each kind of card in rounds 1 to 3 and 4 to 6, whose means are known, explains."""
    from balance.engine.registry import rule_system

    old, new = rule_system(base), rule_system(tweak)
    layout = next(iter(base.layouts))
    cells = [Cell(pair, layout, ("greedy", "greedy")) for pair in permutations(base.pool(), 2)]
    for cell in [cell for cell in cells if old.rules_key(cell) != new.rules_key(cell)][::5][:4]:
        (before,) = old.games([cell], policies, 0, CARD_GAMES)
        (after,) = new.games([cell], policies, 0, CARD_GAMES)
        seelie, unseelie = cell.contestants
        rules, key = build_rules(base, seelie, unseelie, layout), cell.key(base.seed)
        dealt = np.array([deal_game(rules, key, game)[0] for game in range(CARD_GAMES)])
        halves = dealt.reshape(CARD_GAMES, 2, -1)
        counts = (halves[..., None] == np.arange(MAX_KINDS)).sum(axis=2).reshape(CARD_GAMES, -1)
        design = np.column_stack([np.ones(CARD_GAMES), counts]).astype(float)
        explained = [
            _adjusted(values, design)
            for values in (after.shares - before.shares, before.shares, after.shares)
        ]
        wins = _ratio(before.shares, after.shares)
        margins = _ratio(before.margins.astype(float), after.margins.astype(float))
        words = ", ".join(f"{part:.3f}" for part in explained)
        yield f"| {name} | {' against '.join(cell.contestants)} | {wins:.2f} | {margins:.2f} | {words} |"


def _ratio(before: Array, after: Array) -> float:
    return float((before.var() + after.var()) / (after - before).var())


def _adjusted(values: Array, design: Array) -> float:
    """Return the part of the variance that a regression explains, corrected for the number of its columns."""
    coefficients, _, rank, _ = np.linalg.lstsq(design, values, rcond=None)
    rest = values - design @ coefficients
    return float(1 - (rest @ rest) / (len(values) - rank) / values.var(ddof=1))


def _explained(change: Array, columns: Sequence[Array]) -> float:
    """Return the part of the change's variance that a linear regression explains: what known means would save."""
    design = np.column_stack([np.ones(len(change)), *columns])
    fitted = design @ np.linalg.lstsq(design, change, rcond=None)[0]
    return float(1 - (change - fitted).var() / change.var())


def _antithetic(
    name: str, base: Configuration, tweak: Configuration, policy: PolicyHandle, pair: tuple[str, str]
) -> str:
    """Play each deck and its reverse, round 6 first, and compare the changes that a tweak makes in both."""
    key = Cell(pair, next(iter(base.layouts)), (policy.name, policy.name)).key(base.seed)
    changes = np.array(
        [
            [
                _share(tweak, pair, policy, key, game, reverse=reverse)
                - _share(base, pair, policy, key, game, reverse=reverse)
                for reverse in (False, True)
            ]
            for game in range(ANTITHETIC_GAMES)
        ]
    )
    together = float(np.corrcoef(changes.T)[0, 1])
    words = " against ".join(pair)
    return f"| {name} | {words} | {2 * len(changes)} | {together:+.3f} | {1 / (1 + together):.2f} |"


def _share(
    configuration: Configuration,
    pair: tuple[str, str],
    policy: PolicyHandle,
    key: int,
    game: int,
    *,
    reverse: bool,
) -> float:
    rules: Any = build_rules(configuration, *pair, next(iter(configuration.layouts)))
    replay = Replay(rules, names_of(configuration), (policy, policy), key=key, index=game)
    if reverse:
        replay.session.cards = replay.session.cards[::-1]
    replay.play()
    outcome = replay.session.outcome()
    return 0.5 if outcome.winner is None else float(outcome.winner == 0)


if __name__ == "__main__":
    main()
