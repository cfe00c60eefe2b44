"""The replay page in a real browser: stepping, jumping, hidden cards, and names of every kind."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from balance.reports.replay.page import render
from tests.reports.replay_sample import REGIONS, contents, record, sample, words
from tests.support import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MARKUP = "<img src=x onerror=alert(1)>\"'&amp;</script>"
LONG = "Long" * 40
RIGHT_TO_LEFT = "\u202eשלום עולם"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no Chromium at {CHROMIUM}"),
]


def renamed(records: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return a record with names replaced wherever they stand as a whole."""

    def change(data: Any) -> Any:
        if isinstance(data, Mapping):
            return {names.get(key, key): change(value) for key, value in data.items()}
        if isinstance(data, (list, tuple)):
            return [change(value) for value in data]
        return names.get(data, data) if isinstance(data, str) else data

    changed: list[dict[str, Any]] = change(records)
    return changed


HOSTILE = {
    "top-left": MARKUP, "top-right": LONG, "bottom-left": RIGHT_TO_LEFT, "oak": MARKUP + "!", "thorn": LONG + "!",
    "dragons": MARKUP + "?", "kelpies": LONG + "?", "standard": RIGHT_TO_LEFT + "?", "planner": LONG + "…",
    "PLACE 1 oak": f"PLACE 1 {MARKUP}!",
}  # fmt: skip


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of the sample."""
    path = tmp_path_factory.mktemp("replay") / "game.html"
    path.write_text(render(contents(), record(), words(sample())), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of the sample with other names."""
    records = renamed(record(), HOSTILE)
    (board,) = renamed([contents()], HOSTILE)
    path = tmp_path_factory.mktemp("replay") / "hostile.html"
    told = [(f"{say} {MARKUP} {RIGHT_TO_LEFT}" if say else "", hidden) for say, hidden in words(records[1:])]
    path.write_text(render(board, records, told), encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Browser, file: Path) -> Iterator[Page]:
    opened = browser.new_page(viewport={"width": 1440, "height": 900})
    opened.goto(file.as_uri())
    yield opened
    opened.close()


def step(page: Page) -> int:
    """Return the number of the step that is shown, which address, slider, text and list agree on."""
    number = int(page.input_value("#slider"))
    assert page.inner_text("#count").startswith(f"Step {number} of ")
    current = page.locator("#moves [aria-current]")
    assert (current.count(), current.get_attribute("href")) == (1, f"#step-{number}")
    return number


def board(page: Page) -> dict[str, Any]:
    """Return what is read off the page."""
    cubes = {
        side: [int(text) for text in page.locator(f".region .cubes.{side} .number").all_inner_texts()]
        for side in ("seelie", "unseelie")
    }
    drawn = {
        side: [row.locator(".cube").count() for row in page.locator(f".region .cubes.{side}").all()]
        for side in cubes
    }
    assert cubes == drawn
    return {
        "cubes": cubes,
        "tiles": page.locator(".region .value").all_inner_texts(),
        "score": [int(text) for text in page.locator(".side .score").all_inner_texts()],
        "supply": [int(text) for text in page.locator(".side .supply").all_inner_texts()],
    }


def test_buttons_and_keys_step_forward_and_back(page: Page) -> None:
    last = page.locator("#moves li").count() - 1
    assert step(page) == 0
    page.click("[data-go=next]")
    page.click("[data-go=next]")
    assert (step(page), page.inner_text("#say")) == (2, "court")
    page.click("[data-go=back]")
    assert (step(page), page.inner_text("#say")) == (1, "round")
    page.keyboard.press("ArrowRight")
    assert step(page) == 2
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # there is nothing before the first
    assert step(page) == 0
    page.keyboard.press("End")
    assert step(page) == last
    page.keyboard.press("ArrowRight")
    assert step(page) == last
    page.keyboard.press("Home")
    assert step(page) == 0
    page.click("[data-go=last]")
    assert step(page) == last
    page.click("[data-go=first]")
    assert step(page) == 0


def test_rounds_can_be_jumped_to(page: Page) -> None:
    starts = [n for n, (say, _) in enumerate(told for told in words(sample()) if told[0]) if say == "round"]
    page.click("#jumps button >> nth=2")  # Start, R1, R4, End
    assert (step(page), page.inner_text("#where")) == (starts[1], "Round 4 of 6 · light side of the tiles")
    page.click("[data-go=round-back]")
    assert step(page) == starts[0]
    page.click("[data-go=round-next]")
    page.keyboard.press("Shift+ArrowLeft")
    assert step(page) == starts[0]
    page.keyboard.press("Shift+ArrowRight")
    assert step(page) == starts[1]
    assert page.locator("#jumps [aria-current]").inner_text().split() == ["R4", "8–4"]


def test_the_slider_the_list_and_the_address_lead_to_a_step(page: Page, file: Path) -> None:
    page.locator("#slider").fill("5")
    assert step(page) == 5
    page.focus("#slider")
    page.keyboard.press("ArrowRight")  # once, not twice
    assert step(page) == 6
    page.click("#moves li >> nth=9")
    assert step(page) == 9
    assert page.url == f"{file.as_uri()}#step-9"
    page.goto(f"{file.as_uri()}#step-4")
    assert step(page) == 4
    page.click("[data-go=next]")
    assert page.url.endswith("#step-5")
    page.reload()
    assert step(page) == 5


def test_a_step_beyond_the_last_is_the_last(browser: Browser, file: Path) -> None:
    page = browser.new_page()
    page.goto(f"{file.as_uri()}#step-9999")
    assert step(page) == page.locator("#moves li").count() - 1
    page.close()


def test_the_board_shows_what_the_record_says(page: Page) -> None:
    page.keyboard.press("End")
    assert board(page) == {
        "cubes": {"seelie": [2, 1, 2, 0, 0, 0], "unseelie": [0, 0, 1, 1, 0, 0]},
        "tiles": ["5", "3", "7", "5", "6", "–"],
        "score": [8, 4],
        "supply": [29, 32],
    }
    assert page.inner_text("#where") == "The game is over"
    page.keyboard.press("Home")
    assert board(page) == {
        "cubes": {"seelie": [0, 0, 3, 0, 3, 0], "unseelie": [0, 0, 3, 0, 3, 0]},
        "tiles": ["2", "4", "5", "1", "3", "3"],
        "score": [0, 0],
        "supply": [28, 28],
    }


def test_hidden_cards_are_seen_when_asked_for(page: Page) -> None:
    page.goto(page.url.split("#")[0] + "#step-4")  # the deal: Seelie has laid POINTS
    own = page.locator(".side.seelie .hand li")
    assert own.inner_text().split() == ["face", "down", "court"]
    assert "POINTS" not in page.inner_text("#moves li >> nth=2")
    page.check("#open")
    assert "POINTS" in own.inner_text()
    assert page.inner_text("#moves li >> nth=2") == "court POINTS"
    page.goto(page.url.split("#")[0] + "#step-2")
    assert page.inner_text("#say") == "court POINTS"
    page.uncheck("#open")
    assert page.inner_text("#say") == "court"


def test_light_sides_nobody_knows_are_hidden(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "random.html"
    path.write_text(render(contents(), record(layout="random"), words(sample())), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.locator(".region .other").all_inner_texts() == ["?"] * 6
    page.check("#open")
    assert page.locator(".region .other").all_inner_texts() == ["7", "3", "5", "5", "6", "4"]
    page.close()


def test_playing_goes_on_by_itself_and_stops(page: Page) -> None:
    page.clock.install()
    page.reload()
    page.click("#play")
    assert page.get_attribute("#play", "aria-pressed") == "true"
    page.clock.run_for(5000)
    assert step(page) == 3
    page.click("#play")
    page.clock.run_for(5000)
    assert (step(page), page.get_attribute("#play", "aria-pressed")) == (3, "false")


@pytest.mark.parametrize("width", [1440, 1000, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("names", ["usual", "hostile"])
def test_the_page_fits_and_is_quiet(
    browser: Browser, file: Path, hostile: Path, width: int, scheme: str, names: str
) -> None:
    shown = file if names == "usual" else hostile
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(shown.as_uri())
    page.check("#open")
    page.click("summary >> nth=0")
    for _ in range(page.locator("#moves li").count()):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("ArrowRight")
    outside = page.evaluate(
        """width => [...document.querySelectorAll("h1, h2, p, li, dd, dt, button, .region, .board")]
            .filter(e => e.getClientRects().length)
            .filter(e => e.getBoundingClientRect().right > width + 0.5 || e.getBoundingClientRect().left < -0.5)
            .map(e => e.outerHTML.slice(0, 80))""",
        width,
    )
    assert outside == []
    assert complaints == []
    assert [url for url in asked if not url.startswith("data:")] == [shown.as_uri()]
    context.close()


def test_names_of_every_kind_are_text(browser: Browser, hostile: Path) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(hostile.as_uri() + "#step-4")
    assert page.locator("img").count() == 0
    assert page.locator(".region h3").all_text_contents() == [HOSTILE.get(name, name) for name in REGIONS]
    assert page.locator("h1 bdi").all_text_contents() == [HOSTILE["dragons"], HOSTILE["kelpies"]]
    assert HOSTILE["PLACE 1 oak"] in page.locator(".other-pile li bdi").all_text_contents()
    assert MARKUP in page.locator("#moves li").first.text_content()  # type: ignore[operator]
    page.keyboard.press("End")
    assert board(page)["score"] == [8, 4]
    page.close()


def test_everything_that_can_be_pressed_has_a_name_and_is_reached_by_keyboard(page: Page) -> None:
    wanted = page.evaluate(
        """() => [...document.querySelectorAll("button, input, summary, #moves ol")].map(e => {
            const label = e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent;
            return [label.trim().length > 0, e.tabIndex];
        })"""
    )
    assert len(wanted) > 12
    assert all(named and index == 0 for named, index in wanted)
    assert page.get_attribute("#say", "aria-live") == "polite"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_contrasts_with_its_ground(browser: Browser, file: Path, scheme: str) -> None:
    page = browser.new_page(
        color_scheme="dark" if scheme == "dark" else "light", viewport={"width": 1440, "height": 900}
    )
    page.goto(file.as_uri())
    for number in (0, 4, 12, 19):
        page.locator("#slider").fill(str(number))
        ratios = page.evaluate(
            """() => {
                const light = rgb => rgb.match(/[\\d.]+/g).slice(0, 3).map(Number).map(v => v / 255)
                    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
                const ground = e => {
                    for (; e; e = e.parentElement) {
                        if (e.matches(".region")) {
                            return getComputedStyle(document.querySelector(`[data-shape="${e.dataset.region}"]`)).fill;
                        }
                        const colour = getComputedStyle(e).backgroundColor;
                        if (!/, 0\\)$/.test(colour) && colour !== "transparent") return colour;
                    }
                    return "rgb(255, 255, 255)";
                };
                const named = "p, li, dt, dd, a, h1, h2, h3, bdi, small, .value, .other, .number, .badge, button b";
                return [...document.querySelectorAll(named)].filter(e => e.getClientRects().length).map(e => {
                    const pair = [light(getComputedStyle(e).color), light(ground(e))];
                    return [(Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05), e.outerHTML.slice(0, 90)];
                }).filter(([ratio]) => ratio < 4.5);
            }"""
        )
        assert ratios == []
    page.close()


def test_the_page_prints_on_white_with_all_moves(browser: Browser, file: Path) -> None:
    page = browser.new_page(viewport={"width": 680, "height": 900})  # A4 less margins of 1.5 cm
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(file.as_uri() + "#step-12")
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    style = page.evaluate(
        "(s => [s.maxHeight, s.overflowY])(getComputedStyle(document.querySelector('#moves ol')))"
    )
    assert style == ["none", "visible"]
    assert not page.is_visible("#controls")
    page.close()


def test_the_same_record_gives_the_same_bytes() -> None:
    assert render(contents(), record(), words(sample())) == render(
        contents(), json.loads(json.dumps(record())), words(sample())
    )
