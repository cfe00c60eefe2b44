"""The whole road of `balance tweak`, from the base and its tweaks to the files of the results."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from balance.engine.system import PolicyHandle, RuleSystem, tie_rule
from balance.reports import tweak as page
from balance.stats.json_values import plain
from balance.stats.limits import Judged, Limit, Outcome, judge, worst
from balance.stats.tweak.results import Ranking, TweakResult
from balance.stats.tweak.verdicts import Goal, rank
from balance.sweep.claim import claimed
from balance.sweep.files import digest, json_bytes, shown_path, write_together
from balance.sweep.manifest import MANIFEST
from balance.sweep.options import seat_policies
from balance.sweep.paired import Whole
from balance.sweep.runner import Told, untold
from balance.sweep.store import parquet_bytes
from balance.tweak import checks as own
from balance.tweak import files
from balance.tweak.bids import BidPlan, with_bids
from balance.tweak.figures import figures, need_others
from balance.tweak.games import Arm, Said, Table, arms_of, cells_of, play_others, play_until_known

if TYPE_CHECKING:
    from balance.config.run import Configuration
    from balance.config.tweak import Tweak

FILES = (files.PAIRS, MANIFEST, files.SUMMARY, files.REPORT)
OTHERS = 1000
"""Games of each pair that no tweak touches, where a limit is on a figure of all pairs."""
DEFAULT_BIDS = (1, 2, 3, 4, 6, 8)

Systems = Callable[["Configuration"], RuleSystem]
Engine = Callable[[], tuple[Systems, Mapping[str, PolicyHandle]]]


@dataclass(frozen=True)
class Asked:
    """What is wanted to be known.

    Parameters
    ----------
    goal
        Target, band, material change, error rate and largest number of games; its `tweaks` is filled in.
    layout
        The setting that is played.
    others
        Games of each pair that is not touched, under the base's rules; None: as many as the limits need.
    bids
        Bids that are played to find fair ones (cubes); none are without.
    limits
        What the exit status says.
    seed_given
        Whether the seed is another than the file's.
    """

    goal: Goal
    layout: str
    others: int | None = None
    bids: tuple[int, ...] = ()
    limits: tuple[Limit, ...] = ()
    seed_given: bool = False


@dataclass(frozen=True)
class Finished:
    """A finished run: its folder and what it found.

    `replay` is what follows ``balance replay``, by tweak and for the base, with the paths as they were typed.
    """

    folder: Path
    results: tuple[TweakResult, ...]
    ranking: Ranking
    self_checks: tuple[own.SelfCheck, ...]
    judged: Mapping[str, tuple[Judged, ...]]
    manifest: Mapping[str, Any]
    replay: Mapping[str, Sequence[str]]
    headline: tuple[str, ...]

    @property
    def report(self) -> Path:
        """The page."""
        return self.folder / files.REPORT

    def brief(self) -> dict[str, Any]:
        """Return the paths of the results, and what was found of each tweak, as JSON values."""
        summary = json.loads((self.folder / files.SUMMARY).read_bytes())
        paths = {"folder": self.folder, "report": self.report, "summary": self.folder / files.SUMMARY}
        return {
            **{name: str(path) for name, path in paths.items()},
            "headline": list(self.headline),
            "outcome": str(self.outcome),
            **{key: value for key, value in summary.items() if key != "schema_version"},
        }

    @property
    def outcome(self) -> Outcome:
        """Of all limits under all tweaks together."""
        return worst(one for several in self.judged.values() for one in several)


def _nothing(_: object) -> None:
    """Tell nobody."""


def run_tweaks(
    configuration: Configuration,
    tweaks: Sequence[Tweak],
    engine: Engine,
    folder: Path,
    asked: Asked,
    *,
    jobs: int = 1,
    command: str = "",
    say: Said = _nothing,
    tell: Told = untold,
) -> Finished:
    """Play a configuration against tweaks of it until their verdicts are known, and write them into a folder.

    Nothing is written before all is played, and nothing is kept of an interrupted run. The files have the same bytes
    for any number of jobs; only the manifest has times in it.

    Parameters
    ----------
    configuration
        The base. The headline's policies play.
    tweaks
        What to compare it with, each with its own name.
    engine
        Returns the function that makes a rule system of a configuration, and the policies. It is called once, after
        the folder has been found fit to be written.
    folder
        Where the results go.
    asked
        What is wanted to be known.
    jobs
        Threads.
    command
        The command line, for the manifest.
    say, tell
        Called with a line now and then, and with the progress after every chunk.

    Raises
    ------
    RunFolderError
        If the folder cannot be used.
    SelfCheckError
        If the base's games do not come out the same when they are played again.
    """
    with claimed(folder, files.MARK, FILES):
        started, clock = datetime.now(UTC), time.monotonic()
        systems, policies = engine()
        base = systems(configuration)
        base.warm_up(policies)
        names = seat_policies(configuration.policy_pairs[0], base.columns.seats)
        cells = list(cells_of(base, asked.layout, names))
        arms = arms_of(base, {tweak.name: systems(tweak.configuration) for tweak in tweaks}, cells)
        table = Table(base, arms, policies, cells, jobs, tell)
        say(_plan_words(table))
        checks = [own.against_itself(table, systems(configuration))]
        results, others = _results(table, replace(asked.goal, tweaks=len(tweaks)), asked, say)
        checks += own.mirrors(table)
        if asked.bids:
            results = with_bids(
                table, results, BidPlan(tuple(sorted(asked.bids))), _shared(configuration, tweaks)
            )
        ranking = rank(results)
        judged = _judged(results, asked.limits, table.pairs(), others)
        manifest = {
            **files.description(configuration, tweaks, table, names=names),
            "material": asked.goal.material,
            "alpha": asked.goal.alpha,
            "max_games": asked.goal.max_games,
            "bids": bool(asked.bids),
            "self_checks": [plain(check) for check in checks],
            "checks": _shown(judged),
        }
        paths = {"base": configuration.path, **{tweak.name: tweak.path for tweak in tweaks}}
        shown_paths = {name: shown_path(path) for name, path in paths.items()}
        manifest["replay"] = files.replay_arguments(manifest, shown_paths, seed_given=asked.seed_given)
        typed = {name: str(path) for name, path in paths.items()}
        shown = ranking if len(results) > 1 else None
        found = Finished(
            folder=folder,
            results=tuple(results),
            ranking=ranking,
            self_checks=tuple(checks),
            judged=judged,
            manifest=manifest,
            replay=files.replay_arguments(manifest, typed, seed_given=asked.seed_given),
            headline=page.headline(results, shown, manifest),
        )
        data = _files(found, table, page.render(results, shown, manifest))
        manifest |= {
            "files": {name: digest(content) for name, content in data.items()},
            "command": command,
            "jobs": jobs,
            "started": started.isoformat(timespec="seconds"),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - clock, 3),
        }
        write_together(folder, {**data, MANIFEST: json_bytes(manifest)})
    return found


def goal_of(configuration: Configuration, *, material: float, alpha: float, max_games: int) -> Goal:
    """Return the goal that a configuration's section ``balance`` sets, for every ordered pair of its pool."""
    pool = configuration.pool()
    pairs = [(first, second) for first in pool for second in pool if second != first]
    aim = configuration.balance
    bands = np.array([aim.band_of(*pair) for pair in pairs]) / 100
    return Goal(
        target=np.array([aim.target_of(*pair) for pair in pairs]) / 100,
        band=(bands[:, 0], bands[:, 1]),
        material=material,
        alpha=alpha,
        max_games=max_games,
    )


def _results(table: Table, goal: Goal, asked: Asked, say: Said) -> tuple[list[TweakResult], Whole]:
    """Play, and return what was found of each tweak, and the base's results in pairs that are not touched."""
    games = asked.others
    if games is None:
        pairs = table.pairs()
        needed = any(
            need_others(asked.limits, [p for p, own_ in zip(pairs, arm.touched, strict=True) if own_])
            for arm in table.arms
        )
        games = OTHERS if needed else 0
    others = play_others(table, games)
    play_until_known(table, goal, others, say)
    return [arm.result for arm in table.arms], others


def _judged(
    results: Sequence[TweakResult],
    limits: Sequence[Limit],
    pairs: Sequence[tuple[str, str]],
    others: Whole,
) -> dict[str, tuple[Judged, ...]]:
    """Return what came of each limit under each tweak."""
    played = {pair: counts for pair, counts in zip(pairs, others, strict=True) if counts.any()}
    found = {}
    for result in results:
        values = figures(result, played)
        found[result.name] = tuple(judge(limit, values) for limit in limits)
    return found


def _shown(judged: Mapping[str, Sequence[Judged]]) -> list[dict[str, Any]]:
    return [
        {"tweak": name, "text": one.limit.text, "verdict": str(one.outcome), "figure": value_words(one)}
        for name, several in judged.items()
        for one in several
    ]


def value_words(one: Judged) -> str:
    """Return the value of a limit's figure in words."""
    value = one.value
    if np.isnan(value.estimate):
        return value.note or "not known"
    return f"{value.estimate:.4g} ({value.low:.4g} to {value.high:.4g})"


def _shared(configuration: Configuration, tweaks: Sequence[Tweak]) -> dict[str, bool]:
    every = {"": configuration, **{tweak.name: tweak.configuration for tweak in tweaks}}
    return {name: tie_rule(what.rulings()) == "shared" for name, what in every.items()}


def _files(found: Finished, table: Table, html: str) -> dict[str, bytes]:
    """Return the files made from the results."""
    identity = (
        "name",
        "system",
        "seed",
        "layout",
        "policies",
        "configuration_digest",
        "material",
        "alpha",
        "max_games",
    )
    run = {key: found.manifest[key] for key in identity}
    told = files.summary(run, found.results, found.ranking, found.self_checks, found.judged)
    return {
        files.PAIRS: parquet_bytes(files.pairs_frame(table)),
        files.SUMMARY: json_bytes(told),
        files.REPORT: html.encode(errors="backslashreplace"),
    }


def _plan_words(table: Table) -> str:
    return "; ".join(_arm_words(arm) for arm in table.arms)


def _arm_words(arm: Arm) -> str:
    pairs, touched, dealt = len(arm.touched), int(arm.touched.sum()), int(arm.in_pool.sum())
    gone = f", {pairs - dealt} are not dealt any more" if dealt < pairs else ""
    return f"{arm.name} touches {touched} of {pairs} pairings, {dealt - touched} are proved identical{gone}"
