"""How Sphinx makes a site of these pages: `make docs` writes it to site/."""

from __future__ import annotations

from typing import Final

from balance import __version__

project: Final = "balance"
version = release = __version__
html_title: Final = f"balance {__version__}"

extensions: Final = ["myst_parser"]
source_suffix: Final = {".md": "markdown"}
exclude_patterns: Final = ["generate", "pictures"]

# Anchors as on GitHub, so that a link such as statistics.md#planning works in both places.
myst_heading_anchors: Final = 4

# What is no known language stays plain text; consoles and conditions are none.
highlight_language: Final = "none"

smartquotes: Final = False  # an option such as --where keeps its two hyphens

html_theme: Final = "furo"
html_copy_source: Final = False
html_show_sphinx: Final = True
html_show_copyright: Final = False
