"""What `balance tweak` prints when it has finished."""

from __future__ import annotations

from collections.abc import Iterator

from balance.reports import tweak_words
from balance.reports import wording as w
from balance.reports.before_after import MARKS, ordered
from balance.reports.text_table import TextTable
from balance.stats.limits import Judged
from balance.stats.tweak.results import PairChange, Ranked, TweakResult, TweakVerdict
from balance.tweak.road import Finished, value_words

EXAMPLES = 3  # games named in print; the page and the manifest have more
SHORT = {
    TweakVerdict.BETTER: "better",
    TweakVerdict.WORSE: "worse",
    TweakVerdict.SAME: "same",
    TweakVerdict.UNKNOWN: "open",
}
"""Verdicts as a table says them."""
MOST_PAIRS = 10
"""Pairings that are listed one by one; beyond that those with a verdict of better or worse."""


def opening(finished: Finished) -> Iterator[str]:
    """Yield what became of each tweak as a whole."""
    if len(finished.ranking.rows) > 2:
        yield tweak_words.rank_sentence(finished.ranking)
    for result in finished.results:
        overall, counts = tweak_words.overall_sentence(result), tweak_words.counts_sentence(result)
        yield from (f"{result.name}: {overall}", counts, tweak_words.cost_sentence(result.cost))


def tables(finished: Finished) -> tuple[TextTable, ...]:
    """Return the ranking, where there are several tweaks, and the pairings of each."""
    ranking = [_ranking(finished)] if len(finished.results) > 1 else []
    return (*ranking, *(_pairs(finished, result) for result in finished.results if result.touched))


def closing(finished: Finished) -> Iterator[str]:
    """Yield what became of the self-checks and of the limits."""
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
        words = (
            f"{w.words_of(finished.manifest).contestant}s against themselves agree with the pairings model"
        )
        yield f"self-check ok: mirrors: under {passed} of {len(mirrors)} rules {words}"


def _ranking(finished: Finished) -> TextTable:
    return TextTable(
        head=("", "tweak", "mean distance", "verdict", *SHORT.values()),
        rows=[_ranked(row) for row in finished.ranking.rows],
        title="Ranked by how the mean distance from the target changes, in wins in 100 games",
        note=finished.ranking.note,
        right=(0, 2, 4, 5, 6, 7),
    )


def _ranked(row: Ranked) -> tuple[str, ...]:
    if not row.name:
        return (str(row.place), "(unchanged)", "0", *[""] * 5)
    numbers = (row.better, row.worse, row.same, row.unknown)
    return (str(row.place), row.name, w.change_cell(row.distance), SHORT[row.verdict], *map(str, numbers))


def _pairs(finished: Finished, result: TweakResult) -> TextTable:
    seats = finished.manifest["columns"]["seats"]
    first, second = map(w.name_of, seats)
    shown = pairs = ordered(result.touched)
    if len(pairs) > MOST_PAIRS:
        decided = [pair for pair in pairs if pair.verdict in (TweakVerdict.BETTER, TweakVerdict.WORSE)]
        shown = (decided or pairs)[:MOST_PAIRS]
    left = len(pairs) - len(shown)
    return TextTable(
        head=(f"{first} v {second}", f"{first} before", "after", "distance", "verdict"),
        rows=[_pair(pair) for pair in shown],
        title=f"{result.name}: wins in 100 games, and how the distance from the target changes",
        note=f"{w.count(left, 'pairing')} more that the tweak touches: see the report" if left else "",
        right=(1, 2, 3),
    )


def _pair(pair: PairChange) -> tuple[str, ...]:
    return (
        f"{w.name_of(pair.first)} v {w.name_of(pair.second)}",
        w.share_cell(pair.old),
        w.share_cell(pair.new),
        w.change_cell(pair.distance),
        f"{MARKS[pair.verdict]} {SHORT[pair.verdict]}",
    )


def examples(finished: Finished) -> Iterator[tuple[str, list[str]]]:
    """Yield, for each tweak, some games whose result differs, and with one tweak the commands that show one of them.

    They are games of the pair that has most of them; the page has the commands of all.
    """
    for result in finished.results:
        named = {
            (first, second): numbers for first, second, *numbers in finished.manifest["examples"][result.name]
        }
        pairs = [pair for pair in result.touched if (pair.first, pair.second) in named]
        if not pairs:
            continue
        pair = max(pairs, key=lambda one: one.discordant.games)
        games = sorted(game for games in named[pair.first, pair.second] for game in games)
        told = _discordant_words(result.name, pair, games[:EXAMPLES])
        yield told, _commands(finished, result, pair, games[0]) if len(finished.results) == 1 else []


def _commands(finished: Finished, result: TweakResult, pair: PairChange, game: int) -> list[str]:
    """Return the commands that tell a game under both rules."""
    seats = finished.manifest["columns"]["seats"]
    named = [f"--{seats[0]}", pair.first, f"--{seats[1]}", pair.second, "--game", str(game)]
    return [
        " ".join(map(_quoted, ["balance", "replay", *finished.replay[rules], *named]))
        for rules in ("base", result.name)
    ]


def _discordant_words(name: str, pair: PairChange, numbers: list[int]) -> str:
    games = ", ".join(map(str, numbers))
    return (
        f"{name}: {pair.discordant.games:,} of {pair.games:,} games of {pair.first} against {pair.second} "
        f"come out differently, such as {games}"
    )


def _quoted(word: str) -> str:
    return f"'{word}'" if " " in word else word
