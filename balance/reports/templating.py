"""Templates of every page: one skeleton, one set of filters, the style sheet within the page."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import jinja2
from markupsafe import Markup

from balance.reports import wording as w

ROOM = "balance.reports"


@cache
def environment(style: str = "page.css", room: str = ROOM) -> jinja2.Environment:
    """Return the templates, which escape all that they are given.

    Parameters
    ----------
    style
        The template of the style sheet; pages find it as `css`.
    room
        The package whose templates are looked for first; those of `balance.reports` are found from everywhere.
    """
    found = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [jinja2.PackageLoader(package) for package in dict.fromkeys((room, ROOM))]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["name"] = w.name_of
    own = [found.get_template(name).render() for name in _rooms("css")] if style == "page.css" else []
    found.globals["css"] = Markup("\n".join([found.get_template(style).render(), *own]))  # our own files
    found.globals["scripts"] = Markup("\n".join(found.get_template(name).render() for name in _rooms("js")))
    found.globals["w"] = w
    return found


def _rooms(kind: str) -> list[str]:
    """Return the templates of one folder, by name: each part of a page brings its own."""
    folder = files(ROOM) / "templates" / kind
    return sorted(f"{kind}/{file.name}" for file in folder.iterdir() if file.name.endswith(kind))
