"""One pairing's section: its numbers are the summary's, and it reads well whatever the run holds."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from balance.config.pacts.words import WORDS
from balance.reports.page import render
from balance.reports.pairs import small_tables
from balance.reports.pairs.section import MANY, pairs
from balance.reports.pairs.sentences import watched_words
from balance.reports.watching import Watched
from balance.stats import estimates as stats
from balance.stats.details.results import CardUse
from balance.stats.details.summary import CARD_COLUMNS
from balance.stats.planted import COLUMNS
from balance.stats.results import Estimates, Interval
from balance.stats.summary import summary
from tests.reports.synthetic import manifest, tallies
from tests.reports.synthetic_facts import facts
from tests.reports.test_page import EVIL, Reader

NAMES = ("kelpies", "cu sidhe", "dragons")
HOSTILE = (EVIL, "שלום", "n" * 200, "龍 🐉")
BOTH = ("planner", "planner")
NUMBER = re.compile(r"[+−]?\d[\d,]*(?:\.\d+)?")


@cache
def played(names: tuple[str, ...] = NAMES, *, tie_break: str = "seelie", counted: bool = True) -> Estimates:
    """Return the estimates of made-up games, with or without facts."""
    own = tallies(names, ("standard", "mirrored"), ("planner",), (), 300, tie_break, 7)
    return stats.estimate(
        own,
        columns=COLUMNS,
        contestants=names,
        headline=BOTH,
        tie_break=tie_break,
        facts=facts(own, BOTH) if counted else None,
        draws=0,
    )


def watched(first: str, second: str) -> tuple[Watched, ...]:
    return (
        Watched(first, second, "standard", 4, "close", 0, "seelie", "games/b.html", "balance replay b"),
        Watched(first, second, "mirrored", 9, "typical", 1, "seelie", "games/a.html", "balance replay a"),
        Watched(first, second, "standard", 2, "upset", -12, "unseelie", "games/c.html", "balance replay c"),
    )


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(render(replace(played(), words=WORDS), manifest(), watched("kelpies", "dragons")))


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    run = {"name": "", "system": "", "seed": 1, "configuration_digest": "", "rulings": {}}
    return dict(json.loads(json.dumps(summary(played(), run=run))))


def assert_shows(cell: str, values: Sequence[float | None], scale: float = 100.0) -> None:
    """Check that a cell shows these values, each to the decimals that the cell has."""
    numbers = NUMBER.findall(cell)
    assert len(numbers) == len(values), cell
    for text, value in zip(numbers, values, strict=True):
        assert value is not None
        shown = float(text.replace("−", "-").replace(",", ""))
        decimals = len(text.partition(".")[2])
        assert shown == pytest.approx(scale * value, abs=0.5 * 10**-decimals + 1e-3), cell


def ends(interval: dict[str, Any]) -> list[float | None]:
    return [interval["estimate"], interval["low"], interval["high"]]


def own(told: dict[str, Any], first: str, second: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a pair's details and its entry among the pairs."""
    return tuple(
        next(one for one in listed if (one["first"], one["second"]) == (first, second))
        for listed in (told["details"]["pairs"], told["pairs"])
    )


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [("kelpies", "dragons", "kelpies-v-dragons"), ("dragons", "cu sidhe", "dragons-v-cu-sidhe")],
)
def test_every_number_of_a_section_is_the_summarys(
    reader: Reader, told: dict[str, Any], first: str, second: str, key: str
) -> None:
    details, pair = own(told, first, second)
    endings = {row[0]: row[1] for row in reader.rows[f"{key}-endings"][1:]}
    assert_shows(endings["Mean"], ends(pair["margin_mean"]), 1)
    assert_shows(endings["Mean after round 3"], ends(details["rounds"][2]["lead"]), 1)
    assert_shows(endings["Half end at or below"], ends(details["margins"]["quartiles"][1]), 1)
    assert_shows(endings["Decided by 1 or 2 points, in 100"], ends(details["margins"]["close"]))
    rounds = reader.rows[f"{key}-rounds"][1:]
    assert len(rounds) == 6
    for row, one in zip(rounds, details["rounds"], strict=True):
        assert_shows(row[1], list(one["scores"].values()), 1)
        assert_shows(row[2], ends(one["ahead"]["seelie"]))
        assert_shows(row[3], ends(one["level"]))
        assert_shows(row[4], ends(one["ahead"]["unseelie"]))
        if one is not details["rounds"][-1]:
            assert_shows(row[5], ends(one["leader_wins"]))
    cards = [dict(zip(CARD_COLUMNS, values, strict=True)) for values in details["cards"]]
    listed = {f"{card['side'].title()}: {card['card']}": card for card in cards}
    shown = reader.rows[f"{key}-cards"][1:]
    assert 4 <= len(shown) <= 8
    for name, difference, with_it, without, times, taken in shown:
        card = listed[name]
        assert_shows(difference, [card["difference"], card["low"], card["high"]])
        assert ("✓" in difference) == card["marked"]
        assert_shows(with_it, [card["played"], card["played_low"], card["played_high"]])
        assert_shows(without, [card["unplayed"], card["unplayed_low"], card["unplayed_high"]])
        assert_shows(times, [card["times"] / details["games"]], 1)
        assert_shows(taken, [card["taken_times"] / details["games"]], 1)
    splits = reader.rows[f"{key}-splits"][1:]
    for row, split in zip(splits, details["splits"], strict=True):
        assert row[0] == f"{split['splitter'].title()}: {split['larger']} and {split['smaller']}"
        assert_shows(row[1], ends(split["share"]))
        assert_shows(row[2], ends(split["kept_larger"]))
        assert_shows(row[3], ends(split["wins"]["larger"]))
        assert_shows(row[4], ends(split["wins"]["smaller"]))


def test_bars_hold_the_counted_games(told: dict[str, Any]) -> None:
    details, _ = own(told, "kelpies", "dragons")
    section = next(one for one in pairs(played()).sections if one.key == "kelpies-v-dragons")
    assert section.histogram is not None
    tips = [bar.tip for bar in section.histogram.bars]
    games = [int(NUMBER.findall(tip.rpartition(": ")[2])[0]) for tip in tips]
    assert games == [count for *_, count in details["margins"]["bins"] if count]
    assert sum(games) == details["games"]
    assert [bar.side for bar in section.histogram.bars] == [2] * 4 + [0] + [1] * 4  # margins of −4 to 4


def test_the_least_fair_pairing_is_shown_first_and_each_leads_to_its_neighbours(reader: Reader) -> None:
    told = pairs(played())
    least = played().least_fair
    assert least is not None
    first, second, _ = least
    assert told.chosen == f"{first.replace(' ', '-')}-v-{second.replace(' ', '-')}"
    assert [one.after[0] if one.after else None for one in told.sections[:-1]] == [
        one.key for one in told.sections[1:]
    ]
    assert told.sections[-1].after is None
    assert sum(link.startswith("#pair-") for link in reader.links) > 3 * len(told.sections)
    assert all(link[1:] in reader.ids for link in reader.links if link.startswith("#"))


def test_games_to_watch_are_told_in_order_with_their_commands(reader: Reader) -> None:
    text = " ".join("".join(reader.text).split())
    assert "A typical game: Seelie wins by 1 point, on Mirrored." in text
    assert "balance replay a" in text
    assert "A close game: level, Seelie wins the tie-break, on Standard." in text
    assert "An upset: Unseelie wins by 12 points, on Standard." in text
    games = [link for link in reader.links if link.startswith("games/")]
    assert games == ["games/a.html", "games/b.html", "games/c.html"]
    shared = replace(watched("a", "b")[0], winner="")
    assert watched_words(shared, WORDS)[1] == "level, the win is shared, on Standard"
    upset = watched("a", "b")[-1]
    assert watched_words(upset, WORDS)[0] == "An upset"
    assert watched_words(upset, WORDS, undecided=True)[0] == "Won by the side with fewer wins"


@pytest.mark.parametrize("names", [HOSTILE, NAMES[:2]], ids=["hostile names", "two factions"])
def test_other_names_and_few_pairings_read_well(names: tuple[str, ...]) -> None:
    shown = render(played(names), manifest(), watched(*names[:2]))
    reader = Reader(shown)
    text = "".join(reader.text)
    assert "nan" not in text
    assert "None" not in text
    assert "<b>" not in shown
    assert sum(i.startswith("pair-") and i != "pair-choice" for i in reader.ids) == len(names) * (
        len(names) - 1
    )
    assert f"{names[0].title() if names is not HOSTILE else EVIL} (Seelie) against" in text


def test_a_run_that_counted_only_some_facts_says_so_in_one_line() -> None:
    found = played(NAMES[:2])
    assert found.details is not None
    some = replace(found, details=replace(found.details, missing=("rounds", "token")))
    text = "".join(Reader(render(some, manifest())).text)
    line = "This run did not count scores and leads after each round and the second-player token, so nothing is said"
    assert text.count(line) == 1


def test_a_game_without_facts_of_its_own_says_nothing_of_them() -> None:
    text = "".join(Reader(render(played(NAMES[:2], counted=False), manifest())).text)
    assert "did not count" not in text
    assert "Goes with winning" not in text
    assert "Who leads after each round" not in text
    assert "How games end" in text


def test_shared_ties_are_explained_where_they_count_for_one_side() -> None:
    told = pairs(played(NAMES[:2], tie_break="shared"))
    assert "a level game counts as Unseelie's" in told.shared
    assert pairs(played()).shared == ""


def test_an_unplayed_pairing_keeps_its_place() -> None:
    told = played()
    without = replace(
        told, pairs=tuple(replace(p, share=replace(p.share, games=0)) for p in told.pairs), details=None
    )
    assert all(one.sentences == ["No games of this pairing were played."] for one in pairs(without).sections)


def use(card: str, difference: float, *, marked: bool = False, wide: bool = False) -> CardUse:
    half = 0.4 if wide else 0.05
    share = Interval(0.5, 0.45, 0.55, 100)
    found = Interval(difference, difference - half, difference + half, 100)
    return CardUse(0, card, 50, 25, 60, None, None, share, share, found, 0.01 if marked else 1.0, marked)


def test_marked_cards_come_before_large_differences_that_chance_explains() -> None:
    uses = [
        use("a", 0.3, wide=True), use("b", 0.2), use("c", 0.1, marked=True), use("d", 0.05),
        use("e", -0.1), use("f", -0.25, marked=True),
    ]  # fmt: skip
    assert [one.card for one in small_tables.chosen(uses, 4)] == ["b", "c", "e", "f"]
    assert [one.card for one in small_tables.chosen(uses, 1)] == ["f"]


def test_many_pairings_have_shorter_sections() -> None:
    told = played()
    few = [table.count("<tr>") for table in pairs(told).sections[0].tables]
    padded = replace(told, pairs=told.pairs * (MANY // len(told.pairs) + 1))
    many = [table.count("<tr>") for table in pairs(padded).sections[0].tables]
    assert sum(many) < sum(few)
