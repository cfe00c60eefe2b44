"""Play the tutorial's games and draw its pictures anew: ``make pictures``.

The commands are those of docs/tutorial.md, one after the other, so the pictures show what a reader gets. They need
Chromium, and ten minutes on two cores.
"""

from __future__ import annotations

import io
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "tutorial.md"
FOLDER: Final = ROOT / "docs" / "pictures"
WIDTH: Final = 1000
COLOURS: Final = 128  # of a picture: enough for text and flat colours, and half the bytes
DONE: Final = (0, 1)  # a check that is not met ends with 1, and the tutorial has one


@dataclass(frozen=True)
class Picture:
    """What is taken from a page.

    Parameters
    ----------
    name
        Of the file, without its ending.
    page
        The page in outputs/, and where on it.
    part
        Selector of the part that is drawn.
    height
        Pixels of it that are drawn, from its top; None draws all of it.
    presses
        Selector of a button to press first, and how often; the pages of games step by it.
    """

    name: str
    page: str
    part: str
    height: int | None = None
    presses: tuple[str, int] | None = None


PICTURES: Final = (
    Picture("verdict", "tutorial/report.html", "#verdict"),
    Picture("heat-map", "tutorial/report.html", "table.heat"),
    Picture("strengths", "tutorial/report.html", "#strengths figure"),
    Picture("pairing", "tutorial/report.html#pair-kelpies-v-fomorians", "#pair-kelpies-v-fomorians", 420),
    Picture("first-tweak", "tutorial-1/report.html", "#verdict"),
    Picture("before-and-after", "tutorial-1/report.html", "figure.lanes"),
    Picture("game", "tutorial-1/game-1.html", "main", 760, ("button[data-go=next]", 12)),
    Picture("ranking", "tutorial-2/report.html", "#verdict"),
)


def commands() -> list[list[str]]:
    """Return the command lines of the tutorial, word by word, without the program's name."""
    lines: list[str] = []
    inside = False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```sh"
        elif inside and line.startswith("balance "):
            lines.append(line)
    return [shlex.split(line)[1:] for line in lines]


def printed() -> Iterator[tuple[list[str], str]]:
    """Play the commands in the project's folder and yield each with what it prints.

    Raises
    ------
    RuntimeError
        A command failed.
    """
    for arguments in commands():
        command = [sys.executable, "-m", "balance", *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode not in DONE:
            msg = f"{shlex.join(arguments)}: {done.stderr.splitlines()[-1:]}"
            raise RuntimeError(msg)
        yield arguments, done.stdout


def draw() -> None:
    """Draw every picture from the pages in outputs/."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": 1400}, color_scheme="light")
        for picture in PICTURES:
            _write(FOLDER / f"{picture.name}.png", _shot(page, picture))
        browser.close()


def _shot(page: Page, picture: Picture) -> bytes:
    """Return a picture as the browser draws it."""
    path, _, anchor = picture.page.partition("#")
    address = (ROOT / "outputs" / path).as_uri()
    page.goto(f"{address}#{anchor}" if anchor else address)
    page.wait_for_timeout(300)
    if picture.presses is not None:
        button, times = picture.presses
        for _ in range(times):
            page.click(button)
    part = page.locator(picture.part).first
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    if picture.height is None or box is None:
        return part.screenshot()
    top = float(page.evaluate("window.scrollY"))
    clip = {
        "x": box["x"],
        "y": box["y"] + top,
        "width": box["width"],
        "height": min(box["height"], picture.height),
    }
    return page.screenshot(full_page=True, clip=clip)  # type: ignore[arg-type] # a dictionary of these four


def _write(path: Path, data: bytes) -> None:
    """Write a picture with few colours, which text and flat shapes do not miss."""
    with Image.open(io.BytesIO(data)) as whole:
        few = whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(path, optimize=True)


def main() -> None:
    """Play the tutorial and draw its pictures."""
    for arguments, _ in printed():
        sys.stdout.write(f"done: balance {shlex.join(arguments)}\n")
    draw()


if __name__ == "__main__":
    main()
