"""Looks at a page as a visitor does: in Chromium, wide and narrow, on paper, and with the ears of axe-core."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (1440, 390)
PAPER = 680  # A4 less margins of 1.5 cm, in CSS pixels
GRAVE = ("serious", "critical")

_OUTSIDE = """width => [...document.querySelectorAll(
        "h1, h2, h3, h4, p, li, dd, pre, figure, figcaption, select, .scroll, svg"
    )].filter(e => e.checkVisibility() && !e.closest(".scroll > *, [popover]"))
    .filter(e => e.getBoundingClientRect().right > width + 0.5)
    .map(e => e.outerHTML.slice(0, 120))"""
_CUT = """width => [...document.querySelectorAll("table, svg")].filter(e => e.checkVisibility())
    .filter(e => {
        const box = e.getBoundingClientRect();
        if (box.width === 0 || box.right > width + 1) return box.width > 0;
        const around = e.closest(".scroll");
        if (around === null) return false;
        return around.scrollWidth > around.clientWidth + 1 || around.scrollHeight > around.clientHeight + 1;
    }).map(e => (e.id || e.className.baseVal || e.parentElement.id || e.outerHTML).slice(0, 120))"""
_UNFOLD = "document.querySelectorAll('details').forEach(fold => fold.open = true)"
_CUT_LABELS = """() => [...document.querySelectorAll("svg[role=img]")].filter(e => e.checkVisibility()).flatMap(svg => {
    const box = svg.getBoundingClientRect();
    if (getComputedStyle(svg).overflow === "visible") return [];
    return [...svg.querySelectorAll("text")].filter(text => {
        const b = text.getBoundingClientRect();
        return b.left < box.left - 2 || b.right > box.right + 2 || b.top < box.top - 2 || b.bottom > box.bottom + 2;
    }).map(text => text.textContent);
})"""
_UNSAID = """() => [...document.querySelectorAll("svg")]
    .filter(e => e.checkVisibility() && !e.closest("[aria-hidden=true], svg[role=img] svg"))
    .filter(e => e.getAttribute("role") !== "img" || !e.getAttribute("aria-label"))
    .map(e => e.outerHTML.slice(0, 120))"""


@dataclass
class Visit:
    """An open page, and what it asked for and complained of."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@contextmanager
def visit(browser: Browser, file: Path, *, width: int = 1440, scheme: str = "light") -> Iterator[Visit]:
    """Open a file in a window of its own."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light"
    )
    seen = Visit(context.new_page())
    seen.page.on("console", lambda message: seen.complaints.append(message.text))
    seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    seen.page.on("request", lambda request: seen.requests.append(request.url))
    seen.page.goto(file.as_uri())
    yield seen
    context.close()


def foreign(visited: Visit, file: Path) -> list[str]:
    """Return the requests that leave the page's own file."""
    own = (file.as_uri(), "data:", "blob:")
    return [url for url in visited.requests if not url.startswith(own)]


def outside(page: Page, width: int) -> list[str]:
    """Return what reaches past the window's right edge; the window itself if it can be scrolled sideways."""
    found: list[str] = page.evaluate(_OUTSIDE, width)
    if page.evaluate("document.documentElement.scrollWidth") > width:
        found.append("the whole page")
    return found


def unfold(page: Page) -> None:
    """Open all that can be opened."""
    page.evaluate(_UNFOLD)


def poor_drawings(page: Page) -> list[str]:
    """Return labels that lie outside their drawing, and drawings without a text."""
    found: list[str] = page.evaluate(_CUT_LABELS) + page.evaluate(_UNSAID)
    return found


def cut_on_paper(page: Page) -> list[str]:
    """Return tables and drawings that paper would cut; what is folded away is printed, too."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.set_viewport_size({"width": PAPER, "height": 900})
    page.emulate_media(media="print")
    found: list[str] = page.evaluate(_CUT, PAPER)
    if page.evaluate("document.documentElement.scrollWidth") > PAPER:
        found.append("the whole page")
    return found


def grave_violations(page: Page) -> list[str]:
    """Return what axe-core finds serious or critical, each with one place."""
    found = Axe().run(page)
    return [
        f"{one['id']} ({one['impact']}): {one['nodes'][0]['html'][:160]}"
        for one in found.response["violations"]
        if one["impact"] in GRAVE
    ]
