"""Two finished runs against each other: from their folders to the page."""
