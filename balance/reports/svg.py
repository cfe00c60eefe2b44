"""A matplotlib figure as SVG: within a page with its colours and own ids, or as a file that stands alone."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure

TIP = "tip:"
"""What the gid of a dot or bar begins with that says its value when pointed at."""


@dataclass(frozen=True)
class Theme:
    """The colours that a figure is drawn with.

    Parameters
    ----------
    ink, muted, line
        Text and marks, text of axes, rules.
    paper
        Within a hollow dot.
    ground
        Behind everything; "none" lets through what lies behind.
    first, second
        The two seats: orange and blue, which differ in lightness as well for colour-blind readers.
    third
        For what has nothing to do with seats.
    """

    ink: str
    muted: str
    line: str
    paper: str
    ground: str
    first: str
    second: str
    third: str


PAGE = Theme("#111112", "#666667", "#ccccce", "#fefefd", "none", "#c2570c", "#2470b3", "#8256a8")
"""Placeholders that the page's style sheet replaces, so that figures follow light and dark."""
LIGHT = Theme("#1d1d21", "#5d5d66", "#d9d7d0", "#ffffff", "#ffffff", "#c2570c", "#2470b3", "#8256a8")
DARK = Theme("#ececef", "#a9a9b3", "#3a3c42", "#16171a", "#16171a", "#e58a45", "#62a5de", "#bb93dc")
THEMES = {"light": LIGHT, "dark": DARK}

_VARIABLES = {
    PAGE.ink: "--ink",
    PAGE.muted: "--muted",
    PAGE.line: "--line",
    PAGE.paper: "--page",
    PAGE.first: "--first",
    PAGE.second: "--second",
}
_IN_FORCE = ContextVar("theme", default=PAGE)
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_SETTINGS: dict[Any, Any] = {
    "text.parse_math": False,  # a name with dollar signs is a name, not a formula
    "svg.fonttype": "none",
    "svg.hashsalt": "balance",
    "pdf.fonttype": 42,  # text that can be selected and edited
    "font.family": "sans-serif",
    # The first is shipped with matplotlib: the same measures on every machine. The others are for viewers without it.
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "Helvetica"],
    "font.size": 10,
    "axes.facecolor": "none",
    "axes.unicode_minus": True,
}


def _colour_settings(theme: Theme) -> dict[Any, Any]:
    ink = ("text.color", "axes.labelcolor", "xtick.labelcolor", "ytick.labelcolor")
    muted = ("axes.edgecolor", "xtick.color", "ytick.color")
    return dict.fromkeys(ink, theme.ink) | dict.fromkeys(muted, theme.muted)


@contextmanager
def house_style(theme: Theme = PAGE) -> Iterator[None]:
    """Draw with the toolkit's settings and a theme's colours, whatever the user's matplotlibrc says."""
    token = _IN_FORCE.set(theme)
    try:
        with mpl.rc_context(), warnings.catch_warnings():
            mpl.rcdefaults()
            mpl.rcParams.update(_SETTINGS | _colour_settings(theme))
            # The reader's own fonts draw a page's text, so a glyph that the measuring font lacks does no harm.
            warnings.filterwarnings("ignore", message="Glyph .* missing from")
            yield
    finally:
        _IN_FORCE.reset(token)


def colours() -> Theme:
    """Return the theme in force, the page's outside of `house_style`."""
    return _IN_FORCE.get()


def to_svg(figure: Figure, name: str, label: str) -> Markup:
    """Return a figure as an SVG element of a page.

    Parameters
    ----------
    figure
        Drawn within `house_style`.
    name
        Prefix of every id, so that several figures can share a page.
    label
        The text that stands for the figure where it cannot be seen.
    """
    with house_style():
        root = _tree(figure)
    for element in root.iter():
        _own(element, name)
    width, height = (float(root.get(side, "0").removesuffix("pt")) for side in ("width", "height"))
    for side in ("width", "height"):
        root.attrib.pop(side, None)
    root.set("role", "img")
    root.set("aria-label", label)
    root.set(
        "style",
        f"max-width:{width:.0f}pt;min-width:{0.75 * width:.0f}pt;aspect-ratio:{width:.0f}/{height:.0f}",
    )
    return Markup(ET.tostring(root, encoding="unicode"))


def standalone(figure: Figure, title: str, text: str) -> bytes:
    """Return a figure as an SVG file: nothing of it lies outside, its title and its text are in it.

    Parameters
    ----------
    figure
        Drawn within the `house_style` that is in force.
    title, text
        What it is called, and what stands for it where it cannot be seen.
    """
    root = _tree(figure)
    for element in root.iter():
        element.attrib.pop("data-tip", None)
    root.set("role", "img")
    for place, (tag, words) in enumerate((("title", title), ("desc", text))):
        told = ET.Element(f"{{{_SVG}}}{tag}", {"id": f"figure-{tag}"})
        told.text = words
        root.insert(place, told)
    root.set("aria-labelledby", "figure-title")
    root.set("aria-describedby", "figure-desc")
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _tree(figure: Figure) -> ET.Element:
    """Return a figure's SVG without its metadata; what has a tip says it when pointed at."""
    stream = io.BytesIO()
    figure.savefig(stream, format="svg", facecolor=colours().ground, metadata={"Date": None, "Creator": None})
    ET.register_namespace("", _SVG)
    ET.register_namespace("xlink", _XLINK)
    root = ET.fromstring(stream.getvalue())
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == f"{{{_SVG}}}metadata":
                parent.remove(child)
        if parent.get("id", "").startswith(TIP):
            said = parent.attrib.pop("id").removeprefix(TIP)
            parent.set("data-tip", said)
            title = ET.Element(f"{{{_SVG}}}title")
            title.text = said
            parent.insert(0, title)
    return root


def _own(element: ET.Element, name: str) -> None:
    for key, value in list(element.attrib.items()):
        if key == "id":
            element.set(key, f"{name}-{value}")
        elif key == f"{{{_XLINK}}}href" and value.startswith("#"):
            element.set(key, f"#{name}-{value[1:]}")
        elif key in ("style", "clip-path", "fill", "stroke"):
            themed = _REFERENCE.sub(rf"url(#{name}-\1)", value)
            for colour, variable in _VARIABLES.items():
                themed = themed.replace(colour, f"var({variable}, {colour})")
            element.set(key, themed)
