"""The page in a real browser: nothing overflows, no complaint, nothing asked of the network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from balance.reports.page import render
from tests.reports.synthetic import FACTIONS, estimates, manifest
from tests.support import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONG = "x" * 90 + " <i>é $_^{</i> שלום"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"no Chromium at {CHROMIUM}"),
]


@pytest.fixture(scope="module", params=["default sweep", "long names", "twenty"])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    kinds = {
        "default sweep": FACTIONS,
        "long names": (LONG, *FACTIONS[:3]),
        "twenty": tuple(f"faction number {i}" for i in range(20)),
    }
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(render(estimates(kinds[request.param]), manifest()), encoding="utf-8")
    return path


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_and_is_quiet(browser: Browser, file: Path, width: int, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints == []
    assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]
    outside = page.evaluate(
        """width => [...document.querySelectorAll("h1, h2, h3, p, li, dd, pre, figcaption, .scroll")]
            .filter(e => e.getBoundingClientRect().right > width + 0.5).map(e => e.outerHTML.slice(0, 80))""",
        width,
    )
    assert outside == []
    context.close()


def test_every_figure_has_a_text_and_keeps_its_labels_inside(browser: Browser, file: Path) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(file.as_uri())
    labels = page.locator("svg[role=img]").evaluate_all(
        "all => all.map(svg => svg.getAttribute('aria-label'))"
    )
    assert page.locator(".figure svg[role=img]").count() == 3  # strengths, layouts, points
    assert page.locator(".bid-curve").count() > 0
    assert all(labels)
    cut = page.evaluate(
        """() => [...document.querySelectorAll("svg[role=img]")].flatMap(svg => {
            const box = svg.getBoundingClientRect();
            return [...svg.querySelectorAll("text")].filter(text => {
                const b = text.getBoundingClientRect();
                return b.left < box.left - 2 || b.right > box.right + 2 || b.top < box.top - 2
                    || b.bottom > box.bottom + 2;
            }).map(text => text.textContent);
        })"""
    )
    assert cut == []
    page.close()


def test_no_table_is_cut_on_paper(browser: Browser, file: Path) -> None:
    page = browser.new_page(viewport={"width": 680, "height": 900})  # A4 less margins of 1.5 cm
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    page.evaluate(  # intervals of few games, in the tables with a column for each faction
        "document.querySelectorAll('.numbers td').forEach(e => e.textContent = '+85.0 (+63.6 to +106.4)')"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.close()


def test_text_contrasts_with_its_ground_in_both_schemes(browser: Browser, file: Path) -> None:
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme="dark" if scheme == "dark" else "light")
        page.goto(file.as_uri())
        ratios = page.evaluate(
            """() => {
                const light = rgb => rgb.match(/[\\d.]+/g).slice(0, 3).map(Number).map(v => v / 255)
                    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
                const ground = e => {
                    for (; e; e = e.parentElement) {
                        const colour = getComputedStyle(e).backgroundColor;
                        if (!/, 0\\)$/.test(colour) && colour !== "transparent") return colour;
                    }
                    return "rgb(255, 255, 255)";
                };
                const named = "p, li, td, th, a, h1, h2, h3, dt, dd, caption, code, .range";
                return [...document.querySelectorAll(named)].map(e => {
                    const pair = [light(getComputedStyle(e).color), light(ground(e))];
                    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
                });
            }"""
        )
        assert min(ratios) >= 4.5
        page.close()
