"""The road of `balance sensitivity`: variants → paired games → changes and verdicts → summary and page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.policies import summaries
from balance.reports import sensitivity as page
from balance.reports.text_table import TextTable
from balance.stats.sensitivity import precision
from balance.stats.sensitivity import summary as sensitivity_summary
from balance.stats.sensitivity.conclusions import sensitivity
from balance.stats.sensitivity.picks import Arm, Picks, least_fair
from balance.stats.sensitivity.results import Sensitivity
from balance.sweep.claim import claimed
from balance.sweep.files import digest, json_bytes, write_together
from balance.sweep.manifest import MANIFEST
from balance.sweep.options import seat_policies
from balance.sweep.paired import Paired, Wanted, changes, play_paired
from balance.sweep.runner import Told
from balance.sweep.store import parquet_bytes
from balance.sweep.versions import code_digest, versions

if TYPE_CHECKING:
    from balance.config.run import Configuration, Variant

MARK = "balance sensitivity"
SUMMARY, EFFECTS, REPORT = "sensitivity.json", "effects.parquet", "report.html"
FILES = (EFFECTS, MANIFEST, SUMMARY, REPORT)
PILOT = 100
"""Games of each pair from which the number of all games is planned; they count too."""
STAGES = {1: "pilot", 2: "all pairings", 3: "least fair pairings"}

Systems = Callable[["Configuration"], RuleSystem]
Engine = Callable[[], tuple[Systems, Mapping[str, PolicyHandle]]]
Said = Callable[[str], None]


def _nothing(_: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Size:
    """How many games are played.

    Parameters
    ----------
    half_width
        Wanted half width of the 95% intervals, in win shares.
    games
        Games of each pair instead, the same for all variants.
    """

    half_width: float = 0.01
    games: int | None = None


@dataclass(frozen=True)
class Finished:
    """A finished run: its folder and what it found."""

    folder: Path
    found: Sensitivity
    headline: tuple[str, ...]

    @property
    def report(self) -> Path:
        """The page."""
        return self.folder / REPORT

    def overview(self) -> TextTable:
        """Return what becomes of each headline, a row each."""
        rows = [(word, rest) for word, _, rest in (line.partition(": ") for line in self.headline)]
        return TextTable(("", ""), rows)

    def brief(self) -> dict[str, Any]:
        """Return the paths of the results, and what becomes of each headline, as JSON values."""
        summary = json.loads((self.folder / SUMMARY).read_bytes())
        paths = {"folder": self.folder, "report": self.report, "summary": self.folder / SUMMARY}
        return {
            **{name: str(path) for name, path in paths.items()},
            "headline": list(self.headline),
            "run": summary["run"],
            "headlines": summary["headlines"],
        }


def run_sensitivity(
    configuration: Configuration,
    variants: Sequence[Variant[Any]],
    engine: Engine,
    folder: Path,
    *,
    layout: str | None = None,
    size: Size | None = None,
    jobs: int = 1,
    command: str = "",
    say: Said = _nothing,
    tell: Told | None = None,
) -> Finished:
    """Play a configuration against variants of it and write what changes into a folder.

    Nothing is written before all is played, and nothing is kept of an interrupted run. The files have the same bytes
    for any number of jobs; only the manifest has times in it.

    Parameters
    ----------
    configuration
        The base. The headline's policies play.
    variants
        What to compare it with.
    engine
        Returns the function that makes a rule system of a configuration, and the policies. It is called once, after
        the folder has been found fit to be written.
    folder
        Where the results go.
    layout
        On which setting; the first by default.
    size
        How many games; by default for half widths of one win in 100 games.
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
    """
    with claimed(folder, MARK, FILES):
        started, clock = datetime.now(UTC), time.monotonic()
        systems, policies = engine()
        base = systems(configuration)
        base.warm_up(policies)
        arms = [systems(variant.configuration) for variant in variants]
        setting = layout if layout is not None else base.settings()[0]
        names = seat_policies(configuration.policy_pairs[0], base.columns.seats)
        wanted = size or Size()
        found, games = compare(
            base,
            {variant.name: arm for variant, arm in zip(variants, arms, strict=True)},
            policies,
            [Cell(pair, setting, names) for pair in permutations(base.contestants(), 2)],
            wanted,
            jobs=jobs,
            say=say,
            tell=tell,
        )
        manifest = {
            **_description(configuration, base, variants, found, setting=setting, policies=names),
            "precision": wanted.half_width if wanted.games is None else None,
            "games": games,
        }
        files = _files(found, manifest)
        manifest |= {
            "files": {name: digest(data) for name, data in files.items()},
            "command": command,
            "jobs": jobs,
            "started": started.isoformat(timespec="seconds"),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": round(time.monotonic() - clock, 3),
        }
        write_together(folder, {**files, MANIFEST: json_bytes(manifest)})
    return Finished(folder, found, page.headline(found, manifest))


def compare(
    base: RuleSystem,
    arms: Mapping[str, RuleSystem],
    policies: Mapping[str, PolicyHandle],
    cells: Sequence[Cell],
    size: Size,
    *,
    jobs: int = 1,
    say: Said = _nothing,
    tell: Told | None = None,
) -> tuple[Sensitivity, int]:
    """Play a base against other rules on the same decks; return what changes, and how many games were played.

    Parameters
    ----------
    base
        The rules to compare with.
    arms
        The other rules by name, under the same seed.
    policies
        By name, the same for all.
    cells
        Every ordered pair of contestants once, all in one setting and under the same policies.
    size, jobs, say, tell
        As in `run_sensitivity`.
    """
    marked = [Arm(name, tuple(arm.contestants()), changes(base, arm, cells)) for name, arm in arms.items()]
    say(_plan_words(marked, len(cells)))
    player = _Player(base, list(arms.values()), policies, marked, jobs=jobs, tell=tell)
    first, fresh, picks = _play(player, cells, base.contestants(), size)
    return sensitivity(first, fresh, marked, base.contestants(), picks), int(player.games)


class _Player:
    """Plays base and variants in pairs, and counts the games."""

    def __init__(
        self,
        base: RuleSystem,
        arms: Sequence[RuleSystem],
        policies: Mapping[str, PolicyHandle],
        marked: Sequence[Arm],
        *,
        jobs: int,
        tell: Told | None,
    ) -> None:
        self.base, self.arms, self.policies, self.marked = base, arms, policies, marked
        self.jobs, self.tell = jobs, tell
        self.games = 0

    def play(self, wanted: Sequence[Wanted], stage: int) -> Paired:
        """Play some games."""
        self.games += sum(entry.played for entry in wanted)
        return play_paired(
            self.base, self.arms, self.policies, wanted, jobs=self.jobs, stage=stage, tell=self.tell
        )

    def all_pairs(self, cells: Sequence[Cell], first: int, games: Sequence[int], stage: int) -> Paired:
        """Play games `first` … `games` − 1 of every cell under the base, and of changed ones under the arms."""
        base, *own = (max(0, number - first) for number in games)
        wanted = [
            Wanted(
                cell,
                first,
                base,
                tuple(n if arm.changed[at] else 0 for n, arm in zip(own, self.marked, strict=True)),
            )
            for at, cell in enumerate(cells)
        ]
        return self.play(wanted, stage)


def _play(
    player: _Player, cells: Sequence[Cell], contestants: Sequence[str], size: Size
) -> tuple[Paired, Paired, Picks]:
    """Return the games of all pairs, those of the least fair ones, and which these are."""
    marked = player.marked
    everybody = 1 + len(marked)
    if size.games is not None:
        first = player.all_pairs(cells, 0, [size.games] * everybody, 2)
        picks = least_fair(first, marked)
        start, more = size.games, [size.games] * everybody
    else:
        pilot = player.all_pairs(cells, 0, [PILOT] * everybody, 1)
        plan = precision.games_per_pair(pilot, marked, contestants, size.half_width)
        first = pilot + player.all_pairs(cells, PILOT, plan, 2)
        picks = least_fair(first, marked)
        start, more = max(PILOT, *plan), precision.games_of_picks(first, marked, picks, size.half_width)
    return first, player.play(_of_picks(cells, marked, picks, start, more), 3), picks


def _of_picks(
    cells: Sequence[Cell], marked: Sequence[Arm], picks: Picks, start: int, games: Sequence[int]
) -> list[Wanted]:
    """Return the further games of the least fair pairs: nobody has seen them when the pairs were picked."""
    base, *own = games
    wanted = []
    for place in dict.fromkeys([picks.base, *picks.arms]):
        bearing = [place in {picks.base, pick} for pick in picks.arms]
        arm_games = tuple(
            n if needed and arm.changed[place] else 0
            for n, needed, arm in zip(own, bearing, marked, strict=True)
        )
        used = [n for n, needed in zip(own, bearing, strict=True) if needed]
        least = base if place == picks.base else 0
        wanted.append(Wanted(cells[place], start, max([least, *used]), arm_games))
    return wanted


def _plan_words(marked: Sequence[Arm], pairs: int) -> str:
    none = sum(not arm.changed.any() for arm in marked)
    played = f"{sum(int(arm.changed.sum()) for arm in marked):,} of {len(marked) * pairs:,}"
    idle = f"; {none} {'changes' if none == 1 else 'change'} no game" if none else ""
    return f"{len(marked)} variants of {pairs} pairings: {played} differ in their rules{idle}"


def _description(
    configuration: Configuration,
    system: RuleSystem,
    variants: Sequence[Variant[Any]],
    found: Sensitivity,
    *,
    setting: str,
    policies: tuple[str, ...],
) -> dict[str, Any]:
    """Return the part of the manifest that says what was played."""
    players = summaries(system.name, dict.fromkeys(policies))
    played = {result.name: result for result in found.variants}
    return {
        "format": MARK,
        "configuration": configuration.contents(),
        "configuration_digest": configuration.digest(),
        "code_digest": code_digest(),
        "name": configuration.name,
        "seed": configuration.seed,
        "system": system.name,
        "columns": {"seats": list(system.columns.seats), "setting": system.columns.setting},
        "words": asdict(system.words),
        "contestants": list(system.contestants()),
        "layout": setting,
        "policies": list(policies),
        "players": players,
        "rulings": configuration.rulings(),
        "assumptions": configuration.assumptions(),
        "variants": {
            variant.name: {
                "kind": variant.kind,
                "what": variant.what,
                "option": variant.option,
                "meaning": variant.meaning,
                "games_per_pair": played[variant.name].games_per_pair,
            }
            for variant in variants
        },
        "versions": versions(system),
    }


def _files(found: Sensitivity, manifest: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files made from the results."""
    identity = ("name", "system", "seed", "layout", "policies", "configuration_digest")
    run = {key: manifest[key] for key in identity}
    return {
        EFFECTS: parquet_bytes(sensitivity_summary.effects(found)),
        SUMMARY: json_bytes(sensitivity_summary.summary(found, run=run)),
        REPORT: page.render(found, manifest).encode(errors="backslashreplace"),
    }
