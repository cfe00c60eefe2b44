"""Two finished runs against each other, and the index of a folder of results."""
