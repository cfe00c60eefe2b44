"""A matplotlib figure as SVG that can stand inside a page: own ids, themed colours, a text for readers."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree as ET

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure

# Placeholders in figures that the page's style sheet replaces, so that figures follow light and dark.
INK = "#111112"
MUTED = "#666667"
LINE = "#ccccce"
PAPER = "#fefefd"
FIRST = "#c2570c"  # orange: the first seat
SECOND = "#2470b3"  # blue: the second seat; the two differ in lightness as well for colour-blind readers
_THEMED = {
    INK: "--ink",
    MUTED: "--muted",
    LINE: "--line",
    PAPER: "--page",
    FIRST: "--first",
    SECOND: "--second",
}

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
SETTINGS: dict[Any, Any] = {
    "text.parse_math": False,  # a name with dollar signs is a name, not a formula
    "svg.fonttype": "none",
    "svg.hashsalt": "balance",
    "font.family": "DejaVu Sans",  # shipped with matplotlib: the same measures on every machine
    "font.size": 10,
    "text.color": INK,
    "axes.facecolor": "none",
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.unicode_minus": True,
}


@contextmanager
def house_style() -> Iterator[None]:
    """Draw with the toolkit's settings, whatever the user's matplotlibrc says."""
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        # The reader's own fonts draw the text, so a glyph that the measuring font lacks does no harm.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def to_svg(figure: Figure, name: str, label: str) -> Markup:
    """Return a figure as an SVG element.

    Parameters
    ----------
    figure
        Drawn within `house_style`.
    name
        Prefix of every id, so that several figures can share a page.
    label
        The text that stands for the figure where it cannot be seen.
    """
    stream = io.BytesIO()
    with house_style():
        figure.savefig(stream, format="svg", facecolor="none", metadata={"Date": None, "Creator": None})
    root = ET.fromstring(stream.getvalue())
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == f"{{{_SVG}}}metadata":
                parent.remove(child)
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
    ET.register_namespace("", _SVG)
    ET.register_namespace("xlink", _XLINK)
    return Markup(ET.tostring(root, encoding="unicode"))


def _own(element: ET.Element, name: str) -> None:
    for key, value in list(element.attrib.items()):
        if key == "id":
            element.set(key, f"{name}-{value}")
        elif key == f"{{{_XLINK}}}href" and value.startswith("#"):
            element.set(key, f"#{name}-{value[1:]}")
        elif key in ("style", "clip-path", "fill", "stroke"):
            themed = _REFERENCE.sub(rf"url(#{name}-\1)", value)
            for colour, variable in _THEMED.items():
                themed = themed.replace(colour, f"var({variable}, {colour})")
            element.set(key, themed)
