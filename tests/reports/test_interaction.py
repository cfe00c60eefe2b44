"""What scripts add, in a real browser under the page's own policy: sorting, filters, choices, tips, colours, paper."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from balance.reports.data_table import Table, to_html
from balance.reports.templating import environment
from balance.stats.results import Interval
from tests.support import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no Chromium at {CHROMIUM}"),
]

NAMES = ("elves", "<b>orcs</b>", "dwarves & co", "giants", "imps", "nymphs", "owls", "pixies")
GAINS = (None, 8.5, -10.0, 2.0, -3.0, None, 70.9, 65.9)  # the first row has none
SHARES = (0.41, 0.605, 0.097, 0.55, 0.5, 0.73, 0.29, 0.481)
BODY = """{% extends "report.html" %}
{% set heading = "Trial" %}{% set contents = [("one", "One"), ("two", "Two")] %}
{% block sections %}
<section id="one" aria-labelledby="one-heading"><h2 id="one-heading">One</h2>{{ table }}
<p><span id="tipped" tabindex="0" data-tip="57 (55–59)">57</span></p></section>
<section id="two" aria-labelledby="two-heading"><h2 id="two-heading">Two</h2>
<p class="control"><label>Pairing <select data-chooser="pair">
<option value="a-v-b">a v b</option><option value="b-v-a" selected>b v a</option></select></label></p>
<fieldset class="control" data-chooser="pair"><legend>Pairing</legend>
<label><input type="radio" name="p" value="a-v-b"> a v b</label>
<label><input type="radio" name="p" value="b-v-a"> b v a</label></fieldset>
<div data-choice="pair:a-v-b" id="pair-a-v-b"><p>first</p>
<details><summary>More</summary><table id="deep"><tr><td>deep</td></tr></table></details></div>
<div data-choice="pair:b-v-a" id="pair-b-v-a"><p>second</p></div></section>
{% endblock %}"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table = Table(
        name="trial-table",
        caption="Trial.",
        columns={"name": "Name", "share": "Share", "verdict": "Verdict", "gain": "Gain"},
        rows=[
            {
                "name": name,
                "share": f"{100 * share:.1f} (about)",
                "verdict": "high & dry" if share > 0.5 else "low",
                "gain": "–" if gain is None else f"{gain:+} (−70 to +80)".replace("-", "−"),
            }
            for name, share, gain in zip(NAMES, SHARES, GAINS, strict=True)
        ],
        bars={"share": [Interval(share, share - 0.02, share + 0.02, 100) for share in SHARES]},
        choices=("verdict",),
    )
    path = tmp_path_factory.mktemp("interaction") / "page.html"
    shown = environment().from_string(BODY).render(table=to_html(table))
    path.write_text(shown, encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Browser, file: Path) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    opened = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto(file.as_uri())
    yield opened
    assert complaints == []
    assert [url for url in asked if not url.startswith((file.as_uri(), "data:"))] == []
    context.close()


def names(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("#trial-table tbody th").all_inner_texts()]


def wait_for_names(page: Page, expected: list[str]) -> None:
    """Wait until the rows stand in this order: a table may sort a moment after a key is pressed."""
    page.wait_for_function(
        """wanted => {
            const rows = [...document.querySelectorAll("#trial-table tbody th")].map(cell => cell.textContent.trim());
            return rows.length === wanted.length && rows.every((row, at) => row === wanted[at]);
        }""",
        arg=expected,
        timeout=5000,
    )


def test_a_column_is_sorted_by_its_numbers_by_mouse_and_by_keyboard(page: Page) -> None:
    head = page.locator("#trial-table thead th").nth(1)
    head.click()
    rising = [name for _, name in sorted(zip(SHARES, NAMES, strict=True))]
    wait_for_names(page, rising)
    assert head.get_attribute("aria-sort") == "ascending"
    head.locator("[role=button]").focus()
    page.keyboard.press("Enter")
    wait_for_names(page, rising[::-1])
    assert head.get_attribute("aria-sort") == "descending"


def test_signed_numbers_are_sorted_by_value_and_rows_without_one_come_last(page: Page) -> None:
    head = page.locator("#trial-table thead th").nth(3)
    known = sorted((gain, name) for gain, name in zip(GAINS, NAMES, strict=True) if gain is not None)
    for way in (1, -1):
        head.click()
        page.wait_for_selector(
            f"#trial-table thead th[aria-sort={'ascending' if way == 1 else 'descending'}]"
        )
        assert names(page)[:6] == [name for _, name in known][::way]
        assert set(names(page)[6:]) == {"elves", "nymphs"}


def test_search_and_choice_leave_the_rows_that_fit_and_names_stay_text(page: Page) -> None:
    page.locator(".filters select").select_option("high & dry")
    assert names(page) == [name for name, share in zip(NAMES, SHARES, strict=True) if share > 0.5]
    page.locator(".filters input").fill("<b>or")
    assert names(page) == ["<b>orcs</b>"]
    assert page.locator("#trial-table b").count() == 0
    page.locator(".filters input").fill("nothing of the kind")
    assert page.get_by_text("No row fits.").is_visible()


def test_all_choosers_of_a_group_move_together_and_the_address_follows(page: Page) -> None:
    assert page.get_by_text("second").is_visible()
    assert not page.get_by_text("first").is_visible()
    page.locator("input[value='a-v-b']").check()
    assert page.locator("select[data-chooser]").input_value() == "a-v-b"
    assert page.get_by_text("first").is_visible()
    assert not page.get_by_text("second").is_visible()
    assert page.evaluate("location.hash") == "#pair-a-v-b"
    page.evaluate("location.hash = '#pair-b-v-a'")
    page.wait_for_function("document.querySelector('select[data-chooser]').value === 'b-v-a'")
    assert page.get_by_text("second").is_visible()


def test_an_address_chooses_opens_and_scrolls_to_what_it_names(page: Page, file: Path) -> None:
    page.goto("about:blank")
    page.goto(f"{file.as_uri()}#deep")
    assert page.locator("#deep").is_visible()
    assert page.locator("select[data-chooser]").input_value() == "a-v-b"


def test_a_tip_shows_on_hover_and_focus_and_goes_with_escape(page: Page) -> None:
    tip = page.locator("#tip")
    assert tip.is_hidden()
    page.locator("#tipped").hover()
    assert tip.inner_text() == "57 (55–59)"
    page.mouse.move(0, 0)
    assert tip.is_hidden()
    page.locator("#tipped").focus()
    assert tip.is_visible()
    assert page.locator("#tipped").get_attribute("aria-describedby") == "tip"
    page.keyboard.press("Escape")
    assert tip.is_hidden()
    page.evaluate("document.activeElement.blur()")
    page.set_viewport_size({"width": 1280, "height": 300})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator("#tipped").focus()  # comes from beyond the window
    page.wait_for_function("!document.getElementById('tip').hidden")


def test_colours_are_as_the_device_says_until_the_reader_chooses_and_stay_chosen(page: Page) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(ground)
    assert dark != light
    button = page.locator("[data-theme-button]")
    button.click()
    assert page.evaluate(ground) == light
    button.click()
    assert page.evaluate(ground) == dark
    page.emulate_media(color_scheme="light")
    page.reload()
    assert page.evaluate(ground) == dark
    page.emulate_media(media="print")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"


def test_on_paper_folds_with_tables_open_and_controls_are_gone(page: Page, file: Path) -> None:
    page.evaluate("location.hash = '#pair-a-v-b'")
    page.wait_for_function("document.querySelector('select[data-chooser]').value === 'a-v-b'")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("#deep").is_visible()
    for gone in ("[data-chooser] >> nth=0", "[data-theme-button]", ".contents", ".filters", "#pair-b-v-a"):
        assert not page.locator(gone).is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert not page.locator("#deep").is_visible()


def test_headings_have_an_address_and_the_contents_mark_the_place(page: Page) -> None:
    assert page.locator("#two-heading .anchor").get_attribute("href") == "#two"
    page.wait_for_selector(".contents a[aria-current][href='#one']")


def test_without_scripts_everything_is_shown_and_nothing_is_dead(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.get_by_text("first").is_visible()
    assert page.get_by_text("second").is_visible()
    assert not page.locator("select[data-chooser]").is_visible()
    assert not page.locator("[data-theme-button]").is_visible()
    context.close()
