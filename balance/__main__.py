"""Run the command line as ``python -m balance``."""

from __future__ import annotations

import sys

from balance.cli import main

if __name__ == "__main__":
    sys.exit(main())
