"""The page: complete, self-contained, the same bytes each time, and safe for any name."""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from balance.reports import bids as bid_words
from balance.reports import tables
from balance.reports import wording as w
from balance.reports.page import render
from tests.reports.synthetic import FACTIONS, estimates, manifest

EVIL = "<b>x</b> & $y_1$"
VOID = {"meta", "link", "br", "col", "img", "hr", "input"}


class Reader(HTMLParser):
    """Collects ids, links, tags and table cells, and checks that tags nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.rows: dict[str, list[list[str]]] = {}
        self.table = ""
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        named = dict(attrs)
        if named.get("id"):
            self.ids.append(str(named["id"]))
            if str(named["id"]).endswith("-table") or named.get("class") == "table":
                self.table = str(named["id"])
                self.rows[self.table] = []
        self.links += [str(v) for k, v in attrs if k in ("src", "href", "xlink:href", "srcset", "action")]
        if tag == "tr" and self.table:
            self.rows[self.table].append([])
        if tag in ("td", "th") and self.table:
            self.rows[self.table][-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "table":
            self.table = ""

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            return
        self.text.append(data)
        if self.table and {"td", "th"} & set(self.open[-2:]):  # a cell, or a link in one
            self.rows[self.table][-1][-1] += data.strip()


@pytest.fixture(scope="module")
def page() -> str:
    return render(estimates(), manifest())


@pytest.fixture(scope="module")
def reader(page: str) -> Reader:
    return Reader(page)


def test_every_pair_is_in_its_tables_with_its_numbers(reader: Reader) -> None:
    e = estimates()
    assert len(e.pairs) == 72
    pairs = {(r[0], r[1]): r[2:] for r in reader.rows["pairs-table"][1:]}
    ties = {(r[0], r[1]): r[2:] for r in reader.rows["tie-break-table"][1:]}
    bids = {(r[0], r[1]): r[2:] for r in reader.rows["fair-bid-table"][1:]}
    for pair in e.pairs:
        key = w.name_of(pair.first), w.name_of(pair.second)
        assert pairs[key][:2] == [w.share_cell(pair.share), w.fairness(pair, e.seats)]
        assert pairs[key][2] == w.points_cell(pair.margin_mean)
        assert ties[key] == [w.rate_cell(pair.tie_rate), w.rate_cell(pair.tie_break)]
        assert bids[key][:3] == [
            w.share_cell(pair.share),
            bid_words.nearest_words(pair.fair_bid, e.seats),
            bid_words.left_words(pair.fair_bid),
        ]
        assert bids[key][3] == bid_words.range_words(pair.fair_bid, e.seats)


def test_headings_go_down_by_one_and_ids_are_unique(page: str, reader: Reader) -> None:
    levels = [int(tag[1]) for tag in reader.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in itertools.pairwise(levels))
    assert sorted(reader.ids) == sorted(set(reader.ids))
    assert '<html lang="en">' in page


def test_nothing_is_loaded_from_outside(page: str, reader: Reader) -> None:
    assert all(link.startswith(("#", "data:")) for link in reader.links)
    assert all(link[1:] in reader.ids for link in reader.links if link.startswith("#"))
    assert "@import" not in page
    assert "script-src 'sha256-" in page
    assert page.count("'unsafe-inline'") == 1  # of styles
    assert not re.search(r"url\((?!#)", page.partition('<script type="module">')[0])  # the library names some


def test_times_and_command_are_left_to_the_manifest(page: str) -> None:
    assert "2031-12-24" not in page
    assert "secret-command" not in page


def test_a_default_sweep_stays_well_under_two_megabytes(page: str) -> None:
    assert len(page.encode()) < 2_000_000


def test_a_name_with_markup_is_shown_as_text() -> None:
    shown = render(estimates((EVIL, *FACTIONS[:2])), manifest())
    assert "<b>" not in shown
    reader = Reader(shown)
    assert any(EVIL in row for row in reader.rows["pairs-table"])
    assert "".join(reader.text).count(EVIL) > 10  # sentences, tables and the figures' own text


def test_a_name_in_any_script_is_drawn_without_complaint() -> None:
    names = ("龍 🐉", "שלום", "_hidden", "tab\there\x08", "$x$ ^{")
    text = "".join(Reader(render(estimates(names), manifest())).text)
    for name in ("龍 🐉", "שלום", "_hidden", "tab here ", "$x$ ^{"):
        assert name in text


def test_the_page_is_the_same_bytes_each_time(page: str) -> None:
    assert render(estimates(), manifest()) == page


def test_the_page_is_the_same_bytes_under_any_hash_seed_and_without_a_display(page: str) -> None:
    code = (
        "import hashlib; from balance.reports.page import render;"
        "from tests.reports.synthetic import estimates, manifest;"
        "print(hashlib.sha256(render(estimates(), manifest()).encode()).hexdigest())"
    )
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {
        "PYTHONHASHSEED": "4242",
        "MPLBACKEND": "TkAgg",
    }  # this process drew another seed at its start
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == hashlib.sha256(page.encode()).hexdigest()


@pytest.mark.parametrize(
    "kind",
    [
        {"factions": FACTIONS[:2]},
        {"factions": tuple(f"faction {chr(97 + i)}" for i in range(12))},  # thirty: tests/pages
        {"bids": ()},
        {"policies": ("planner",)},
        {"layouts": ("standard",)},
        {"layouts": tuple(f"layout-{i:03}" for i in range(60))},
        {"games": 24},
        {"games": 0},
        {"tie_break": "shared"},
        {"tie_break": "unseelie"},
        {"auction_side": "court_only"},
    ],
    ids=lambda kind: " ".join(f"{key} {len(v) if isinstance(v, tuple) else v}" for key, v in kind.items()),
)
def test_runs_of_other_shapes_read_well(kind: dict[str, object]) -> None:
    shown = render(estimates(**kind), manifest())  # type: ignore[arg-type]
    text = "".join(Reader(shown).text)
    assert "nan" not in text
    assert "None" not in text
    if kind.get("games") == 24:
        assert w.NOT_ENOUGH in text
    if kind.get("games") == 0:
        assert w.NO_GAMES in text


def test_the_page_says_what_each_policy_is(page: str) -> None:
    text = "".join(Reader(page).text)
    assert "plans <b>both</b> turns" in text
    assert "takes what looks best" in text


def test_what_the_rulebook_settles_is_not_shown_as_an_open_question() -> None:
    rows = tables.rulings({"tie_break": "unseelie", "move_unit": "cubes"}, "pacts").rows
    assert rows[0]["question"] == "who wins at equal scores (the rulebook: Seelie wins)"
    assert rows[1]["question"] == "what a MOVE card counts"
    (unknown,) = tables.rulings({"tie_break": "unseelie"}, "nobody's game").rows
    assert (unknown["question"], unknown["value"]) == ("", "unseelie")
