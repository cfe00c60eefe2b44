"""Sound files to begin with: the shipped ones, small ones with every section, games and runs made from these."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from ruamel.yaml import YAML

from balance.cli import main
from balance.engine.system import Cell
from balance.loading import configuration_at, engine_of
from balance.road import run_sweep
from balance.sweep.folder import unfinished
from tests.support import CONFIGURATION, ROOT
from tests.sweep.coins import CoinSystem, configuration

Files = Mapping[str, bytes]

SMALL = """
name: small
game: games/pacts.yaml
seed: 7
factions:
  dragons: {passive: {modifier: move_becomes, count: 5},
    active: {ability: remove, count: all, whose: both, scope: region}}
  kelpies: {passive: {trigger: after_wild, ability: remove, count: 2}, active: {ability: place, count: 3}, knots: 2}
  sluagh: {passive: {modifier: place_becomes, printed: 1, count: 2},
    active: {ability: move, count: 3, whose: own}, boxed: false}
layouts:
  standard: {top-left: 2/7, top-right: 4/3, center: 5/5, bottom-left: 1/5, bottom-middle: 3/6, bottom-right: 3/4}
  random: {random_regions: true}
policies:
  greedy: {weights: {spread: 1.5}}
policy_pairs:
  - {seelie: random, unseelie: random, games: 6}
  - {seelie: greedy, unseelie: random, games: 2, layouts: [standard]}
auction: {seelie: random, unseelie: random, games: 4, bids: [1, 2]}
comparisons:
  tie_break: [{seelie: random, unseelie: random, games: 4}]
  abilities: [{seelie: random, unseelie: random, games: 2, layouts: [standard]}]
balance: {target: 50, band: [45, 55]}
"""
SETS = """  random: {random_regions: true}
  all: all-standard
  some: {set: random-regions, sample: 24}
  tried: [[2/7, 4/3, 5/5, 1/5, 3/6, 3/4], [4/3, 2/7, 5/5, 1/5, 3/6, 3/4]]
"""
GAMES = {
    "csv": b"faction_1,faction_2,winner,layout\ndragons,kelpies,dragons,standard\nkelpies,dragons,tie,random\n"
    b"dragons,sluagh,sluagh,standard\nsluagh,kelpies,1,standard\n",
    "scores.csv": b"home,away,home_score,away_score,date\na,b,3,2,2020-01-01\nb,a,1,1,2020-01-02\na,c,0,4,\n",
    "counts.csv": b"first;second;games;wins;ties\na;b;10;4;1\nb;c;20;11;0\nc;a;7;7;0\n",
}
VARIANTS = re.compile(r"^( +)variants:\n(?:\1 +.*\n)+", re.MULTILINE)


def _game_file() -> bytes:
    """Return the shipped game file without what a sweep does not play."""
    text = (ROOT / "configs" / "games" / "pacts.yaml").read_text(encoding="utf-8")
    kept = VARIANTS.sub("", text).splitlines(keepends=True)
    return "".join(line for line in kept if not line.lstrip().startswith("#")).encode()


def small() -> Files:
    """Return a small run file with every section, and its game file."""
    return {"run.yaml": SMALL.encode(), "games/pacts.yaml": _game_file()}


def shipped() -> Files:
    """Return the shipped run file and game file."""
    game = (ROOT / "configs" / "games" / "pacts.yaml").read_bytes()
    return {"run.yaml": CONFIGURATION.read_bytes(), "games/pacts.yaml": game}


def with_sets() -> Files:
    """Return the small run file with layouts of every kind."""
    text = SMALL.replace("  random: {random_regions: true}\n", SETS).replace(
        "games: 6}", "games: 1, layouts: [tried, standard]}"
    )
    return {**small(), "run.yaml": text.encode()}


KEYS = {
    "live_combat": ("loadouts", "contests"),
    "sea_witch": ("conducts", "tables"),
    "agreements": ("conducts", "deals"),
}
OTHERS = tuple(KEYS)
"""The rule systems beside Pacts."""


def of_system(name: str) -> Files:
    """Return the shipped run file of a rule system and its game file."""
    folder = ROOT / "configs"
    return {"run.yaml": (folder / f"{name}.yaml").read_bytes()} | {
        f"games/{name}.yaml": (folder / "games" / f"{name}.yaml").read_bytes()
    }


def other_run_files() -> tuple[Files, ...]:
    """Return the run files of the other rule systems; twice with the game file first, which is then changed more."""
    found = [of_system(name) for name in OTHERS]
    return (*found, *(dict(reversed(list(files.items()))) for files in found))


def run_files() -> tuple[Files, ...]:
    """Return run files with their game files; twice with the game file first, which is then changed more often."""
    turned = dict(reversed(list(small().items())))
    return small(), turned, with_sets(), with_sets(), shipped()


def tweak_files() -> tuple[Files, ...]:
    """Return the shipped tweaks, each with the base that it changes."""
    paths = sorted((ROOT / "configs" / "tweaks").glob("*.yaml"))
    return tuple({"tweak.yaml": path.read_bytes(), **shipped()} for path in paths)


@cache
def records() -> tuple[Files, ...]:
    """Return records of two random games, one of them with cubes bid."""
    with TemporaryDirectory() as folder:
        _write(Path(folder), small())
        sound = configuration_at(Path(folder, "run.yaml"))
    system, policies = engine_of(sound, ("random",), say=lambda _: None)
    found = []
    for number, (layout, bid) in enumerate((("standard", 0), ("random", -3))):
        cell = Cell(("dragons", "kelpies"), layout, ("random", "random"), bid)
        text = system.record_file([system.record(cell, policies, number)])
        found.append({"game.jsonl": text.encode()})
        without = text.partition("\n")[2]
        found.append({"game.jsonl": without.encode()})
    return tuple(found)


@cache
def other_records() -> tuple[Files, ...]:
    """Return a record of each of the other rule systems, with its configuration in front."""
    found = []
    for name in OTHERS:
        with TemporaryDirectory() as folder:
            _write(Path(folder), of_system(name))
            sound = configuration_at(Path(folder, "run.yaml"))
        system, policies = engine_of(sound, ("random",), say=lambda _: None)
        first, second, *_ = sound.pool()
        for number, setting in enumerate(list(sound.settings)[-2:]):
            cell = Cell((first, second), setting, ("random", "random"), 0)
            text = system.record_file([system.record(cell, policies, number)])
            found.append({"game.jsonl": text.encode()})
    return tuple(found)


def played_games() -> tuple[Files, ...]:
    """Return files of games that people played."""
    return tuple({f"games.{name}": data} for name, data in GAMES.items())


@cache
def finished_runs() -> tuple[Files, ...]:
    """Return a finished run beside another of the same configuration."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        _write(folder, small())
        plain = ["sweep", str(folder / "run.yaml"), "--quiet", "--jobs", "1"]
        assert main([*plain, "--out", str(folder / "run")]) == 0
        assert main([*plain, "--seed", "8", "--out", str(folder / "other")]) == 0
        return (_read(folder),)


def _few(name: str) -> Files:
    """Return a rule system's run file with two contestants in one setting, and its game file."""
    files, yaml, text = of_system(name), YAML(typ="rt", pure=True), io.StringIO()
    tree = yaml.load(files["run.yaml"].decode())
    contestants, settings = KEYS[name]
    for key, kept in ((contestants, 2), (settings, 1)):
        for one in list(tree[key])[kept:]:
            del tree[key][one]
    tree["policy_pairs"] = [{**tree["policy_pairs"][0], "games": 4}]
    del tree["comparisons"]
    yaml.dump(tree, text)
    return {**files, "run.yaml": text.getvalue().encode()}


@cache
def other_finished_runs() -> tuple[Files, ...]:
    """Return a finished run of each of the other rule systems beside one of the next system."""
    found = []
    for name, beside in zip(OTHERS, (*OTHERS[1:], OTHERS[0]), strict=True):
        with TemporaryDirectory() as place:
            folder = Path(place)
            _write(folder / "b", _few(beside))
            _write(folder, _few(name))
            for file, out in (("b/run.yaml", "other"), ("run.yaml", "run")):
                told = ["sweep", str(folder / file), "--quiet", "--jobs", "1", "--out", str(folder / out)]
                assert main(told) == 0
            found.append(_read(folder))
    return tuple(found)


@cache
def interrupted_runs() -> tuple[Files, ...]:
    """Return a sweep of coins that was interrupted early, and one that was interrupted late."""
    found = []
    for chunks in (2, 12):
        with TemporaryDirectory() as place:
            _interrupted(Path(place), chunks)
            found.append(_read(Path(place)))
    return tuple(found)


def _interrupted(folder: Path, chunks: int) -> None:
    """Leave an unfinished run of coins."""

    def tell(_: object) -> None:
        if len(list((folder / "run" / "chunks").glob("*.parquet"))) >= chunks:
            raise KeyboardInterrupt

    coins = configuration()
    with suppress(KeyboardInterrupt):
        run_sweep(coins, lambda: (CoinSystem(coins), {}), folder / "run", tell=tell, chunk_games=13)
    assert unfinished(folder / "run")


def _write(folder: Path, files: Files) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _read(folder: Path) -> Files:
    """Return the files of a folder without pages."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".html")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
