"""Every shape of run has a page that fits, is quiet, can be read by all and printed, and says what the summary says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.pages import looking
from tests.pages.numbers import printed, unknown
from tests.pages.runs import EVERY, ODD, SHAPES, written
from tests.support import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no Chromium at {CHROMIUM}"),
]
HEARD = {
    "a few factions": (1440, "light"),
    "odd names": (390, "dark"),
}  # axe-core is slow: it hears two pages


@pytest.fixture(scope="module", params=SHAPES)
def run(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path, dict[str, Any]]:
    return request.param, *written(SHAPES[request.param], tmp_path_factory.mktemp("run"))


Run = tuple[str, Path, dict[str, Any]]


@pytest.mark.parametrize("width", looking.WIDTHS)
def test_a_page_fits_is_quiet_and_asks_for_nothing(browser: Browser, run: Run, width: int) -> None:
    _, file, _ = run
    with looking.visit(browser, file, width=width, scheme="dark" if width == 390 else "light") as seen:
        assert looking.outside(seen.page, width) == []
        assert seen.complaints == []
        assert looking.foreign(seen, file) == []


def test_axe_finds_nothing_grave_and_paper_cuts_nothing(browser: Browser, run: Run) -> None:
    name, file, _ = run
    if name in HEARD:
        width, scheme = HEARD[name]
        with looking.visit(browser, file, width=width, scheme=scheme) as seen:
            assert looking.grave_violations(seen.page) == []
    with looking.visit(browser, file, scheme="dark") as seen:
        assert looking.cut_on_paper(seen.page) == []
        assert seen.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_every_number_with_an_interval_stands_in_the_summary(run: Run) -> None:
    name, file, summary = run
    text = file.read_text(encoding="utf-8")
    assert len(printed(text)) > (3 if name == "one pairing" else 30)
    assert unknown(text, summary) == []


def test_names_are_shown_as_text(browser: Browser, run: Run) -> None:
    name, file, _ = run
    if name != "odd names":
        return
    with looking.visit(browser, file) as seen:
        text = seen.page.inner_text("body")
        for odd in ODD:
            assert odd.strip()[:80] in text.replace("\n", " ")
        assert seen.page.locator("img").count() == 0


def test_a_run_of_every_layout_says_what_it_leaves_out(run: Run) -> None:
    name, file, _ = run
    if name != "every layout":
        return
    assert f"all {EVERY} layouts are pooled here" in file.read_text(encoding="utf-8")
