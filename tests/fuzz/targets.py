"""What is fuzzed: for each kind of input the files to begin with, how they are changed and what reads them."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice, permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from balance import answers, road
from balance.cli import cli
from balance.config.load import configuration_from as contents_read
from balance.config.pacts import Configuration as PactsConfiguration
from balance.config.pacts import configuration_from, of_pacts
from balance.config.run import Configuration
from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import verify
from balance.engine.record_lines import begun, opened
from balance.engine.registry import verdicts
from balance.engine.system import Cell
from balance.loading import configuration_at, engine_of, tweaks_at
from balance.policies import weights
from balance.reports import page
from balance.stages import stages
from balance.stats.played.games import read_played
from tests.fuzz import seeds
from tests.fuzz.changes import changed, damaged
from tests.fuzz.guarded import BrokenError
from tests.fuzz.values import CANARY
from tests.sweep.coins import CoinSystem, configuration

Files = Mapping[str, bytes]
"""A folder: the path of each file in it, and what the file holds."""

MOST_GAMES = 3  # of a configuration that loads
MOST_FACTIONS = 40  # a configuration with more is loaded, and not played


@dataclass(frozen=True)
class Target:
    """Something that reads files.

    Parameters
    ----------
    name
        What it is called.
    begin
        Returns the folders to begin with.
    change
        Returns a folder with changes.
    read
        Reads the files in the current folder; returns in a word what it did with them.
    """

    name: str
    begin: Callable[[], tuple[Files, ...]]
    change: Callable[[Files, Random], Files]
    read: Callable[[Random], str]

    def run(self, files: Files, number: int) -> str:
        """Read a folder; `number` decides what of several things is done."""
        with TemporaryDirectory(prefix="fuzz-") as folder, chdir(folder):
            for name, data in files.items():
                path = Path(name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            return self.read(Random(number))


def _one_file(files: Files, random: Random) -> Files:
    """Change one of the files, mostly one that is read first."""
    names = list(files)
    name = names[0] if random.random() < 0.6 else random.choice(names)
    return {**files, name: changed(name, files[name], random)}


def _played(configuration: PactsConfiguration, random: Random) -> str:
    """Play a few games under a configuration that loads: what is not refused can be played."""
    again = configuration_from(configuration.contents(), policies=weights("pacts"))
    if again.digest() != configuration.digest():
        msg = "the configuration's contents are another configuration"
        raise BrokenError(msg)
    pool = configuration.pool()
    if len(pool) > MOST_FACTIONS:
        return "many factions"
    system, policies = engine_of(configuration, ("random",), say=lambda _: None)
    first, *_ = stages(configuration, system)
    first({})
    system.variants(next(iter(configuration.layouts)))
    pairs = random.sample(list(permutations(pool, 2)), 1)
    for pair in pairs:
        cell = Cell(pair, random.choice(list(configuration.layouts)), ("random", "random"), 0)
        (tally,) = system.play([cell], policies, random.randrange(1000), 1)
        if tally.games != 1 or int(tally.margin_counts.sum()) != 1:
            msg = f"a game that was not counted: {tally}"
            raise BrokenError(msg)
        record = system.record(cell, policies, 0)
        Path("game.jsonl").write_text(system.record_file([record]), encoding="utf-8")
        wrong = [verdict.text for verdict in verify(read_records("game.jsonl")) if not verdict.holds]
        if wrong:
            raise BrokenError(wrong[0])
        system.text(cell, policies, 0)
    return "played"


def _held(name: str) -> bool:
    """Verify a file of records as `balance verify` does; tell whether all hold."""
    with opened(Path(name), name) as stream:
        system, whole = begun(stream, name)
        return all(verdict.holds for verdict in islice(verdicts(system)(whole, name, None), 50))


def _other_played(configuration: Configuration, random: Random) -> str:
    """Play a few games under a configuration of another rule system than Pacts that loads."""
    again = contents_read(configuration.contents(), policies=weights(configuration.system))
    if again.digest() != configuration.digest():
        msg = "the configuration's contents are another configuration"
        raise BrokenError(msg)
    policy = random.choice(list(weights(configuration.system)))
    system, policies = engine_of(configuration, (policy,), say=lambda _: None)
    first, *_ = stages(configuration, system)
    first({})
    variants = configuration.variants()
    cell = Cell(
        tuple(random.sample(configuration.pool(), 2)),
        random.choice(list(configuration.settings)),
        (policy, policy),
        0,
    )
    (tally,) = system.play([cell], policies, random.randrange(1000), 1)
    if tally.games != 1 or int(tally.margin_counts.sum()) != 1:
        msg = f"a game that was not counted: {tally}"
        raise BrokenError(msg)
    record = system.record(cell, policies, 0)
    Path("game.jsonl").write_text(system.record_file([record]), encoding="utf-8")
    if not _held("game.jsonl"):
        msg = "a record of its own does not hold"
        raise BrokenError(msg)
    system.text(cell, policies, 0)
    if variants:
        other, handles = engine_of(random.choice(variants).configuration, (policy,), say=lambda _: None)
        other.play([cell], handles, 0, 1)
    return "played"


def _other_run(random: Random) -> str:
    return _other_played(configuration_at(Path("run.yaml")), random)


def _other_record(_: Random) -> str:
    return "holds" if _held("game.jsonl") else "does not hold"


def _run(random: Random) -> str:
    return _played(of_pacts(configuration_at(Path("run.yaml"))), random)


def _tweak(random: Random) -> str:
    (tweak,) = tweaks_at(Path("run.yaml"), [Path("tweak.yaml")])
    [str(change) for change in tweak.changes]
    return _played(of_pacts(tweak.configuration), random)


def _record(random: Random) -> str:
    verdicts = [verdict.holds for verdict in islice(verify(read_records("game.jsonl")), 50)]
    return "holds" if all(verdicts) else "does not hold"


def _games(random: Random) -> str:
    path = next(Path().glob("games.*"))
    if random.random() < 0.7:
        read_played(path)
        return "read"
    _command(["fit", str(path), "--json"])
    return "fitted"


def _results(random: Random) -> str:
    return _one_of(_WAYS, random)


def _chunks(random: Random) -> str:
    """Go on with an interrupted sweep of coins; what is said of its results is left out, it is most of the time."""
    coins = configuration()
    with (
        patch.object(page, "render", lambda *_: "page"),
        patch.object(answers, "summarised", lambda *_: (None, {})),
    ):
        if random.random() < 0.2:
            _command(["report", "--index", "."])
        road.run_sweep(coins, lambda: (CoinSystem(coins), {}), Path("run"), force=random.random() < 0.1)
    return "finished"


def _one_of(ways: Mapping[str, tuple[int, str]], random: Random) -> str:
    """Give one of several commands."""
    (way,) = random.choices(list(ways), [often for often, _ in ways.values()])
    _command(shlex.split(ways[way][1]))
    _no_markup()
    return way


_WAYS: Mapping[str, tuple[int, str]] = {
    "report": (2, "report run"),
    "compare": (3, "compare run other --out c"),
    "compared with": (2, "compare other run --out c --json"),
    "fit": (3, "fit run --json"),
    "fit together": (3, "fit run other"),
    "index": (4, "report --index ."),
    "figures": (1, "figures run --format svg --only heat-map"),
    "replay": (3, "replay run --where 'margin>3' --games 2"),
    "repeat": (1, "sweep run.yaml --out run --quiet --jobs 1"),
}
"""What reads finished runs: how often it is tried, and the command."""


def _command(words: list[str]) -> None:
    """Give a command; what it prints is dropped."""
    with (
        Path(os.devnull).open("w", encoding="utf-8") as nothing,
        redirect_stdout(nothing),
        redirect_stderr(nothing),
        cli.make_context("balance", list(words), obj=list(words)) as context,
    ):
        cli.invoke(context)


def _no_markup() -> None:
    """Look whether a page holds a name as it stands that is markup."""
    for written in Path().rglob("*.html"):
        if CANARY in written.read_text(encoding="utf-8", errors="replace"):
            msg = f"{written} holds {CANARY}"
            raise BrokenError(msg)


def _run_folder(files: Files, random: Random) -> Files:
    """Damage a file of a run, or change some and let the digests follow, as those of an editor with a grudge would."""
    names = [name for name in files if name.startswith("run/")]
    new = dict(files)
    if random.random() < 0.15:
        name = random.choice(names)
        new[name] = damaged(files[name], random)
        if random.random() < 0.2:
            del new[name]
        return new
    names += [name for name in names if name.endswith(("manifest.json", "tallies.parquet"))] * 2
    for name in random.choices(names, k=random.choice((1, 1, 2))):
        new[name] = changed(name, files[name], random)
    _sign(new)
    return new


def _sign(files: dict[str, bytes]) -> None:
    """Write the digests of a run's files into its manifest, and those of chunks into their names."""
    with suppress(KeyError, ValueError, TypeError, AttributeError):
        manifest = json.loads(files["run/manifest.json"])
        signed = {name: sha256(files[f"run/{name}"]).hexdigest() for name in manifest["files"]}
        manifest["files"] = signed
        files["run/manifest.json"] = json.dumps(manifest).encode()
    for name in [name for name in files if name.startswith("run/chunks/") and name.endswith(".parquet")]:
        data = files.pop(name)
        files[f"{name.rpartition('-')[0]}-{sha256(data).hexdigest()[:16]}.parquet"] = data


@cache
def targets() -> tuple[Target, ...]:
    """Return everything that is fuzzed."""
    return (
        Target("run", seeds.run_files, _one_file, _run),
        Target("tweak", seeds.tweak_files, _one_file, _tweak),
        Target("record", seeds.records, _one_file, _record),
        Target("others", seeds.other_run_files, _one_file, _other_run),
        Target("their records", seeds.other_records, _one_file, _other_record),
        Target("games", seeds.played_games, _one_file, _games),
        Target("results", seeds.finished_runs, _run_folder, _results),
        Target("their results", seeds.other_finished_runs, _run_folder, _results),
        Target("chunks", seeds.interrupted_runs, _run_folder, _chunks),
    )
