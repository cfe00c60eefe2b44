"""Write the pages of docs/ that are made from the code: ``python -m docs.generate``."""

from __future__ import annotations

from docs.generate import DOCS, PAGES

for name, page in PAGES.items():
    (DOCS / name).write_text(page(), encoding="utf-8")
