"""Two finished runs against each other: two independent samples, and what they tell of a change."""
