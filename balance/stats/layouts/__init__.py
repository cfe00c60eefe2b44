"""Sets of layouts: which piece where helps whom, how much layouts differ, which are furthest from even."""
