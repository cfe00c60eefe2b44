"""What a run of `balance tweak` writes: manifest, summary, counts and page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import product
from typing import TYPE_CHECKING, Any

import polars as pl

from balance.policies import summaries
from balance.stats.json_values import plain
from balance.stats.limits import Judged
from balance.stats.tweak.results import Ranking, TweakResult
from balance.sweep.files import shown_path
from balance.sweep.paired import RESULTS, SHARES, TIED
from balance.sweep.versions import code_digest, versions
from balance.tweak.checks import SelfCheck
from balance.tweak.games import STAGES, Arm, Table

if TYPE_CHECKING:
    from balance.config.run import Configuration
    from balance.config.tweak import Tweak

MARK = "balance tweak"
SUMMARY, PAIRS, REPORT = "summary.json", "pairs.parquet", "report.html"
SCHEMA_VERSION = 1
"""Raised when a key of the summary is renamed, removed or changes its meaning."""

PAIRS_SCHEMA = pl.Schema(
    {
        "tweak": pl.String,
        "first": pl.String,
        "second": pl.String,
        "old_share": pl.Float64,
        "old_tied": pl.Boolean,
        "new_share": pl.Float64,
        "new_tied": pl.Boolean,
        "games": pl.Int64,
        "common_games": pl.Int64,
    }
)


def summary(
    run: Mapping[str, Any],
    results: Sequence[TweakResult],
    ranking: Ranking,
    checks: Sequence[SelfCheck],
    judged: Mapping[str, Sequence[Judged]],
) -> dict[str, Any]:
    """Return all that was found as JSON values; shares are in 0–1."""
    return {
        "schema_version": SCHEMA_VERSION,
        "run": dict(run),
        "tweaks": [plain(result) for result in results],
        "ranking": plain(ranking),
        "self_checks": [plain(check) for check in checks],
        "checks": [
            {"tweak": name, "text": one.limit.text, "outcome": str(one.outcome), "value": plain(one.value)}
            for name, several in judged.items()
            for one in several
        ],
    }


def pairs_frame(table: Table) -> pl.DataFrame:
    """Return the joint counts: one row for each tweak, touched pair, old result and new result that occurred."""
    rows = [
        (
            arm.name,
            *pair,
            float(SHARES[old]),
            bool(TIED[old]),
            float(SHARES[new]),
            bool(TIED[new]),
            int(arm.joint[place, old, new]),
            int(arm.common[place, old, new]),
        )
        for arm in table.arms
        for place, pair in enumerate(table.pairs())
        for old, new in product(range(RESULTS), repeat=2)
        if arm.joint[place, old, new]
    ]
    return pl.DataFrame(rows, schema=PAIRS_SCHEMA, orient="row")


def examples_of(table: Table, arm: Arm) -> list[list[Any]]:
    """Return, for each pair with games whose results differ, some numbers of them: won more often, and less."""
    pairs = table.pairs()
    return [
        [*pairs[place], list(found.gained), list(found.lost)]
        for place, found in sorted(arm.examples.items())
        if found.gained or found.lost
    ]


def description(
    configuration: Configuration, tweaks: Sequence[Tweak], table: Table, *, names: tuple[str, ...]
) -> dict[str, Any]:
    """Return the part of the manifest that says what was played."""
    base, setting = table.base, table.cells[0].setting
    return {
        "format": MARK,
        "configuration": configuration.contents(),
        "configuration_digest": configuration.digest(),
        "code_digest": code_digest(),
        "name": configuration.name,
        "base": shown_path(configuration.path),
        "seed": configuration.seed,
        "system": base.name,
        "columns": {"seats": list(base.columns.seats), "setting": base.columns.setting},
        "words": asdict(base.words),
        "contestants": list(base.contestants()),
        "layout": setting,
        "layouts": [setting],
        "policies": list(names),
        "players": summaries(base.name, dict.fromkeys(names)),
        "rulings": configuration.rulings(),
        "assumptions": configuration.assumptions(),
        "tweaks": {
            tweak.name: {
                "path": shown_path(tweak.path),
                "meaning": tweak.why,
                "changes": [str(change) for change in tweak.changes],
                "digest": tweak.configuration.digest(),
            }
            for tweak in tweaks
        },
        "examples": {arm.name: examples_of(table, arm) for arm in table.arms},
        "played": {name: table.played[stage] for stage, name in STAGES.items()},
        "versions": versions(base),
    }


def replay_arguments(
    description: Mapping[str, Any], paths: Mapping[str, str], *, seed_given: bool
) -> dict[str, list[str]]:
    """Return what follows ``balance replay`` for a game under the base, and under each tweak.

    The pairing and the game's number are added to it.

    Parameters
    ----------
    description
        See `description`.
    paths
        The file of each tweak by name, and of the base as ``base``.
    seed_given
        Whether the seed is another than the base's.
    """
    options = [f"--{description['columns']['setting'].replace('_', '-')}", str(description["layout"])]
    for seat, policy in zip(description["columns"]["seats"], description["policies"], strict=True):
        options += [f"--{seat}-policy", policy]
    options += ["--seed", str(description["seed"])] if seed_given else []
    base = paths["base"]
    tweaks = {name: [base, "--tweak", paths[name], *options] for name in description["tweaks"]}
    return {**tweaks, "base": [base, *options]}
