"""The page of a comparison and the index in a real browser: nothing overflows, tables sort, links lead on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from balance.cli import main
from tests.compare.runs import swept
from tests.support import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONG = "x" * 90 + " <i>é $_^{</i> שלום"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no Chromium at {CHROMIUM}"),
]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("outputs")
    skills = {LONG: 0, "florin": 2, "guilder": 5, "crown": 9}
    swept(folder / "old", factions=skills)
    swept(folder / "new", name=LONG, factions={**skills, "florin": 12}, seed=2)
    arguments = [str(folder / "old"), str(folder / "new"), "--out", str(folder / "both")]
    assert main(["compare", *arguments]) == 0
    assert main(["report", "--index", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("page", ["both/compare.html", "index.html"])
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_pages_fit_and_are_quiet(browser: Browser, outputs: Path, page: str, width: int, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light"
    )
    shown = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    shown.on("console", lambda message: complaints.append(message.text))
    shown.on("pageerror", lambda error: complaints.append(str(error)))
    shown.on("request", lambda request: asked.append(request.url))
    address = (outputs / page).as_uri()
    shown.goto(address)
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    shown.emulate_media(media="print")
    shown.set_viewport_size({"width": 680, "height": 900})
    assert shown.evaluate("document.documentElement.scrollWidth") <= 680
    assert complaints == []
    assert [url for url in asked if not url.startswith("data:")] == [address]
    context.close()


def test_the_table_of_pairings_sorts_by_the_change_and_the_index_leads_to_it(
    browser: Browser, outputs: Path
) -> None:
    shown = browser.new_page()
    shown.goto((outputs / "index.html").as_uri())
    shown.locator("#verdicts a", has_text="coins → ").click()
    shown.locator("#pairs-table").scroll_into_view_if_needed()  # tables are made sortable as they come near
    head = shown.locator("#pairs-table th.dt-orderable-asc", has_text="Change").first
    head.dispatch_event("click")  # tables above may still move it
    shown.wait_for_selector("#pairs-table th[aria-sort=ascending]")
    cells = shown.locator("#pairs-table tbody tr td:nth-of-type(4)").all_inner_texts()
    changes = [float(cell.split()[0].replace("−", "-")) for cell in cells]
    assert len(changes) == 12
    assert changes == sorted(changes)
    assert shown.locator("#pairs-table tbody a").first.get_attribute("href", timeout=1000)
    shown.close()
