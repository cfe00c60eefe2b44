"""Every page fits, is quiet, can be read by all and printed; the page of a run says what its summary says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.pages import looking
from tests.pages.numbers import plain, printed, unknown
from tests.pages.others import OTHERS
from tests.pages.runs import EVERY, ODD, SHAPES, written
from tests.support import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no Chromium at {CHROMIUM}"),
]
HEARD = {  # axe-core is slow: it hears few pages
    "a few factions": ((1440, "light"),),
    "one pairing": ((390, "dark"),),
    "two tweaks": ((390, "dark"),),
    "sensitivity": ((1440, "light"),),
    "comparison": ((390, "light"),),
    "replay": ((1440, "light"), (390, "dark")),
}
SIGHTS = ((1440, "light"), (390, "dark"), (320, "light"))  # 320: also what a zoom of 400% leaves of 1280
NARROW = ("a few factions", "odd names")  # shapes of run that are looked at in the smallest width, too

Run = tuple[str, Path, dict[str, Any]]


@pytest.fixture(scope="module", params=SHAPES)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return request.param, *written(SHAPES[request.param], tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module", params=OTHERS)
def other(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    return request.param, OTHERS[request.param](tmp_path_factory.mktemp("other"))


def look(browser: Browser, name: str, file: Path) -> None:
    """Look at a page as it opens and unfolded, in every width, on paper last."""
    for width, scheme in SIGHTS:
        if width == 320 and name in SHAPES and name not in NARROW:
            continue
        with looking.visit(browser, file, width=width, scheme=scheme) as seen:
            assert looking.outside(seen.page, width) == [], (width, scheme)
            if (width, scheme) in HEARD.get(name, ()):
                assert looking.grave_violations(seen.page) == []
            if width != 320:
                looking.unfold(seen.page)
                assert looking.outside(seen.page, width) == [], (width, scheme, "unfolded")
                assert looking.poor_drawings(seen.page) == []
            assert seen.complaints == []
            assert looking.foreign(seen, file) == []
            if scheme == "dark":
                assert looking.cut_on_paper(seen.page) == []
                ground = seen.page.evaluate("getComputedStyle(document.body).backgroundColor")
                assert ground == "rgb(255, 255, 255)"


def test_the_page_of_a_run_fits_is_quiet_and_prints(browser: Browser, run: Run) -> None:
    name, file, _ = run
    assert file.stat().st_size < (10e6 if name == "thirty factions" else 5e6)
    look(browser, name, file)


def test_other_pages_fit_are_quiet_and_print(browser: Browser, other: tuple[str, Path]) -> None:
    name, file = other
    look(browser, name, file)
    if name == "comparison":
        look(browser, "index", file.parent.parent / "index.html")


def test_the_index_leads_to_a_comparison_that_sorts_by_the_change(
    browser: Browser, other: tuple[str, Path]
) -> None:
    name, file = other
    if name != "comparison":
        return
    with looking.visit(browser, file.parent.parent / "index.html") as seen:
        seen.page.locator("#verdicts a", has_text="coins → ").click()
        seen.page.locator(
            "#pairs-table"
        ).scroll_into_view_if_needed()  # tables are made sortable as they come near
        head = seen.page.locator("#pairs-table th.dt-orderable-asc", has_text="Change").first
        head.dispatch_event("click")  # tables above may still move it
        seen.page.wait_for_selector("#pairs-table th[aria-sort=ascending]")
        cells = seen.page.locator("#pairs-table tbody tr td:nth-of-type(4)").all_inner_texts()
        changes = [plain(cell.split()[0]) for cell in cells]
        assert len(changes) == 12
        assert changes == sorted(changes)
        assert seen.page.locator("#pairs-table tbody a").first.get_attribute("href", timeout=1000)


def test_every_number_with_an_interval_stands_in_the_summary(run: Run) -> None:
    name, file, summary = run
    if name == "thirty factions":
        return  # as any other, and slow
    text = file.read_text(encoding="utf-8")
    assert len(printed(text)) > (3 if name == "one pairing" else 30)
    assert unknown(text, summary) == []


def test_a_number_that_is_changed_is_noticed(run: Run) -> None:
    name, file, summary = run
    if name != "a few factions":
        return
    text = file.read_text(encoding="utf-8")
    shown = [triple for triple in dict.fromkeys(printed(text)) if "." in triple[1]]
    wrong = [(best, f"{low[:-1]}{(int(low[-1]) + 5) % 10}", high) for best, low, high in shown]
    page = "".join(f"<p>{best} ({low} to {high})</p>" for best, low, high in wrong)
    assert len(wrong) > 100
    assert len(unknown(page, summary)) > 0.8 * len(set(wrong))  # a few are another's by chance


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
