"""What a section is made of, so that every module of a section only says what stands in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from balance.reports.data_table import Table, to_html


@dataclass(frozen=True)
class Block:
    """A heading with what stands below it.

    Parameters
    ----------
    heading
        Of its own, empty for the first block of a section.
    anchor
        The heading's address on the page, empty for none.
    paragraphs, points
        Sentences, and a list of sentences after them.
    table
        Left out where it has no rows.
    figure, caption
        A drawing and the line below it.
    folded
        Shown only when the reader opens it: for what few need.
    """

    heading: str = ""
    anchor: str = ""
    paragraphs: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    table: Table | None = None
    figure: Markup | None = None
    caption: str = ""
    folded: bool = False

    @property
    def html(self) -> Markup:
        """The table as HTML."""
        return to_html(self.table) if self.table is not None and self.table.rows else Markup("")


@dataclass(frozen=True)
class Section:
    """A part of the page, or one line that says why it is not there.

    Parameters
    ----------
    key
        Its place in the page's addresses.
    name
        In the list of contents.
    heading
        Above it.
    blocks
        Empty where the run has nothing to show.
    missing
        The line that stands instead.
    terms
        For the glossary: term and meaning.
    """

    key: str
    name: str
    heading: str
    blocks: tuple[Block, ...] = ()
    missing: str = ""
    terms: tuple[tuple[str, str], ...] = ()


def missing(sections: Iterable[Section]) -> tuple[str, ...]:
    """Return the lines of the sections that have nothing to show."""
    return tuple(section.missing for section in sections if section.missing and not section.blocks)
