"""What `balance tweak` prints when it has finished."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table

from balance.stats.limits import Judged
from balance.stats.results import Interval
from balance.stats.tweak.results import PairChange, Ranked, TweakResult
from balance.tweak.road import Finished, value_words

WIDTH = 110
EXAMPLES = 3  # games named in print; the page and the manifest have more


def lines(finished: Finished) -> Iterator[str]:
    """Yield everything that is printed, line by line."""
    yield f"report: {finished.report}"
    yield from finished.headline
    if len(finished.results) > 1:
        yield from _ranking(finished)
    for result in finished.results:
        yield from _examples(finished, result)
    yield from _self_checks(finished)
    for name, several in finished.judged.items():
        yield from (check_words(name, one) for one in several)


def check_words(name: str, one: Judged) -> str:
    """Return what came of a limit under one tweak."""
    return f"check {one.outcome}: {name}: {one.limit.text}; it is {value_words(one)}"


def _self_checks(finished: Finished) -> Iterator[str]:
    """Yield every check that is not about mirrors, those of mirrors that did not pass, and how many did."""
    mirrors = [check for check in finished.self_checks if check.name.startswith("mirrors, ")]
    passed = sum(check.passed is True for check in mirrors)
    for check in finished.self_checks:
        if check not in mirrors or not check.passed:
            mark = {True: "ok", False: "look at this", None: "not made"}[check.passed]
            yield f"self-check {mark}: {check.words}"
    if passed:
        words = "factions against themselves agree with the pairings model"
        yield f"self-check ok: mirrors: under {passed} of {len(mirrors)} rules {words}"


def change_words(value: Interval) -> str:
    """Return a change of a share in points, with its interval.

    >>> change_words(Interval(-0.021, -0.03, -0.012, 400))
    '−2.1 (−3.0 to −1.2)'
    """
    if math.isnan(value.estimate):
        return "–"
    return f"{_signed(value.estimate)} ({_signed(value.low)} to {_signed(value.high)})"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−").replace("−0.0", "0.0").replace("+0.0", "0.0")


def _ranking(finished: Finished) -> Iterator[str]:
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("", "tweak", "mean distance, change", "verdict", "better", "worse", "same", "open"):
        table.add_column(name, justify="left" if name in {"tweak", "verdict"} else "right")
    for row in finished.ranking.rows:
        table.add_row(*_cells(row))
    yield from _printed(table)
    if finished.ranking.note:
        yield finished.ranking.note


def _cells(row: Ranked) -> list[str]:
    if not row.name:
        return [str(row.place), "(unchanged)", "0.0", *[""] * 5]
    numbers = (row.better, row.worse, row.same, row.unknown)
    return [str(row.place), row.name, change_words(row.distance), str(row.verdict), *map(str, numbers)]


def _printed(table: Table) -> Iterator[str]:
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None)
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    yield from (line.rstrip() for line in console.file.getvalue().splitlines() if line.strip())


def _examples(finished: Finished, result: TweakResult) -> Iterator[str]:
    """Name some games whose result differs, of the pair that has most of them, and how to see one."""
    named = {
        (first, second): numbers for first, second, *numbers in finished.manifest["examples"][result.name]
    }
    pairs = [pair for pair in result.touched if (pair.first, pair.second) in named]
    if not pairs:
        return
    pair = max(pairs, key=lambda one: one.discordant.games)
    gained, lost = named[pair.first, pair.second]
    yield _discordant_words(result.name, pair, sorted([*gained, *lost])[:EXAMPLES])
    if len(finished.results) > 1:  # the page has the commands of all
        return
    seats = finished.manifest["columns"]["seats"]
    game = [f"--{seats[0]}", _quoted(pair.first), f"--{seats[1]}", _quoted(pair.second)]
    game += ["--game", str(min([*gained, *lost]))]
    for rules in ("base", result.name):
        options = [_quoted(word) for word in finished.replay[rules]]
        yield "  " + " ".join(["balance replay", *options, *game])


def _discordant_words(name: str, pair: PairChange, numbers: list[int]) -> str:
    games = ", ".join(map(str, numbers))
    return (
        f"{name}: {pair.discordant.games:,} of {pair.games:,} games of {pair.first} against {pair.second} "
        f"come out differently, such as {games}"
    )


def _quoted(word: str) -> str:
    return f"'{word}'" if " " in word else word
